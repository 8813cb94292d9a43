// @vitest-environment happy-dom
import type { ServiceToVisitor, VisitorMessage } from '@hofn/contracts';
import { chat as words } from '@hofn/texts/catalogue/is/chat.ts';
import { createTranslator } from '@hofn/texts/translator.ts';
import { act } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { Chat } from './Chat.tsx';
import { createConversation } from './conversation.ts';
import type { Contact } from './customer-token.ts';
import type { ChatHours } from './opening.ts';
import { createTestSockets } from './testing.ts';

const t = createTranslator('is', words);
let root: Root;

/** The chat window with sockets and timers controlled by the test. */
const showChat = async (hours?: ChatHours, contact?: Contact) => {
  const testSockets = createTestSockets<VisitorMessage, ServiceToVisitor>();
  const { connect, random, schedule, randomFraction } = testSockets;
  const conversation = createConversation({
    connect,
    token: async () => undefined,
    language: () => 'is',
    storage: { read: () => undefined, write: () => {} },
    clear: () => {},
    random,
    online: () => true,
    schedule,
    randomFraction,
  });
  await act(async () =>
    root.render(
      <Chat
        t={t}
        conversation={conversation}
        knowsName={() => contact !== undefined}
        loadHours={async () => hours}
        loadContact={async () => contact}
      />,
    ),
  );
  await act(async () => conversation.open());
  const receive = (...news: ServiceToVisitor[]) =>
    act(async () => {
      for (const item of news) testSockets.lastSocket().receive(item);
    });
  return { ...testSockets, conversation, receive };
};
const chatNews = (changes: Partial<Extract<ServiceToVisitor, { type: 'chat' }>> = {}): ServiceToVisitor => ({
  type: 'chat',
  state: 'connected',
  position: null,
  name: 'Gestur',
  topic: 'Kaskó',
  agent: 'Katrín',
  idle: false,
  endedBy: null,
  ...changes,
});
const agentMessage = (seq: number): ServiceToVisitor => ({
  type: 'message',
  seq,
  key: `answer-${seq}`,
  side: 'agent',
  author: 'Katrín',
  text: 'Góðan dag',
  at: '2026-11-21T12:00:00Z',
});
const startTalking = async () => {
  const page = await showChat();
  await act(async () => {
    void page.conversation.start({ name: 'Gestur', topic: 'Kaskó' });
    await page.openSocket();
  });
  return page;
};

const find = <Match extends HTMLElement>(selector: string): Match => {
  const match = document.querySelector<Match>(selector);
  if (!match) throw new Error(`Nothing is ${selector}`);
  return match;
};
const button = (name: string): HTMLButtonElement => {
  const buttons = [...document.querySelectorAll('button')].filter(
    (candidate) => name === (candidate.getAttribute('aria-label') ?? candidate.textContent?.trim()),
  );
  if (buttons.length !== 1 || !buttons[0]) throw new Error(`${buttons.length} buttons are called ${name}`);
  return buttons[0];
};
const press = (name: string) =>
  act(async () => {
    const element = button(name);
    element.focus();
    element.click();
  });
const pressEscape = () =>
  act(async () => {
    find('dialog').dispatchEvent(
      new KeyboardEvent('keydown', { key: 'Escape', bubbles: true, cancelable: true }),
    );
  });
const write = (field: HTMLInputElement, text: string) =>
  act(async () => {
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(field, text);
    field.dispatchEvent(new Event('input', { bubbles: true }));
  });

beforeEach(() => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  root = createRoot(document.body.appendChild(document.createElement('div')));
});
afterEach(async () => {
  await act(async () => root.unmount());
  document.body.replaceChildren();
  vi.unstubAllGlobals();
});

test('LIFE-38: the log is announced only once earlier messages have loaded, and a message keeps its element when confirmed', async () => {
  const { conversation, receive } = await startTalking();
  const log = find('[role=log]');
  expect(log.getAttribute('aria-live')).toBe('off');
  await receive(chatNews());
  expect(log.getAttribute('aria-live')).toBe('polite');
  // The subject of the form.
  const firstMessage = find('li');
  expect(firstMessage.textContent).toContain('Kaskó');
  expect(firstMessage.textContent).toContain(t('chat|sending'));
  const [pending] = conversation.state().pending;
  await receive({
    type: 'message',
    seq: 1,
    key: pending?.key ?? '',
    side: 'visitor',
    author: 'Gestur',
    text: 'Kaskó',
    at: '2026-11-21T12:00:00Z',
  });
  expect([...document.querySelectorAll('li')]).toEqual([firstMessage]);
  expect(firstMessage.textContent).not.toContain(t('chat|sending'));
});

