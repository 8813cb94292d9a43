import type { ChatMessage, ServiceToVisitor, VisitorMessage } from '@hofn/contracts';
import { chatLengths, chatTypingMs } from '@hofn/domain/chat.ts';
import { type Connection, createConnection, type Socket } from './connection.ts';
import { clearChat, type StoredChat } from './stored-chat.ts';

/**
 * Status of a chat. `loading` comes before it, while the widget loads; minimised is separate, as it applies
 * to any status.
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

/** A message that the server has not confirmed; `fault` says why it was rejected. */
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
  /** Started by a signed-in customer, and readable by them only. */
  customer: boolean;
  idle: boolean;
  /** The visitor has ended it, and the server does not know yet. */
  isEnding: boolean;
  endedBy: 'visitor' | 'agent' | 'idle' | null;
  messages: readonly ChatMessage[];
  pending: readonly Pending[];
  isAgentTyping: boolean;
  /** Messages of the agent received while minimised. */
  unread: number;
  /** Why the chat could not be started, by field; `FORM` for the form as a whole. */
  errors: Readonly<Record<string, string>>;
  /** The tab's stored chat no longer exists. */
  isLost: boolean;
  /** Where the transcript was sent, or why not. */
  transcript: { sentTo?: string; error?: string };
};

export type ChatParts = {
  connect: () => Promise<Socket>;
  /** Access token of the signed-in customer; undefined if nobody is signed in. */
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
  /** Opens the window: as it was, or from the beginning. */
  open(): void;
  minimise(): void;
  /** Closes the window and forgets the chat, which must have ended before. */
  close(): void;
  start(request: { name?: string; topic: string }): Promise<void>;
  /** Retries a failed start. */
  retry(): void;
  sendMessage(text: string): void;
  /** Resends a rejected message. */
  resend(key: string): void;
  typing(): void;
  /** Ends the chat; if disconnected, once reconnected. */
  end(): void;
  /** The customer signs out of this browser: ends, closes and forgets the chat. */
  leave(): void;
  /** Does nothing while disconnected. */
  sendTranscript(email: string): void;
  /** The network is gone. */
  disconnect(): void;
  /** The network is back. */
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

/** Consecutive failures after which a start is given up. A started chat keeps reconnecting. */
const maxStartFailures = 3;
/** Errors after which a chat is not resumed: it does not exist, or belongs to another customer. */
const lostChatErrors = new Set(['notFound', 'unauthenticated']);
/** Statuses that a reload resumes. */
const ongoingStatuses = new Set<ChatStatus>(['starting', 'waiting', 'connected']);
/** How often typing is reported, in milliseconds. */
const typingEveryMs = chatTypingMs / 2;

/** The visitor's side of a chat: the connection and the state shown. */
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
  /** Whether the server knows the chat; from then on reconnecting resumes it. */
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

  /** Closes the connection and forgets the chat; the caller sets the state shown. */
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

  const handleOpen = async (sayFirst: (message: VisitorMessage) => boolean): Promise<void> => {
    if (session === undefined) return;
    const isRejoin = isStarted;
    if (!isRejoin && !request) return;
    // A customer's chat can be resumed by that customer only, identified by the token.
    const accessToken = isRejoin && !state.customer ? undefined : await token();
    const common = {
      session,
      language: language(),
      ...(accessToken !== undefined && { token: accessToken }),
    };
    if (isRejoin) sayFirst({ type: 'rejoin', ...common, after: lastSeq() });
    else if (request && sayFirst({ type: 'start', ...common, ...request }))
      update({ customer: accessToken !== undefined });
  };

  const handleBroken = (failures: number): void => {
    update({ isConnected: false });
    if (isStarted || failures < maxStartFailures) return;
    connection?.close();
    connection = undefined;
    update({ status: online() ? 'failed' : 'offline' });
  };

  const handleRefused = (news: Extract<ServiceToVisitor, { type: 'refused' }>): void => {
    const { of, key, message, errors = {}, errorCode } = news;
    const firstErrors = Object.fromEntries(
      Object.entries(errors).map(([path, [text]]) => [path, text ?? message]),
    );
    if (of === 'start') {
      forget();
      // An expired token is no error of the input.
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

  const handleMessage = (news: ServiceToVisitor): void => {
    switch (news.type) {
      case 'chat': {
        const { state: status, position, agent, topic, idle, endedBy } = news;
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
        // Resend in order with their keys; the server ignores those it already has.
        if (isReconnected) for (const message of state.pending) if (!message.fault) sendPending(message);
        if (isReconnected && state.isEnding && status !== 'ended') connection?.send({ type: 'end' });
        if (status === 'ended') {
          update({ isAgentTyping: false, isEnding: false });
          if (state.isOpen) clear();
        } else store();
        return;
      }
      case 'message': {
        if (news.seq <= lastSeq()) return;
        const { type: _type, ...message } = news;
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
        update({ transcript: { sentTo: news.email } });
        return;
      case 'refused':
        handleRefused(news);
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
