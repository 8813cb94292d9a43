import type { AgentChat, ServiceToAgent } from '@hofn/contracts';
import { type createMessageLog, emptyLog } from '../message-log.ts';
import type { createTyping } from '../typing.ts';
import type { DeskStore } from './desk-state.ts';

type Incoming<Type extends ServiceToAgent['type']> = Extract<ServiceToAgent, { type: Type }>;

type Parts = {
  logIn: (chat: string) => ReturnType<typeof createMessageLog>;
  /** Closes the connection for good. */
  close: () => void;
  typing: Pick<ReturnType<typeof createTyping>, 'begin' | 'end'>;
};

/** Takes over the list of chats; after a reconnection, resends what was not confirmed. */
const receiveChats = (desk: DeskStore, chats: readonly AgentChat[], { logIn }: Parts): void => {
  const { status, logs, seen, selected } = desk.state();
  const isReconnected = status !== 'live';
  const chatIds = new Set(chats.map(({ id }) => id));
  // Forget chats that were taken over by others or ended long ago.
  const ownIds = new Set(chats.flatMap(({ id, mine }) => (mine ? [id] : [])));
  const ofOwn = <Value>(byChat: Readonly<Record<string, Value>>): Record<string, Value> =>
    Object.fromEntries(Object.entries(byChat).filter(([chat]) => ownIds.has(chat)));
  // What the agent has written in a chat that was taken over is not lost with the chat's messages.
  const unsent = Object.fromEntries(
    Object.entries(logs).flatMap(([chat, { pending }]) =>
      pending.length > 0 ? [[chat, { ...emptyLog, pending }]] : [],
    ),
  );
  desk.update({
    status: 'live',
    chats,
    logs: { ...unsent, ...ofOwn(logs) },
    selected: selected !== undefined && chatIds.has(selected) ? selected : undefined,
    seen: ofOwn(seen),
  });
  if (isReconnected) for (const chat of Object.keys(desk.state().logs)) logIn(chat).resendUnconfirmed();
};

const receiveRefusal = (desk: DeskStore, incoming: Incoming<'refused'>, { logIn, close }: Parts): void => {
  const { of, chat, key, message, errors, errorCode } = incoming;
  if (of === 'hello' && errorCode === 'forbidden') {
    close();
    desk.update({ status: 'forbidden' });
  } else if (of === 'say' && chat !== undefined) {
    logIn(chat).refuse(key, errors?.text?.[0] ?? message);
  } else if (of !== 'hello' && of !== 'typing') desk.update({ error: message });
};

/** Creates the handler of the service's messages. */
export const createReceive =
  (desk: DeskStore, parts: Parts) =>
  (incoming: ServiceToAgent): void => {
    switch (incoming.type) {
      case 'chats':
        receiveChats(desk, incoming.chats, parts);
        return;
      case 'message': {
        const { type: _type, chat, ...message } = incoming;
        if (!parts.logIn(chat).receive(message)) return;
        if (message.side !== 'agent') parts.typing.end(chat);
        const { selected, isShown } = desk.state();
        if (isShown && chat === selected) desk.update(desk.markRead(chat));
        return;
      }
      case 'typing':
        parts.typing.begin(incoming.chat);
        return;
      case 'refused':
        receiveRefusal(desk, incoming, parts);
    }
  };
