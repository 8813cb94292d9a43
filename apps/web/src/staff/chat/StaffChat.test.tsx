// @vitest-environment happy-dom
import type { AgentChat, AgentNews, AgentWord } from '@hofn/contracts';
import { createTranslator } from '@hofn/texts';
import { portal } from '@hofn/texts/catalogue/is/portal.ts';
import { shell } from '@hofn/texts/catalogue/is/shell.ts';
import { site } from '@hofn/texts/catalogue/is/site.ts';
import { staff } from '@hofn/texts/catalogue/is/staff.ts';
import { act, useSyncExternalStore } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createHands } from '../../chat/testing.ts';
import { TextsContext } from '../../engine/texts.ts';
import { createDesk, type Desk } from './desk.ts';
import { Chats } from './StaffChat.tsx';

const texts = createTranslator('is', { ...shell, ...site, ...portal, ...staff });
let root: Root;

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
const Screen = ({ desk }: { desk: Desk }) => (
  <Chats desk={desk} state={useSyncExternalStore(desk.subscribe, desk.state)} />
);
const seated = async () => {
  const hands = createHands<AgentWord, AgentNews>();
  const { connect, random, later, chance } = hands;
  const token = async () => 'a.b.c';
  const kept = { read: () => undefined, write: () => {} };
  const desk = createDesk({ connect, token, language: () => 'is', kept, random, later, chance });
  await hands.lift();
  hands.line().hear({ type: 'chats', chats: [listed('anna'), listed('bjarni')] });
  await act(async () =>
    root.render(
      <TextsContext value={texts}>
        <Screen desk={desk} />
      </TextsContext>,
    ),
  );
  await act(async () => desk.select('anna'));
  return { ...hands, desk };
};
const button = (name: string): HTMLButtonElement => {
  const found = [...document.querySelectorAll('button')].find(({ textContent }) =>
    textContent?.includes(name),
  );
  if (!found) throw new Error(`No button is called ${name}`);
  return found;
};
const press = (name: string) =>
  act(async () => {
    button(name).focus();
    button(name).click();
  });
const answer = (): HTMLTextAreaElement => {
  const found = document.querySelector('textarea');
  if (!found) throw new Error('There is nowhere to answer');
  return found;
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

test('STAFF-6: an answer half written is there again when the agent comes back from another chat', async () => {
  const { desk } = await seated();
  await act(async () => {
    Object.getOwnPropertyDescriptor(HTMLTextAreaElement.prototype, 'value')?.set?.call(
      answer(),
      'Hálft svar',
    );
    answer().dispatchEvent(new Event('input', { bubbles: true }));
  });
  await act(async () => desk.select('bjarni'));
  expect(answer().value).toBe('');
  await act(async () => desk.select('anna'));
  expect(answer().value).toBe('Hálft svar');
});

test('STAFF-6: a chat is ended only after the agent is asked, and set back into the queue it leaves the focus beside the list', async () => {
  const { line } = await seated();
  await press(texts('staffChat|end'));
  expect(line().said.map(({ type }) => type)).toEqual(['hello']);
  await press(texts('staffChat|endNo'));
  expect(document.activeElement).toBe(button(texts('staffChat|end')));
  await press(texts('staffChat|end'));
  await press(texts('staffChat|endYes'));
  expect(line().said.at(-1)).toEqual({ type: 'end', chat: 'anna' });

  await press(texts('staffChat|release'));
  await act(async () =>
    line().hear({ type: 'chats', chats: [listed('anna', { mine: false, state: 'waiting' })] }),
  );
  const at = document.activeElement;
  expect(at).not.toBe(document.body);
  expect(at?.textContent).toContain(texts('staffChat|noneOpen'));
});

test('while the line is away no press is offered, and a hint that the visitor types does not take the focus', async () => {
  const { line } = await seated();
  await act(async () => answer().blur());
  expect(document.activeElement).toBe(document.body);
  await act(async () => line().hear({ type: 'typing', chat: 'anna' }));
  expect(document.body.textContent).toContain(texts('staffChat|typing', { name: 'anna' }));
  expect(document.activeElement).toBe(document.body);
  await act(async () => line().break());
  for (const name of ['staffChat|end', 'staffChat|release'] as const)
    expect(button(texts(name)).getAttribute('aria-disabled'), name).toBe('true');
});
