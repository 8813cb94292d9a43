import type { AgentChat, ServiceToAgent } from '@hofn/contracts';
import { chatTypingMs } from '@hofn/domain/chat.ts';
import type { Pending } from '../current-chat.ts';
import type { DeskStore } from './desk-state.ts';

type Incoming<Type extends ServiceToAgent['type']> = Extract<ServiceToAgent, { type: Type }>;

type Parts = {
  sendPending: (chat: string, message: Pending) => void;
  /** Closes the connection for good. */
  close: () => void;
  schedule: (run: () => void, ms: number) => () => void;
};

/** Shows for a while that a visitor is typing. */
const createTyping = ({ state, update }: DeskStore, schedule: Parts['schedule']) => {
  const timers = new Map<string, () => void>();
  const end = (chat: string): void => {
    timers.get(chat)?.();
    timers.delete(chat);
    if (state().typing.includes(chat)) update({ typing: state().typing.filter((other) => other !== chat) });
  };
  const begin = (chat: string): void => {
    end(chat);
    update({ typing: [...state().typing, chat] });
    timers.set(
      chat,
      schedule(() => end(chat), chatTypingMs),
    );
  };
  return { begin, end };
};

/** Takes over the list of chats; after a reconnection, resends what was not confirmed. */
const receiveChats = (desk: DeskStore, chats: readonly AgentChat[], { sendPending }: Parts): void => {
  const { status, messages, seen, selected } = desk.state();
  const isReconnected = status !== 'live';
  const chatIds = new Set(chats.map(({ id }) => id));
  // Forget chats that were taken over by others or ended long ago.
  const ownIds = new Set(chats.flatMap(({ id, mine }) => (mine ? [id] : [])));
  const ofOwn = <Value>(byChat: Readonly<Record<string, Value>>): Record<string, Value> =>
    Object.fromEntries(Object.entries(byChat).filter(([chat]) => ownIds.has(chat)));
  desk.update({
    status: 'live',
    chats,
    messages: ofOwn(messages),
    selected: selected !== undefined && chatIds.has(selected) ? selected : undefined,
    seen: ofOwn(seen),
  });
  if (!isReconnected) return;
  for (const [chat, pending] of Object.entries(desk.state().pending))
    for (const message of pending) if (!message.fault) sendPending(chat, message);
};

const receiveMessage = (desk: DeskStore, incoming: Incoming<'message'>): void => {
  const { messages, pending } = desk.state();
  const { type: _type, chat, ...message } = incoming;
  const isOwn = message.side === 'agent';
  desk.update({
    messages: { ...messages, [chat]: [...(messages[chat] ?? []), message] },
    pending: { ...pending, [chat]: desk.pendingOf(chat).filter(({ key }) => !isOwn || key !== message.key) },
  });
};

const receiveRefusal = (desk: DeskStore, incoming: Incoming<'refused'>, { close }: Parts): void => {
  const { of, chat, key, message, errors, errorCode } = incoming;
  if (of === 'hello' && errorCode === 'forbidden') {
    close();
    desk.update({ status: 'forbidden' });
  } else if (of === 'say' && chat !== undefined) {
    const fault = errors?.text?.[0] ?? message;
    desk.setPending(
      chat,
      desk.pendingOf(chat).map((other) => (other.key === key ? { ...other, fault } : other)),
    );
  } else if (of !== 'hello' && of !== 'typing') desk.update({ error: message });
};

/** Creates the handler of the service's messages. */
export const createReceive = (desk: DeskStore, parts: Parts) => {
  const typing = createTyping(desk, parts.schedule);
  return (incoming: ServiceToAgent): void => {
    switch (incoming.type) {
      case 'chats':
        receiveChats(desk, incoming.chats, parts);
        return;
      case 'message': {
        const { chat, side, seq } = incoming;
        if (seq <= desk.lastSeq(chat)) return;
        receiveMessage(desk, incoming);
        if (side !== 'agent') typing.end(chat);
        const { selected, isShown } = desk.state();
        if (isShown && chat === selected) desk.update(desk.markRead(chat));
        return;
      }
      case 'typing':
        typing.begin(incoming.chat);
        return;
      case 'refused':
        receiveRefusal(desk, incoming, parts);
    }
  };
};
