import type { AgentChat, AgentNews, AgentWord, ChatMessage } from '@hofn/contracts';
import { chatLengths, chatTypingMs } from '@hofn/domain/chat.ts';
import type { Pending } from '../../chat/conversation.ts';
import { createLine, type Line, type Socket } from '../../chat/reconnecting-line.ts';

/** What an agent has before them. */
export type DeskState = {
  /** `forbidden`: signed in, but not as one who may answer. */
  status: 'connecting' | 'live' | 'reconnecting' | 'forbidden';
  chats: readonly AgentChat[];
  messages: Readonly<Record<string, readonly ChatMessage[]>>;
  pending: Readonly<Record<string, readonly Pending[]>>;
  /** What the agent has written and not sent, by chat. */
  drafts: Readonly<Record<string, string>>;
  /** Chats whose visitor is typing. */
  typing: readonly string[];
  /** The last message that the agent has had before them, by chat. */
  seen: Readonly<Record<string, number>>;
  selected: string | undefined;
  /** Why the last press did nothing, in words. */
  fault: string | undefined;
};

/** Which chat was open, and how far each had been read: ids and numbers, and nothing that was said. */
export type KeptDesk = Pick<DeskState, 'selected' | 'seen'>;

export type Desk = {
  state(): DeskState;
  subscribe(listener: () => void): () => void;
  select(chat: string): void;
  take(chat: string): void;
  release(chat: string): void;
  end(chat: string): void;
  /** Keeps what is written, for when the agent comes back to that chat. */
  draft(chat: string, text: string): void;
  say(chat: string, text: string): void;
  sayAgain(chat: string, key: string): void;
  typing(chat: string): void;
  /** The network is gone. */
  cut(): void;
  hurry(): void;
  stop(): void;
};

type Parts = {
  connect: () => Promise<Socket>;
  token: () => Promise<string | undefined>;
  language: () => 'is' | 'en';
  /** What outlives a reload of the tab. */
  kept: { read: () => KeptDesk | undefined; write: (kept: KeptDesk) => void };
  /** Random bytes in base64url. */
  random: (bytes: number) => string;
  later: (run: () => void, ms: number) => () => void;
  /** Any number from 0 to 1. */
  chance: () => number;
};

const typingEveryMs = chatTypingMs / 2;

/** How many messages of the visitor the agent has not had before them. */
export const unreadOf = ({ messages, seen }: DeskState, chat: string): number =>
  (messages[chat] ?? []).filter(({ side, seq }) => side === 'visitor' && seq > (seen[chat] ?? 0)).length;

/** Whether leaving would lose what the agent has written: begun, or not confirmed, in a chat of theirs that goes on. */
export const isUnsaved = ({ chats, drafts, pending }: DeskState): boolean =>
  chats.some(
    ({ id, mine, state }) =>
      mine && state !== 'ended' && ((drafts[id] ?? '').trim() !== '' || (pending[id] ?? []).length > 0),
  );

