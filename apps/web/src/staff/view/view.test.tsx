// @vitest-environment happy-dom
import { errors } from '@hofn/texts/catalogue/is/errors.ts';
import { portal } from '@hofn/texts/catalogue/is/portal.ts';
import { shell } from '@hofn/texts/catalogue/is/shell.ts';
import { staff } from '@hofn/texts/catalogue/is/staff.ts';
import { createTranslator } from '@hofn/texts/translator.ts';
import { QueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { flushSync } from 'react-dom';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { TextsContext } from '../../engine/texts.ts';
import { ApiError } from '../../session/api-error.ts';
import { createCallTracker } from '../../session/call-tracker.ts';
import { SessionProvider } from '../../session/session.tsx';
import type { SessionParts } from '../../session/session-parts.ts';
import { LookUp } from './LookUp.tsx';
import StaffBanner from './StaffBanner.tsx';

/** Long timeout, for busy machines. */
const eventually = (check: () => void) => vi.waitFor(check, 20_000);

const texts = createTranslator('is', { ...shell, ...portal, ...staff, ...errors });
const ssn = '1402851489';
let user: Record<string, unknown>;
const viewed = {
  ssn,
  fullName: 'Anna Prófdóttir',
  spouseSsn: '0303831459',
  spouseName: 'Birgir Prófsson',
  currentProxyUser: { id: 'anna', value: ssn, via: 'staff', role: 'Readonly' },
  view: { reason: 'claim', endsAt: '2026-11-21T12:30:00Z' },
};
const assign = vi.fn();
const reload = vi.fn();

let root: Root;
let page: HTMLElement;
/** Each call with its body. */
let calls: [path: string, body: unknown][];
let lookUp: () => Promise<unknown>;

const show = (screen: ReactNode) => {
  const state = { status: 'authenticated', user: { sub: 'employee|katrin' } };
  const parts = {
    session: { start: async () => {}, state: () => state, subscribe: () => () => {} },
    queries: new QueryClient({ defaultOptions: { queries: { retry: false, networkMode: 'always' } } }),
    api: {
      get: async () => user,
      post: async (path: string, { body }: { body: unknown }) => {
        calls.push([path, body]);
        return path.endsWith('/ssnlookup') ? lookUp() : {};
      },
    },
    tracker: createCallTracker(() => 0),
    language: () => 'is',
  } as unknown as SessionParts;
  flushSync(() =>
    root.render(
      <TextsContext value={texts}>
        <SessionProvider parts={parts}>{screen}</SessionProvider>
      </TextsContext>,
    ),
  );
};

beforeEach(() => {
  vi.stubGlobal('location', { hostname: 'staff.hofn.example', assign, reload });
  vi.clearAllMocks();
  sessionStorage.clear();
  user = viewed;
  calls = [];
  lookUp = async () => ({ name: 'Anna Prófdóttir' });
  page = document.body.appendChild(document.createElement('div'));
  root = createRoot(page);
});
afterEach(() => {
  root.unmount();
  page.remove();
  vi.useRealTimers();
});

const typeSsn = (text: string) => {
  const input = page.querySelector('input');
  // React tracks the element's own `value`; user input bypasses it.
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(input, text);
  flushSync(() => input?.dispatchEvent(new Event('input', { bubbles: true })));
};
const button = (name: string) =>
  [...page.querySelectorAll('button')].find(({ textContent }) => textContent?.trim() === name);
const openButton = () => button(texts('staffView|open'));
const lookUps = () => calls.flatMap(([path, body]) => (path.endsWith('/ssnlookup') ? [body] : []));
const submit = () =>
  page.querySelector('form')?.dispatchEvent(new Event('submit', { bubbles: true, cancelable: true }));

test('STAFF-2b: a customer is looked up only after ten digits, and can be opened once the name is shown', async () => {
  const answer = Promise.withResolvers<unknown>();
  lookUp = () => answer.promise;
  show(<LookUp />);
  expect(openButton()?.disabled).toBe(true);
  for (const short of ['1', '140285', '140285-148']) typeSsn(short);
  await new Promise((resolve) => setImmediate(resolve));
  expect(lookUps()).toEqual([]);
  typeSsn('140285-1489');
  await eventually(() => expect(lookUps()).toEqual([{ ssn }]));
  expect(openButton()?.disabled).toBe(true);
  // Nor does the Enter key open anybody without a name.
  submit();
  await new Promise((resolve) => setImmediate(resolve));
  expect(calls.map(([path]) => path)).not.toContain('/api/user/v1/switchoverviewuser');
  answer.resolve({ name: 'Anna Prófdóttir' });
  await eventually(() => expect(page.textContent).toContain('Viðskiptavinur: Anna Prófdóttir'));
  expect(openButton()?.disabled).toBe(false);
  // One digit fewer: the name no longer applies.
  typeSsn('140285-148');
  expect(page.textContent).not.toContain('Anna Prófdóttir');
  expect(openButton()?.disabled).toBe(true);
});

test.each([
  ['STAFF-2b: a look-up that failed', { status: 404, errorCode: 'ssnNotFound' }],
  ['ROLE-4: a customer of the employee’s own household', { status: 403, errorCode: 'conflictOfInterest' }],
] as const)('%s shows its message under the field, and the button stays disabled', async (_name, problem) => {
  lookUp = () => Promise.reject(new ApiError(problem));
  show(<LookUp />);
  typeSsn('8123456789');
  const input = page.querySelector('input');
  await eventually(() =>
    expect(document.getElementById(`${input?.id}-error`)?.textContent).toContain(
      texts(`errorCode|${problem.errorCode}`),
    ),
  );
  expect(input?.getAttribute('aria-invalid')).toBe('true');
  expect(openButton()?.disabled).toBe(true);
});

test('STAFF-2c, STAFF-3: «þjónusta» is the default reason, and the opened view is stored in the tab', async () => {
  show(<LookUp />);
  const select = page.querySelector('select');
  expect(select?.selectedOptions[0]?.textContent).toBe('þjónusta');
  typeSsn(ssn);
  await eventually(() => expect(openButton()?.disabled).toBe(false));
  submit();
  await eventually(() => expect(assign).toHaveBeenCalledWith('/arsskyrsla/vidskipti/'));
  expect(calls).toContainEqual(['/api/user/v1/switchoverviewuser', { ssn, reason: 'service' }]);
  expect({ ...sessionStorage }).toEqual({ 'hofn.staff.viewed': ssn });
});

test('STAFF-2a, STAFF-3: the banner «Starfsmannasýn» names the viewed customer with the kennitala as six and four digits, and the reason', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-21T12:00:30Z') });
  show(<StaffBanner />);
  expect(page.textContent).toBe('');
  sessionStorage.setItem('hofn.staff.viewed', ssn);
  root.unmount();
  root = createRoot(page);
  show(<StaffBanner />);
  const banner = page.querySelector('section');
  expect(banner?.getAttribute('aria-label')).toBe('Starfsmannasýn');
  expect(banner?.textContent).toContain('Starfsmannasýn');
  expect(banner?.textContent).toContain('140285-1489');
  await eventually(() =>
    expect(banner?.textContent).toContain('Þú skoðar gögn viðskiptavinar: Anna Prófdóttir'),
  );
  expect(banner?.textContent).toContain('Ástæða: tjónavinnsla');
});

