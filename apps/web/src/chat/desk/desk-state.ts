import type { AgentChat } from '@hofn/contracts';
import { createStore } from '../../session/store.ts';
import { emptyLog, lastSeqOf, type MessageLog } from '../message-log.ts';

/** State of an agent's desk. */
export type DeskState = {
  /** `forbidden`: signed in without permission to answer chats. */
  status: 'connecting' | 'live' | 'reconnecting' | 'forbidden';
  chats: readonly AgentChat[];
  /** Messages by chat: of the agent's own, and what the agent has written in others before they were taken over. */
  logs: Readonly<Record<string, MessageLog>>;
  /** Unsent text of the agent, by chat. */
  drafts: Readonly<Record<string, string>>;
  /** Chats whose visitor is typing. */
  typing: readonly string[];
  /** Sequence number of the last message shown to the agent, by chat. */
  seen: Readonly<Record<string, number>>;
  selected: string | undefined;
  /** Whether the chats are on the screen. The desk stays connected while the agent works on another one. */
  isShown: boolean;
  /** User-facing reason why the last action failed. */
  error: string | undefined;
};

/** The open chat and the read position in each chat: ids and numbers, no message contents. */
export type StoredDesk = Pick<DeskState, 'selected' | 'seen'>;

/** The messages of a chat. */
export const logOf = ({ logs }: Pick<DeskState, 'logs'>, chat: string): MessageLog => logs[chat] ?? emptyLog;

/** Number of visitor messages that the agent has not seen. */
export const unreadOf = (state: DeskState, chat: string): number =>
  logOf(state, chat).messages.filter(({ side, seq }) => side === 'visitor' && seq > (state.seen[chat] ?? 0))
    .length;

/** Visitors who wait for an answer: in the queue, and in the agent's own chats with something unread. */
export const waitingOf = (state: DeskState): number =>
  state.chats.filter(
    (chat) =>
      chat.state === 'waiting' || (chat.mine && chat.state !== 'ended' && unreadOf(state, chat.id) > 0),
  ).length;

/** Whether leaving would lose a draft or unconfirmed message in an ongoing chat of the agent. */
export const isUnsaved = (state: DeskState): boolean =>
  state.chats.some(
    ({ id, mine, state: chatState }) =>
      mine &&
      chatState !== 'ended' &&
      ((state.drafts[id] ?? '').trim() !== '' || logOf(state, id).pending.length > 0),
  );

/** Survives a reload of the tab. */
export type DeskStorage = { read: () => StoredDesk | undefined; write: (desk: StoredDesk) => void };

/** The state of a desk; stores what survives a reload. */
export const createDeskStore = (storage: DeskStorage) => {
  const store = createStore<DeskState>({
    status: 'connecting',
    chats: [],
    logs: {},
    drafts: {},
    typing: [],
    seen: {},
    selected: undefined,
    isShown: true,
    error: undefined,
    ...storage.read(),
  });
  const { state, subscribe } = store;
  const update = (changes: Partial<DeskState>): void => {
    const previous = state();
    const next = { ...previous, ...changes };
    const { selected, seen } = next;
    if (selected !== previous.selected || seen !== previous.seen) storage.write({ selected, seen });
    store.set(next);
  };
  return {
    state,
    subscribe,
    update,
    // After a reload the server resends messages one by one; never move a read position back.
    markRead: (chat: string): Partial<DeskState> => ({
      seen: { ...state().seen, [chat]: Math.max(state().seen[chat] ?? 0, lastSeqOf(logOf(state(), chat))) },
    }),
  };
};
export type DeskStore = ReturnType<typeof createDeskStore>;
