import type { ServiceToVisitor, VisitorMessage } from '@hofn/contracts';
import { createConnection, type Socket } from './connection.ts';
import { type ChatState, type CurrentChat, closedState, createCurrentChat, only } from './current-chat.ts';
import { lastSeqOf } from './message-log.ts';
import { createReceive } from './receive.ts';
import type { StoredChat } from './stored-chat.ts';

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

/** Consecutive failures before a chat that hasn't started gives up; a started chat keeps reconnecting. */
const maxStartFailures = 3;

/** Returns a function that connects the chat: starts it, or rejoins it once it has started. */
const createConnect = (current: CurrentChat, parts: ChatParts) => {
  const { connect, token, language, online, schedule, randomFraction } = parts;
  const { state, update, memory } = current;

  const handleOpen = async (sendFirst: (message: VisitorMessage) => boolean): Promise<void> => {
    const { session, request, isStarted: isRejoin } = memory;
    if (session === undefined || (!isRejoin && !request)) return;
    // Only the customer who started the chat may resume it, so the rejoin carries the token.
    const accessToken = isRejoin && !state().customer ? undefined : await token();
    const common = {
      session,
      language: language(),
      ...(accessToken !== undefined && { token: accessToken }),
    };
    if (isRejoin) sendFirst({ type: 'rejoin', ...common, after: lastSeqOf(state()) });
    else if (request && sendFirst({ type: 'start', ...common, ...request }))
      update({ customer: accessToken !== undefined });
  };

  const handleBroken = (failures: number): void => {
    update({ isConnected: false });
    if (memory.isStarted || failures < maxStartFailures) return;
    current.closeConnection();
    update({ status: online() ? 'failed' : 'offline' });
  };

  const receive = createReceive(current);
  return (): void => {
    current.closeConnection();
    memory.connection = createConnection<VisitorMessage, ServiceToVisitor>({
      connect,
      onOpen: handleOpen,
      onMessage: receive,
      onBroken: handleBroken,
      schedule,
      randomFraction,
    });
  };
};

/** Creates the visitor's side of a chat: the connection and the UI state. */
export const createConversation = (parts: ChatParts): Conversation => {
  const { storage, random } = parts;
  const current = createCurrentChat(parts);
  const { state, subscribe, update, memory, log, typing, save, forget } = current;
  const openConnection = createConnect(current, parts);

  /** Resumes the chat stored in this tab, if any. */
  const resume = (): boolean => {
    const stored = storage.read();
    if (!stored) return false;
    const { session, seen, customer, open, pending } = stored;
    Object.assign(memory, { session, seen, isStarted: true });
    update({ ...closedState, status: 'starting', customer, isOpen: open, pending });
    openConnection();
    return true;
  };
  resume();

  return {
    state,
    subscribe,
    open: () => {
      if (state().status === 'closed' && !resume()) update({ ...closedState, status: 'prechat' });
      update({ isOpen: true, unread: 0 });
      save();
    },
    minimise: () => {
      if (!state().isOpen) return;
      update({ isOpen: false });
      save();
    },
    close: () => {
      forget();
      update(closedState);
    },
    start: async (request) => {
      Object.assign(memory, { request, session: random(32), isStarted: false });
      // The subject is the first message: what the visitor asked is not typed again.
      const pending = [{ key: random(12), text: request.topic }];
      update({ status: 'starting', errors: {}, isLost: false, messages: [], pending });
      openConnection();
    },
    retry: () => {
      memory.session ??= random(32);
      update({ status: 'starting' });
      openConnection();
    },
    sendMessage: (text) => {
      if (log.send(text)) update({ idle: false });
    },
    resend: log.resend,
    typing: () => {
      const { isConnected, status } = state();
      if (memory.isStarted && isConnected && status === 'connected')
        typing.report(only, () => memory.connection?.send({ type: 'typing' }));
    },
    end: () => {
      update({ isEnding: true });
      if (state().isConnected) memory.connection?.send({ type: 'end' });
    },
    leave: () => {
      const { isConnected, status } = state();
      if (isConnected && status !== 'ended') memory.connection?.send({ type: 'end' });
      forget();
      update(closedState);
    },
    sendTranscript: (email) => {
      if (!state().isConnected) return;
      update({ transcript: {} });
      memory.connection?.send({ type: 'transcript', email });
    },
    disconnect: () => memory.connection?.disconnect(),
    reconnectNow: () => memory.connection?.reconnectNow(),
  };
};
