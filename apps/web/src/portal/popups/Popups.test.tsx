// @vitest-environment happy-dom
import { createTranslator } from '@hofn/texts';
import { portal } from '@hofn/texts/catalogue/is/portal.ts';
import { QueryClient } from '@tanstack/react-query';
import { flushSync } from 'react-dom';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { TextsContext } from '../../engine/texts.ts';
import { createCallTracker } from '../../session/call-tracker.ts';
import { SessionProvider } from '../../session/session.tsx';
import type { SessionParts } from '../../session/session-parts.ts';
import { forgetHidden, hideForVisit } from '../../shell/hidden-popups.ts';
import Popups from './Popups.tsx';

vi.mock('./CardPopup.tsx', () => ({
  CardPopup: ({ onClose }: { onClose: (outcome: 'dismissed') => void }) => (
    <button type="button" onClick={() => onClose('dismissed')}>
      card
    </button>
  ),
}));
vi.mock('./ContactPopup.tsx', () => ({
  ContactPopup: ({ onClose }: { onClose: (outcome: 'failed') => void }) => (
    <button type="button" onClick={() => onClose('failed')}>
      contact
    </button>
  ),
}));
vi.mock('./BankPopup.tsx', () => ({ BankPopup: () => <p>bank</p> }));

const t = createTranslator('is', portal);

let root: Root;
let container: HTMLElement;
let parts: SessionParts;
const calls: string[] = [];
const shownText = () => container.textContent;

const show = (page: string) =>
  flushSync(() =>
    root.render(
      <TextsContext value={t}>
        <SessionProvider parts={parts}>
          <Popups page={page} />
        </SessionProvider>
      </TextsContext>,
    ),
  );

const ssn = '1402851489';
const user = {
  id: 'anna',
  ssn,
  currentProxyUser: { id: 'anna', value: ssn, via: 'self' },
  paymentMethod: { ccardInfo: null },
  popupinfo: { showPopup: false },
};
const open = (record: object = user, overview: { overdue: object | null } = { overdue: null }) => {
  const state = { status: 'authenticated', user: { sub: 'anna' } };
  parts = {
    session: { start: async () => {}, state: () => state, subscribe: () => () => {} },
    queries: new QueryClient({ defaultOptions: { queries: { retry: false, networkMode: 'always' } } }),
    api: {
      get: async (path: string) => {
        calls.push(path);
        if (path.endsWith('/overview')) return { ...overview };
        return path.endsWith('/info') ? record : { show: true };
      },
      post: async () => ({}),
    },
    tracker: createCallTracker(() => 0),
    language: () => 'is',
  } as unknown as SessionParts;
  container = document.createElement('div');
  root = createRoot(container);
};

beforeEach(() => {
  sessionStorage.clear();
  open();
});
afterEach(() => {
  root.unmount();
  vi.unstubAllGlobals();
});

test('PAY-19: an open popup closes on a page where popups are suppressed, reached by its link or by Back', async () => {
  show('portal.base');
  await vi.waitFor(() => expect(shownText()).toBe('card'));
  show('cardVerification');
  expect(shownText()).toBe('');
  // Closing the popup this way does not count as an answer.
  show('portal.base');
  await vi.waitFor(() => expect(shownText()).toBe('card'));
  show('portal.settingsPayment');
  expect(shownText()).toBe('');
});

test('PAY-19: after a popup is closed, the next waits for another screen', async () => {
  show('portal.base');
  await vi.waitFor(() => expect(shownText()).toBe('card'));
  flushSync(() => container.querySelector('button')?.click());
  for (let turn = 0; turn < 20; turn += 1) await new Promise((resolve) => setImmediate(resolve));
  expect(shownText()).toBe('');
  show('portal.documents');
  await vi.waitFor(() => expect(shownText()).toBe('bank'));
});

test('LIFE-45: while a payment is overdue, the overview and payments show no popup, and the next screen does', async () => {
  open(user, { overdue: { amount: 12_516 } });
  for (const page of ['portal.base', 'portal.payments']) {
    show(page);
    await vi.waitFor(() => expect(calls).toContain('/api/policy/v3/overview'));
    for (let turn = 0; turn < 20; turn += 1) await new Promise((resolve) => setImmediate(resolve));
    expect(shownText()).toBe('');
  }
  show('portal.documents');
  await vi.waitFor(() => expect(shownText()).toBe('card'));
});

