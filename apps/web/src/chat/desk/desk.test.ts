import type { AgentChat, AgentMessage, ServiceToAgent } from '@hofn/contracts';
import { expect, test } from 'vitest';
import { createTestSockets } from '../testing.ts';
import { createDesk } from './desk.ts';
import { isUnsaved, logOf, type StoredDesk, unreadOf } from './desk-state.ts';

const listedChat = (id: string, changes: Partial<AgentChat> = {}): AgentChat => ({
  id,
  state: 'connected',
  mine: true,
  agent: 'Katrín',
  name: id,
  topic: 'Kaskó',
  language: 'is',
  customer: null,
  startedAt: '2026-11-21T12:00:00Z',
  lastSeq: 0,
  idle: false,
  endedBy: null,
  ...changes,
});
const messageNews = (
  chat: string,
  seq: number,
  side: 'visitor' | 'agent',
  key = `k${seq}`,
): ServiceToAgent => ({
  type: 'message',
  chat,
  seq,
  key,
  side,
  author: side,
  text: `${seq}`,
  at: '2026-11-21T12:00:00Z',
});

const openDesk = async (
  token: () => Promise<string | undefined> = async () => 'a.b.c',
  tab: { desk?: string } = {},
) => {
  const storage = {
    read: () => (tab.desk === undefined ? undefined : (JSON.parse(tab.desk) as StoredDesk)),
    write: (desk: StoredDesk) => {
      tab.desk = JSON.stringify(desk);
    },
  };
  const testSockets = createTestSockets<AgentMessage, ServiceToAgent>();
  const { connect, random, schedule, randomFraction } = testSockets;
  const desk = createDesk({
    connect,
    token,
    language: () => 'is',
    storage,
    random,
    schedule,
    randomFraction,
  });
  await testSockets.openSocket();
  return { ...testSockets, desk };
};
const openDeskWithChats = async () => {
  const page = await openDesk();
  page.lastSocket().receive({
    type: 'chats',
    chats: [listedChat('a'), listedChat('b'), listedChat('c', { mine: false, state: 'waiting' })],
  });
  return page;
};

test('HELP-9: an agent’s connection resumes each chat from its last message, and resends unconfirmed messages', async () => {
  const { desk, lastSocket, runTimers, openSocket } = await openDeskWithChats();
  expect(lastSocket().sent).toEqual([{ type: 'hello', token: 'a.b.c', language: 'is', after: {} }]);
  lastSocket().receive(messageNews('a', 1, 'visitor'));
  lastSocket().receive(messageNews('b', 1, 'visitor'));
  lastSocket().receive(messageNews('b', 2, 'visitor'));
  desk.sendMessage('a', ' Svar ');
  lastSocket().break();
  expect(desk.state().status).toBe('reconnecting');
  desk.sendMessage('b', 'Annað');
  await runTimers(500);
  await openSocket();
  expect(lastSocket().sent).toEqual([
    { type: 'hello', token: 'a.b.c', language: 'is', after: { a: 1, b: 2 } },
  ]);
  lastSocket().receive({ type: 'chats', chats: [listedChat('a'), listedChat('b')] });
  expect(lastSocket().sent.slice(1)).toEqual([
    { type: 'say', chat: 'a', key: '12-1', text: 'Svar' },
    { type: 'say', chat: 'b', key: '12-2', text: 'Annað' },
  ]);
  lastSocket().receive(messageNews('a', 1, 'visitor'));
  lastSocket().receive(messageNews('a', 2, 'agent', '12-1'));
  expect(logOf(desk.state(), 'a').messages.map(({ seq }) => seq)).toEqual([1, 2]);
  expect(logOf(desk.state(), 'a').pending).toEqual([]);
  expect(logOf(desk.state(), 'b').pending).toMatchObject([{ key: '12-2' }]);
});

test('messages of a chat that is not open are unread until it is opened', async () => {
  const { desk, lastSocket } = await openDeskWithChats();
  desk.select('a');
  lastSocket().receive(messageNews('a', 1, 'visitor'));
  lastSocket().receive(messageNews('b', 1, 'visitor'));
  lastSocket().receive(messageNews('b', 2, 'agent'));
  lastSocket().receive(messageNews('b', 3, 'visitor'));
  expect([unreadOf(desk.state(), 'a'), unreadOf(desk.state(), 'b')]).toEqual([0, 2]);
  desk.select('b');
  expect(unreadOf(desk.state(), 'b')).toBe(0);
});

test('HELP-9: after a reload the open chat is still open, read messages stay read, and new ones are unread', async () => {
  const tab = {};
  const firstPage = await openDesk(undefined, tab);
  firstPage.lastSocket().receive({ type: 'chats', chats: [listedChat('a'), listedChat('b')] });
  for (const seq of [1, 2]) firstPage.lastSocket().receive(messageNews('a', seq, 'visitor'));
  firstPage.lastSocket().receive(messageNews('b', 1, 'visitor'));
  firstPage.desk.select('b');
  firstPage.desk.select('a');

  const { desk, lastSocket } = await openDesk(undefined, tab);
  lastSocket().receive({ type: 'chats', chats: [listedChat('a'), listedChat('b')] });
  for (const seq of [1, 2, 3]) lastSocket().receive(messageNews('a', seq, 'visitor'));
  for (const seq of [1, 2, 3]) lastSocket().receive(messageNews('b', seq, 'visitor'));
  expect(desk.state().selected).toBe('a');
  expect([unreadOf(desk.state(), 'a'), unreadOf(desk.state(), 'b')]).toEqual([0, 2]);

  // A chat that no longer exists is neither open nor stored.
  lastSocket().receive({ type: 'chats', chats: [listedChat('b')] });
  expect(tab).toEqual({ desk: JSON.stringify({ seen: { b: 1 } }) });
});

