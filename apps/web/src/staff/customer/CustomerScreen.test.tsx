// @vitest-environment happy-dom
import type { CustomerPage } from '@hofn/contracts';
import { createTranslator, type Language } from '@hofn/texts';
import { errors as errorsEn } from '@hofn/texts/catalogue/en/errors.ts';
import { shell as shellEn } from '@hofn/texts/catalogue/en/shell.ts';
import { staff as staffEn } from '@hofn/texts/catalogue/en/staff.ts';
import { errors } from '@hofn/texts/catalogue/is/errors.ts';
import { shell } from '@hofn/texts/catalogue/is/shell.ts';
import { staff } from '@hofn/texts/catalogue/is/staff.ts';
import { QueryClient } from '@tanstack/react-query';
import { act } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { TextsContext } from '../../engine/texts.ts';
import { ApiError } from '../../session/api-error.ts';
import { createCallTracker } from '../../session/call-tracker.ts';
import { SessionProvider } from '../../session/session.tsx';
import type { SessionParts } from '../../session/session-parts.ts';
import { CustomerScreen } from './CustomerScreen.tsx';

vi.mock('../../engine/index.ts', async (original) => ({
  ...(await original<object>()),
  Link: ({ to, children }: { to: string; children: string }) => <a href={to}>{children}</a>,
}));

const texts = {
  is: createTranslator('is', { ...shell, ...staff, ...errors }),
  en: createTranslator('en', { ...shellEn, ...staffEn, ...errorsEn }),
};
const line: CustomerPage['openCases'][number] = {
  ...{ id: 'k1', kind: 'claim', form: null, request: null, feedback: null, reference: 'T-1' },
  ...{ about: 'Vatnstjón', sender: 'Anna Prófdóttir', known: true, language: 'is', assignee: null },
  ...{ openedAt: '2026-11-20T12:00:00Z', dueAt: '2026-11-23T12:00:00Z', overdue: false, mine: false },
  ...{ state: 'open', version: 0 },
};
const page: CustomerPage = {
  ...{ id: 'anna', kind: 'person', name: 'Anna Prófdóttir', ssn: '1402851489', bornOn: '1985-02-14' },
  ...{ age: 41, since: '2012-03-01', address: 'Ægisíða 14', postalCode: '107', town: 'Reykjavík' },
  ...{ email: 'anna@example.is', mobilePhone: '6150001', homePhone: null, language: 'is' },
  ...{ contactChangedAt: '2026-11-18T10:00:00Z', contactConfirmedOn: '2026-03-01' },
  changedLately: [
    { what: 'bankAccount', at: '2026-11-19T10:00:00Z', by: 'other' },
    { what: 'email', at: '2026-11-18T10:00:00Z', by: 'self' },
  ],
  policies: [
    {
      ...{ id: 'p1', number: '1000001', name: 'Kaskótrygging', insured: 'Toyota', status: 'lapsed' },
      ...{ validFrom: '2026-03-01', validTo: '2027-02-28', premiumPerYear: 120_000 },
    },
  ],
  claims: [
    {
      ...{ id: 'c1', number: 'T-1', title: 'Vatnstjón', status: 'inProgress', open: true },
      ...{ unverified: false, dateOfLoss: '2026-11-10', compensation: null, case: 'k1' },
    },
    {
      ...{ id: 'c2', number: 'T-2', title: 'Rúðutjón', status: 'settled', open: false },
      ...{ unverified: false, dateOfLoss: '2025-11-10', compensation: 50_000, case: null },
    },
  ],
  openCases: [line],
  pastCases: [],
  payments: {
    ...{ balance: 12_500, overdue: 9_000, overdueSince: '2026-11-02', next: null },
    last: { on: '2026-10-05', amount: 8_000 },
  },
  documents: [{ id: 'd1', kind: 'certificate', title: 'Skírteini', date: '2026-03-01', readAt: null }],
  given: [
    {
      ...{ id: 'g1', ssn: '0303831459', name: 'Birgir Prófsson', role: 'Full', state: 'active' },
      ...{ validFrom: '2026-11-01', validTo: '2027-10-31', endedOn: null },
    },
  ],
  received: [],
  people: [{ id: 'birgir', name: 'Birgir Prófsson', involvement: 'board' }],
  companies: [{ ssn: '5001141499', name: 'Félagið ehf.', involvement: ['procuration'], role: 'Admin' }],
};

let root: Root;
let body: HTMLElement;
let calls: Array<[path: string, input: { params?: object; body?: object }]>;
let answer: () => Promise<unknown>;
const assign = vi.fn();

