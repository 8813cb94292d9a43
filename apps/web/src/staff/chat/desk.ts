import type { AgentChat, AgentMessage, ChatMessage, ServiceToAgent } from '@hofn/contracts';
import { chatLengths, chatTypingMs } from '@hofn/domain/chat.ts';
import { type Connection, createConnection, type Socket } from '../../chat/connection.ts';
import type { Pending } from '../../chat/conversation.ts';

/** State of an agent's desk. */
export type DeskState = {
  /** `forbidden`: signed in without permission to answer chats. */
  status: 'connecting' | 'live' | 'reconnecting' | 'forbidden';
  chats: readonly AgentChat[];
  messages: Readonly<Record<string, readonly ChatMessage[]>>;
  pending: Readonly<Record<string, readonly Pending[]>>;
  /** Unsent text of the agent, by chat. */
  drafts: Readonly<Record<string, string>>;
  /** Chats whose visitor is typing. */
  typing: readonly string[];
  /** Sequence number of the last message shown to the agent, by chat. */
  seen: Readonly<Record<string, number>>;
  selected: string | undefined;
  /** User-facing reason why the last action failed. */
  error: string | undefined;
};

/** The open chat and the read position in each chat: ids and numbers, no message contents. */
export type StoredDesk = Pick<DeskState, 'selected' | 'seen'>;

export type Desk = {
  state(): DeskState;
  subscribe(listener: () => void): () => void;
  select(chat: string): void;
  take(chat: string): void;
  release(chat: string): void;
  end(chat: string): void;
  /** Stores unsent text until the agent returns to the chat. */
  draft(chat: string, text: string): void;
  sendMessage(chat: string, text: string): void;
  resend(chat: string, key: string): void;
  typing(chat: string): void;
  /** Called when the network is lost. */
  disconnect(): void;
  reconnectNow(): void;
  stop(): void;
};

type Parts = {
  connect: () => Promise<Socket>;
  token: () => Promise<string | undefined>;
  language: () => 'is' | 'en';
  /** Survives a reload of the tab. */
  storage: { read: () => StoredDesk | undefined; write: (desk: StoredDesk) => void };
  /** Random bytes in base64url. */
  random: (bytes: number) => string;
  schedule: (run: () => void, ms: number) => () => void;
  /** Random number from 0 to 1. */
  randomFraction: () => number;
};

const typingEveryMs = chatTypingMs / 2;

/** Number of visitor messages that the agent has not seen. */
export const unreadOf = ({ messages, seen }: DeskState, chat: string): number =>
  (messages[chat] ?? []).filter(({ side, seq }) => side === 'visitor' && seq > (seen[chat] ?? 0)).length;

/** Whether leaving would lose a draft or unconfirmed message in an ongoing chat of the agent. */
export const isUnsaved = ({ chats, drafts, pending }: DeskState): boolean =>
  chats.some(
    ({ id, mine, state }) =>
      mine && state !== 'ended' && ((drafts[id] ?? '').trim() !== '' || (pending[id] ?? []).length > 0),
  );

