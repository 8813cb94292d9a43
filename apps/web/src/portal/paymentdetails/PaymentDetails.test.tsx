// @vitest-environment happy-dom
import { errors } from '@hofn/texts/catalogue/is/errors.ts';
import { portal } from '@hofn/texts/catalogue/is/portal.ts';
import { shell } from '@hofn/texts/catalogue/is/shell.ts';
import { createTranslator } from '@hofn/texts/translator.ts';
import { QueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { ShownContext } from '../../engine/App.tsx';
import { TextsContext } from '../../engine/texts.ts';
import { currentNotices, dismissNotification } from '../../parts/notices.ts';
import { ApiError } from '../../session/api-error.ts';
import { createCallTracker } from '../../session/call-tracker.ts';
import { SessionProvider } from '../../session/session.tsx';
import type { SessionParts } from '../../session/session-parts.ts';
import { PaymentDetails } from './PaymentDetails.tsx';
import { RegisteredCard } from './RegisteredCard.tsx';
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

const shown = { shown: { location: {} }, links: { newTabPaths: [] } } as never;

let root: Root;
let page: HTMLElement;
const method = {
  ...{ method: 'bank', bankInfo: account, ccardInfo: card, claimFee: 130, cardInUse: false },
  next: {
    ...{ dueDate: '2026-12-01', amount: 12_516, method: 'bank' },
    collection: { day: '2026-12-15', from: 'account' },
  },
  change: {
    ...{ dueDate: '2026-12-01', amount: 12_516 },
    ccard: { day: '2026-12-01', from: 'card' },
    bank: { day: '2026-12-15', from: 'account' },
    claim: { day: '2026-12-15', from: 'customer' },
  },
};
let shownUser = user;
let shownMethod: object = {};
let shownOverdue: { amount: number } | null = null;
/** Response of each call. */
let answers: { bankinfo: () => Promise<unknown>; info: () => Promise<unknown> };
const post = vi.fn<(path: string, input: { body: object }) => Promise<unknown>>();

/** Shows a screen; `modules` are those of the page, which a reload loads again. */
const show = (screen: ReactNode, modules = { SessionProvider, ShownContext, TextsContext }) => {
  const state = { status: 'authenticated', user: { sub: 'anna' } };
  const parts = {
    session: { start: async () => {}, state: () => state, subscribe: () => () => {} },
    queries: new QueryClient({ defaultOptions: { queries: { retry: false, networkMode: 'always' } } }),
    api: {
      get: async (path: string) => {
        if (path.endsWith('/bankinfo')) return answers.bankinfo();
        if (path.endsWith('/ccard/info')) return answers.info();
        if (path.endsWith('/paymentmethod')) return { ...method, ...shownMethod };
        if (path.endsWith('/overview')) return { overdue: shownOverdue };
        return shownUser;
      },
      post,
    },
    tracker: createCallTracker(() => 0),
    language: () => 'is',
  } as unknown as SessionParts;
  return act(() =>
    root.render(
      <modules.TextsContext value={texts}>
        <modules.SessionProvider parts={parts}>
          <modules.ShownContext value={shown}>{screen}</modules.ShownContext>
        </modules.SessionProvider>
      </modules.TextsContext>,
    ),
  );
};

/** Loads the page again: the memory of its modules is gone, the storage of the tab stays. */
const reload = async () => {
  vi.resetModules();
  const { PaymentDetails: Screen } = await import('./PaymentDetails.tsx');
  const modules = {
    ...(await import('../../session/session.tsx')),
    ...(await import('../../engine/texts.ts')),
    ...(await import('../../engine/App.tsx')),
  };
  root.unmount();
  root = createRoot(page);
  await show(<Screen />, modules);
  await eventually(() => expect(button(texts('card|register'))).toBeDefined());
};

beforeEach(() => {
  post.mockReset().mockImplementation(async (_, { body }) => body);
  shownUser = user;
  shownMethod = {};
  shownOverdue = null;
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
  vi.unstubAllGlobals();
  sessionStorage.clear();
  window.location.hash = '';
  for (const { instance } of currentNotices().notifications) dismissNotification(instance);
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
const enter = (name: string, text: string, inputType: string) =>
  act(() => {
    const element = input(name);
    element.focus();
    setValue(element, text);
    element.dispatchEvent(new InputEvent('input', { bubbles: true, inputType }));
  });
const type = (name: string, text: string) => enter(name, text, 'insertText');
const save = () =>
  act(() => {
    input('bank').form?.dispatchEvent(new SubmitEvent('submit', { bubbles: true, cancelable: true }));
  });

test('PAY-15: account and card are separate forms with a title and description', async () => {
  await show(<PaymentDetails />);
  await eventually(() => expect(page.querySelectorAll('input[name=account]')).toHaveLength(1));
  expect(headings()).toEqual([texts('paymentDetails|methodTitle'), texts('bank|title'), texts('card|title')]);
  expect(page.textContent).toContain(texts('bank|description'));
  expect(page.textContent).toContain(texts('card|description'));
  expect(input('bank').value).toBe('0133');
  expect(page.textContent).toContain('Visa •••• 4242');
  expect(page.textContent).toContain(texts('card|useOther'));
});

test('LIFE-31: before a card is registered that replaces payment by claim, the customer reads that and from when', async () => {
  answers.info = async () => null;
  shownMethod = { method: 'claim', ccardInfo: null };
  await show(<PaymentDetails />);
  const says =
    'Eftir skráningu verða iðgjöldin skuldfærð af kortinu en ekki innheimt með kröfu. Gildir frá gjalddaga 1. desember 2026.';
  await eventually(() => expect(page.textContent?.replaceAll('\u00a0', ' ')).toContain(says));
  const [note, button_] = [texts('card|replacesClaim'), texts('card|opensWindow')];
  expect(page.textContent?.indexOf(note)).toBeLessThan(page.textContent?.indexOf(button_) ?? 0);
});

test('LIFE-31: a card beside direct debit, or another card, changes nothing and says nothing', async () => {
  answers.info = async () => null;
  for (const kept of ['bank', 'ccard']) {
    shownMethod = { method: kept };
    root.unmount();
    root = createRoot(page);
    await show(<PaymentDetails />);
    await eventually(() => expect(button(texts('card|register'))).toBeDefined());
    expect(page.textContent).not.toContain(texts('card|replacesClaim'));
  }
});

test('LIFE-30: a customer who registered a card to pay what is overdue is led back to it', async () => {
  shownMethod = { method: 'ccard' };
  const links = () => [...page.querySelectorAll('a')].map(({ textContent }) => textContent);
  await show(<RegisteredCard card={card} />);
  await eventually(() => expect(page.textContent).toContain(texts('card|paysPremiums')));
  expect(links()).toEqual(['Fara í greiðslustöðu']);
  root.unmount();
  root = createRoot(page);
  shownOverdue = { amount: 29_590 };
  await show(<RegisteredCard card={card} />);
  await eventually(() => expect(links()).toEqual(['Greiða gjaldfallna skuld, 29.590\u00a0kr.']));
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

test('HOLD-24, PAY-4: an account that is pasted or filled in by the browser is split, and one that is too long stays as it is, with its error', async () => {
  answers.bankinfo = async () => null;
  await show(<BankSection />);
  await eventually(() => expect(page.querySelector('input[name=account]')).not.toBeNull());
  const parts = () => ['bank', 'ledger', 'account'].map((name) => input(name).value);
  await enter('bank', 'kt. 170691-1489 reikn. 0133-26-004821', 'insertFromDrop');
  expect(parts()).toEqual(['0133', '26', '004821']);
  await enter('account', 'IS14 0159 26 007654 5510730339', 'insertFromPaste');
  expect(parts()).toEqual(['0159', '26', '007654']);
  await enter('bank', '0133-26-0048215', 'insertFromPaste');
  await act(() => input('bank').blur());
  expect(parts()).toEqual(['0133-26-0048215', '26', '007654']);
  expect(page.querySelector('fieldset')?.textContent).toContain(texts('bank|unreadable'));
  await save();
  expect(post).not.toHaveBeenCalled();
  // Corrected, it is an account again.
  await enter('bank', '0133-26-004821', 'deleteContentBackward');
  expect(parts()).toEqual(['0133', '26', '004821']);
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

const button = (name: string) =>
  [...page.querySelectorAll('button')].find(({ textContent }) => textContent?.trim() === name);
const press = (name: string) => act(() => button(name)?.click());
const toasts = () => currentNotices().notifications.map(({ text }) => text.replaceAll(/\s/g, ' '));
const dialogText = () => page.querySelector('dialog')?.textContent?.replaceAll(/\s/g, ' ') ?? '';

/** Names of the primary buttons of each section. */
const primaryButtons = () =>
  [...page.querySelectorAll('section')].map((section) =>
    [...section.querySelectorAll('button')]
      .filter(({ className }) => /primary/.test(className))
      .map(({ textContent }) => textContent?.trim()),
  );

test('LIFE-35: each form has one primary button, named after what it saves', async () => {
  const [saveMethod, saveAccount] = [texts('paymentDetails|methodSave'), texts('bank|save')];
  const register = texts('card|register');
  expect(new Set([saveMethod, saveAccount, register]).size).toBe(3);
  answers.info = async () => null;
  await show(<PaymentDetails />);
  await eventually(() => expect(primaryButtons()).toEqual([[saveMethod], [saveAccount], [register]]));
  expect(page.querySelector('input[type=checkbox]')).toBeNull();

  answers.info = async () => card;
  await show(<p>Annar skjár</p>);
  await show(<PaymentDetails />);
  await eventually(() => expect(button(texts('card|remove'))).toBeDefined());
  expect(primaryButtons()).toEqual([[saveMethod], [saveAccount], []]);
  await act(() => page.querySelector<HTMLInputElement>('input[type=checkbox]')?.click());
  await eventually(() => expect(primaryButtons()).toEqual([[saveMethod], [saveAccount], [register]]));
});

test('LIFE-31: a change of payment method says from when and what it costs, before it is confirmed and in the toast', async () => {
  await show(<PaymentDetails />);
  await eventually(() => expect(button(texts('paymentDetails|methodSave'))).toBeDefined());
  expect(page.textContent?.replaceAll(/\s/g, ' ')).toContain(
    'Næsta greiðsla: 12.516 kr. Verður skuldfært af bankareikningi 15. desember 2026.',
  );
  await act(() => page.querySelector<HTMLInputElement>('input[value=claim]')?.click());
  await act(() => button(texts('paymentDetails|methodSave'))?.form?.requestSubmit());
  const consequences = [
    'Gildir frá gjalddaga 1. desember 2026. Næsta greiðsla þaðan í frá: 12.516 kr. án gjalds. Greiðist í síðasta lagi 15. desember 2026.',
    '130 kr. gjald bætist við hverja kröfu.',
  ];
  for (const text of consequences) expect(dialogText()).toContain(text);
  expect(post).not.toHaveBeenCalled();
  await press(texts('paymentDetails|changeConfirm'));
  await eventually(() => expect(post).toHaveBeenCalledTimes(1));
  expect(post.mock.calls[0]?.[1].body).toEqual({ method: 'claim' });
  await eventually(() =>
    expect(toasts()).toEqual([
      `Greiðsluleið iðgjalda er nú: ${texts('paymentDetails|methodClaim')}. ${consequences.join(' ')}`,
    ]),
  );
});

test('LIFE-32: a card that something is charged to is removed with the method that replaces it', async () => {
  method.cardInUse = true;
  await show(<PaymentDetails />);
  await eventually(() => expect(button(texts('card|remove'))).toBeDefined());
  await press(texts('card|remove'));
  expect(dialogText()).toContain(texts('card|removeInUse'));
  await act(() => page.querySelector<HTMLInputElement>('dialog input[value=claim]')?.click());
  await act(() =>
    [...page.querySelectorAll<HTMLButtonElement>('dialog button')]
      .find(({ textContent }) => textContent?.trim() === texts('card|remove'))
      ?.click(),
  );
  await eventually(() =>
    expect(post.mock.calls.map(([path, { body }]) => [path, body])).toEqual([
      ['/api/user/v1/settings/ccard/remove', { method: 'claim' }],
    ]),
  );
  await eventually(() => expect(toasts()[0]).toContain('Visa •••• 4242 hefur verið fjarlægt.'));
  method.cardInUse = false;
});

describe('registering a card', () => {
  const cardWindow = { closed: false, close: () => {} };
  const start = {
    paymentLink: 'https://cards.example/verify/v1',
    verificationId: 'v1',
    expiresAt: '2026-11-21T12:08:00Z',
  };
  /** A message from the card service's window. */
  const receive = (data: object) =>
    act(() =>
      window.dispatchEvent(
        new MessageEvent('message', {
          origin: 'https://cards.example',
          source: cardWindow as never,
          data,
        }),
      ),
    );
  const confirm = () =>
    receive({
      message: 'verificationSucceeded',
      verificationId: 'v1',
      verificationData: 'data',
      verificationHash: 'hash',
    });
  const openCardService = async () => {
    answers.info = async () => null;
    post.mockImplementation(async (path, { body }) => {
      if (path.endsWith('/init')) return start;
      if (!path.endsWith('/register')) return body;
      answers.info = async () => card;
      return card;
    });
    vi.stubGlobal('open', () => cardWindow);
    await show(<PaymentDetails />);
    await eventually(() => expect(button(texts('card|register'))).toBeDefined());
    await eventually(() => expect(button(texts('card|register'))?.getAttribute('aria-busy')).toBeNull());
    await press(texts('card|register'));
    expect(page.textContent).toContain(texts('card|mayLeave'));
  };

  test('LIFE-33: premiums can be moved to a card in the step that registers it', async () => {
    await openCardService();
    await confirm();
    await eventually(() => expect(button(texts('card|payWith'))).toBeDefined());
    await press(texts('card|payWith'));
    expect(dialogText()).toContain('Verður skuldfært af korti 1. desember 2026');
    await press(texts('paymentDetails|changeConfirm'));
    await eventually(() => expect(post.mock.calls.at(-1)?.[1].body).toEqual({ method: 'ccard' }));
  });

  test('PAY-17b: a registered card is reported as saved while its section is on the screen', async () => {
    await openCardService();
    await confirm();
    await eventually(() => expect(toasts()).toContain(texts('paymentDetails|updated')));
  });

  test('LIFE-34: leaving the screen while the card window is open loses nothing: the card is registered and reported', async () => {
    await openCardService();
    await show(<p>Annar skjár</p>);
    expect(page.querySelector('form')).toBeNull();
    await confirm();
    await eventually(() => expect(post.mock.calls.at(-1)?.[0]).toBe('/api/user/v1/settings/ccard/register'));
    await eventually(() => expect(toasts()).toEqual([texts('paymentDetails|updated')]));
  });

  test('LIFE-34: on return the registration is still open', async () => {
    await openCardService();
    await show(<p>Annar skjár</p>);
    await show(<PaymentDetails />);
    await eventually(() => expect(page.textContent).toContain(texts('card|mayLeave')));
    await confirm();
    await eventually(() => expect(page.textContent).toContain('Visa •••• 4242'));
  });

  test('PAY-6, LIFE-34: a registration that failed while another screen was shown is reported on return, and not begun again', async () => {
    await openCardService();
    await show(<p>Annar skjár</p>);
    await receive({ message: 'verificationFailed', verificationId: 'v1' });
    await show(<PaymentDetails />);
    await eventually(() => expect(alerts()[0]).toContain(texts('card|ccardRegistrationFailed')));
    expect(post.mock.calls.filter(([path]) => path.endsWith('/init'))).toHaveLength(1);
  });

  test('LIFE-34, HOLD-2: after a reload the registration is said to be unfinished, once, and to no other customer', async () => {
    await openCardService();
    shownUser = { ...user, currentProxyUser: { ...user.currentProxyUser, id: 'birgir' } };
    await reload();
    expect(page.textContent).not.toContain(texts('card|unfinishedTitle'));
    shownUser = user;
    await reload();
    expect(page.textContent).toContain(texts('card|unfinishedTitle'));
    await reload();
    expect(page.textContent).not.toContain(texts('card|unfinishedTitle'));
  });
});
