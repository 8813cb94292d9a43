// @vitest-environment happy-dom
import { errors } from '@hofn/texts/catalogue/is/errors.ts';
import { portal } from '@hofn/texts/catalogue/is/portal.ts';
import { shell } from '@hofn/texts/catalogue/is/shell.ts';
import { createTranslator } from '@hofn/texts/translator.ts';
import { QueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { TextsContext } from '../../engine/texts.ts';
import { currentNotices } from '../../parts/notices.ts';
import { ApiError } from '../../session/api-error.ts';
import { createCallTracker } from '../../session/call-tracker.ts';
import { SessionProvider } from '../../session/session.tsx';
import type { SessionParts } from '../../session/session-parts.ts';
import { PaymentDetails } from './PaymentDetails.tsx';
import { BankSection, CardSection } from './sections.tsx';

const texts = createTranslator('is', { ...shell, ...portal, ...errors });
const card = { cardNumberMasked: '•••• 4242', expires: '08/29', brand: 'Visa' };
const account = { bank: '0133', ledger: '26', account: '004821' };
const user = {
  ssn: '1402851489',
  currentProxyUser: { id: 'anna', value: '1402851489', via: 'self', role: 'Admin' },
};
const rejectUnavailable = () => Promise.reject(new ApiError({ status: 503, errorCode: 'unavailable' }));

/** Long timeout, for busy machines. */
const eventually = (check: () => void) => vi.waitFor(check, 20_000);

/** Runs an action and lets React render its result. */
const act = async (run: () => unknown) => {
  await run();
  for (let turn = 0; turn < 5; turn += 1) await new Promise((resolve) => setImmediate(resolve));
};

let root: Root;
let page: HTMLElement;
/** Response of each call. */
let answers: { bankinfo: () => Promise<unknown>; info: () => Promise<unknown> };
const post = vi.fn<(path: string, input: { body: object }) => Promise<unknown>>();

const show = (screen: ReactNode) => {
  const state = { status: 'authenticated', user: { sub: 'anna' } };
  const parts = {
    session: { start: async () => {}, state: () => state, subscribe: () => () => {} },
    queries: new QueryClient({ defaultOptions: { queries: { retry: false, networkMode: 'always' } } }),
    api: {
      get: async (path: string) => {
        if (path.endsWith('/bankinfo')) return answers.bankinfo();
        if (path.endsWith('/ccard/info')) return answers.info();
        if (path.endsWith('/paymentmethod')) return { method: null, bankInfo: null, ccardInfo: null };
        return user;
      },
      post,
    },
    tracker: createCallTracker(() => 0),
    language: () => 'is',
  } as unknown as SessionParts;
  return act(() =>
    root.render(
      <TextsContext value={texts as never}>
        <SessionProvider parts={parts}>{screen}</SessionProvider>
      </TextsContext>,
    ),
  );
};

beforeEach(() => {
  post.mockReset().mockImplementation(async (_, { body }) => body);
  answers = { bankinfo: async () => account, info: async () => card };
  vi.spyOn(HTMLInputElement.prototype, 'setRangeText').mockImplementation(function (
    this: HTMLInputElement,
    text: string,
  ) {
    setValue(this, text);
  });
  page = document.body.appendChild(document.createElement('div'));
  root = createRoot(page);
});
afterEach(() => {
  vi.restoreAllMocks();
  root.unmount();
  page.remove();
  vi.useRealTimers();
});

const headings = () => [...page.querySelectorAll('h2')].map(({ textContent }) => textContent);
const alerts = () => [...page.querySelectorAll('[role=alert]')].map(({ textContent }) => textContent ?? '');
// React tracks the element's own `value`; user input and a browser's `setRangeText` bypass it, the latter not in happy-dom.
const setValue = (element: HTMLInputElement, text: string) =>
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(element, text);
const input = (name: string): HTMLInputElement => {
  const element = page.querySelector<HTMLInputElement>(`input[name="${name}"]`);
  if (!element) throw new Error(`no ${name}`);
  return element;
};
const type = (name: string, text: string) =>
  act(() => {
    const element = input(name);
    element.focus();
    setValue(element, text);
    element.dispatchEvent(new Event('input', { bubbles: true }));
  });
const save = () =>
  act(() => {
    input('bank').form?.dispatchEvent(new SubmitEvent('submit', { bubbles: true, cancelable: true }));
  });

test('PAY-15: account and card are separate forms with a title and description', async () => {
  await show(<PaymentDetails />);
  await eventually(() => expect(page.querySelectorAll('input[name=account]')).toHaveLength(1));
  expect(headings().slice(0, 2)).toEqual([texts('bank|title'), texts('card|title')]);
  expect(page.textContent).toContain(texts('bank|description'));
  expect(page.textContent).toContain(texts('card|description'));
  expect(input('bank').value).toBe('0133');
  expect(page.textContent).toContain('Visa •••• 4242');
  expect(page.textContent).toContain(texts('card|useOther'));
});

test('PAY-15: title and description are optional', async () => {
  await show(
    <>
      <BankSection />
      <CardSection description="Aðeins lýsing" />
    </>,
  );
  await eventually(() => expect(page.querySelector('input[name=account]')).not.toBeNull());
  expect(headings()).toEqual([]);
  expect(page.textContent).toContain('Aðeins lýsing');
  expect(page.querySelectorAll('section > p')).toHaveLength(1);
});

test('PAY-15: an account or card that is loading shows a skeleton with a text for screen readers', async () => {
  answers = { bankinfo: () => new Promise(() => {}), info: () => new Promise(() => {}) };
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  await show(<PaymentDetails />);
  await act(() => vi.advanceTimersByTimeAsync(1000));
  for (const loadingText of [texts('paymentDetails|loadingBank'), texts('paymentDetails|loadingCard')]) {
    const skeleton = [...page.querySelectorAll('[data-state=loading]')].find(
      ({ textContent }) => textContent === loadingText,
    );
    expect(skeleton?.querySelector('[aria-hidden=true]')?.children, loadingText).toHaveLength(3);
  }
  expect(page.querySelector('input[name=account]')).toBeNull();
});

test.each([
  ['bankinfo', 'bank|loadFailed', 'card|loadFailed'],
  ['info', 'card|loadFailed', 'bank|loadFailed'],
] as const)(
  'PAY-17a: a failed load of %s shows its own error alert with a retry button',
  async (call, shownText, hiddenText) => {
    answers[call] = rejectUnavailable;
    await show(<PaymentDetails />);
    await eventually(() => expect(alerts()).toHaveLength(1));
    expect(alerts()[0]).toContain(texts(shownText));
    expect(page.querySelector('[role=alert]')?.className).toMatch(/error/);
    expect(alerts()[0]).toContain(texts('errorCode|unavailable'));
    expect(page.textContent).not.toContain(texts(hiddenText));
    answers[call] = async () => null;
    await act(() => page.querySelector<HTMLElement>('[role=alert] button')?.click());
    await eventually(() => expect(alerts()).toEqual([]));
  },
);

test('PAY-2, PAY-3: only digits are kept, focus moves on from a full bank and ledger, and a part is zero-padded on blur', async () => {
  answers.bankinfo = async () => null;
  await show(<BankSection />);
  await eventually(() => expect(page.querySelector('input[name=account]')).not.toBeNull());
  await type('bank', '0x13');
  expect([input('bank').value, document.activeElement]).toEqual(['013', input('bank')]);
  await type('bank', '01339');
  expect([input('bank').value, document.activeElement]).toEqual(['0133', input('ledger')]);
  await type('ledger', '2');
  expect(document.activeElement).toBe(input('ledger'));
  await type('ledger', '26');
  expect(document.activeElement).toBe(input('account'));
  await type('account', '1234567');
  expect([input('account').value, document.activeElement]).toEqual(['123456', input('account')]);
  for (const [name, typed, afterBlur] of [
    ['account', '7', '000007'],
    ['account', '', ''],
    ['bank', '133', '0133'],
    ['bank', '33', '33'],
    ['ledger', '6', '6'],
  ] as const) {
    await type(name, typed);
    await act(() => input(name).blur());
    expect(input(name).value, `${name} ${typed}`).toBe(afterBlur);
  }
});

test('PAY-5, PAY-17b: the account is saved once, with a toast; a rejection is shown at the part its error code names', async () => {
  await show(<BankSection />);
  await eventually(() => expect(page.querySelector('input[name=account]')).not.toBeNull());
  const refusal = Promise.withResolvers<unknown>();
  post.mockImplementationOnce(() => refusal.promise);
  await type('account', '9');
  await act(() => input('account').blur());
  await save();
  await save();
  const button = page.querySelector('button[type=submit]');
  expect(button?.getAttribute('aria-busy')).toBe('true');
  expect(post.mock.calls).toEqual([
    ['/api/user/v1/settings/bankinfo', expect.objectContaining({ body: { ...account, account: '000009' } })],
  ]);
  await act(() =>
    refusal.reject(
      new ApiError({
        status: 409,
        errorCode: 'accountClosed',
        errors: { account: [texts('errorCode|accountClosed')] },
      }),
    ),
  );
  expect(page.querySelector('fieldset')?.textContent).toContain(texts('errorCode|accountClosed'));
  expect(input('account').getAttribute('aria-invalid')).toBe('true');
  post.mockImplementationOnce(rejectUnavailable);
  await save();
  expect(alerts().join()).toContain(texts('bank|saveFailed'));
  expect(alerts().join()).toContain(texts('errorCode|unavailable'));
  expect(currentNotices().notifications).toEqual([]);

  await save();
  await eventually(() =>
    expect(currentNotices().notifications.map(({ text, kind }) => [text, kind])).toEqual([
      [texts('paymentDetails|updated'), undefined],
    ]),
  );
  expect(button?.getAttribute('aria-busy')).toBeNull();
});
