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

/** Waits for what holds soon, also on a machine that is busy. */
const eventually = (check: () => void) => vi.waitFor(check, 20_000);

const texts = createTranslator('is', { ...shell, ...portal, ...errors });
const ssn = '1402851489';
const details = { email: 'anna@postur.example', mobilePhone: '7712345', homePhone: null };

let root: Root;
let page: HTMLElement;
/** The calls in their order. */
let calls: string[];
/** What saving the details answers. */
let saved: () => Promise<unknown>;
let showPopup: boolean;
/** Which popup the service has something to ask by. */
let asks: 'card' | 'bank' | 'contact';

const get = async (path: string, { query }: { query?: { popup: string } } = {}) => {
  if (path.endsWith('/checkpopup')) return { show: query?.popup === asks };
  if (/\/(bankinfo|ccard\/info)$/.test(path)) return null;
  calls.push('user');
  return {
    id: 'anna',
    ssn,
    currentProxyUser: { id: 'anna', value: ssn, via: 'self', role: 'Admin' },
    paymentMethod: { ccardInfo: asks === 'card' ? null : { cardNumberMasked: '•••• 4242' } },
    popupinfo: { ...details, showPopup },
  };
};
const post = async (path: string) => {
  calls.push(path.replace(/.*\//, ''));
  return path.endsWith('/popupinfo') ? saved() : {};
};

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
      <TextsContext value={texts as never}>
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
const closed = () => eventually(() => expect(page.querySelector('form')).toBeNull());
const field = (name: string) => page.querySelector<HTMLInputElement>(`input[name="${name}"]`);
const type = (name: string, text: string) => {
  const input = field(name);
  // React watches the element's own `value`; a browser writes past it.
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
  saved = async () => ({});
  showPopup = true;
  asks = 'contact';
  page = document.body.appendChild(document.createElement('div'));
  root = createRoot(page);
});
afterEach(() => {
  root.unmount();
  page.remove();
});

test('PAY-13b: the user is fetched again between the saved details and the close of the popup', async () => {
  await open();
  submit();
  await closed();
  expect(calls).toEqual(['popupinfo', 'user', 'savepopup']);
});

test('PAY-13a: the contact popup stays away unless popupinfo asks for it', async () => {
  showPopup = false;
  show();
  await eventually(() => expect(calls).toEqual(['user']));
  for (let turn = 0; turn < 20; turn += 1) await new Promise((resolve) => setImmediate(resolve));
  expect(page.textContent).toBe('');
});

test('PAY-13a: once submitted the popup says that it saves, saves once, and is not put away meanwhile', async () => {
  await open();
  const answer = Promise.withResolvers<unknown>();
  saved = () => answer.promise;
  submit();
  const confirm = () => button(texts('contactInfoPopup|confirm'));
  await eventually(() => expect(confirm()?.getAttribute('aria-busy')).toBe('true'));
  submit();
  button(texts('contactInfoPopup|later'))?.click();
  expect(page.querySelector('form')).not.toBeNull();
  answer.resolve({});
  await closed();
  expect(calls.filter((call) => call === 'popupinfo')).toHaveLength(1);
});

test('PAY-1, FORM-6b: a missing and a wrong e-mail address, and wrong phones, are told at their fields, and nothing is sent', async () => {
  await open();
  expect(field('mobilePhone')?.value).toBe('771 2345');
  const told = (name: string) => document.getElementById(`${field(name)?.id}-error`)?.textContent?.trim();
  type('email', '');
  type('mobilePhone', '');
  type('homePhone', '12');
  submit();
  await eventually(() => expect(told('email')).toContain(texts('global|missingEmail')));
  expect(told('mobilePhone')).toContain(texts('global|invalidLocalPhoneNumber'));
  expect(told('homePhone')).toContain(texts('global|invalidLocalPhoneNumber'));
  type('email', 'anna@postur');
  type('mobilePhone', '77123456');
  await eventually(() => expect(told('email')).toContain(texts('global|invalidEmail')));
  expect(told('mobilePhone')).toContain(texts('global|invalidLocalPhoneNumber'));
  expect(calls).toEqual([]);
  type('email', details.email);
  field('mobilePhone')?.focus();
  type('mobilePhone', '771-2345');
  field('mobilePhone')?.blur();
  expect(field('mobilePhone')?.value).toBe('771 2345');
  type('homePhone', '');
  submit();
  await closed();
  expect(calls).toContain('popupinfo');
});

test('PAY-18: a toast tells whether the details were saved, each with its own words', async () => {
  await open();
  saved = () => Promise.reject(new ApiError({ status: 503, errorCode: 'unavailable' }));
  submit();
  await closed();
  expect(toast()).toMatchObject({ kind: 'error', text: texts('contactInfoPopup|updateFailed') });
  saved = async () => ({});
  toast()?.action?.run();
  await eventually(() => expect(page.querySelector('form')).not.toBeNull());
  submit();
  await closed();
  expect(toast()).toMatchObject({ text: texts('contactInfoPopup|updateSuccess') });
  expect(toast()?.kind).not.toBe('error');
});

test.each([
  ['card', ['card|popupTitle', 'card|popupText', 'card|useNew'], 0],
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
] as const)('PAY-19: the popup for %s has its title, its text and its form', async (popup, words, fields) => {
  asks = popup;
  show();
  await eventually(() => expect(document.querySelectorAll('dialog')).toHaveLength(1));
  const dialog = document.querySelector('dialog');
  for (const word of words) await eventually(() => expect(dialog?.textContent, word).toContain(texts(word)));
  expect(dialog?.querySelectorAll('form input')).toHaveLength(fields);
});
