import type { VisitorNews, VisitorWord } from '@hofn/contracts';
import { expect, test } from 'vitest';
import { createConversation } from './conversation.ts';
import type { KeptChat } from './stored-chat.ts';
import { createHands } from './testing.ts';

/** A conversation whose sockets and timers the test holds. */
const visit = (
  more: {
    kept?: KeptChat;
    online?: boolean;
    token?: string;
    refuse?: boolean;
    access?: () => Promise<string | undefined>;
  } = {},
) => {
  const hands = createHands<VisitorWord, VisitorNews>();
  hands.control.refuse = more.refuse ?? false;
  let stored = more.kept;
  const conversation = createConversation({
    connect: hands.connect,
    token: more.access ?? (async () => more.token),
    language: () => 'is',
    kept: {
      read: () => stored,
      write: (next) => {
        stored = next;
      },
    },
    clear: () => {
      stored = undefined;
    },
    random: hands.random,
    online: () => more.online ?? true,
    later: hands.later,
    chance: hands.chance,
  });
  return { ...hands, conversation, stored: () => stored, statuses: () => conversation.state().status };
};
const chat = (changes: Partial<Extract<VisitorNews, { type: 'chat' }>> = {}): VisitorNews => ({
  type: 'chat',
  state: 'waiting',
  position: 1,
  name: 'Gestur',
  topic: 'Kaskó',
  agent: null,
  idle: false,
  endedBy: null,
  ...changes,
});
const message = (seq: number, side: 'visitor' | 'agent', key = `k${seq}`): VisitorNews => ({
  type: 'message',
  seq,
  key,
  side,
  author: side,
  text: `${seq}`,
  at: '2026-11-21T12:00:00Z',
});
const started = async (more: Parameters<typeof visit>[0] = {}) => {
  const page = visit(more);
  page.conversation.open();
  void page.conversation.start({ name: 'Gestur', topic: 'Kaskó' });
  await page.lift();
  page.line().hear(chat());
  return page;
};

test('a chat goes from closed through prechat, waiting and connected to ended', async () => {
  const page = visit();
  expect(page.statuses()).toBe('closed');
  page.conversation.open();
  expect(page.statuses()).toBe('prechat');
  void page.conversation.start({ name: 'Gestur', topic: 'Kaskó' });
  expect(page.statuses()).toBe('starting');
  await page.lift();
  expect(page.line().said).toEqual([
    { type: 'start', session: '32-1', language: 'is', name: 'Gestur', topic: 'Kaskó' },
  ]);
  page.line().hear(chat({ position: 2 }));
  expect(page.conversation.state()).toMatchObject({ status: 'waiting', position: 2 });
  page.line().hear(chat({ state: 'connected', position: null, agent: 'Katrín' }));
  expect(page.conversation.state()).toMatchObject({ status: 'connected', agent: 'Katrín' });
  page.line().hear(chat({ state: 'ended', endedBy: 'agent' }));
  expect(page.conversation.state()).toMatchObject({ status: 'ended', endedBy: 'agent' });
  expect(page.stored()).toBeUndefined();
  page.conversation.close();
  expect(page.statuses()).toBe('closed');
});

test('HELP-9: after a break the line goes on from the last message seen, and what was not confirmed is said again by its key', async () => {
  const page = await started();
  page.line().hear(message(1, 'agent'));
  page.conversation.say('Eitt');
  page.conversation.say('Tvö');
  const [, first, second] = page.line().said;
  page.line().hear(message(2, 'visitor', first && 'key' in first ? first.key : ''));
  page.line().break();
  expect(page.conversation.state()).toMatchObject({ linked: false, status: 'waiting' });
  page.conversation.say('Þrjú');
  await page.pass(500);
  await page.lift();
  page.line().hear(chat());
  page.line().hear(chat({ idle: true }));
  expect(page.line().said).toEqual([
    { type: 'rejoin', session: '32-1', language: 'is', after: 2 },
    second,
    { type: 'say', key: '12-4', text: 'Þrjú' },
  ]);
  // What the service sends twice is shown once.
  page.line().hear(message(2, 'visitor'));
  page.line().hear(message(3, 'visitor', second && 'key' in second ? second.key : ''));
  page.line().hear(message(4, 'visitor', '12-4'));
  expect(page.conversation.state().messages.map(({ seq }) => seq)).toEqual([1, 2, 3, 4]);
  expect(page.conversation.state().pending).toEqual([]);
});

test('HELP-9: a reload goes on with the chat of the tab, with what it had not sent', async () => {
  const kept = {
    session: 'secret',
    customer: false,
    open: true,
    seen: 0,
    pending: [{ key: 'k', text: 'Ósent' }],
  };
  const page = visit({ kept });
  expect(page.conversation.state()).toMatchObject({ status: 'starting', open: true, pending: kept.pending });
  await page.lift();
  expect(page.line().said).toHaveLength(1);
  page.line().hear(chat());
  expect(page.line().said).toEqual([
    { type: 'rejoin', session: 'secret', language: 'is', after: 0 },
    { type: 'say', key: 'k', text: 'Ósent' },
  ]);
});

