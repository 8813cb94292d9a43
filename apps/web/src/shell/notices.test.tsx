// @vitest-environment happy-dom
import { globSync, readFileSync } from 'node:fs';
import { portal } from '@hofn/texts/catalogue/is/portal.ts';
import { shell } from '@hofn/texts/catalogue/is/shell.ts';
import { createTranslator } from '@hofn/texts/translator.ts';
import { toastMs } from '@hofn/ui';
import { QueryClient } from '@tanstack/react-query';
import { act } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { TextsContext } from '../engine/texts.ts';
import { setNotification, showLoadingScreen } from '../parts/notices.ts';
import { SessionProvider } from '../session/session.tsx';
import type { SessionState } from '../session/session-context.ts';
import type { SessionParts } from '../session/session-parts.ts';
import { Notifications, OrLoading } from './Notices.tsx';

let root: Root;
let page: HTMLElement;
let state: SessionState;
let tell: () => void;

const texts = createTranslator('is', { ...shell, ...portal });

const become = (next: SessionState) =>
  act(async () => {
    state = next;
    tell();
  });
const loadingScreen = () => page.querySelector('[role=status]:not([aria-atomic])')?.textContent ?? '';
const content = () => (page.querySelector('main')?.closest('[hidden]') ? 'hidden' : 'shown');
const toasts = () =>
  [...page.querySelectorAll('[role=status] > * > p')].map(({ textContent }) => textContent);

beforeEach(async () => {
  vi.useFakeTimers();
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  state = { status: 'authenticating' };
  const session = {
    start: async () => {},
    state: () => state,
    subscribe: (listener: () => void) => {
      tell = listener;
      return () => {};
    },
  };
  page = document.body.appendChild(document.createElement('div'));
  root = createRoot(page);
  const parts = { session, queries: new QueryClient() } as unknown as SessionParts;
  await act(async () =>
    root.render(
      <TextsContext value={texts}>
        <SessionProvider parts={parts}>
          <OrLoading>
            <main>
              <h1 tabIndex={-1}>Efni</h1>
            </main>
          </OrLoading>
          <Notifications />
        </SessionProvider>
      </TextsContext>,
    ),
  );
});
afterEach(async () => {
  await act(async () => root.unmount());
  page.remove();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test('MENU-7: one action shows and hides the loading screen instead of the page; sign-in and sign-out use it', async () => {
  expect([loadingScreen(), content()]).toEqual([portal.session.loggingIn, 'hidden']);
  await become({ status: 'authenticated' });
  expect([loadingScreen(), content()]).toEqual(['', 'shown']);

  await act(async () => showLoadingScreen('session|loggingOut'));
  expect([loadingScreen(), content()]).toEqual([portal.session.loggingOut, 'hidden']);
  // While the session ends its state is unknown; the screen still shows a logout.
  await become({ status: 'authenticating' });
  expect(loadingScreen()).toBe(portal.session.loggingOut);
  await become({ status: 'unauthenticated', error: { code: 'logout_failed' } as never });
  expect([loadingScreen(), content()]).toEqual(['', 'shown']);

  await act(async () => showLoadingScreen('session|loggingIn'));
  await act(async () => showLoadingScreen(undefined));
  expect([loadingScreen(), content()]).toEqual(['', 'shown']);
});

test('MENU-7, UI-1: one action shows a notification, a newer one with the same id replaces it, and each expires', async () => {
  await become({ status: 'authenticated' });
  await act(async () => setNotification({ id: 'sent', text: 'Sent á a@hofn.example' }));
  await act(async () => setNotification({ id: 'message', text: 'Skilaboðin eru farin', kind: 'error' }));
  expect(toasts()).toEqual(['Sent á a@hofn.example', 'Skilaboðin eru farin']);
  await act(async () => vi.advanceTimersByTime(toastMs - 1));
  await act(async () => setNotification({ id: 'sent', text: 'Sent á b@hofn.example' }));
  expect(toasts()).toEqual(['Skilaboðin eru farin', 'Sent á b@hofn.example']);
  await act(async () => vi.advanceTimersByTime(1));
  expect(toasts()).toEqual(['Sent á b@hofn.example']);
  await act(async () => page.querySelector('button')?.click());
  expect(toasts()).toEqual([]);
});

test('MENU-7: the loading screen does not affect notifications', async () => {
  await become({ status: 'authenticated' });
  await act(async () => setNotification({ id: 'sent', text: 'Sent á a@hofn.example' }));
  await act(async () => showLoadingScreen('session|loggingOut'));
  expect(toasts()).toEqual(['Sent á a@hofn.example']);
  await act(async () => showLoadingScreen(undefined));
  expect(toasts()).toEqual(['Sent á a@hofn.example']);
  await act(async () => vi.advanceTimersByTime(toastMs));
  expect(toasts()).toEqual([]);
});

test('HOLD-18: the heading is focused when it becomes visible, unless something else has the focus', async () => {
  const heading = page.querySelector('h1');
  heading?.blur();
  await act(async () => showLoadingScreen('session|loggingIn'));
  await become({ status: 'authenticated' });
  expect(document.activeElement).toBe(heading);

  await act(async () => showLoadingScreen('session|loggingIn'));
  const menu = document.body.appendChild(document.createElement('button'));
  menu.focus();
  await act(async () => showLoadingScreen(undefined));
  expect(document.activeElement).toBe(menu);
  menu.remove();
});

test('HOLD-18: the live regions of toasts and loading screen exist before their text', async () => {
  const regions = () => [...page.querySelectorAll('[role=status]')];
  await become({ status: 'authenticated' });
  const before = regions();
  expect(before.map(({ textContent }) => textContent)).toEqual(['', '']);
  await act(async () => showLoadingScreen('session|loggingOut'));
  await act(async () => setNotification({ id: 'sent', text: 'Sent á a@hofn.example' }));
  expect(regions()).toEqual(before);
  expect(before.map(({ textContent }) => textContent)).toEqual([
    portal.session.loggingOut,
    'Sent á a@hofn.example',
  ]);
});

test('MENU-7: no screen renders its own notifications or loading screen', () => {
  const folder = `${import.meta.dirname}/../`;
  const files = globSync('**/*.tsx', { cwd: folder }).filter((file) => !file.includes('.test.'));
  const drawing = (pattern: RegExp) =>
    files.filter((file) => pattern.test(readFileSync(folder + file, 'utf8')));
  expect(drawing(/<Toasts?\b/)).toEqual(['shell/Notices.tsx']);
  expect(drawing(/t\('session\|logging(In|Out)'\)/)).toEqual([]);
  expect(drawing(/\b(showLoadingScreen|setNotification)\(/).length).toBeGreaterThan(3);
});