const show = (id: string, language: Language = 'is') => {
  const state = { status: 'authenticated', user: { sub: 'employee|katrin' } };
  const parts = {
    session: { start: async () => {}, state: () => state, subscribe: () => () => {} },
    queries: new QueryClient(),
    api: {
      get: async () => ({}),
      post: async (path: string, { params, body: sent }: { params?: object; body?: object }) => {
        calls.push([path, { ...(params && { params }), ...(sent && { body: sent }) }]);
        return path.includes('customers') ? answer() : {};
      },
    },
    tracker: createCallTracker(() => 0),
    language: () => language,
  } as unknown as SessionParts;
  return act(async () =>
    root.render(
      <TextsContext value={texts[language] as never}>
        <SessionProvider parts={parts}>
          <CustomerScreen key={`${id} ${language}`} id={id} />
        </SessionProvider>
      </TextsContext>,
    ),
  );
};
const submit = () => act(async () => body.querySelector('form')?.requestSubmit());
const linkTo = (text: string) =>
  [...body.querySelectorAll('a')].find(({ textContent }) => textContent === text)?.getAttribute('href');

beforeEach(() => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  vi.stubGlobal('location', { hostname: 'staff.hofn.example', assign, reload: () => {} });
  vi.clearAllMocks();
  sessionStorage.clear();
  calls = [];
  answer = async () => page;
  body = document.body.appendChild(document.createElement('div'));
  root = createRoot(body);
});
afterEach(async () => {
  await act(async () => root.unmount());
  body.remove();
  vi.unstubAllGlobals();
});

test('ROLE-7: nothing is read before a reason is given, and coming back asks for no other', async () => {
  await show('first');
  expect(calls).toEqual([]);
  const select = body.querySelector('select');
  if (!select) throw new Error('no reason');
  expect(select.value).toBe('service');
  await act(async () => {
    Object.getOwnPropertyDescriptor(HTMLSelectElement.prototype, 'value')?.set?.call(select, 'claim');
    select.dispatchEvent(new Event('change', { bubbles: true }));
  });
  await submit();
  const call = ['/api/staff/v1/customers/{id}', { params: { id: 'first' }, body: { reason: 'claim' } }];
  expect(calls).toEqual([call]);
  expect(body.textContent).toContain('Ástæða: tjónavinnsla.');
  await show('second');
  expect(calls).toHaveLength(1);
  await show('first');
  // Opened again, and so recorded again.
  expect(calls).toEqual([call, call]);
});

test.each(['is', 'en'] as const)(
  'ROLE-7: it shows what changed lately, and each thing with its day and its case, in %s',
  async (language) => {
    const t = texts[language];
    await show(`shown ${language}`, language);
    await submit();
    expect(body.querySelector('h1')?.textContent).toBe('Anna Prófdóttir');
    const warning = body.querySelector('[class*=warning]')?.textContent;
    expect(warning).toContain(t('customerPage|changed.bankAccount'));
    expect(warning).toContain(t('customerPage|byOther'));
    expect(body.textContent).toContain(t('customerPage|age', { n: 41 }));
    expect(body.textContent).toContain(t('policyStatus|lapsed'));
    const casePath = language === 'is' ? '/starfsfolk/verkefni/k1' : '/en/staff/work-queue/k1';
    expect(linkTo('Vatnstjón')).toBe(casePath);
    // A claim without a case has nothing to open.
    expect(linkTo('Rúðutjón')).toBeUndefined();
    expect(body.textContent).toContain(t('customerPage|given', { name: 'Birgir Prófsson' }));
    expect(body.textContent).toContain(t('customerPage|involvement.procuration', { name: 'Félagið ehf.' }));
    expect(body.textContent).toContain(t('customerPage|person.board', { name: 'Birgir Prófsson' }));
    expect(body.textContent).toContain(t('customerPage|unread'));
  },
);

test('ROLE-7, STAFF-2c: My pages open from it as this customer, with the same reason', async () => {
  await show('pages');
  await submit();
  const button = [...body.querySelectorAll('button')].find(
    ({ textContent }) => textContent === texts.is('customerPage|myPages'),
  );
  await act(async () => button?.click());
  expect(calls.at(-1)).toEqual([
    '/api/user/v1/switchoverviewuser',
    { body: { ssn: '1402851489', reason: 'service' } },
  ]);
  expect(assign).toHaveBeenCalledWith('/arsskyrsla/vidskipti/');
});

test('ROLE-7: an unknown customer is not found, and after a failure it can be opened again', async () => {
  answer = () => Promise.reject(new ApiError({ status: 404, errorCode: 'notFound' }));
  await show('gone');
  await submit();
  expect(body.textContent).toContain(texts.is('customerPage|notFoundTitle'));
  expect(body.querySelector('form')).toBeNull();
  answer = () => Promise.reject(new ApiError({ status: 503, errorCode: 'serviceUnavailable' }));
  await show('failing');
  await submit();
  expect(body.querySelector('[role=alert]')?.textContent).toContain(texts.is('customerPage|openFailed'));
  answer = async () => page;
  await submit();
  expect(body.querySelector('h1')?.textContent).toBe('Anna Prófdóttir');
});