test('a chat that is not known any more is begun anew, and the reader is told', async () => {
  const page = visit({ kept: { session: 'old', customer: false, open: true, seen: 0, pending: [] } });
  await page.lift();
  page.line().hear({ type: 'refused', of: 'rejoin', errorCode: 'notFound', message: 'x' });
  expect(page.conversation.state()).toMatchObject({ status: 'prechat', gone: true, open: true });
  expect(page.stored()).toBeUndefined();
});

test.each([
  [true, 'failed'],
  [false, 'offline'],
] as const)(
  'a start whose line never stands, online %s, is given up as «%s», and tried again with what was typed',
  async (online, status) => {
    const page = visit({ refuse: true, online });
    page.conversation.open();
    void page.conversation.start({ name: 'Gestur', topic: 'Kaskó' });
    for (let turn = 0; turn < 5 && page.statuses() === 'starting'; turn += 1) await page.pass(10_000);
    expect(page.statuses()).toBe(status);
    // Nothing is left that would open a line after all.
    expect(page.timers).toEqual([]);
    page.control.refuse = false;
    page.conversation.retry();
    await page.lift();
    expect(page.line().said).toMatchObject([{ type: 'start', session: '32-1', topic: 'Kaskó' }]);
  },
);

test('a chat that has begun is never given up, and is tried at once when the network is back', async () => {
  const page = await started();
  page.control.refuse = true;
  page.line().break();
  for (let turn = 0; turn < 20; turn += 1) await page.pass(10_000);
  expect(page.conversation.state()).toMatchObject({ status: 'waiting', linked: false });
  page.control.refuse = false;
  const before = page.sockets.length;
  page.conversation.hurry();
  await page.lift();
  expect(page.sockets.length).toBe(before + 1);
  expect(page.line().said).toMatchObject([{ type: 'rejoin' }]);
});

test('a line on which nothing is heard is taken for dead', async () => {
  const page = await started();
  expect(page.timers.map(({ ms }) => ms)).toEqual([45_000]);
  await page.pass(45_000);
  expect(page.conversation.state().linked).toBe(false);
});

test('a signed-in customer is told of by their token, and the tab remembers that it was theirs', async () => {
  const page = await started({ token: 'a.b.c' });
  expect(page.line().said).toMatchObject([{ type: 'start', token: 'a.b.c' }]);
  expect(page.stored()).toMatchObject({ customer: true });
  expect(page.conversation.state().customer).toBe(true);
  page.conversation.close();
  expect(page.conversation.state()).toMatchObject({ customer: false, messages: [], status: 'closed' });
});

test('what the service does not take is shown at its field or message, and nothing typed is lost', async () => {
  const page = visit();
  page.conversation.open();
  void page.conversation.start({ name: 'Gestur', topic: '' });
  await page.lift();
  page.line().hear({
    type: 'refused',
    of: 'start',
    errorCode: 'validation',
    message: 'Laga þarf',
    errors: { topic: ['Þetta vantar'] },
  });
  expect(page.conversation.state()).toMatchObject({
    status: 'prechat',
    errors: { topic: 'Þetta vantar', FORM: 'Laga þarf' },
  });

  const other = await started();
  other.conversation.say('Halló');
  const said = other.line().said.at(-1);
  const key = said && 'key' in said ? said.key : '';
  other.line().hear({ type: 'refused', of: 'say', key, errorCode: 'tooManyRequests', message: 'Bíddu' });
  expect(other.conversation.state().pending).toEqual([{ key, text: 'Halló', fault: 'Bíddu' }]);
  other.conversation.sayAgain(key);
  expect(other.line().said.at(-1)).toEqual({ type: 'say', key, text: 'Halló' });
  other.conversation.say('   ');
  other.conversation.say('x'.repeat(4001));
  expect(other.conversation.state().pending).toHaveLength(1);
});

test('minimised, it counts what the agent says; opened again, nothing is unread', async () => {
  const page = await started();
  page.conversation.minimise();
  page.line().hear(message(1, 'agent'));
  page.line().hear(message(2, 'visitor'));
  page.line().hear(message(3, 'agent'));
  expect(page.conversation.state()).toMatchObject({ open: false, unread: 2 });
  expect(page.stored()).toMatchObject({ open: false });
  page.conversation.open();
  expect(page.conversation.state()).toMatchObject({ open: true, unread: 0, status: 'waiting' });
});

test('after a reload only what came since is unread', async () => {
  const page = visit({ kept: { session: 's', customer: false, open: false, seen: 2, pending: [] } });
  await page.lift();
  for (const seq of [1, 2, 3]) page.line().hear(message(seq, 'agent'));
  expect(page.conversation.state()).toMatchObject({ unread: 1, open: false });
});

