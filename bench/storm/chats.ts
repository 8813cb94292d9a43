import { randomBytes, randomUUID } from 'node:crypto';
import type { AgentNews, VisitorNews } from '@hofn/contracts';
import { WebSocket } from 'ws';
import { testOrigin } from '../../apps/identity/src/testing.ts';
import type { Measure } from './measure.ts';

/** Milliseconds between a visitor's messages, and before reconnecting. */
const wordMs = 15_000;
const comeBackMs = 2_000;
/** Chats that an agent has at once, and accepts per update of the list. */
const mostTaken = 60;
const mostAtOnce = 2;

type Words = { url: string; address: string; measure: Measure; messages: Set<string> };

/** A connection that reconnects when it breaks, and identifies itself on opening. */
const keepLine = <News>(
  { url, address }: Words,
  path: string,
  hear: (news: News, say: (word: object) => void) => void,
  hello: () => object,
) => {
  let going = true;
  let socket: WebSocket | undefined;
  const say = (word: object): void => {
    if (socket?.readyState === WebSocket.OPEN) socket.send(JSON.stringify(word));
  };
  const open = (): void => {
    if (!going) return;
    socket = new WebSocket(url + path, { headers: { origin: testOrigin, 'x-forwarded-for': address } });
    socket.on('open', () => say(hello()));
    socket.on('message', (data) => hear(JSON.parse(String(data)) as News, say));
    socket.on('error', () => {});
    socket.on('close', () => setTimeout(open, comeBackMs));
  };
  open();
  return {
    say,
    stop: () => {
      going = false;
      socket?.terminate();
    },
  };
};

/** A visitor who keeps a chat open and sends a message every 15 s; delivered messages are recorded. */
export const openChat = (words: Words & { token: string }) => {
  const { token, measure, messages } = words;
  const session = randomBytes(32).toString('base64url');
  const unheard = new Map<string, number>();
  let last = 0;
  let joined = false;
  const sayAll = (say: (word: object) => void) => {
    for (const key of unheard.keys()) say({ type: 'say', key, text: 'Er einhver við?' });
  };
  const line = keepLine<VisitorNews>(
    words,
    '/visitor',
    (news, say) => {
      if (news.type === 'chat' && !joined) {
        joined = true;
        sayAll(say);
      }
      if (news.type !== 'message') return;
      last = news.seq;
      const since = unheard.get(news.key);
      if (news.side !== 'visitor' || since === undefined) return;
      measure.add('chat word', performance.now() - since);
      messages.add(news.key);
      unheard.delete(news.key);
    },
    () => {
      const rejoins = joined;
      joined = false;
      return rejoins
        ? { type: 'rejoin', session, language: 'is', after: last, token }
        : { type: 'start', session, language: 'is', topic: 'Óveðrið', token };
    },
  );
  const speak = () => {
    const key = randomUUID();
    unheard.set(key, performance.now());
    if (joined) line.say({ type: 'say', key, text: 'Er einhver við?' });
  };
  speak();
  const timer = setInterval(speak, wordMs);
  return {
    /** Stops sending messages. */
    rest: () => clearInterval(timer),
    unheard: () => unheard.size,
    stop: line.stop,
  };
};
export type OpenChat = ReturnType<typeof openChat>;

/** An agent who accepts waiting chats and answers each visitor message once. */
export const attendChats = (words: Words & { token: string }) => {
  const { token, messages } = words;
  const after: Record<string, number> = {};
  return keepLine<AgentNews>(
    words,
    '/agent',
    (news, say) => {
      if (news.type === 'chats') {
        const room = mostTaken - news.chats.filter(({ mine }) => mine).length;
        const waiting = news.chats.filter(({ state }) => state === 'waiting');
        for (const { id } of waiting.slice(0, Math.min(room, mostAtOnce))) say({ type: 'take', chat: id });
      }
      if (news.type !== 'message') return;
      const { chat, key, seq, side } = news;
      after[chat] = seq;
      if (side === 'visitor') say({ type: 'say', chat, key: `svar-${key}`, text: 'Já, ég er hér.' });
      else messages.add(key);
    },
    () => ({ type: 'hello', token, language: 'is', after }),
  );
};
