// @vitest-environment happy-dom
import { errors } from '@hofn/texts/catalogue/is/errors.ts';
import { portal } from '@hofn/texts/catalogue/is/portal.ts';
import { shell } from '@hofn/texts/catalogue/is/shell.ts';
import { createTranslator } from '@hofn/texts/translator.ts';
import { QueryClient } from '@tanstack/react-query';
import { flushSync } from 'react-dom';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { TextsContext } from '../../engine/texts.ts';
import { currentNotices } from '../../parts/notices.ts';
import { ApiError } from '../../session/api-error.ts';
import { createCallTracker } from '../../session/call-tracker.ts';
import { SessionProvider } from '../../session/session.tsx';
import type { SessionParts } from '../../session/session-parts.ts';
import Popups from './Popups.tsx';
import { closeAfterMs } from './useDelayedClose.ts';

/** Long timeout, for busy machines. */
const eventually = (check: () => void) => vi.waitFor(check, 20_000);

const texts = createTranslator('is', { ...shell, ...portal, ...errors });
const ssn = '1402851489';
const details = { email: 'anna@postur.example', mobilePhone: '7712345', homePhone: null };

let root: Root;
let page: HTMLElement;
/** API calls in order. */
let calls: string[];
/** Response to saving the details. */
let respondToSave: () => Promise<unknown>;
let showPopup: boolean;
/** The popup that the API asks for. */
let requestedPopup: 'card' | 'bank' | 'contact';