test('focus stays in the chat after cancelling the end, resending a message and sending a transcript', async () => {
  const { conversation, receive } = await startTalking();
  await receive(chatNews());
  await press(t('chat|end'));
  expect(document.activeElement).toBe(button(t('chat|endYes')));
  await press(t('chat|endNo'));
  expect(document.activeElement).toBe(button(t('chat|end')));

  await act(async () => conversation.sendMessage('Halló'));
  const key = conversation.state().pending.at(-1)?.key ?? '';
  await receive({ type: 'refused', of: 'say', key, errorCode: 'tooManyRequests', message: 'Bíddu' });
  await press(t('chat|retry'));
  expect(document.activeElement).toBe(find('[role=log]'));

  await receive(chatNews({ state: 'ended', endedBy: 'agent' }));
  // No agent has answered, so there is no transcript to send.
  expect(() => button(t('chat|transcript'))).toThrow();
  await receive(agentMessage(1));
  // Screen readers announce text only in a live region that already exists.
  const status = find('form + [role=status]');
  expect(status.textContent).toBe('');
  await write(find('input[type=email]'), 'gestur@example.is');
  await press(t('chat|transcript'));
  await receive({ type: 'transcript', email: 'gestur@example.is' });
  expect(status.textContent).toBe(t('chat|transcriptSent', { email: 'gestur@example.is' }));
  expect(document.activeElement).toBe(status);
});

test('Escape minimises the window and keeps the input of the pre-chat and transcript forms', async () => {
  const { conversation, receive, openSocket } = await showChat();
  await write(find('input[name=topic]'), 'Kaskó');
  await pressEscape();
  expect(conversation.state()).toMatchObject({ status: 'prechat', isOpen: false });
  await act(async () => conversation.open());
  expect(find<HTMLInputElement>('input[name=topic]').value).toBe('Kaskó');
  await act(async () => {
    void conversation.start({ name: 'Gestur', topic: 'Kaskó' });
    await openSocket();
  });
  await receive(agentMessage(1), chatNews({ state: 'ended', endedBy: 'agent' }));
  await pressEscape();
  expect(conversation.state()).toMatchObject({ status: 'ended', isOpen: false });
  await act(async () => conversation.open());
  expect(button(t('chat|transcript')).getAttribute('aria-disabled')).toBe('false');
  await press(t('chat|close'));
  expect(conversation.state().status).toBe('closed');
});

test('HELP-9: the header shows no agent while offline, and shows the agent again after reconnecting', async () => {
  const { conversation, receive, runTimers, openSocket } = await startTalking();
  await receive(chatNews());
  const statusLine = find('dialog [role=status]');
  expect(statusLine.textContent).toBe(t('chat|connected', { agent: 'Katrín' }));
  await act(async () => conversation.disconnect());
  expect(statusLine.textContent).toBe('');
  expect(find('dialog').textContent).toContain(t('chat|reconnecting'));
  await act(async () => {
    await runTimers(1_000);
    await openSocket();
  });
  await receive(chatNews());
  expect(statusLine.textContent).toBe(t('chat|connected', { agent: 'Katrín' }));
});

test('ending while disconnected is shown as pending, and a transcript is offered after reconnecting', async () => {
  const { receive, lastSocket, runTimers, openSocket } = await startTalking();
  await receive(chatNews());
  await act(async () => lastSocket().break());
  await press(t('chat|end'));
  await press(t('chat|endYes'));
  expect(find('dialog').textContent).toContain(t('chat|ending'));
  await act(async () => {
    await runTimers(500);
    await openSocket();
  });
  await receive(agentMessage(1), chatNews({ state: 'ended', endedBy: 'visitor' }));
  expect(find('dialog').textContent).not.toContain(t('chat|ending'));
  await act(async () => lastSocket().break());
  expect(button(t('chat|transcript')).getAttribute('aria-disabled')).toBe('true');
});

const sundayNoon = new Date('2026-11-22T12:00:00Z');
const hours = {
  holidays: [],
  openingHours: [
    {
      nafn: 'Sími og netspjall',
      phone: null,
      timi: [{ titill: 'Mánudaga til föstudaga', opnar: '09:00', lokar: '16:00', dagar: [1, 2, 3, 4, 5] }],
    },
  ],
} as unknown as ChatHours;
const fields = (): Record<string, HTMLInputElement> =>
  Object.fromEntries(
    [...document.querySelectorAll<HTMLInputElement>('dialog input, dialog textarea')].map((field) => [
      field.name,
      field,
    ]),
  );