/** The agent's side of all chats: one connection, the list of chats, and their messages. */
export const createDesk = (parts: Parts): Desk => {
  const { connect, token, language, storage, random, schedule, randomFraction } = parts;
  let state: DeskState = {
    status: 'connecting',
    chats: [],
    messages: {},
    pending: {},
    drafts: {},
    typing: [],
    seen: {},
    selected: undefined,
    error: undefined,
    ...storage.read(),
  };
  const listeners = new Set<() => void>();
  const typingSentFor = new Set<string>();
  const typingEnds = new Map<string, () => void>();

  const update = (changes: Partial<DeskState>): void => {
    const { selected, seen } = state;
    state = { ...state, ...changes };
    if (state.selected !== selected || state.seen !== seen)
      storage.write({ selected: state.selected, seen: state.seen });
    for (const listener of listeners) listener();
  };
  const lastSeq = (chat: string): number => state.messages[chat]?.at(-1)?.seq ?? 0;
  // After a reload the server resends messages one by one; never move a read position back.
  const markRead = (chat: string): Partial<DeskState> => ({
    seen: { ...state.seen, [chat]: Math.max(state.seen[chat] ?? 0, lastSeq(chat)) },
  });
  const setPending = (chat: string, pending: readonly Pending[]): void =>
    update({ pending: { ...state.pending, [chat]: pending } });

  const sendPending = (chat: string, { key, text }: Pending): void => {
    if (state.status === 'live') connection.send({ type: 'say', chat, key, text });
  };

  const endTyping = (chat: string): void => {
    typingEnds.get(chat)?.();
    typingEnds.delete(chat);
    if (state.typing.includes(chat)) update({ typing: state.typing.filter((other) => other !== chat) });
  };

  const handleChats = (chats: readonly AgentChat[]): void => {
    const isReconnected = state.status !== 'live';
    const chatIds = new Set(chats.map(({ id }) => id));
    // Forget chats that were taken over by others or ended long ago.
    const ownIds = new Set(chats.flatMap(({ id, mine }) => (mine ? [id] : [])));
    const messages = Object.fromEntries(Object.entries(state.messages).filter(([chat]) => ownIds.has(chat)));
    const selected = state.selected !== undefined && chatIds.has(state.selected) ? state.selected : undefined;
    const seen = Object.fromEntries(Object.entries(state.seen).filter(([chat]) => ownIds.has(chat)));
    update({ status: 'live', chats, messages, selected, seen });
    if (!isReconnected) return;
    for (const [chat, pending] of Object.entries(state.pending))
      for (const message of pending) if (!message.fault) sendPending(chat, message);
  };

  const handleMessage = (news: ServiceToAgent): void => {
    switch (news.type) {
      case 'chats':
        handleChats(news.chats);
        return;
      case 'message': {
        const { type: _type, chat, ...message } = news;
        if (message.seq <= lastSeq(chat)) return;
        const isOwn = message.side === 'agent';
        const pending = (state.pending[chat] ?? []).filter(({ key }) => !isOwn || key !== message.key);
        update({
          messages: { ...state.messages, [chat]: [...(state.messages[chat] ?? []), message] },
          pending: { ...state.pending, [chat]: pending },
        });
        if (!isOwn) endTyping(chat);
        if (chat === state.selected) update(markRead(chat));
        return;
      }
      case 'typing': {
        const { chat } = news;
        endTyping(chat);
        update({ typing: [...state.typing, chat] });
        typingEnds.set(
          chat,
          schedule(() => endTyping(chat), chatTypingMs),
        );
        return;
      }
      case 'refused': {
        const { of, chat, key, message, errors, errorCode } = news;
        if (of === 'hello' && errorCode === 'forbidden') {
          connection.close();
          update({ status: 'forbidden' });
        } else if (of === 'say' && chat !== undefined) {
          const fault = errors?.text?.[0] ?? message;
          setPending(
            chat,
            (state.pending[chat] ?? []).map((message) =>
              message.key === key ? { ...message, fault } : message,
            ),
          );
        } else if (of !== 'hello' && of !== 'typing') update({ error: message });
      }
    }
  };

  const connection: Connection<AgentMessage> = createConnection<AgentMessage, ServiceToAgent>({
    connect,
    onOpen: async (send) => {
      const accessToken = await token();
      if (accessToken === undefined) throw new Error('Nobody is signed in');
      const after = Object.fromEntries(Object.keys(state.messages).map((chat) => [chat, lastSeq(chat)]));
      send({ type: 'hello', token: accessToken, language: language(), after });
    },
    onMessage: handleMessage,
    onBroken: () => {
      if (state.status === 'live') update({ status: 'reconnecting' });
    },
    schedule,
    randomFraction,
  });

  /** @returns whether the message was sent; actions need a live connection */
  const sendWhenLive = (message: AgentMessage): boolean => {
    if (state.status !== 'live' || !connection.send(message)) return false;
    update({ error: undefined });
    return true;
  };

  return {
    state: () => state,
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    select: (chat) => update({ selected: chat, error: undefined, ...markRead(chat) }),
    take: (chat) => {
      if (sendWhenLive({ type: 'take', chat })) update({ selected: chat });
    },
    release: (chat) => void sendWhenLive({ type: 'release', chat }),
    end: (chat) => void sendWhenLive({ type: 'end', chat }),
    draft: (chat, text) => update({ drafts: { ...state.drafts, [chat]: text } }),
    sendMessage: (chat, text) => {
      const message = { key: random(12), text: text.trim() };
      if (message.text === '' || message.text.length > chatLengths.message) return;
      setPending(chat, [...(state.pending[chat] ?? []), message]);
      sendPending(chat, message);
    },
    resend: (chat, key) => {
      const failed = (state.pending[chat] ?? []).find((candidate) => candidate.key === key);
      if (!failed) return;
      const { fault: _fault, ...message } = failed;
      setPending(
        chat,
        (state.pending[chat] ?? []).map((other) => (other.key === key ? message : other)),
      );
      sendPending(chat, message);
    },
    typing: (chat) => {
      if (state.status !== 'live' || typingSentFor.has(chat)) return;
      typingSentFor.add(chat);
      schedule(() => typingSentFor.delete(chat), typingEveryMs);
      connection.send({ type: 'typing', chat });
    },
    disconnect: () => connection.disconnect(),
    reconnectNow: () => connection.reconnectNow(),
    stop: () => connection.close(),
  };
};
