// @vitest-environment happy-dom
import type { AgentChat, AgentMessage, ServiceToAgent } from '@hofn/contracts';
import { createTranslator } from '@hofn/texts';
import { shell } from '@hofn/texts/catalogue/is/shell.ts';
import { staff } from '@hofn/texts/catalogue/is/staff.ts';
import { act } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { confirmLeaving, leaveQuestion, subscribeToLeaveQuestion } from '../../engine/navigation-blocker.ts';
import { TextsContext } from '../../engine/texts.ts';
import { createTestSockets } from '../testing.ts';
import { DeskProvider, useShownDesk, useWaitingVisitors } from './DeskProvider.tsx';

const { line } = vi.hoisted(() => ({ line: { connect: undefined as unknown } }));
vi.mock('../../engine/index.ts', () => import('../../engine/texts.ts'));
vi.mock('../../session/index.ts', () => {
  const session = { calls: { token: async () => 'a.b.c' } };
  return { useSession: () => ({ status: 'authenticated' }), useSessionParts: () => ({ session }) };
});
vi.mock('../browser-functions.ts', async (original) => ({
  ...(await original<object>()),
  connectTo: () => (line.connect as () => unknown)(),
}));

const texts = createTranslator('is', { ...shell, ...staff });
const chatOf = (id: string, changes: Partial<AgentChat> = {}): AgentChat => ({
  ...{ id, state: 'connected', mine: true, agent: 'Katrín', name: id, topic: 'Kaskó', language: 'is' },
  ...{ customer: null, startedAt: '2026-11-21T12:00:00Z', lastSeq: 0, idle: false, endedBy: null },
  ...changes,
});
const messageIn = (chat: string, seq: number): ServiceToAgent => ({
  ...{ type: 'message', chat, seq, key: `k${seq}`, side: 'visitor', author: 'Gestur', text: 'Halló' },
  at: '2026-11-21T12:00:00Z',
});

const Menu = () => <output>{useWaitingVisitors()}</output>;
const ChatScreen = () => {
  const { desk, state } = useShownDesk() ?? {};
  return (
    <>
      <button type="button" onClick={() => desk?.select('anna')} />
      <textarea
        value={state?.drafts.anna ?? ''}
        onChange={({ target }) => desk?.draft('anna', target.value)}
      />
    </>
  );
};

let root: Root;
let sockets: ReturnType<typeof createTestSockets<AgentMessage, ServiceToAgent>>;
beforeEach(() => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  sessionStorage.clear();
  document.title = 'Verkefni';
  sockets = createTestSockets<AgentMessage, ServiceToAgent>();
  line.connect = sockets.connect;
  root = createRoot(document.body.appendChild(document.createElement('div')));
});
afterEach(async () => {
  await act(async () => root.unmount());
  document.body.replaceChildren();
  vi.unstubAllGlobals();
});

const show = (screen: 'chat' | 'case') =>
  act(async () =>
    root.render(
      <TextsContext value={texts}>
        <DeskProvider language="is">
          <Menu />
          {screen === 'chat' && <ChatScreen />}
        </DeskProvider>
      </TextsContext>,
    ),
  );
const receive = (message: ServiceToAgent) => act(async () => sockets.lastSocket().receive(message));
const openChats = async () => {
  await show('chat');
  await act(async () => sockets.openSocket());
  await receive({
    type: 'chats',
    chats: [chatOf('anna'), chatOf('gestur', { mine: false, state: 'waiting' })],
  });
  await act(async () => document.querySelector('button')?.click());
};
const counted = () => [document.querySelector('output')?.textContent, document.title];

test('DESK-7: an employee who has not opened the chat is not connected to it', async () => {
  await show('case');
  expect(sockets.sockets).toHaveLength(0);
});

test('DESK-7: the chat stays connected on another screen, and who waits is counted in menu and title', async () => {
  await openChats();
  await receive(messageIn('anna', 1));
  // What the agent sees is not unread.
  expect(counted()).toEqual(['1', '(1) Verkefni']);
  await show('case');
  await receive(messageIn('anna', 2));
  expect(sockets.sockets).toHaveLength(1);
  expect(counted()).toEqual(['2', '(2) Verkefni']);
  await act(async () => {
    document.title = 'Mál';
    await Promise.resolve();
  });
  await vi.waitFor(() => expect(document.title).toBe('(2) Mál'));
  await receive({ type: 'chats', chats: [chatOf('anna')] });
  expect(counted()).toEqual(['1', '(1) Mál']);
  await show('chat');
  expect(counted()).toEqual(['0', 'Mál']);
});

test('DESK-7: a draft outlives another screen, which asks nothing; signing out asks', async () => {
  await openChats();
  const field = document.querySelector('textarea');
  await act(async () => {
    Object.getOwnPropertyDescriptor(HTMLTextAreaElement.prototype, 'value')?.set?.call(field, 'Hálft svar');
    field?.dispatchEvent(new Event('input', { bubbles: true }));
  });
  const stop = subscribeToLeaveQuestion(() => {});
  expect(await confirmLeaving({ isWithin: true })).toBe(true);
  // Signing out would lose it.
  const leaving = confirmLeaving();
  expect(leaveQuestion()).toBeDefined();
  leaveQuestion()?.answer(false);
  expect(await leaving).toBe(false);
  stop();
  await show('case');
  await show('chat');
  expect(document.querySelector('textarea')?.value).toBe('Hálft svar');
});

test('DESK-7: a tab that had the chat open is connected again after a reload', async () => {
  await openChats();
  await act(async () => root.unmount());
  root = createRoot(document.body.appendChild(document.createElement('div')));
  await show('case');
  expect(sockets.sockets).toHaveLength(2);
});