const fill = async (values: Record<string, string>) => {
  for (const [name, value] of Object.entries(values)) {
    const field = fields()[name];
    if (!field) throw new Error(`No field ${name}`);
    const prototype = Object.getPrototypeOf(field) as object;
    await act(async () => {
      Object.getOwnPropertyDescriptor(prototype, 'value')?.set?.call(field, value);
      field.dispatchEvent(new Event('input', { bubbles: true }));
    });
  }
};
let token: string | undefined;
const tokens: (string | null)[] = [];
vi.mock('./known-contact.ts', async (original) => ({
  ...(await original<object>()),
  knownToken: async () => token,
}));
afterEach(() => {
  token = undefined;
  tokens.length = 0;
});
/** Answers the inquiry form, and returns what was sent. */
const takeInquiries = () => {
  const sent: Record<string, string>[] = [];
  vi.stubGlobal('fetch', async (address: string | URL, init?: RequestInit) => {
    if (!String(address).includes('/api/form/v1/inquiry')) return Response.json({});
    tokens.push(new Headers(init?.headers).get('authorization'));
    sent.push(JSON.parse(String(init?.body)) as Record<string, string>);
    return Response.json({ status: 'received', reference: 'E-2026-1' }, { status: 201 });
  });
  return sent;
};
const submit = () =>
  act(async () => {
    document.querySelector<HTMLFormElement>('dialog form')?.requestSubmit();
    for (let turn = 0; turn < 10; turn += 1) await new Promise((resolve) => setImmediate(resolve));
  });

describe('outside opening hours', () => {
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['Date'] });
    vi.setSystemTime(sundayNoon);
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  test('LIFE-37: the chat says when it opens, puts nobody in a queue, and takes a message that staff answer by e-mail', async () => {
    const sent = takeInquiries();
    await showChat(hours);
    const dialog = find('dialog');
    expect(dialog.textContent?.replaceAll(/\s/g, ' ')).toContain(
      'Netspjallið er lokað. Við opnum 23. nóvember kl. 9.00.',
    );
    expect(Object.keys(fields())).toEqual(['name', 'email', 'topic', 'message']);
    await fill({ name: 'Gestur', topic: 'Kaskó' });
    await submit();
    expect(sent).toEqual([]);
    expect(dialog.textContent).toContain(t('chat|invalidEmail'));
    await fill({ email: 'gestur@example.is', message: 'Nær kaskó yfir þetta?' });
    await submit();
    expect(sent).toMatchObject([
      { name: 'Gestur', email: 'gestur@example.is', description: 'Kaskó\n\nNær kaskó yfir þetta?' },
    ]);
    expect(dialog.textContent).toContain(
      t('chat|messageSent', { email: 'gestur@example.is', reference: 'E-2026-1' }),
    );
  });

  test('LIFE-37, HELP-12: a signed-in customer finds the message filled in, and can change it', async () => {
    const sent = takeInquiries();
    token = 'token-of-anna';
    await showChat(hours, { name: 'Anna Prófdóttir', email: 'anna@example.is', ssn: '120375-1489' });
    const values = () => Object.entries(fields()).map(([name, { value }]) => [name, value]);
    expect(values()).toEqual([
      ['name', 'Anna Prófdóttir'],
      ['email', 'anna@example.is'],
      ['ssn', '120375-1489'],
      ['topic', ''],
      ['message', ''],
    ]);
    await fill({ email: 'onnur@example.is', ssn: '', topic: 'Kaskó' });
    expect(fields().ssn?.value).toBe('');
    await submit();
    expect(sent).toMatchObject([{ name: 'Anna Prófdóttir', email: 'onnur@example.is', ssn: '' }]);
    expect(tokens).toEqual(['Bearer token-of-anna']);
  });

  test('LIFE-38: a visitor still waiting when the chat closes is offered to send on what they wrote', async () => {
    const sent = takeInquiries();
    vi.setSystemTime(new Date('2026-11-20T15:59:00Z'));
    const { conversation, openSocket, receive, lastSocket } = await showChat(hours);
    await act(async () => {
      void conversation.start({ name: 'Gestur', topic: 'Kaskó' });
      await openSocket();
    });
    await act(async () => conversation.sendMessage('Hvað kostar hún?'));
    vi.setSystemTime(new Date('2026-11-20T16:00:30Z'));
    await act(async () => conversation.minimise());
    await act(async () => conversation.open());
    await receive(chatNews({ state: 'waiting', position: 1, agent: null }));
    expect(find('dialog').textContent).not.toContain('númer 1');
    expect(find('dialog').textContent).toContain(t('chat|unanswered'));
    await fill({ email: 'gestur@example.is' });
    await submit();
    expect(sent).toMatchObject([{ name: 'Gestur', description: 'Kaskó\n\nHvað kostar hún?' }]);
    expect(lastSocket().sent.at(-1)).toEqual({ type: 'end' });
  });
});

test('LIFE-38: a chat that ended without an answer offers to send the question on', async () => {
  const sent = takeInquiries();
  const { receive } = await startTalking();
  await receive(chatNews({ state: 'ended', endedBy: 'visitor', agent: null }));
  expect(find('dialog').textContent).toContain(t('chat|unanswered'));
  await fill({ email: 'gestur@example.is' });
  await submit();
  expect(sent).toMatchObject([{ name: 'Gestur', description: 'Kaskó' }]);
});
