import type { ChatMessage, ServiceToVisitor, VisitorMessage } from '@hofn/contracts';
import { chatLengths, chatTypingMs } from '@hofn/domain/chat.ts';
import { type Connection, createConnection, type Socket } from './connection.ts';
import { clearChat, type StoredChat } from './stored-chat.ts';

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

/** An unconfirmed message; `fault` is the reason for a rejection. */
export type Pending = { key: string; text: string; fault?: string };

export type ChatState = {
  status: ChatStatus;
  /** Whether the window is open; otherwise minimised. */
  isOpen: boolean;
  /** Whether the connection is up. */
  isConnected: boolean;
  position: number | null;
  agent: string | null;
  topic: string;
  /** Whether a signed-in customer started the chat; only that customer may resume it. */
  customer: boolean;
  idle: boolean;
  /** The visitor has ended the chat, but the server has not been notified yet. */
  isEnding: boolean;
  endedBy: 'visitor' | 'agent' | 'idle' | null;
  messages: readonly ChatMessage[];
  pending: readonly Pending[];
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

export type ChatParts = {
  connect: () => Promise<Socket>;
  /** Access token of the signed-in customer; undefined for an anonymous visitor. */
  token: () => Promise<string | undefined>;
  language: () => 'is' | 'en';
  storage: { read: () => StoredChat | undefined; write: (chat: StoredChat) => void };
  clear?: () => void;
  /** Random bytes in base64url. */
  random: (bytes: number) => string;
  online: () => boolean;
  schedule: (run: () => void, ms: number) => () => void;
  /** Random number from 0 to 1. */
  randomFraction: () => number;
};

export type Conversation = {
  state(): ChatState;
  subscribe(listener: () => void): () => void;
  /** Opens the window with the current chat, or with the pre-chat form. */
  open(): void;
  minimise(): void;
  /** Closes the window and forgets the chat, which must already have ended. */
  close(): void;
  start(request: { name?: string; topic: string }): Promise<void>;
  /** Retries a failed start. */
  retry(): void;
  sendMessage(text: string): void;
  /** Resends a rejected message. */
  resend(key: string): void;
  typing(): void;
  /** Ends the chat; while disconnected, deferred until reconnection. */
  end(): void;
  /** Ends, closes and forgets the chat when the customer signs out of this browser. */
  leave(): void;
  /** Ignored while disconnected. */
  sendTranscript(email: string): void;
  /** Call when the network is lost. */
  disconnect(): void;
  /** Call when the network is back. */
  reconnectNow(): void;
};

const closedState: ChatState = {
  status: 'closed',
  isOpen: false,
  isConnected: false,
  position: null,
  agent: null,
  topic: '',
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

/** Consecutive failures before a chat that hasn't started gives up; a started chat keeps reconnecting. */
const maxStartFailures = 3;
/** Rejoin errors that discard the chat: it no longer exists, or belongs to another customer. */
const lostChatErrors = new Set(['notFound', 'unauthenticated']);
/** Statuses that are resumed after a reload. */
const ongoingStatuses = new Set<ChatStatus>(['starting', 'waiting', 'connected']);
/** Minimum interval between typing reports, in milliseconds. */
const typingEveryMs = chatTypingMs / 2;

/** Creates the visitor's side of a chat: the connection and the UI state. */
export const createConversation = (parts: ChatParts): Conversation => {
  const {
    connect,
    token,
    language,
    storage,
    clear = clearChat,
    random,
    online,
    schedule,
    randomFraction,
  } = parts;
  let state = closedState;
  let connection: Connection<VisitorMessage> | undefined;
  let session: string | undefined;
  let seen = 0;
  let request: { name?: string; topic: string } | undefined;
  /** Whether the server has confirmed the start; reconnecting then rejoins instead of starting. */
  let isStarted = false;
  let stopTyping = (): void => {};
  let canSendTyping = true;
  const listeners = new Set<() => void>();

  const update = (changes: Partial<ChatState>): void => {
    state = { ...state, ...changes };
    for (const listener of listeners) listener();
  };
  const lastSeq = (): number => state.messages.at(-1)?.seq ?? 0;
  const store = (): void => {
    if (session === undefined || !ongoingStatuses.has(state.status)) return;
    if (state.isOpen) seen = Math.max(seen, lastSeq());
    const pending = state.pending.map(({ key, text }) => ({ key, text }));
    const { customer, isOpen: open } = state;
    storage.write({ session, customer, open, seen, pending });
  };

  /** Closes the connection and forgets the chat; the caller updates the UI state. */
  const forget = (): void => {
    connection?.close();
    connection = undefined;
    session = undefined;
    isStarted = false;
    seen = 0;
    clear();
  };

  const sendPending = ({ key, text }: Pending): void => {
    if (isStarted && state.isConnected) connection?.send({ type: 'say', key, text });
  };

  const handleOpen = async (sendFirst: (message: VisitorMessage) => boolean): Promise<void> => {
    if (session === undefined) return;
    const isRejoin = isStarted;
    if (!isRejoin && !request) return;
    // Only the customer who started the chat may resume it, so the rejoin carries the token.
    const accessToken = isRejoin && !state.customer ? undefined : await token();
    const common = {
      session,
      language: language(),
      ...(accessToken !== undefined && { token: accessToken }),
    };
    if (isRejoin) sendFirst({ type: 'rejoin', ...common, after: lastSeq() });
    else if (request && sendFirst({ type: 'start', ...common, ...request }))
      update({ customer: accessToken !== undefined });
  };

  const handleBroken = (failures: number): void => {
    update({ isConnected: false });
    if (isStarted || failures < maxStartFailures) return;
    connection?.close();
    connection = undefined;
    update({ status: online() ? 'failed' : 'offline' });
  };

  const handleRefused = (incoming: Extract<ServiceToVisitor, { type: 'refused' }>): void => {
    const { of, key, message, errors = {}, errorCode } = incoming;
    const firstErrors = Object.fromEntries(
      Object.entries(errors).map(([path, [text]]) => [path, text ?? message]),
    );
    if (of === 'start') {
      forget();
      // An expired token is not an input error.
      const isInputError = errorCode === 'validation' || errorCode === 'tooManyRequests';
      if (isInputError) update({ status: 'prechat', errors: { FORM: message, ...firstErrors } });
      else update({ status: 'failed' });
    } else if (of === 'rejoin' && lostChatErrors.has(errorCode)) {
      forget();
      update({ ...closedState, status: 'prechat', isOpen: state.isOpen, isLost: true });
    } else if (of === 'say') {
      const fault = firstErrors.text ?? message;
      update({
        pending: state.pending.map((message) => (message.key === key ? { ...message, fault } : message)),
      });
      store();
    } else if (of === 'transcript') {
      update({ transcript: { error: firstErrors.email ?? message } });
    }
  };

  const handleMessage = (incoming: ServiceToVisitor): void => {
    switch (incoming.type) {
      case 'chat': {
        const { state: status, position, agent, topic, idle, endedBy } = incoming;
        const isReconnected = !state.isConnected;
        isStarted = true;
        update({
          status,
          isConnected: true,
          position,
          agent,
          topic,
          idle,
          endedBy,
          errors: {},
          isLost: false,
        });
        // Resend in order with the original keys; the server ignores duplicates.
        if (isReconnected) for (const message of state.pending) if (!message.fault) sendPending(message);
        if (isReconnected && state.isEnding && status !== 'ended') connection?.send({ type: 'end' });
        if (status === 'ended') {
          update({ isAgentTyping: false, isEnding: false });
          if (state.isOpen) clear();
        } else store();
        return;
      }
      case 'message': {
        if (incoming.seq <= lastSeq()) return;
        const { type: _type, ...message } = incoming;
        const isFromAgent = message.side === 'agent';
        if (isFromAgent) stopTyping();
        update({
          messages: [...state.messages, message],
          pending: isFromAgent ? state.pending : state.pending.filter(({ key }) => key !== message.key),
          ...(isFromAgent && { isAgentTyping: false }),
          ...(isFromAgent && !state.isOpen && message.seq > seen && { unread: state.unread + 1 }),
        });
        store();
        return;
      }
      case 'typing':
        stopTyping();
        update({ isAgentTyping: true });
        stopTyping = schedule(() => update({ isAgentTyping: false }), chatTypingMs);
        return;
      case 'transcript':
        update({ transcript: { sentTo: incoming.email } });
        return;
      case 'refused':
        handleRefused(incoming);
    }
  };

  const openConnection = (): void => {
    connection?.close();
    connection = createConnection<VisitorMessage, ServiceToVisitor>({
      connect,
      onOpen: handleOpen,
      onMessage: handleMessage,
      onBroken: handleBroken,
      schedule,
      randomFraction,
    });
  };

  /** Resumes the chat stored in this tab, if any. */
  const resume = (): boolean => {
    const stored = storage.read();
    if (!stored) return false;
    ({ session, seen } = stored);
    isStarted = true;
    const { customer, open, pending } = stored;
    update({ ...closedState, status: 'starting', customer, isOpen: open, pending });
    openConnection();
    return true;
  };
  resume();

  return {
    state: () => state,
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    open: () => {
      if (state.status === 'closed' && !resume()) update({ ...closedState, status: 'prechat' });
      update({ isOpen: true, unread: 0 });
      store();
    },
    minimise: () => {
      if (!state.isOpen) return;
      update({ isOpen: false });
      store();
    },
    close: () => {
      forget();
      update(closedState);
    },
    start: async (newRequest) => {
      request = newRequest;
      session = random(32);
      isStarted = false;
      update({ status: 'starting', errors: {}, isLost: false, messages: [], pending: [] });
      openConnection();
    },
    retry: () => {
      if (session === undefined) session = random(32);
      update({ status: 'starting' });
      openConnection();
    },
    sendMessage: (text) => {
      const message = { key: random(12), text: text.trim() };
      if (message.text === '' || message.text.length > chatLengths.message) return;
      update({ pending: [...state.pending, message], idle: false });
      store();
      sendPending(message);
    },
    resend: (key) => {
      const failed = state.pending.find((candidate) => candidate.key === key);
      if (!failed) return;
      const { fault: _fault, ...message } = failed;
      update({ pending: state.pending.map((other) => (other.key === key ? message : other)) });
      sendPending(message);
    },
    typing: () => {
      if (!canSendTyping || !isStarted || !state.isConnected || state.status !== 'connected') return;
      canSendTyping = false;
      schedule(() => {
        canSendTyping = true;
      }, typingEveryMs);
      connection?.send({ type: 'typing' });
    },
    end: () => {
      update({ isEnding: true });
      if (state.isConnected) connection?.send({ type: 'end' });
    },
    leave: () => {
      if (state.isConnected && state.status !== 'ended') connection?.send({ type: 'end' });
      forget();
      update(closedState);
    },
    sendTranscript: (email) => {
      if (!state.isConnected) return;
      update({ transcript: {} });
      connection?.send({ type: 'transcript', email });
    },
    disconnect: () => connection?.disconnect(),
    reconnectNow: () => connection?.reconnectNow(),
  };
};