const get = async (path: string, { query }: { query?: { popup: string } } = {}) => {
  if (path.endsWith('/checkpopup')) return { show: query?.popup === requestedPopup };
  if (/\/(bankinfo|ccard\/info)$/.test(path)) return null;
  calls.push('user');
  return {
    id: 'anna',
    ssn,
    currentProxyUser: { id: 'anna', value: ssn, via: 'self', role: 'Admin' },
    paymentMethod: { ccardInfo: requestedPopup === 'card' ? null : { cardNumberMasked: '•••• 4242' } },
    popupinfo: { ...details, showPopup },
  };
};
const post = async (path: string) => {
  calls.push(path.replace(/.*\//, ''));
  return path.endsWith('/popupinfo') ? respondToSave() : {};
};

const show = () => {
  const state = { status: 'authenticated', user: { sub: 'anna' } };
  const parts = {
    session: { start: async () => {}, state: () => state, subscribe: () => () => {} },
    queries: new QueryClient({
      defaultOptions: { queries: { retry: false, networkMode: 'always', staleTime: 60_000 } },
    }),
    api: { get, post },
    tracker: createCallTracker(() => 0),
    language: () => 'is',
  } as unknown as SessionParts;
  flushSync(() =>
    root.render(
      <TextsContext value={texts}>
        <SessionProvider parts={parts}>
          <Popups page="portal.base" />
        </SessionProvider>
      </TextsContext>,
    ),
  );
};
const open = async () => {
  show();
  await eventually(() => expect(page.querySelector('form')).not.toBeNull());
  calls.length = 0;
};
const expectClosed = () => eventually(() => expect(page.querySelector('form')).toBeNull());
const field = (name: string) => page.querySelector<HTMLInputElement>(`input[name="${name}"]`);
const type = (name: string, text: string) => {
  const input = field(name);
  // React tracks the element's own `value`; user input bypasses it.
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(input, text);
  input?.dispatchEvent(new Event('input', { bubbles: true }));
};
const submit = () =>
  page.querySelector('form')?.dispatchEvent(new Event('submit', { bubbles: true, cancelable: true }));
const button = (name: string) =>
  [...page.querySelectorAll('button')].find(({ textContent }) => textContent?.includes(name));
const toast = () => currentNotices().notifications.find(({ id }) => id === 'contactPopup');

beforeEach(() => {
  sessionStorage.clear();
  calls = [];
  respondToSave = async () => ({});
  showPopup = true;
  requestedPopup = 'contact';
  page = document.body.appendChild(document.createElement('div'));
  root = createRoot(page);
});
afterEach(() => {
  root.unmount();
  page.remove();
});

test('PAY-13b: after saving, the user is refetched before the popup closes', async () => {
  await open();
  submit();
  await expectClosed();
  expect(calls).toEqual(['popupinfo', 'user', 'savepopup']);
});

test('PAY-13a: the contact popup is not shown unless popupinfo asks for it', async () => {
  showPopup = false;
  show();
  await eventually(() => expect(calls).toEqual(['user']));
  for (let turn = 0; turn < 20; turn += 1) await new Promise((resolve) => setImmediate(resolve));
  expect(page.textContent).toBe('');
});

test('PAY-13a: after submitting, the popup shows that it is saving, saves once, and cannot be closed meanwhile', async () => {
  await open();
  const answer = Promise.withResolvers<unknown>();
  respondToSave = () => answer.promise;
  submit();
  const confirm = () => button(texts('contactInfoPopup|confirm'));
  await eventually(() => expect(confirm()?.getAttribute('aria-busy')).toBe('true'));
  submit();
  button(texts('contactInfoPopup|later'))?.click();
  expect(page.querySelector('form')).not.toBeNull();
  answer.resolve({});
  await expectClosed();
  expect(calls.filter((call) => call === 'popupinfo')).toHaveLength(1);
});

test('PAY-1, FORM-6b: a missing or invalid e-mail address and invalid phones are reported at their fields, and nothing is sent', async () => {
  await open();
  expect(field('mobilePhone')?.value).toBe('771 2345');
  const errorText = (name: string) =>
    document.getElementById(`${field(name)?.id}-error`)?.textContent?.trim();
  type('email', '');
  type('mobilePhone', '');
  type('homePhone', '12');
  submit();
  await eventually(() => expect(errorText('email')).toContain(texts('global|missingEmail')));
  expect(errorText('mobilePhone')).toContain(texts('global|invalidLocalPhoneNumber'));
  expect(errorText('homePhone')).toContain(texts('global|invalidLocalPhoneNumber'));
  type('email', 'anna@postur');
  type('mobilePhone', '77123456');
  await eventually(() => expect(errorText('email')).toContain(texts('global|invalidEmail')));
  expect(errorText('mobilePhone')).toContain(texts('global|invalidLocalPhoneNumber'));
  expect(calls).toEqual([]);
  type('email', details.email);
  field('mobilePhone')?.focus();
  type('mobilePhone', '771-2345');
  field('mobilePhone')?.blur();
  expect(field('mobilePhone')?.value).toBe('771 2345');
  type('homePhone', ' ');
  submit();
  await expectClosed();
  expect(calls).toContain('popupinfo');
});

test('PAY-18: a toast reports whether the details were saved, with a text for each outcome', async () => {
  await open();
  respondToSave = () => Promise.reject(new ApiError({ status: 503, errorCode: 'unavailable' }));
  submit();
  await expectClosed();
  expect(toast()).toMatchObject({ kind: 'error', text: texts('contactInfoPopup|updateFailed') });
  respondToSave = async () => ({});
  toast()?.action?.run();
  await eventually(() => expect(page.querySelector('form')).not.toBeNull());
  submit();
  await expectClosed();
  expect(toast()).toMatchObject({ text: texts('contactInfoPopup|updateSuccess') });
  expect(toast()?.kind).not.toBe('error');
});

test('PAY-13c: details that were not saved do not count as confirmed, and the toast opens them again as typed', async () => {
  await open();
  let failedAt = Number.POSITIVE_INFINITY;
  respondToSave = async () => {
    failedAt = performance.now();
    throw new ApiError({ status: 503, errorCode: 'unavailable' });
  };
  type('mobilePhone', '661 2345');
  submit();
  await expectClosed();
  // A timer may be early by a fraction of a millisecond.
  expect(performance.now() - failedAt).toBeGreaterThan(closeAfterMs - 2);
  expect(calls).toEqual(['popupinfo']);
  expect({ ...sessionStorage }).toEqual({});
  expect(button(texts('contactInfoPopup|openAgain'))).toBeDefined();
  toast()?.action?.run();
  await eventually(() => expect(field('mobilePhone')?.value).toBe('661 2345'));
  respondToSave = async () => ({});
  submit();
  await expectClosed();
  expect(calls).toEqual(['popupinfo', 'popupinfo', 'user', 'savepopup']);
});

test.each([
  ['card', ['card|popupTitle', 'card|popupText', 'card|register'], 0],
  ['bank', ['bank|popupTitle', 'bank|popupText', 'bank|number', 'bank|save'], 3],
  [
    'contact',
    [
      'contactInfoPopup|title',
      'contactInfoPopup|intro',
      'settings|email',
      'settings|mobilePhone',
      'settings|homePhone',
      'global|optional',
      'contactInfoPopup|confirm',
    ],
    3,
  ],
] as const)(
  'PAY-19: the popup for %s has its title, its text and its form',
  async (popup, textKeys, fieldCount) => {
    requestedPopup = popup;
    show();
    await eventually(() => expect(document.querySelectorAll('dialog')).toHaveLength(1));
    const dialog = document.querySelector('dialog');
    for (const textKey of textKeys)
      await eventually(() => expect(dialog?.textContent, textKey).toContain(texts(textKey)));
    expect(dialog?.querySelectorAll('form input')).toHaveLength(fieldCount);
  },
);
