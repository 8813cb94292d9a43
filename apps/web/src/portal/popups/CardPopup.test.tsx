// @vitest-environment happy-dom
import { errors } from '@hofn/texts/catalogue/is/errors.ts';
import { portal } from '@hofn/texts/catalogue/is/portal.ts';
import { shell } from '@hofn/texts/catalogue/is/shell.ts';
import { createTranslator } from '@hofn/texts/translator.ts';
import { QueryClient } from '@tanstack/react-query';
import type { ComponentProps } from 'react';
import { flushSync } from 'react-dom';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ShownContext } from '../../engine/App.tsx';
import { TextsContext } from '../../engine/texts.ts';
import { createCallTracker } from '../../session/call-tracker.ts';
import { SessionProvider } from '../../session/session.tsx';
import type { SessionParts } from '../../session/session-parts.ts';
import Popups from './Popups.tsx';

const texts = createTranslator('is', { ...shell, ...portal, ...errors });
const ssn = '1402851489';
const newCard = { cardNumberMasked: '•••• 4242', expires: '08/29', brand: 'Visa' };
const start = {
  paymentLink: 'https://cards.example/verify/v1',
  verificationId: 'v1',
  expiresAt: '2026-11-21T12:08:00Z',
};

let root: Root;
/** The registered card. */
let registered: typeof newCard | null;
/** API calls in order, including reads of the user. */
let calls: string[];
/** Delays the refetch of the user. */
let userAnswer: Promise<unknown>;
/** Delays the read of the payment method. */
let methodAnswer: Promise<unknown>;

