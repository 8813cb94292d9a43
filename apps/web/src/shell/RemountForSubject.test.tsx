// @vitest-environment happy-dom
import { errors } from '@hofn/texts/catalogue/is/errors.ts';
import { portal } from '@hofn/texts/catalogue/is/portal.ts';
import { shell } from '@hofn/texts/catalogue/is/shell.ts';
import { createTranslator } from '@hofn/texts/translator.ts';
import { QueryClient } from '@tanstack/react-query';
import { flushSync } from 'react-dom';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { TextsContext } from '../engine/texts.ts';
import { currentNotices, dismissNotification, setNotification } from '../parts/notices.ts';
import { ApiError } from '../session/api-error.ts';
import { createCallTracker } from '../session/call-tracker.ts';
import { SessionProvider } from '../session/session.tsx';
import type { SessionParts } from '../session/session-parts.ts';
import { useActFor } from '../session/use-act-for.ts';
import { useUser } from '../session/use-call.ts';
import { ForSubject } from './RemountForSubject.tsx';

const texts = createTranslator('is', { ...shell, ...portal, ...errors });
const own = { id: 'anna', value: '1402851489' };
const company = { id: 'company', value: '5001141499' };
const answerOf = (subject: typeof own, ended?: string) => ({
  ssn: own.value,
  currentProxyUser: subject,
  ...(ended !== undefined && { endedProxyUser: { fullName: ended } }),
});

let root: Root;
let page: HTMLElement;
let queries: QueryClient;
let known: unknown;
let switchTo: (ssn: string) => Promise<unknown>;
const info = vi.fn<() => Promise<unknown>>();
const post = vi.fn<(path: string, input: unknown) => Promise<unknown>>();

const Switch = () => {
  switchTo = useActFor().actFor;
  known = useUser().data;
  return null;
};
const shownTexts = () => currentNotices().notifications.map(({ text }) => text);
const typed = () => page.querySelector('input');
const askAgain = () => queries.invalidateQueries({ queryKey: ['user'] });
/** Waits for pending requests and notifications. */
const aWhile = () => new Promise((done) => setTimeout(done, 30));

const show = async () => {
  const state = { status: 'authenticated', user: { sub: own.id } };
  const session = { start: async () => {}, state: () => state, subscribe: () => () => {} };
  queries = new QueryClient({ defaultOptions: { queries: { retry: false, networkMode: 'always' } } });
  const parts = {
    session,
    queries,
    api: { get: () => info(), post },
    tracker: createCallTracker(() => 0),
    language: () => 'is',
  } as unknown as SessionParts;
  flushSync(() =>
    root.render(
      <TextsContext value={texts}>
        <SessionProvider parts={parts}>
          <Switch />
          <ForSubject title="Yfirlit">
            <h1>Yfirlit</h1>
            <input />
          </ForSubject>
        </SessionProvider>
      </TextsContext>,
    ),
  );
  await vi.waitFor(() => expect(known).toBeDefined());
};

beforeEach(() => {
  info.mockReset();
  post.mockReset();
  known = undefined;
  page = document.body.appendChild(document.createElement('div'));
  root = createRoot(page);
});
afterEach(() => {
  root.unmount();
  page.remove();
  for (const { instance } of currentNotices().notifications) dismissNotification(instance);
});

test('ACC-5: an ended grant is shown, and confirmed to the service once, even if the service fails', async () => {
  info.mockResolvedValue(answerOf(own, 'Netagerðin'));
  // Like a service: not before the waiting screen has rendered.
  post.mockImplementation(async () => {
    await new Promise((done) => setTimeout(done));
    throw new ApiError({ status: 503, errorCode: 'unavailable' });
  });
  await show();
  await vi.waitFor(() => expect(post).toHaveBeenCalled());
  await aWhile();
  expect(post.mock.calls).toEqual([['/api/user/v1/login/switchcustomer', { body: { ssn: own.value } }]]);
  expect(shownTexts()).toEqual([texts('acting|accessEnded', { name: 'Netagerðin' })]);
});

test('ACC-3: a switch in another window remounts the screen and shows a notification', async () => {
  info.mockResolvedValueOnce(answerOf(own));
  await show();
  const before = typed();
  expect(before).not.toBeNull();
  info.mockResolvedValueOnce(answerOf(company));
  await askAgain();
  await vi.waitFor(() => expect(typed()).not.toBe(before));
  await vi.waitFor(() => expect(shownTexts()).toEqual([texts('errorCode|subjectChanged')]));
});

test('ACC-3: a switch in this window shows no notification; a later one in another window does', async () => {
  info.mockResolvedValueOnce(answerOf(own));
  await show();
  const before = typed();
  post.mockResolvedValueOnce(answerOf(company));
  await switchTo(company.value);
  await vi.waitFor(() => expect(typed()).not.toBe(before));
  await aWhile();
  expect(shownTexts()).toEqual([]);
  info.mockResolvedValueOnce(answerOf(own));
  await askAgain();
  await vi.waitFor(() => expect(shownTexts()).toEqual([texts('errorCode|subjectChanged')]));
  info.mockResolvedValueOnce(answerOf(company));
  dismissNotification(currentNotices().notifications[0]?.instance ?? 0);
  await askAgain();
  await vi.waitFor(() => expect(shownTexts()).toEqual([texts('errorCode|subjectChanged')]));
});

test('HOLD-2: a switch clears title and notifications of the previous subject, and focuses the heading', async () => {
  info.mockResolvedValueOnce(answerOf(own));
  await show();
  document.title = 'Kaskótrygging 1801177';
  setNotification({ id: 'access', text: 'Aðgangur veittur: Birta' });
  typed()?.focus();
  post.mockResolvedValueOnce(answerOf(company));
  await switchTo(company.value);
  await vi.waitFor(() => expect(document.activeElement).toBe(page.querySelector('h1')));
  expect(document.title).toBe('Yfirlit');
  expect(shownTexts()).toEqual([]);
});

test('HOLD-18: after a switch the heading has the focus, even if the header had it', async () => {
  info.mockResolvedValueOnce(answerOf(own));
  await show();
  const menu = document.body.appendChild(document.createElement('button'));
  menu.focus();
  post.mockResolvedValueOnce(answerOf(company));
  await switchTo(company.value);
  await vi.waitFor(() => expect(document.activeElement).toBe(page.querySelector('h1')));
  menu.remove();
});