test('a chat taken by another agent is removed with its messages', async () => {
  const { desk, lastSocket } = await openDeskWithChats();
  desk.select('a');
  lastSocket().receive(messageNews('a', 1, 'visitor'));
  lastSocket().receive({
    type: 'chats',
    chats: [listedChat('a', { mine: false, agent: 'Bjarki' }), listedChat('b')],
  });
  expect(desk.state().logs).toEqual({});
  lastSocket().receive({ type: 'chats', chats: [listedChat('b')] });
  expect(desk.state().selected).toBeUndefined();
});

test('HELP-9: what an agent wrote as the chat was taken over is kept until the service has answered it', async () => {
  const { desk, lastSocket, runTimers, openSocket } = await openDeskWithChats();
  lastSocket().receive(messageNews('a', 1, 'visitor'));
  desk.sendMessage('a', 'Svar');
  const taken = { type: 'chats', chats: [listedChat('a', { mine: false, agent: 'Bjarki' })] } as const;
  lastSocket().receive({ ...taken, chats: [...taken.chats] });
  expect(logOf(desk.state(), 'a')).toEqual({ messages: [], pending: [{ key: '12-1', text: 'Svar' }] });
  lastSocket().break();
  await runTimers(500);
  await openSocket();
  expect(lastSocket().sent).toMatchObject([{ type: 'hello', after: {} }]);
  lastSocket().receive({ ...taken, chats: [...taken.chats] });
  expect(lastSocket().sent.at(-1)).toEqual({ type: 'say', chat: 'a', key: '12-1', text: 'Svar' });
});

test('a rejected message is marked in place, a rejected action is reported above the chats, and missing access is reported at once', async () => {
  const { desk, lastSocket } = await openDeskWithChats();
  desk.take('c');
  expect(lastSocket().sent.at(-1)).toEqual({ type: 'take', chat: 'c' });
  lastSocket().receive({
    type: 'refused',
    of: 'take',
    chat: 'c',
    errorCode: 'chatTaken',
    message: 'Annar er með það',
  });
  expect(desk.state().error).toBe('Annar er með það');
  desk.sendMessage('a', 'Of langt');
  lastSocket().receive({
    type: 'refused',
    of: 'say',
    chat: 'a',
    key: '12-1',
    errorCode: 'chatEnded',
    message: 'Lokið',
  });
  expect(logOf(desk.state(), 'a').pending).toEqual([{ key: '12-1', text: 'Of langt', fault: 'Lokið' }]);
  desk.resend('a', '12-1');
  expect(lastSocket().sent.at(-1)).toMatchObject({ type: 'say', key: '12-1' });

  const other = await openDesk();
  other.lastSocket().receive({ type: 'refused', of: 'hello', errorCode: 'forbidden', message: 'Nei' });
  expect(other.desk.state().status).toBe('forbidden');
  await other.runTimers(60_000);
  expect(other.sockets).toHaveLength(1);
});

test('actions while disconnected change nothing, and an unsent message is not treated as sent', async () => {
  const { desk, lastSocket, runTimers, openSocket } = await openDeskWithChats();
  desk.select('a');
  lastSocket().break();
  const pressAll = () => {
    desk.take('c');
    desk.release('a');
    desk.end('a');
    desk.typing('a');
  };
  pressAll();
  await runTimers(500);
  // Connecting: a socket that is not open sends nothing.
  pressAll();
  expect(desk.state()).toMatchObject({ status: 'reconnecting', selected: 'a' });
  await openSocket();
  // Open, but the server has not sent the list of chats yet.
  pressAll();
  expect(lastSocket().sent.map(({ type }) => type)).toEqual(['hello']);
});

test('an agent’s draft is kept until it is sent and confirmed, or the chat is over', async () => {
  const { desk, lastSocket } = await openDeskWithChats();
  expect(isUnsaved(desk.state())).toBe(false);
  desk.draft('a', 'Hálft');
  expect(desk.state().drafts).toEqual({ a: 'Hálft' });
  expect(isUnsaved(desk.state())).toBe(true);
  desk.draft('a', ' ');
  expect(isUnsaved(desk.state())).toBe(false);
  desk.sendMessage('a', 'Allt');
  expect(isUnsaved(desk.state())).toBe(true);
  lastSocket().receive(messageNews('a', 1, 'agent', '12-1'));
  expect(isUnsaved(desk.state())).toBe(false);
  desk.draft('b', 'Of seint');
  expect(isUnsaved(desk.state())).toBe(true);
  lastSocket().receive({ type: 'chats', chats: [listedChat('b', { state: 'ended', endedBy: 'visitor' })] });
  expect(isUnsaved(desk.state())).toBe(false);
});

test('without a token the connection is retried, and typing is sent and shown for a while', async () => {
  const { sockets, runTimers } = await openDesk(async () => undefined);
  await runTimers(1_000);
  expect(sockets.length).toBeGreaterThan(1);

  const { desk, lastSocket, runTimers: later } = await openDeskWithChats();
  desk.typing('a');
  desk.typing('a');
  expect(lastSocket().sent.filter(({ type }) => type === 'typing')).toHaveLength(1);
  lastSocket().receive({ type: 'typing', chat: 'a' });
  expect(desk.state().typing).toEqual(['a']);
  await later(6_000);
  expect(desk.state().typing).toEqual([]);
});