const get = async (path: string) => {
  if (path.endsWith('/checkpopup')) return { show: true };
  if (path.endsWith('/ccard/info')) return registered;
  if (path.endsWith('/paymentmethod')) {
    calls.push('method');
    await methodAnswer;
    const none = { method: null, bankInfo: null, next: null, change: null, claimFee: 130, cardInUse: false };
    return { ...none, ccardInfo: registered };
  }
  if (!path.endsWith('/info')) throw new Error(`unexpected ${path}`);
  calls.push('user');
  await userAnswer;
  return user();
};
const post = async (path: string, { body }: { body?: object } = {}) => {
  calls.push(path.replace(/.*\/v1\//, ''));
  if (path.endsWith('/ccard/init')) return start;
  if (path.endsWith('/ccard/register')) registered = newCard;
  if (path.endsWith('/savepopup')) calls.push(JSON.stringify(body));
  return path.endsWith('/ccard/register') ? newCard : {};
};
let subjectSsn: string;
const user = () => ({
  ssn,
  currentProxyUser: {
    id: 'anna',
    value: subjectSsn,
    via: subjectSsn === ssn ? 'self' : 'grant',
    role: 'Admin',
  },
  paymentMethod: { ccardInfo: registered },
  popupinfo: { showPopup: false },
});

/** Minimal engine context for links. */
const shownPage = { links: { newTabPaths: [] } } as unknown as ComponentProps<typeof ShownContext>['value'];

const show = () => {
  const state = { status: 'authenticated', user: { sub: 'anna' } };
  const parts = {
    session: { start: async () => {}, state: () => state, subscribe: () => () => {} },
    queries: new QueryClient({ defaultOptions: { queries: { retry: false, networkMode: 'always' } } }),
    api: { get, post },
    tracker: createCallTracker(() => 0),
    language: () => 'is',
  } as unknown as SessionParts;
  flushSync(() =>
    root.render(
      <TextsContext value={texts}>
        <ShownContext value={shownPage}>
          <SessionProvider parts={parts}>
            <Popups page="portal.base" />
          </SessionProvider>
        </ShownContext>
      </TextsContext>,
    ),
  );
};
const dialog = () => document.querySelector('dialog');
const button = (name: string) =>
  [...document.querySelectorAll('button')].find(({ textContent }) => textContent?.trim() === name);

/**
 * Presses the register button and verifies the card in the card service's window, which posts a message back.
 */
const registerCard = async () => {
  const popup = { closed: false, close: () => {} };
  const opened = vi.fn(() => popup);
  vi.stubGlobal('open', opened);
  await vi.waitFor(() => {
    button(texts('card|register'))?.click();
    expect(opened).toHaveBeenCalled();
  });
  expect(opened).toHaveBeenCalledWith(
    start.paymentLink,
    expect.any(String),
    expect.stringMatching(/^popup,width=800,height=1100$/),
  );
  const data = {
    message: 'verificationSucceeded',
    verificationId: 'v1',
    verificationData: 'data',
    verificationHash: 'hash',
  };
  window.dispatchEvent(
    new MessageEvent('message', { origin: 'https://cards.example', source: popup as never, data }),
  );
};

beforeEach(() => {
  sessionStorage.clear();
  registered = null;
  calls = [];
  userAnswer = Promise.resolve();
  methodAnswer = Promise.resolve();
  subjectSsn = ssn;
  root = createRoot(document.body.appendChild(document.createElement('div')));
});
afterEach(() => {
  vi.useRealTimers();
  root.unmount();
  document.body.replaceChildren();
  vi.unstubAllGlobals();
});

test('PAY-7a, PAY-11a: the card popup opens at once; after a card is registered it refetches the user and closes 200 ms later', async () => {
  show();
  await vi.waitFor(() => expect(dialog()?.textContent ?? '').toContain(texts('card|popupTitle')));
  expect(dialog()?.open).toBe(true);
  await vi.waitFor(() => expect(button(texts('card|register'))).toBeDefined());
  let answer: (value?: unknown) => void = () => {};
  userAnswer = new Promise((resolve) => {
    answer = resolve;
  });
  calls = [];
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  await registerCard();
  await vi.waitFor(() => expect(calls).toContain('user'));
  expect(calls.indexOf('user')).toBeGreaterThan(calls.indexOf('settings/ccard/register'));
  // The popup stays until the user is refetched, however long that takes.
  await vi.advanceTimersByTimeAsync(1000);
  expect(dialog()?.textContent ?? '').toContain(texts('card|popupTitle'));
  answer();
  await vi.advanceTimersByTimeAsync(199);
  expect(dialog()?.textContent ?? '').toContain(texts('card|popupTitle'));
  await vi.advanceTimersByTimeAsync(10);
  vi.useRealTimers();
  await vi.waitFor(() => expect(dialog()?.textContent ?? '').not.toContain(texts('card|popupTitle')));
  expect(calls).toContain(JSON.stringify({ popup: 'card', outcome: 'done' }));
});

test('PAY-11a: the card popup can be closed without registering anything', async () => {
  show();
  await vi.waitFor(() => expect(button(texts('contactInfoPopup|later'))).toBeDefined());
  button(texts('contactInfoPopup|later'))?.click();
  await vi.waitFor(() => expect(dialog()?.textContent ?? '').not.toContain(texts('card|popupTitle')));
  expect(calls).toContain(JSON.stringify({ popup: 'card', outcome: 'dismissed' }));
  expect(registered).toBeNull();
});

test('PAY-11a: there is no card popup while acting for someone else', async () => {
  subjectSsn = '0303831459';
  show();
  await vi.waitFor(() => expect(calls).toContain('user'));
  await new Promise((resolve) => requestAnimationFrame(resolve));
  expect(dialog()).toBeNull();
});

test('PAY-7d: an automatic registration that was never opened expires silently', async () => {
  vi.useFakeTimers({ toFake: ['Date', 'setInterval', 'clearInterval'] });
  show();
  const popup = { closed: false, close: () => {} };
  const opened = vi.fn(() => popup);
  vi.stubGlobal('open', opened);
  const starts = () => calls.filter((call) => call === 'settings/ccard/init').length;
  await vi.waitFor(() => expect(button(texts('card|register'))).toBeDefined());
  vi.advanceTimersByTime(479_000);
  expect(starts()).toBe(1);
  vi.advanceTimersByTime(1000);
  expect(dialog()?.textContent).not.toContain(texts('card|ccardRegistrationFailed'));
  // The old link is gone: pressed now, it asks for another and opens that one.
  await vi.waitFor(() => {
    button(texts('card|register'))?.click();
    expect(starts()).toBe(2);
  });
  await vi.waitFor(() => expect(opened).toHaveBeenCalledTimes(1));
  popup.closed = true;
  vi.advanceTimersByTime(1000);
});

test('PAY-6, LIFE-35: without a card a registration is requested from the start, with one button and no box to tick', async () => {
  show();
  await vi.waitFor(() => expect(button(texts('card|register'))).toBeDefined());
  expect(calls.filter((call) => call === 'settings/ccard/init')).toHaveLength(1);
  expect(document.querySelector('input[type=checkbox]')).toBeNull();
});

test('PAY-7c: the popup reports that the card window was closed without an answer, and offers a retry', async () => {
  vi.useFakeTimers({ toFake: ['Date', 'setInterval', 'clearInterval'] });
  show();
  const popup = { closed: false, close: () => {} };
  vi.stubGlobal('open', () => popup);
  await vi.waitFor(() => expect(button(texts('card|register'))).toBeDefined());
  button(texts('card|register'))?.click();
  popup.closed = true;
  vi.advanceTimersByTime(1000);
  await vi.waitFor(() => expect(dialog()?.textContent ?? '').toContain(texts('card|windowClosed')));
  expect(button(texts('card|register'))?.getAttribute('aria-busy')).toBeNull();
  expect(calls).not.toContain('settings/ccard/register');
});

test('PAY-11b: the card popup shows loading while the payment method loads, and while it or the user is refetched', async () => {
  const method = Promise.withResolvers<void>();
  methodAnswer = method.promise;
  show();
  await vi.waitFor(() => expect(calls).toContain('method'));
  await vi.waitFor(() => expect(dialog()?.textContent ?? '').toContain(texts('paymentDetails|loadingCard')));
  expect(dialog()?.textContent ?? '').not.toContain(texts('card|popupText'));
  method.resolve();
  await vi.waitFor(() => expect(dialog()?.textContent ?? '').toContain(texts('card|popupText')));
  const busy = () => dialog()?.querySelector('div[aria-busy="true"]') ?? null;
  await vi.waitFor(() => expect(busy()).toBeNull());
  const again = Promise.withResolvers<void>();
  userAnswer = again.promise;
  calls = [];
  await registerCard();
  await vi.waitFor(() => expect(calls).toEqual(expect.arrayContaining(['user', 'method'])));
  await vi.waitFor(() => expect(busy()).not.toBeNull());
  again.resolve();
  await vi.waitFor(() => expect(busy()).toBeNull());
});