test('SITE-8: the banner offers the spouse, who is looked up and opened like any customer, with a separate reason', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-21T12:00:30Z') });
  sessionStorage.setItem('hofn.staff.viewed', ssn);
  lookUp = async () => ({ name: 'Birgir Prófsson' });
  show(<StaffBanner />);
  const spouse = texts('staffView|spouse', { name: 'Birgir Prófsson' });
  await eventually(() => expect(button(spouse)).toBeDefined());
  expect(lookUps()).toEqual([]);
  flushSync(() => button(spouse)?.click());
  await eventually(() => expect(lookUps()).toEqual([{ ssn: viewed.spouseSsn }]));
  await eventually(() => expect(openButton()?.disabled).toBe(false));
  // The button only looks up the spouse; opening the view requires a reason.
  expect(calls.map(([path]) => path)).toEqual(['/api/user/v1/login/ssnlookup']);
  submit();
  await eventually(() =>
    expect(calls).toContainEqual([
      '/api/user/v1/switchoverviewuser',
      { ssn: viewed.spouseSsn, reason: 'service' },
    ]),
  );
});

test('SITE-8: the spouse is looked up also when the look-up of another customer is open', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-21T12:00:30Z') });
  sessionStorage.setItem('hofn.staff.viewed', ssn);
  show(<StaffBanner />);
  const spouse = texts('staffView|spouse', { name: 'Birgir Prófsson' });
  await eventually(() => expect(button(spouse)).toBeDefined());
  flushSync(() => button(texts('staffView|another'))?.click());
  expect(page.querySelector('input')?.value).toBe('');
  flushSync(() => button(spouse)?.click());
  await eventually(() => expect(lookUps()).toEqual([{ ssn: viewed.spouseSsn }]));
});

test.each([
  ['a spouse', { spouseSsn: null, spouseName: null }],
  ['the name of a spouse', { spouseName: null }],
])('SITE-8: without %s the banner offers no spouse', async (_what, viewedUser) => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-21T12:00:30Z') });
  sessionStorage.setItem('hofn.staff.viewed', ssn);
  user = { ...viewed, ...viewedUser };
  show(<StaffBanner />);
  await eventually(() => expect(page.textContent).toContain('Anna Prófdóttir'));
  const names = [...page.querySelectorAll('button')].map(({ textContent }) => textContent);
  expect(names).toEqual([texts('staffView|another'), expect.stringContaining(texts('staffView|endNow'))]);
});

test('STAFF-5: an expired view removes the customer from the screen without a call', async () => {
  vi.useFakeTimers({ toFake: ['Date', 'setTimeout', 'clearTimeout'], now: new Date('2026-11-21T12:29:00Z') });
  sessionStorage.setItem('hofn.staff.viewed', ssn);
  show(<StaffBanner />);
  for (let turn = 0; turn < 5; turn += 1) {
    await new Promise((resolve) => setImmediate(resolve));
    await vi.advanceTimersByTimeAsync(0);
  }
  expect(page.textContent).toContain('Anna Prófdóttir');
  vi.advanceTimersByTime(59_999);
  expect(reload).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1);
  expect(reload).toHaveBeenCalledOnce();
  expect({ ...sessionStorage }).toEqual({ 'hofn.staff.viewEnded': 'true' });
});
