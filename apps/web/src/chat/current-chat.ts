import type { VisitorMessage } from '@hofn/contracts';
import { createStore } from '../session/store.ts';
import type { Connection } from './connection.ts';
import { createMessageLog, lastSeqOf, type MessageLog } from './message-log.ts';
import { clearChat, type StoredChat } from './stored-chat.ts';
import { createTyping } from './typing.ts';

/**
 * Status of a chat once the widget has loaded. Whether the window is minimised is separate, because that
 * applies to every status.
 */
export type ChatStatus =
  | 'closed'
  | 'prechat'
  | 'starting'
  | 'waiting'
  | 'connected'
  | 'ended'
  | 'failed'
  | 'offline';

export type ChatState = MessageLog & {
  status: ChatStatus;
  /** Whether the window is open; otherwise minimised. */
  isOpen: boolean;
  /** Whether the connection is up. */
  isConnected: boolean;
  position: number | null;
  agent: string | null;
  topic: string;
  /** The visitor's name, once the service knows it. */
  name: string;
  /** Whether a signed-in customer started the chat; only that customer may resume it. */
  customer: boolean;
  idle: boolean;
  /** The visitor has ended the chat, but the server has not been notified yet. */
  isEnding: boolean;
  endedBy: 'visitor' | 'agent' | 'idle' | null;
  isAgentTyping: boolean;
  /** Number of agent messages received while minimised. */
  unread: number;
  /** Errors of the pre-chat form by field; `FORM` for the form as a whole. */
  errors: Readonly<Record<string, string>>;
  /** The tab's stored chat no longer exists. */
  isLost: boolean;
  /** Address that the transcript was sent to, or the error. */
  transcript: { sentTo?: string; error?: string };
};

export const closedState: ChatState = {
  status: 'closed',
  isOpen: false,
  isConnected: false,
  position: null,
  agent: null,
  topic: '',
  name: '',
  customer: false,
  idle: false,
  isEnding: false,
  endedBy: null,
  messages: [],
  pending: [],
  isAgentTyping: false,
  unread: 0,
  errors: {},
  isLost: false,
  transcript: {},
};

/** Statuses that are resumed after a reload. */
const ongoingStatuses = new Set<ChatStatus>(['starting', 'waiting', 'connected']);

/** What a chat needs to know besides the state that the window shows. */
type ChatMemory = {
  connection: Connection<VisitorMessage> | undefined;
  /** Secret that identifies the chat when it is rejoined. */
  session: string | undefined;
  /** Sequence number of the last message that the visitor has seen. */
  seen: number;
  request: { name?: string; topic: string } | undefined;
  /** Whether the server has confirmed the start; reconnecting then rejoins instead of starting. */
  isStarted: boolean;
};

type Parts = {
  storage: { read: () => StoredChat | undefined; write: (chat: StoredChat) => void };
  clear?: () => void;
  random: (bytes: number) => string;
  schedule: (run: () => void, ms: number) => () => void;
};

/** A visitor's tab has one chat. */
export const only = 'own';

/** The tab's chat: the window's state, the connection, and the copy that survives a reload. */
export const createCurrentChat = ({ storage, clear = clearChat, random, schedule }: Parts) => {
  const store = createStore(closedState);
  const { state } = store;
  const memory: ChatMemory = {
    connection: undefined,
    session: undefined,
    seen: 0,
    request: undefined,
    isStarted: false,
  };
  const update = (changes: Partial<ChatState>): void => store.set({ ...state(), ...changes });
  /** Stores an ongoing chat in the tab. */
  const save = (): void => {
    const { status, isOpen, customer, pending } = state();
    if (memory.session === undefined || !ongoingStatuses.has(status)) return;
    if (isOpen) memory.seen = Math.max(memory.seen, lastSeqOf(state()));
    storage.write({
      session: memory.session,
      customer,
      open: isOpen,
      seen: memory.seen,
      pending: pending.map(({ key, text }) => ({ key, text })),
    });
  };
  return {
    state,
    subscribe: store.subscribe,
    memory,
    update,
    save,
    log: createMessageLog({
      side: 'visitor',
      log: state,
      setLog: (log) => {
        update(log);
        save();
      },
      say: ({ key, text }) => {
        if (memory.isStarted && state().isConnected) memory.connection?.send({ type: 'say', key, text });
      },
      random,
    }),
    typing: createTyping(schedule, (_, isAgentTyping) => update({ isAgentTyping })),
    clear,
    closeConnection: (): void => {
      memory.connection?.close();
      memory.connection = undefined;
    },
    /** Closes the connection and forgets the chat; the caller updates the window's state. */
    forget: (): void => {
      memory.connection?.close();
      Object.assign(memory, { connection: undefined, session: undefined, isStarted: false, seen: 0 });
      clear();
    },
  };
};
export type CurrentChat = ReturnType<typeof createCurrentChat>;
