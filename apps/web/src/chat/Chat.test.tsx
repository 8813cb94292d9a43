// @vitest-environment happy-dom
import type { VisitorNews, VisitorWord } from '@hofn/contracts';
import { chat as words } from '@hofn/texts/catalogue/is/chat.ts';
import { createTranslator } from '@hofn/texts/translator.ts';
import { act } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Chat } from './Chat.tsx';
import { createConversation } from './conversation.ts';
import { createHands } from './testing.ts';

const t = createTranslator('is', words);
let root: Root;

/** The chat's window on a page whose sockets and timers the test holds. */
const shown = async () => {
  const hands = createHands<VisitorWord, VisitorNews>();
  const { connect, random, later, chance } = hands;
  const conversation = createConversation({
    connect,
    token: async () => undefined,
    language: () => 'is',
    kept: { read: () => undefined, write: () => {} },
    clear: () => {},
    random,
    online: () => true,
    later,
    chance,
  });
  await act(async () => root.render(<Chat t={t} conversation={conversation} knowsName={() => false} />));
  await act(async () => conversation.open());
  const hear = (...news: VisitorNews[]) =>
    act(async () => {
      for (const one of news) hands.line().hear(one);
    });
  return { ...hands, conversation, hear };
};
const chat = (changes: Partial<Extract<VisitorNews, { type: 'chat' }>> = {}): VisitorNews => ({
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
const answer = (seq: number): VisitorNews => ({
  type: 'message',
  seq,
  key: `answer-${seq}`,
  side: 'agent',
  author: 'Katrín',
  text: 'Góðan dag',
  at: '2026-11-21T12:00:00Z',
});
const talking = async () => {
  const page = await shown();
  await act(async () => {
    void page.conversation.start({ name: 'Gestur', topic: 'Kaskó' });
    await page.lift();
  });
  return page;
};

const one = <Found extends HTMLElement>(selector: string): Found => {
  const found = document.querySelector<Found>(selector);
  if (!found) throw new Error(`Nothing is ${selector}`);
  return found;
};
const button = (name: string): HTMLButtonElement => {
  const named = [...document.querySelectorAll('button')].filter(
    (found) => name === (found.getAttribute('aria-label') ?? found.textContent?.trim()),
  );
  if (named.length !== 1 || !named[0]) throw new Error(`${named.length} buttons are called ${name}`);
  return named[0];
};
const press = (name: string) =>
  act(async () => {
    const found = button(name);
    found.focus();
    found.click();
  });
const pressEscape = () =>
  act(async () => {
    one('dialog').dispatchEvent(
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

test('the log is quiet until what was said before is there, and one’s own message stays the same element when it is confirmed', async () => {
  const { conversation, hear } = await talking();
  const log = one('[role=log]');
  expect(log.getAttribute('aria-live')).toBe('off');
  await hear(chat());
  expect(log.getAttribute('aria-live')).toBe('polite');
  await act(async () => conversation.say('Halló'));
  const said = one('li');
  expect(said.textContent).toContain(t('chat|sending'));
  const [pending] = conversation.state().pending;
  await hear({
    type: 'message',
    seq: 1,
    key: pending?.key ?? '',
    side: 'visitor',
    author: 'Gestur',
    text: 'Halló',
    at: '2026-11-21T12:00:00Z',
  });
  expect([...document.querySelectorAll('li')]).toEqual([said]);
  expect(said.textContent).not.toContain(t('chat|sending'));
});

test('the focus stays in the chat: at the end that is not wanted, at a message tried again, and where a copy went', async () => {
  const { conversation, hear } = await talking();
  await hear(chat());
  await press(t('chat|end'));
  expect(document.activeElement).toBe(button(t('chat|endYes')));
  await press(t('chat|endNo'));
  expect(document.activeElement).toBe(button(t('chat|end')));

  await act(async () => conversation.say('Halló'));
  const key = conversation.state().pending[0]?.key ?? '';
  await hear({ type: 'refused', of: 'say', key, errorCode: 'tooManyRequests', message: 'Bíddu' });
  await press(t('chat|retry'));
  expect(document.activeElement).toBe(one('[role=log]'));

  await hear(chat({ state: 'ended', endedBy: 'agent' }));
  // Nobody has answered: there is nothing to send a copy of.
  expect(document.querySelector('input[type=email]')).toBeNull();
  await hear(answer(1));
  // It stands before it has words, so that they are heard.
  const status = one('form + [role=status]');
  expect(status.textContent).toBe('');
  await write(one('input[type=email]'), 'gestur@example.is');
  await press(t('chat|transcript'));
  await hear({ type: 'transcript', email: 'gestur@example.is' });
  expect(status.textContent).toBe(t('chat|transcriptSent', { email: 'gestur@example.is' }));
  expect(document.activeElement).toBe(status);
});

test('Escape minimises and loses nothing: what is typed before the chat, nor the copy of one that has ended', async () => {
  const { conversation, hear, lift } = await shown();
  await write(one('input[name=topic]'), 'Kaskó');
  await pressEscape();
  expect(conversation.state()).toMatchObject({ status: 'prechat', open: false });
  await act(async () => conversation.open());
  expect(one<HTMLInputElement>('input[name=topic]').value).toBe('Kaskó');
  await act(async () => {
    void conversation.start({ name: 'Gestur', topic: 'Kaskó' });
    await lift();
  });
  await hear(answer(1), chat({ state: 'ended', endedBy: 'agent' }));
  await pressEscape();
  expect(conversation.state()).toMatchObject({ status: 'ended', open: false });
  await act(async () => conversation.open());
  expect(button(t('chat|transcript')).getAttribute('aria-disabled')).toBe('false');
  await press(t('chat|close'));
  expect(conversation.state().status).toBe('closed');
});

test('HELP-9: without a network the head does not say that an agent is there, and does again once the line is back', async () => {
  const { conversation, hear, pass, lift } = await talking();
  await hear(chat());
  const standing = one('dialog [role=status]');
  expect(standing.textContent).toBe(t('chat|connected', { agent: 'Katrín' }));
  await act(async () => conversation.cut());
  expect(standing.textContent).toBe('');
  expect(one('dialog').textContent).toContain(t('chat|reconnecting'));
  await act(async () => {
    await pass(1_000);
    await lift();
  });
  await hear(chat());
  expect(standing.textContent).toBe(t('chat|connected', { agent: 'Katrín' }));
});

test('an end asked for while the line is away is said to come, and a copy is offered once it is back', async () => {
  const { hear, line, pass, lift } = await talking();
  await hear(chat());
  await act(async () => line().break());
  await press(t('chat|end'));
  await press(t('chat|endYes'));
  expect(one('dialog').textContent).toContain(t('chat|ending'));
  await act(async () => {
    await pass(500);
    await lift();
  });
  await hear(answer(1), chat({ state: 'ended', endedBy: 'visitor' }));
  expect(one('dialog').textContent).not.toContain(t('chat|ending'));
  await act(async () => line().break());
  expect(button(t('chat|transcript')).getAttribute('aria-disabled')).toBe('true');
});
