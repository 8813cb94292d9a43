import { randomBytes, randomUUID } from 'node:crypto';
import type { ServiceToAgent, ServiceToVisitor } from '@hofn/contracts';
import { WebSocket } from 'ws';
import { testOrigin } from '../../apps/identity/src/testing.ts';
import type { Measure } from './measure.ts';

/** Milliseconds between a visitor's messages, and before reconnecting. */
const messageIntervalMs = 15_000;
const reconnectMs = 2_000;
/** Chats that an agent has at once, and accepts per update of the list. */
const maxChats = 60;
const maxTakenPerUpdate = 2;

type ChatOptions = { url: string; address: string; measure: Measure; messages: Set<string> };

/** A connection that reconnects when it breaks, and identifies itself on opening. */
const keepConnected = <News>(
  { url, address }: ChatOptions,
  path: string,
  onNews: (news: News, send: (message: object) => void) => void,
  greeting: () => object,
) => {
  let isOpen = true;
  let socket: WebSocket | undefined;
  const send = (message: object): void => {
    if (socket?.readyState === WebSocket.OPEN) socket.send(JSON.stringify(message));
  };
  const open = (): void => {
    if (!isOpen) return;
    socket = new WebSocket(url + path, { headers: { origin: testOrigin, 'x-forwarded-for': address } });
    socket.on('open', () => send(greeting()));
    socket.on('message', (data) => onNews(JSON.parse(String(data)) as News, send));
    socket.on('error', () => {});
    socket.on('close', () => setTimeout(open, reconnectMs));
  };
  open();
  return {
    send,
    stop: () => {
      isOpen = false;
      socket?.terminate();
    },
  };
};

/** A visitor who keeps a chat open and sends a message every 15 s; delivered messages are recorded. */
export const openChat = (options: ChatOptions & { token: string }) => {
  const { token, measure, messages } = options;
  const session = randomBytes(32).toString('base64url');
  const pending = new Map<string, number>();
  let last = 0;
  let hasJoined = false;
  const sendPending = (send: (message: object) => void) => {
    for (const key of pending.keys()) send({ type: 'say', key, text: 'Er einhver við?' });
  };
  const connection = keepConnected<ServiceToVisitor>(
    options,
    '/visitor',
    (news, send) => {
      if (news.type === 'chat' && !hasJoined) {
        hasJoined = true;
        sendPending(send);
      }
      if (news.type !== 'message') return;
      last = news.seq;
      const since = pending.get(news.key);
      if (news.side !== 'visitor' || since === undefined) return;
      measure.add('chat word', performance.now() - since);
      messages.add(news.key);
      pending.delete(news.key);
    },
    () => {
      const rejoins = hasJoined;
      hasJoined = false;
      return rejoins
        ? { type: 'rejoin', session, language: 'is', after: last, token }
        : { type: 'start', session, language: 'is', topic: 'Óveðrið', token };
    },
  );
  const sendMessage = () => {
    const key = randomUUID();
    pending.set(key, performance.now());
    if (hasJoined) connection.send({ type: 'say', key, text: 'Er einhver við?' });
  };
  sendMessage();
  const timer = setInterval(sendMessage, messageIntervalMs);
  return {
    /** Stops sending messages. */
    stopSending: () => clearInterval(timer),
    undelivered: () => pending.size,
    stop: connection.stop,
  };
};
export type OpenChat = ReturnType<typeof openChat>;

/** An agent who accepts waiting chats and answers each visitor message once. */
export const answerChats = (options: ChatOptions & { token: () => string }) => {
  const { token, messages } = options;
  const after: Record<string, number> = {};
  return keepConnected<ServiceToAgent>(
    options,
    '/agent',
    (news, send) => {
      if (news.type === 'chats') {
        const room = maxChats - news.chats.filter(({ mine }) => mine).length;
        const waiting = news.chats.filter(({ state }) => state === 'waiting');
        for (const { id } of waiting.slice(0, Math.min(room, maxTakenPerUpdate)))
          send({ type: 'take', chat: id });
      }
      if (news.type !== 'message') return;
      const { chat, key, seq, side } = news;
      after[chat] = seq;
      if (side === 'visitor') send({ type: 'say', chat, key: `svar-${key}`, text: 'Já, ég er hér.' });
      else messages.add(key);
    },
    () => ({ type: 'hello', token: token(), language: 'is', after }),
  );
};
