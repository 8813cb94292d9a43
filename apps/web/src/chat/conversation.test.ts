import type { ServiceToVisitor, VisitorMessage } from '@hofn/contracts';
import { expect, test } from 'vitest';
import { createConversation } from './conversation.ts';
import type { StoredChat } from './stored-chat.ts';
import { createTestSockets } from './testing.ts';

/** A conversation whose sockets and timers are controlled by the test. */
const openTestPage = (
  options: {
    stored?: StoredChat;
    online?: boolean;
    token?: string;
    refuse?: boolean;
    access?: () => Promise<string | undefined>;
  } = {},
) => {
  const testSockets = createTestSockets<VisitorMessage, ServiceToVisitor>();
  testSockets.control.refuse = options.refuse ?? false;
  let stored = options.stored;
  const conversation = createConversation({
    connect: testSockets.connect,
    token: options.access ?? (async () => options.token),
    language: () => 'is',
    storage: {
      read: () => stored,
      write: (chat) => {
        stored = chat;
      },
    },
    clear: () => {
      stored = undefined;
    },
    random: testSockets.random,
    online: () => options.online ?? true,
    schedule: testSockets.schedule,
    randomFraction: testSockets.randomFraction,
  });
  return { ...testSockets, conversation, stored: () => stored, statuses: () => conversation.state().status };
};
const chatNews = (changes: Partial<Extract<ServiceToVisitor, { type: 'chat' }>> = {}): ServiceToVisitor => ({
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
const messageNews = (seq: number, side: 'visitor' | 'agent', key = `k${seq}`): ServiceToVisitor => ({
  type: 'message',
  seq,
  key,
  side,
  author: side,
  text: `${seq}`,
  at: '2026-11-21T12:00:00Z',
});
const startChat = async (options: Parameters<typeof openTestPage>[0] = {}) => {
  const page = openTestPage(options);
  page.conversation.open();
  void page.conversation.start({ name: 'Gestur', topic: 'Kaskó' });
  await page.openSocket();
  page.lastSocket().receive(chatNews());
  return page;
};

test('a chat goes through closed, prechat, waiting, connected and ended', async () => {
  const page = openTestPage();
  expect(page.statuses()).toBe('closed');
  page.conversation.open();
  expect(page.statuses()).toBe('prechat');
  void page.conversation.start({ name: 'Gestur', topic: 'Kaskó' });
  expect(page.statuses()).toBe('starting');
  await page.openSocket();
  expect(page.lastSocket().sent).toEqual([
    { type: 'start', session: '32-1', language: 'is', name: 'Gestur', topic: 'Kaskó' },
  ]);
  page.lastSocket().receive(chatNews({ position: 2 }));
  expect(page.conversation.state()).toMatchObject({ status: 'waiting', position: 2 });
  page.lastSocket().receive(chatNews({ state: 'connected', position: null, agent: 'Katrín' }));
  expect(page.conversation.state()).toMatchObject({ status: 'connected', agent: 'Katrín' });
  page.lastSocket().receive(chatNews({ state: 'ended', endedBy: 'agent' }));
  expect(page.conversation.state()).toMatchObject({ status: 'ended', endedBy: 'agent' });
  expect(page.stored()).toBeUndefined();
  page.conversation.close();
  expect(page.statuses()).toBe('closed');
});

test('HELP-9, LIFE-38: after a reconnect the chat resumes from the last message seen, and unconfirmed messages are resent with their keys', async () => {
  const page = await startChat();
  page.lastSocket().receive(messageNews(1, 'agent'));
  page.conversation.sendMessage('Eitt');
  page.conversation.sendMessage('Tvö');
  // The subject is the first message.
  const [, subject, first, second] = page.lastSocket().sent;
  expect(subject).toMatchObject({ type: 'say', text: 'Kaskó' });
  page.lastSocket().receive(messageNews(2, 'visitor', first && 'key' in first ? first.key : ''));
  page.lastSocket().break();
  expect(page.conversation.state()).toMatchObject({ isConnected: false, status: 'waiting' });
  page.conversation.sendMessage('Þrjú');
  await page.runTimers(500);
  await page.openSocket();
  page.lastSocket().receive(chatNews());
  page.lastSocket().receive(chatNews({ idle: true }));
  expect(page.lastSocket().sent).toEqual([
    { type: 'rejoin', session: '32-1', language: 'is', after: 2 },
    subject,
    second,
    { type: 'say', key: '12-5', text: 'Þrjú' },
  ]);
  // A duplicate from the server is shown once.
  page.lastSocket().receive(messageNews(2, 'visitor'));
  page.lastSocket().receive(messageNews(3, 'visitor', second && 'key' in second ? second.key : ''));
  page.lastSocket().receive(messageNews(4, 'visitor', '12-5'));
  page.lastSocket().receive(messageNews(5, 'visitor', subject && 'key' in subject ? subject.key : ''));
  expect(page.conversation.state().messages.map(({ seq }) => seq)).toEqual([1, 2, 3, 4, 5]);
  expect(page.conversation.state().pending).toEqual([]);
});

test('HELP-9: a reload resumes the tab’s chat, including unsent messages', async () => {
  const stored = {
    session: 'secret',
    customer: false,
    open: true,
    seen: 0,
    pending: [{ key: 'k', text: 'Ósent' }],
  };
  const page = openTestPage({ stored });
  expect(page.conversation.state()).toMatchObject({
    status: 'starting',
    isOpen: true,
    pending: stored.pending,
  });
  await page.openSocket();
  expect(page.lastSocket().sent).toHaveLength(1);
  page.lastSocket().receive(chatNews());
  expect(page.lastSocket().sent).toEqual([
    { type: 'rejoin', session: 'secret', language: 'is', after: 0 },
    { type: 'say', key: 'k', text: 'Ósent' },
  ]);
});

test('a chat that no longer exists returns to the pre-chat form with a notice', async () => {
  const page = openTestPage({
    stored: { session: 'old', customer: false, open: true, seen: 0, pending: [] },
  });
  await page.openSocket();
  page.lastSocket().receive({ type: 'refused', of: 'rejoin', errorCode: 'notFound', message: 'x' });
  expect(page.conversation.state()).toMatchObject({ status: 'prechat', isLost: true, isOpen: true });
  expect(page.stored()).toBeUndefined();
});

test.each([
  [true, 'failed'],
  [false, 'offline'],
] as const)(
  'a start that never connects, online %s, ends as «%s», and can be retried with the same input',
  async (online, status) => {
    const page = openTestPage({ refuse: true, online });
    page.conversation.open();
    void page.conversation.start({ name: 'Gestur', topic: 'Kaskó' });
    for (let turn = 0; turn < 5 && page.statuses() === 'starting'; turn += 1) await page.runTimers(10_000);
    expect(page.statuses()).toBe(status);
    // No reconnect timer remains.
    expect(page.timers).toEqual([]);
    page.control.refuse = false;
    page.conversation.retry();
    await page.openSocket();
    expect(page.lastSocket().sent).toMatchObject([{ type: 'start', session: '32-1', topic: 'Kaskó' }]);
  },
);

test('a started chat keeps reconnecting, and reconnects at once when the network is back', async () => {
  const page = await startChat();
  page.control.refuse = true;
  page.lastSocket().break();
  for (let turn = 0; turn < 20; turn += 1) await page.runTimers(10_000);
  expect(page.conversation.state()).toMatchObject({ status: 'waiting', isConnected: false });
  page.control.refuse = false;
  const socketsBefore = page.sockets.length;
  page.conversation.reconnectNow();
  await page.openSocket();
  expect(page.sockets.length).toBe(socketsBefore + 1);
  expect(page.lastSocket().sent).toMatchObject([{ type: 'rejoin' }]);
});

test('an idle connection times out', async () => {
  const page = await startChat();
  expect(page.timers.map(({ ms }) => ms)).toEqual([45_000]);
  await page.runTimers(45_000);
  expect(page.conversation.state().isConnected).toBe(false);
});

test('a signed-in customer is identified by their token, and the stored chat is marked as a customer’s', async () => {
  const page = await startChat({ token: 'a.b.c' });
  expect(page.lastSocket().sent).toMatchObject([{ type: 'start', token: 'a.b.c' }, { type: 'say' }]);
  expect(page.stored()).toMatchObject({ customer: true });
  expect(page.conversation.state().customer).toBe(true);
  page.conversation.close();
  expect(page.conversation.state()).toMatchObject({ customer: false, messages: [], status: 'closed' });
});

test('a rejection is shown at the field or message, and the input is kept', async () => {
  const page = openTestPage();
  page.conversation.open();
  void page.conversation.start({ name: 'Gestur', topic: '' });
  await page.openSocket();
  page.lastSocket().receive({
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

  const other = await startChat();
  other.conversation.sendMessage('Halló');
  const lastMessage = other.lastSocket().sent.at(-1);
  const key = lastMessage && 'key' in lastMessage ? lastMessage.key : '';
  other
    .lastSocket()
    .receive({ type: 'refused', of: 'say', key, errorCode: 'tooManyRequests', message: 'Bíddu' });
  const subject = { key: expect.any(String), text: 'Kaskó' };
  expect(other.conversation.state().pending).toEqual([subject, { key, text: 'Halló', fault: 'Bíddu' }]);
  other.conversation.resend(key);
  expect(other.lastSocket().sent.at(-1)).toEqual({ type: 'say', key, text: 'Halló' });
  other.conversation.sendMessage('   ');
  other.conversation.sendMessage('x'.repeat(4001));
  expect(other.conversation.state().pending).toHaveLength(2);
});

test('agent messages received while minimised count as unread until the window is opened', async () => {
  const page = await startChat();
  page.conversation.minimise();
  page.lastSocket().receive(messageNews(1, 'agent'));
  page.lastSocket().receive(messageNews(2, 'visitor'));
  page.lastSocket().receive(messageNews(3, 'agent'));
  expect(page.conversation.state()).toMatchObject({ isOpen: false, unread: 2 });
  expect(page.stored()).toMatchObject({ open: false });
  page.conversation.open();
  expect(page.conversation.state()).toMatchObject({ isOpen: true, unread: 0, status: 'waiting' });
});

test('after a reload only new messages count as unread', async () => {
  const page = openTestPage({ stored: { session: 's', customer: false, open: false, seen: 2, pending: [] } });
  await page.openSocket();
  for (const seq of [1, 2, 3]) page.lastSocket().receive(messageNews(seq, 'agent'));
  expect(page.conversation.state()).toMatchObject({ unread: 1, isOpen: false });
});

test('HELP-9: a customer’s chat is resumed with the customer’s token, and discarded if the server refuses the token', async () => {
  const stored = { session: 'of-anna', customer: true, open: true, seen: 0, pending: [] };
  const page = openTestPage({ stored, token: 'bjarni' });
  await page.openSocket();
  expect(page.lastSocket().sent).toEqual([
    { type: 'rejoin', session: 'of-anna', language: 'is', after: 0, token: 'bjarni' },
  ]);
  page.lastSocket().receive({ type: 'refused', of: 'rejoin', errorCode: 'unauthenticated', message: 'Nei' });
  expect(page.conversation.state()).toMatchObject({ status: 'prechat', isLost: true, customer: false });
  expect(page.conversation.state().messages).toEqual([]);
  expect(page.stored()).toBeUndefined();
  await page.runTimers(60_000);
  expect(page.sockets).toHaveLength(1);

  const visitor = openTestPage({ stored: { ...stored, customer: false }, token: 'bjarni' });
  await visitor.openSocket();
  expect(visitor.lastSocket().sent).toEqual([
    { type: 'rejoin', session: 'of-anna', language: 'is', after: 0 },
  ]);
});

test('HELP-8: signing out ends an open chat and removes it from the screen and storage', async () => {
  const page = await startChat({ token: 'a.b.c' });
  page.lastSocket().receive(messageNews(1, 'agent'));
  const line = page.lastSocket();
  page.conversation.leave();
  expect(line.sent.at(-1)).toEqual({ type: 'end' });
  expect(page.conversation.state()).toMatchObject({ status: 'closed', messages: [], customer: false });
  expect(page.stored()).toBeUndefined();
  line.receive(messageNews(2, 'agent'));
  expect(page.conversation.state().messages).toEqual([]);
  expect(page.stored()).toBeUndefined();
  await page.runTimers(60_000);
  expect(page.sockets).toHaveLength(1);
});

test('ending the chat while disconnected or connecting is deferred until connected; a transcript request is dropped', async () => {
  const page = await startChat();
  page.lastSocket().break();
  page.conversation.end();
  page.conversation.sendTranscript('gestur@example.is');
  expect(page.conversation.state().isEnding).toBe(true);
  await page.runTimers(500);
  // Nothing is sent while the socket is connecting.
  page.conversation.end();
  page.conversation.sendTranscript('gestur@example.is');
  await page.openSocket();
  page.lastSocket().receive(chatNews());
  expect(page.lastSocket().sent.map(({ type }) => type)).toEqual(['rejoin', 'say', 'end']);
  page.lastSocket().receive(chatNews({ state: 'ended', endedBy: 'visitor' }));
  expect(page.conversation.state()).toMatchObject({ status: 'ended', isEnding: false });
});

test('a first message that waits for a token is sent only on the socket that was open at the time', async () => {
  const tokens: ((token: string) => void)[] = [];
  const access = () => new Promise<string>((resolve) => tokens.push(resolve));
  const page = openTestPage({ access });
  page.conversation.open();
  void page.conversation.start({ topic: 'Kaskó' });
  await page.openSocket();
  page.lastSocket().break();
  await page.runTimers(500);
  await page.openSocket();
  for (const resolve of tokens) resolve('a.b.c');
  await page.runTimers(0);
  expect(tokens).toHaveLength(2);
  expect(page.sockets.map(({ sent }) => sent.length)).toEqual([0, 1]);
});

test('consecutive failures, including refusals, back off with jitter; reconnectNow opens a single connection', async () => {
  const page = await startChat();
  page.control.randomFraction = 0.5;
  page.lastSocket().break();
  expect(page.timers.map(({ ms }) => ms)).toEqual([750]);
  await page.runTimers(750);
  await page.openSocket();
  page.lastSocket().receive({ type: 'beat' });
  page.lastSocket().receive({ type: 'refused', of: 'rejoin', errorCode: 'unavailable', message: 'x' });
  page.lastSocket().break();
  expect(page.timers.map(({ ms }) => ms)).toEqual([1_500]);
  const socketsBefore = page.sockets.length;
  page.conversation.reconnectNow();
  page.conversation.reconnectNow();
  await page.openSocket();
  page.conversation.reconnectNow();
  await page.openSocket();
  expect(page.sockets).toHaveLength(socketsBefore + 1);
  page.lastSocket().receive(chatNews());
  page.lastSocket().break();
  expect(page.timers.map(({ ms }) => ms)).toEqual([750]);
});

test('typing is reported at most every three seconds, and the agent’s typing indicator lasts six', async () => {
  const page = await startChat();
  page.lastSocket().receive(chatNews({ state: 'connected', agent: 'Katrín' }));
  page.conversation.typing();
  page.conversation.typing();
  expect(page.lastSocket().sent.filter(({ type }) => type === 'typing')).toHaveLength(1);
  await page.runTimers(3_000);
  page.conversation.typing();
  expect(page.lastSocket().sent.filter(({ type }) => type === 'typing')).toHaveLength(2);
  page.lastSocket().receive({ type: 'typing' });
  expect(page.conversation.state().isAgentTyping).toBe(true);
  await page.runTimers(6_000);
  expect(page.conversation.state().isAgentTyping).toBe(false);
  page.lastSocket().receive({ type: 'typing' });
  page.lastSocket().receive(messageNews(1, 'agent'));
  expect(page.conversation.state().isAgentTyping).toBe(false);
});
