import type { AgentChat, AgentNews, AgentWord } from '@hofn/contracts';
import { expect, test } from 'vitest';
import { createHands } from '../../chat/testing.ts';
import { createDesk, isUnsaved, type KeptDesk, unreadOf } from './desk.ts';

const listed = (id: string, changes: Partial<AgentChat> = {}): AgentChat => ({
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
const message = (chat: string, seq: number, side: 'visitor' | 'agent', key = `k${seq}`): AgentNews => ({
  type: 'message',
  chat,
  seq,
  key,
  side,
  author: side,
  text: `${seq}`,
  at: '2026-11-21T12:00:00Z',
});

const sit = async (
  token: () => Promise<string | undefined> = async () => 'a.b.c',
  tab: { desk?: string } = {},
) => {
  const kept = {
    read: () => (tab.desk === undefined ? undefined : (JSON.parse(tab.desk) as KeptDesk)),
    write: (desk: KeptDesk) => {
      tab.desk = JSON.stringify(desk);
    },
  };
  const hands = createHands<AgentWord, AgentNews>();
  const { connect, random, later, chance } = hands;
  const desk = createDesk({ connect, token, language: () => 'is', kept, random, later, chance });
  await hands.lift();
  return { ...hands, desk };
};
const seated = async () => {
  const seat = await sit();
  seat.line().hear({
    type: 'chats',
    chats: [listed('a'), listed('b'), listed('c', { mine: false, state: 'waiting' })],
  });
  return seat;
};

test('HELP-9: an agent’s line goes on from the last message of each chat, and says again what was not confirmed', async () => {
  const { desk, line, pass, lift } = await seated();
  expect(line().said).toEqual([{ type: 'hello', token: 'a.b.c', language: 'is', after: {} }]);
  line().hear(message('a', 1, 'visitor'));
  line().hear(message('b', 1, 'visitor'));
  line().hear(message('b', 2, 'visitor'));
  desk.say('a', ' Svar ');
  line().break();
  expect(desk.state().status).toBe('reconnecting');
  desk.say('b', 'Annað');
  await pass(500);
  await lift();
  expect(line().said).toEqual([{ type: 'hello', token: 'a.b.c', language: 'is', after: { a: 1, b: 2 } }]);
  line().hear({ type: 'chats', chats: [listed('a'), listed('b')] });
  expect(line().said.slice(1)).toEqual([
    { type: 'say', chat: 'a', key: '12-1', text: 'Svar' },
    { type: 'say', chat: 'b', key: '12-2', text: 'Annað' },
  ]);
  line().hear(message('a', 1, 'visitor'));
  line().hear(message('a', 2, 'agent', '12-1'));
  expect(desk.state().messages.a?.map(({ seq }) => seq)).toEqual([1, 2]);
  expect(desk.state().pending).toMatchObject({ a: [], b: [{ key: '12-2' }] });
});

test('what came in a chat that is not open is unread until it is opened', async () => {
  const { desk, line } = await seated();
  desk.select('a');
  line().hear(message('a', 1, 'visitor'));
  line().hear(message('b', 1, 'visitor'));
  line().hear(message('b', 2, 'agent'));
  line().hear(message('b', 3, 'visitor'));
  expect([unreadOf(desk.state(), 'a'), unreadOf(desk.state(), 'b')]).toEqual([0, 2]);
  desk.select('b');
  expect(unreadOf(desk.state(), 'b')).toBe(0);
});

test('HELP-9: after a reload the open chat is open, what was read stays read, and what has come since is unread', async () => {
  const tab = {};
  const before = await sit(undefined, tab);
  before.line().hear({ type: 'chats', chats: [listed('a'), listed('b')] });
  for (const seq of [1, 2]) before.line().hear(message('a', seq, 'visitor'));
  before.line().hear(message('b', 1, 'visitor'));
  before.desk.select('b');
  before.desk.select('a');

  const { desk, line } = await sit(undefined, tab);
  line().hear({ type: 'chats', chats: [listed('a'), listed('b')] });
  for (const seq of [1, 2, 3]) line().hear(message('a', seq, 'visitor'));
  for (const seq of [1, 2, 3]) line().hear(message('b', seq, 'visitor'));
  expect(desk.state().selected).toBe('a');
  expect([unreadOf(desk.state(), 'a'), unreadOf(desk.state(), 'b')]).toEqual([0, 2]);

  // A chat that is gone meanwhile is neither open nor remembered.
  line().hear({ type: 'chats', chats: [listed('b')] });
  expect(tab).toEqual({ desk: JSON.stringify({ seen: { b: 1 } }) });
});

test('a chat that goes to another is gone with what was said in it', async () => {
  const { desk, line } = await seated();
  desk.select('a');
  line().hear(message('a', 1, 'visitor'));
  line().hear({ type: 'chats', chats: [listed('a', { mine: false, agent: 'Bjarki' }), listed('b')] });
  expect(desk.state().messages).toEqual({});
  line().hear({ type: 'chats', chats: [listed('b')] });
  expect(desk.state().selected).toBeUndefined();
});

test('what the service refuses is told: a message at its place, a press above the chats, and who may not be here at once', async () => {
  const { desk, line } = await seated();
  desk.take('c');
  expect(line().said.at(-1)).toEqual({ type: 'take', chat: 'c' });
  line().hear({
    type: 'refused',
    of: 'take',
    chat: 'c',
    errorCode: 'chatTaken',
    message: 'Annar er með það',
  });
  expect(desk.state().fault).toBe('Annar er með það');
  desk.say('a', 'Of langt');
  line().hear({
    type: 'refused',
    of: 'say',
    chat: 'a',
    key: '12-1',
    errorCode: 'chatEnded',
    message: 'Lokið',
  });
  expect(desk.state().pending.a).toEqual([{ key: '12-1', text: 'Of langt', fault: 'Lokið' }]);
  desk.sayAgain('a', '12-1');
  expect(line().said.at(-1)).toMatchObject({ type: 'say', key: '12-1' });

  const other = await sit();
  other.line().hear({ type: 'refused', of: 'hello', errorCode: 'forbidden', message: 'Nei' });
  expect(other.desk.state().status).toBe('forbidden');
  await other.pass(60_000);
  expect(other.sockets).toHaveLength(1);
});

test('what is pressed while the line is away changes nothing, and what the line refuses is not taken for said', async () => {
  const { desk, line, pass, lift } = await seated();
  desk.select('a');
  line().break();
  const press = () => {
    desk.take('c');
    desk.release('a');
    desk.end('a');
    desk.typing('a');
  };
  press();
  await pass(500);
  // It connects: a socket that is not open takes no word.
  press();
  expect(desk.state()).toMatchObject({ status: 'reconnecting', selected: 'a' });
  await lift();
  // It stands, and the service has not said yet who is there.
  press();
  expect(line().said.map(({ type }) => type)).toEqual(['hello']);
});

test('what an agent has begun to write is theirs until it is sent and confirmed, or the chat is over', async () => {
  const { desk, line } = await seated();
  expect(isUnsaved(desk.state())).toBe(false);
  desk.draft('a', 'Hálft');
  expect(desk.state().drafts).toEqual({ a: 'Hálft' });
  expect(isUnsaved(desk.state())).toBe(true);
  desk.draft('a', ' ');
  expect(isUnsaved(desk.state())).toBe(false);
  desk.say('a', 'Allt');
  expect(isUnsaved(desk.state())).toBe(true);
  line().hear(message('a', 1, 'agent', '12-1'));
  expect(isUnsaved(desk.state())).toBe(false);
  desk.draft('b', 'Of seint');
  expect(isUnsaved(desk.state())).toBe(true);
  line().hear({ type: 'chats', chats: [listed('b', { state: 'ended', endedBy: 'visitor' })] });
  expect(isUnsaved(desk.state())).toBe(false);
});

test('without a token the line is tried again, and typing is told and shown for a while', async () => {
  const { sockets, pass } = await sit(async () => undefined);
  await pass(1_000);
  expect(sockets.length).toBeGreaterThan(1);

  const { desk, line, pass: later } = await seated();
  desk.typing('a');
  desk.typing('a');
  expect(line().said.filter(({ type }) => type === 'typing')).toHaveLength(1);
  line().hear({ type: 'typing', chat: 'a' });
  expect(desk.state().typing).toEqual(['a']);
  await later(6_000);
  expect(desk.state().typing).toEqual([]);
});