test('HELP-9: a customer’s chat is gone on with by their own token, and one that the service refuses is forgotten', async () => {
  const kept = { session: 'of-anna', customer: true, open: true, seen: 0, pending: [] };
  const page = visit({ kept, token: 'bjarni' });
  await page.lift();
  expect(page.line().said).toEqual([
    { type: 'rejoin', session: 'of-anna', language: 'is', after: 0, token: 'bjarni' },
  ]);
  page.line().hear({ type: 'refused', of: 'rejoin', errorCode: 'unauthenticated', message: 'Nei' });
  expect(page.conversation.state()).toMatchObject({ status: 'prechat', gone: true, customer: false });
  expect(page.conversation.state().messages).toEqual([]);
  expect(page.stored()).toBeUndefined();
  await page.pass(60_000);
  expect(page.sockets).toHaveLength(1);

  const visitor = visit({ kept: { ...kept, customer: false }, token: 'bjarni' });
  await visitor.lift();
  expect(visitor.line().said).toEqual([{ type: 'rejoin', session: 'of-anna', language: 'is', after: 0 }]);
});

test('HELP-8: whoever leaves with a chat open has ended it, and nothing of it is shown or kept', async () => {
  const page = await started({ token: 'a.b.c' });
  page.line().hear(message(1, 'agent'));
  const line = page.line();
  page.conversation.leave();
  expect(line.said.at(-1)).toEqual({ type: 'end' });
  expect(page.conversation.state()).toMatchObject({ status: 'closed', messages: [], customer: false });
  expect(page.stored()).toBeUndefined();
  line.hear(message(2, 'agent'));
  expect(page.conversation.state().messages).toEqual([]);
  expect(page.stored()).toBeUndefined();
  await page.pass(60_000);
  expect(page.sockets).toHaveLength(1);
});

test('an end that is asked for while the line is away or not open yet is told once it is back; a copy is not asked for', async () => {
  const page = await started();
  page.line().break();
  page.conversation.end();
  page.conversation.sendTranscript('gestur@example.is');
  expect(page.conversation.state().ending).toBe(true);
  await page.pass(500);
  // It connects: no word is said to it before it stands.
  page.conversation.end();
  page.conversation.sendTranscript('gestur@example.is');
  await page.lift();
  page.line().hear(chat());
  expect(page.line().said.map(({ type }) => type)).toEqual(['rejoin', 'end']);
  page.line().hear(chat({ state: 'ended', endedBy: 'visitor' }));
  expect(page.conversation.state()).toMatchObject({ status: 'ended', ending: false });
});

test('a first word that waits for a token is said to the line it was meant for, not to the one after it', async () => {
  const tokens: ((token: string) => void)[] = [];
  const access = () => new Promise<string>((resolve) => tokens.push(resolve));
  const page = visit({ access });
  page.conversation.open();
  void page.conversation.start({ topic: 'Kaskó' });
  await page.lift();
  page.line().break();
  await page.pass(500);
  await page.lift();
  for (const give of tokens) give('a.b.c');
  await page.pass(0);
  expect(tokens).toHaveLength(2);
  expect(page.sockets.map(({ said }) => said.length)).toEqual([0, 1]);
});

test('breaks in a row are waited out longer and by chance, counted on over lines that only refuse; one that is hurried opens one line', async () => {
  const page = await started();
  page.control.chance = 0.5;
  page.line().break();
  expect(page.timers.map(({ ms }) => ms)).toEqual([750]);
  await page.pass(750);
  await page.lift();
  page.line().hear({ type: 'beat' });
  page.line().hear({ type: 'refused', of: 'rejoin', errorCode: 'unavailable', message: 'x' });
  page.line().break();
  expect(page.timers.map(({ ms }) => ms)).toEqual([1_500]);
  const before = page.sockets.length;
  page.conversation.hurry();
  page.conversation.hurry();
  await page.lift();
  page.conversation.hurry();
  await page.lift();
  expect(page.sockets).toHaveLength(before + 1);
  page.line().hear(chat());
  page.line().break();
  expect(page.timers.map(({ ms }) => ms)).toEqual([750]);
});

test('typing is told at most every three seconds, and what the agent types is shown for six', async () => {
  const page = await started();
  page.line().hear(chat({ state: 'connected', agent: 'Katrín' }));
  page.conversation.typing();
  page.conversation.typing();
  expect(page.line().said.filter(({ type }) => type === 'typing')).toHaveLength(1);
  await page.pass(3_000);
  page.conversation.typing();
  expect(page.line().said.filter(({ type }) => type === 'typing')).toHaveLength(2);
  page.line().hear({ type: 'typing' });
  expect(page.conversation.state().typing).toBe(true);
  await page.pass(6_000);
  expect(page.conversation.state().typing).toBe(false);
  page.line().hear({ type: 'typing' });
  page.line().hear(message(1, 'agent'));
  expect(page.conversation.state().typing).toBe(false);
});