/** The agent's end of all their chats: one line, what stands in the list, and what was said in each. */
export const createDesk = (parts: Parts): Desk => {
  const { connect, token, language, kept, random, later, chance } = parts;
  let state: DeskState = {
    status: 'connecting',
    chats: [],
    messages: {},
    pending: {},
    drafts: {},
    typing: [],
    seen: {},
    selected: undefined,
    fault: undefined,
    ...kept.read(),
  };
  const listeners = new Set<() => void>();
  const told = new Set<string>();
  const typingEnds = new Map<string, () => void>();

  const set = (changes: Partial<DeskState>): void => {
    const { selected, seen } = state;
    state = { ...state, ...changes };
    if (state.selected !== selected || state.seen !== seen)
      kept.write({ selected: state.selected, seen: state.seen });
    for (const listener of listeners) listener();
  };
  const lastSeq = (chat: string): number => state.messages[chat]?.at(-1)?.seq ?? 0;
  // After a reload a chat's messages come again one by one: what had been read stays read.
  const isRead = (chat: string): Partial<DeskState> => ({
    seen: { ...state.seen, [chat]: Math.max(state.seen[chat] ?? 0, lastSeq(chat)) },
  });
  const setPending = (chat: string, pending: readonly Pending[]): void =>
    set({ pending: { ...state.pending, [chat]: pending } });

  const send = (chat: string, { key, text }: Pending): void => {
    if (state.status === 'live') line.say({ type: 'say', chat, key, text });
  };

  const endTyping = (chat: string): void => {
    typingEnds.get(chat)?.();
    typingEnds.delete(chat);
    if (state.typing.includes(chat)) set({ typing: state.typing.filter((one) => one !== chat) });
  };

  const listed = (chats: readonly AgentChat[]): void => {
    const fresh = state.status !== 'live';
    const there = new Set(chats.map(({ id }) => id));
    // What goes on without the agent, or is long over, is not theirs to keep.
    const own = new Set(chats.flatMap(({ id, mine }) => (mine ? [id] : [])));
    const messages = Object.fromEntries(Object.entries(state.messages).filter(([chat]) => own.has(chat)));
    const selected = state.selected !== undefined && there.has(state.selected) ? state.selected : undefined;
    const seen = Object.fromEntries(Object.entries(state.seen).filter(([chat]) => own.has(chat)));
    set({ status: 'live', chats, messages, selected, seen });
    if (!fresh) return;
    for (const [chat, pending] of Object.entries(state.pending))
      for (const one of pending) if (!one.fault) send(chat, one);
  };

  const heard = (news: AgentNews): void => {
    switch (news.type) {
      case 'chats':
        listed(news.chats);
        return;
      case 'message': {
        const { type: _type, chat, ...message } = news;
        if (message.seq <= lastSeq(chat)) return;
        const own = message.side === 'agent';
        const pending = (state.pending[chat] ?? []).filter(({ key }) => !own || key !== message.key);
        set({
          messages: { ...state.messages, [chat]: [...(state.messages[chat] ?? []), message] },
          pending: { ...state.pending, [chat]: pending },
        });
        if (!own) endTyping(chat);
        if (chat === state.selected) set(isRead(chat));
        return;
      }
      case 'typing': {
        const { chat } = news;
        endTyping(chat);
        set({ typing: [...state.typing, chat] });
        typingEnds.set(
          chat,
          later(() => endTyping(chat), chatTypingMs),
        );
        return;
      }
      case 'refused': {
        const { of, chat, key, message, errors, errorCode } = news;
        if (of === 'hello' && errorCode === 'forbidden') {
          line.end();
          set({ status: 'forbidden' });
        } else if (of === 'say' && chat !== undefined) {
          const fault = errors?.text?.[0] ?? message;
          setPending(
            chat,
            (state.pending[chat] ?? []).map((one) => (one.key === key ? { ...one, fault } : one)),
          );
        } else if (of !== 'hello' && of !== 'typing') set({ fault: message });
      }
    }
  };

  const line: Line<AgentWord> = createLine<AgentWord, AgentNews>({
    connect,
    opened: async (say) => {
      const access = await token();
      if (access === undefined) throw new Error('Nobody is signed in');
      const after = Object.fromEntries(Object.keys(state.messages).map((chat) => [chat, lastSeq(chat)]));
      say({ type: 'hello', token: access, language: language(), after });
    },
    heard,
    broken: () => {
      if (state.status === 'live') set({ status: 'reconnecting' });
    },
    later,
    chance,
  });

  /** @returns whether it was said: on a line that is away nothing is pressed */
  const act = (word: AgentWord): boolean => {
    if (state.status !== 'live' || !line.say(word)) return false;
    set({ fault: undefined });
    return true;
  };

  return {
    state: () => state,
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    select: (chat) => set({ selected: chat, fault: undefined, ...isRead(chat) }),
    take: (chat) => {
      if (act({ type: 'take', chat })) set({ selected: chat });
    },
    release: (chat) => void act({ type: 'release', chat }),
    end: (chat) => void act({ type: 'end', chat }),
    draft: (chat, text) => set({ drafts: { ...state.drafts, [chat]: text } }),
    say: (chat, text) => {
      const one = { key: random(12), text: text.trim() };
      if (one.text === '' || one.text.length > chatLengths.message) return;
      setPending(chat, [...(state.pending[chat] ?? []), one]);
      send(chat, one);
    },
    sayAgain: (chat, key) => {
      const found = (state.pending[chat] ?? []).find((one) => one.key === key);
      if (!found) return;
      const { fault: _fault, ...one } = found;
      setPending(
        chat,
        (state.pending[chat] ?? []).map((other) => (other.key === key ? one : other)),
      );
      send(chat, one);
    },
    typing: (chat) => {
      if (state.status !== 'live' || told.has(chat)) return;
      told.add(chat);
      later(() => told.delete(chat), typingEveryMs);
      line.say({ type: 'typing', chat });
    },
    cut: () => line.cut(),
    hurry: () => line.hurry(),
    stop: () => line.end(),
  };
};