test('LIFE-45: no popup covers the confirmation of a payment; the next screen shows it', async () => {
  const shownOverview: { overdue: object | null } = { overdue: { amount: 12_516 } };
  open(user, shownOverview);
  show('portal.payments');
  await vi.waitFor(() => expect(calls).toContain('/api/policy/v3/overview'));
  await vi.waitFor(() => expect(parts.queries.isFetching()).toBe(0));
  shownOverview.overdue = null;
  const before = calls.length;
  await parts.queries.invalidateQueries();
  await vi.waitFor(() => expect(calls.slice(before)).toContain('/api/policy/v3/overview'));
  for (let turn = 0; turn < 20; turn += 1) await new Promise((resolve) => setImmediate(resolve));
  expect(shownText()).toBe('');
  show('portal.documents');
  await vi.waitFor(() => expect(shownText()).toBe('card'));
});

test('HOLD-2, PAY-11a: an open popup closes when the page changes to another subject', async () => {
  show('portal.base');
  await vi.waitFor(() => expect(shownText()).toBe('card'));
  parts.queries.setQueryData(['user'], {
    value: { ...user, currentProxyUser: { id: 'felag', value: '5001141499', via: 'delegate' } },
  });
  await vi.waitFor(() => expect(shownText()).toBe(''));
});

test('PAY-14: a dismissed popup stays hidden for the visit, and is shown again to the next user after sign-out', async () => {
  show('portal.base');
  await vi.waitFor(() => expect(shownText()).toBe('card'));
  flushSync(() => container.querySelector('button')?.click());
  await vi.waitFor(() => expect(shownText()).toBe(''));
  show('portal.documents');
  await vi.waitFor(() => expect(shownText()).toBe('bank'));
  expect({ ...sessionStorage }).toEqual({ 'hofn.hideCardPopup': 'true' });
  root.unmount();
  open();
  show('portal.base');
  await vi.waitFor(() => expect(shownText()).toBe('bank'));
  root.unmount();
  forgetHidden();
  open();
  show('portal.base');
  await vi.waitFor(() => expect(shownText()).toBe('card'));
});

test('HOLD-18, PAY-13c: unsaved details can be reopened after the toast is gone; once dismissed, the notice does not return', async () => {
  const withDetails = { ...user, popupinfo: { showPopup: true, email: 'anna@hofn.example' } };
  root.unmount();
  open(withDetails);
  hideForVisit('card');
  hideForVisit('bank');
  const press = (name: string) =>
    flushSync(() =>
      [...container.querySelectorAll('button')]
        .find((button) => button.textContent === name || button.getAttribute('aria-label') === name)
        ?.click(),
    );
  show('portal.base');
  await vi.waitFor(() => expect(shownText()).toBe('contact'));
  press('contact');
  await vi.waitFor(() => expect(shownText()).toContain(t('contactInfoPopup|updateFailed')));
  press(t('contactInfoPopup|openAgain'));
  await vi.waitFor(() => expect(shownText()).toBe('contact'));
  press('contact');
  await vi.waitFor(() => expect(shownText()).toContain(t('contactInfoPopup|updateFailed')));
  press(t('global|close'));
  await vi.waitFor(() => expect(shownText()).toBe(''));
  // On another screen of the same visit.
  root.unmount();
  open(withDetails);
  show('portal.base');
  await vi.waitFor(() => expect(shownText()).toBe('contact'));
  press('contact');
  await vi.waitFor(() => expect(shownText()).toBe(''));
});

test('STAFF-7: staff viewing a customer see no popup, and none is requested', async () => {
  vi.stubGlobal('location', { ...location, hostname: 'staff.hofn.example' });
  sessionStorage.setItem('hofn.staff.viewed', ssn);
  calls.length = 0;
  show('portal.base');
  await vi.waitFor(() => expect(parts.queries.getQueryData(['user'])).toBeDefined());
  for (let turn = 0; turn < 20; turn += 1) await new Promise((resolve) => setImmediate(resolve));
  expect([shownText(), calls]).toEqual(['', ['/api/user/v1/info']]);
});
