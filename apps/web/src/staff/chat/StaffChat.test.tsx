// @vitest-environment happy-dom
import type { AgentChat, AgentMessage, ServiceToAgent } from '@hofn/contracts';
import { createTranslator } from '@hofn/texts';
import { portal } from '@hofn/texts/catalogue/is/portal.ts';
import { shell } from '@hofn/texts/catalogue/is/shell.ts';
import { site } from '@hofn/texts/catalogue/is/site.ts';
import { staff } from '@hofn/texts/catalogue/is/staff.ts';
import { act, useSyncExternalStore } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createDesk, type Desk } from '../../chat/desk/desk.ts';
import { createTestSockets } from '../../chat/testing.ts';
import { TextsContext } from '../../engine/texts.ts';
import { Chats } from './StaffChat.tsx';

const texts = createTranslator('is', { ...shell, ...site, ...portal, ...staff });
let root: Root;

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
const Screen = ({ desk }: { desk: Desk }) => (
  <Chats desk={desk} state={useSyncExternalStore(desk.subscribe, desk.state)} />
);
const openDeskWithChats = async () => {
  const testSockets = createTestSockets<AgentMessage, ServiceToAgent>();
  const { connect, random, schedule, randomFraction } = testSockets;
  const token = async () => 'a.b.c';
  const storage = { read: () => undefined, write: () => {} };
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
  testSockets.lastSocket().receive({ type: 'chats', chats: [listedChat('anna'), listedChat('bjarni')] });
  await act(async () =>
    root.render(
      <TextsContext value={texts}>
        <Screen desk={desk} />
      </TextsContext>,
    ),
  );
  await act(async () => desk.select('anna'));
  return { ...testSockets, desk };
};
const button = (name: string): HTMLButtonElement => {
  const element = [...document.querySelectorAll('button')].find(({ textContent }) =>
    textContent?.includes(name),
  );
  if (!element) throw new Error(`No button is called ${name}`);
  return element;
};
const press = (name: string) =>
  act(async () => {
    button(name).focus();
    button(name).click();
  });
const answerField = (): HTMLTextAreaElement => {
  const element = document.querySelector('textarea');
  if (!element) throw new Error('There is nowhere to answer');
  return element;
};

beforeEach(() => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  root = createRoot(document.body.appendChild(document.createElement('div')));
});
afterEach(async () => {
  await act(async () => root.unmount());
  document.body.replaceChildren();
  vi.unstubAllGlobals();
});

test('STAFF-6: an unfinished answer is restored when the agent returns from another chat', async () => {
  const { desk } = await openDeskWithChats();
  await act(async () => {
    Object.getOwnPropertyDescriptor(HTMLTextAreaElement.prototype, 'value')?.set?.call(
      answerField(),
      'Hálft svar',
    );
    answerField().dispatchEvent(new Event('input', { bubbles: true }));
  });
  await act(async () => desk.select('bjarni'));
  expect(answerField().value).toBe('');
  await act(async () => desk.select('anna'));
  expect(answerField().value).toBe('Hálft svar');
});

test('STAFF-6: a chat is ended only after confirmation, and returning it to the queue keeps focus in the chat area', async () => {
  const { lastSocket } = await openDeskWithChats();
  await press(texts('staffChat|end'));
  expect(lastSocket().sent.map(({ type }) => type)).toEqual(['hello']);
  await press(texts('staffChat|endNo'));
  expect(document.activeElement).toBe(button(texts('staffChat|end')));
  await press(texts('staffChat|end'));
  await press(texts('staffChat|endYes'));
  expect(lastSocket().sent.at(-1)).toEqual({ type: 'end', chat: 'anna' });

  await press(texts('staffChat|release'));
  await act(async () =>
    lastSocket().receive({ type: 'chats', chats: [listedChat('anna', { mine: false, state: 'waiting' })] }),
  );
  const focused = document.activeElement;
  expect(focused).not.toBe(document.body);
  expect(focused?.textContent).toContain(texts('staffChat|noneOpen'));
});

test('no actions are offered while disconnected, and a typing indicator does not take focus', async () => {
  const { lastSocket } = await openDeskWithChats();
  await act(async () => answerField().blur());
  expect(document.activeElement).toBe(document.body);
  await act(async () => lastSocket().receive({ type: 'typing', chat: 'anna' }));
  expect(document.body.textContent).toContain(texts('staffChat|typing', { name: 'anna' }));
  expect(document.activeElement).toBe(document.body);
  await act(async () => lastSocket().break());
  for (const name of ['staffChat|end', 'staffChat|release'] as const)
    expect(button(texts(name)).getAttribute('aria-disabled'), name).toBe('true');
});
