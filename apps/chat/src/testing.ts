import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import type { AgentChat, ServiceToAgent, ServiceToVisitor } from '@hofn/contracts';
import { customers, type Database, employees } from '@hofn/database';
import { patience } from '@hofn/database/testing/patience.ts';
import { inRoleOf } from '@hofn/database/testing.ts';
import { createLogger, listen } from '@hofn/service';
import { fixedClock, type Issuer } from '@hofn/service/testing.ts';
import { WebSocket } from 'ws';
import { type ChatParts, createChat } from './chat.ts';
import { defaultSettings, type Settings } from './settings.ts';

export const origin = 'http://localhost:8080';

/** Starts a chat service in its database role, with short poll and sweep intervals, and without load shedding. */
export const startChat = async (
  database: Database,
  issuer: Issuer,
  { settings, ...parts }: Partial<Omit<ChatParts, 'settings'>> & { settings?: Partial<Settings> } = {},
) => {
  const lines: Array<Record<string, unknown>> = [];
  const sent: Array<{ queue: string; data: object }> = [];
  const { server, deleteExpired } = await createChat({
    database: await inRoleOf('chat', database),
    clock: fixedClock(),
    logger: createLogger('chat', 'info', { write: (line: string) => lines.push(JSON.parse(line)) }),
    settings: { ...defaultSettings(), CHAT_POLL_MS: 20, CHAT_SWEEP_MS: 20, ...settings },
    keys: issuer.keys,
    outbox: {
      send: async (_tx, queue, data) => {
        sent.push({ queue, data });
      },
    },
    ...parts,
    limits: { eventLoopDelayMs: 0, answerMs: 60_000, ...parts.limits },
  });
  const running = await listen(server, { port: 0, host: '127.0.0.1', setting: 'CHAT_PORT', graceMs: 0 });
  return { ...running, deleteExpired, lines, sent };
};
export type RunningChat = Awaited<ReturnType<typeof startChat>>;

/** A WebSocket client that sends commands and awaits events. */
export const connect = async <News extends ServiceToVisitor | ServiceToAgent>(
  { url }: Pick<RunningChat, 'url'>,
  path: '/visitor' | '/agent',
  headers: Record<string, string> = { origin },
) => {
  const socket = new WebSocket(`${url.replace('http', 'ws')}${path}`, { headers });
  const heard: News[] = [];
  const waiting = new Set<() => void>();
  let closedWith: number | undefined;
  socket.on('message', (data) => {
    heard.push(JSON.parse(String(data)) as News);
    for (const check of waiting) check();
  });
  socket.on('close', (code) => {
    closedWith = code;
    for (const check of waiting) check();
  });
  await once(socket, 'open');
  /** Resolves with the first result that `find` returns for the events received so far. */
  const until = <Found>(find: (news: News[]) => Found | undefined, what = 'news'): Promise<Found> =>
    new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        waiting.delete(check);
        reject(new Error(`no ${what} among ${JSON.stringify(heard)}`));
      }, patience(5_000));
      const check = () => {
        const found = find(heard);
        if (found === undefined) return;
        clearTimeout(timer);
        waiting.delete(check);
        resolve(found);
      };
      waiting.add(check);
      check();
    });
  return {
    heard,
    say: (word: object) => socket.send(JSON.stringify(word)),
    raw: (text: string | Buffer) => socket.send(text),
    until,
    /** Awaits the latest event of a type, until it matches. */
    news: <Type extends News['type']>(
      type: Type,
      fits: (news: Extract<News, { type: Type }>) => boolean = () => true,
    ) =>
      until((all) => {
        const latest = all.findLast((entry) => entry.type === type) as
          | Extract<News, { type: Type }>
          | undefined;
        return latest && fits(latest) ? latest : undefined;
      }, type),
    texts: () =>
      heard.flatMap((news) => (news.type === 'message' ? [`${news.seq} ${news.side}: ${news.text}`] : [])),
    /** Awaits the close code. */
    closed: () => until(() => closedWith, 'end'),
    /** Drops the connection without a close frame. */
    cut: () => socket.terminate(),
  };
};

export const newSession = (): string => randomBytes(32).toString('base64url');

/** Connects a visitor and starts a chat. */
export const joinAsVisitor = async (
  chat: RunningChat,
  {
    session = newSession(),
    ...more
  }: { session?: string; token?: string; name?: string; topic?: string } = {},
) => {
  const line = await connect<ServiceToVisitor>(chat, '/visitor');
  line.say({ type: 'start', session, language: 'is', name: 'Gestur', topic: 'Kaskó', ...more });
  await line.news('chat');
  return { ...line, session };
};

/** Connects an agent who has received the chat list. */
export const joinAsAgent = async (
  chat: RunningChat,
  issuer: Issuer,
  sub = 'employee|katrin',
  after: Record<string, number> = {},
) => {
  const line = await connect<ServiceToAgent>(chat, '/agent');
  const token = await issuer.token(sub, { actor_kind: 'employee' });
  line.say({ type: 'hello', token, language: 'is', after });
  await line.news('chats');
  return {
    ...line,
    /** Awaits a chat in the latest list that matches. */
    chat: (fits: (chat: AgentChat) => boolean): Promise<AgentChat> =>
      line.until((all) => {
        const list = all.findLast((news) => news.type === 'chats');
        return list?.type === 'chats' ? list.chats.find(fits) : undefined;
      }, 'chat'),
  };
};

/** Two customers, and three agents, one of them inactive. */
export const seedPeople = async ({ db }: Database): Promise<void> => {
  await db.insert(customers).values([
    { id: 'anna', ssn: '1402851489', kind: 'person', fullName: 'Anna Prófdóttir' },
    { id: 'jon', ssn: '1501901479', kind: 'person', fullName: 'Jón Prófsson' },
  ]);
  const employee = { email: 'x@example.is', passwordHash: 'none' };
  await db.insert(employees).values([
    { ...employee, id: 'employee|katrin', username: 'katrin', fullName: 'Katrín Ósk Prófdóttir' },
    { ...employee, id: 'employee|bjarki', username: 'bjarki', fullName: 'Bjarki Prófsson' },
    { ...employee, id: 'employee|gone', username: 'gone', fullName: 'Fyrri Starfsmaður', active: false },
  ]);
};
