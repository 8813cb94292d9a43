// @vitest-environment happy-dom
import type { LedgerPeriod, MoneyMovement, MoneyPage } from '@hofn/contracts';
import { createTranslator, type Language } from '@hofn/texts';
import { errors as errorsEn } from '@hofn/texts/catalogue/en/errors.ts';
import { shell as shellEn } from '@hofn/texts/catalogue/en/shell.ts';
import { staff as staffEn } from '@hofn/texts/catalogue/en/staff.ts';
import { errors } from '@hofn/texts/catalogue/is/errors.ts';
import { shell } from '@hofn/texts/catalogue/is/shell.ts';
import { staff } from '@hofn/texts/catalogue/is/staff.ts';
import { act } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { TextsContext } from '../../engine/texts.ts';
import { Ledger } from './Ledger.tsx';
import { choiceOf, monthsUntil, periodOf, queryOf as queryOfChoice } from './ledger-period.ts';
import { Money } from './Money.tsx';
import { filterOf, queryOf } from './money-filter.ts';

const { server } = vi.hoisted(() => ({
  server: {
    page: undefined as unknown,
    ledger: undefined as unknown,
    error: undefined as unknown,
    exportError: undefined as unknown,
    asked: [] as unknown[],
    place: { search: '' },
    roles: ['finance'],
  },
}));
vi.mock('../../engine/index.ts', async () => ({
  ...(await import('../../engine/texts.ts')),
  useStaticQuery: () => ({ company: { phone: '514 1000', phoneHref: 'tel:+3545141000' } }),
  useLocation: () => server.place,
  Link: ({ to, children, ...rest }: { to: string; children: React.ReactNode }) => (
    <a href={to} {...rest}>
      {children}
    </a>
  ),
  navigate: () => Promise.resolve(),
}));
vi.mock('../../session/index.ts', () => ({
  useCall: (path: string, { query, enabled }: { query: object; enabled?: boolean }) => {
    if (enabled === false) return { state: 'loading', retry: () => {} };
    server.asked.push(query);
    if (server.error) return { state: 'error', error: server.error, retry: () => {} };
    const data = path.endsWith('/ledger') ? server.ledger : server.page;
    return { state: 'ready', data, retry: () => {} };
  },
  useSession: () => ({ user: { sub: 'employee|ragna', roles: server.roles } }),
  useSubjectId: () => undefined,
  hasSubject: () => false,
  useExport: () => ({ busy: undefined, error: server.exportError, fetchFile: () => {} }),
}));

const texts = {
  is: createTranslator('is', { ...errors, ...shell, ...staff }),
  en: createTranslator('en', { ...errorsEn, ...shellEn, ...staffEn }),
};
const paid: MoneyMovement = {
  ...{ key: 'a', direction: 'in', kind: 'card', state: 'paid', day: '2026-11-18', amount: 12_510 },
  ...{ method: null, through: 'Visa •••• 4821', text: null, reference: 'ref-1', fault: null, case: null },
  payment: null,
  ...{ customer: { id: 'anna', name: 'Anna Prófdóttir', ssn: '1402851489' }, withheld: false },
};
const page: MoneyPage = {
  ...{ from: '2026-10-21', to: '2026-11-21', hanging: 2, sums: { count: 3, in: 12_510, out: 0 } },
  items: [
    paid,
    {
      ...{
        ...paid,
        key: 'b',
        direction: 'out',
        kind: 'claim',
        state: 'returned',
        amount: 90_000,
        case: 'k1',
      },
      ...{ fault: 'Reikningi lokað', text: 'Viðgerð', reference: 'T-1', through: '0133-26-••4410' },
    },
    {
      ...{
        ...paid,
        key: 'c',
        direction: 'out',
        kind: 'claim',
        amount: 7_000,
        customer: null,
        withheld: true,
      },
      ...{ reference: null, through: null },
    },
  ],
  nextCursor: null,
};
const ledger: LedgerPeriod = {
  ...{ from: '2026-11-01', to: '2026-11-30', groups: 1, debit: 12_000, credit: 12_000 },
  accounts: [
    { account: 'cash', name: 'Sjóður', debit: 12_000, credit: 0 },
    { account: 'premium', name: 'Iðgjöld', debit: 0, credit: 12_000 },
  ],
};

let root: Root;
let screen: HTMLElement;
beforeEach(() => {
  history.replaceState(null, '', '/');
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  vi.useFakeTimers({ now: new Date('2026-11-21T12:00:00Z'), toFake: ['Date'] });
  screen = document.body.appendChild(document.createElement('div'));
  root = createRoot(screen);
  Object.assign(server, { page, ledger, error: undefined, exportError: undefined, asked: [] });
  server.place = { search: '' };
});
afterEach(() => {
  act(() => root.unmount());
  screen.remove();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const show = (part: React.ReactNode, language: Language = 'is') =>
  act(() => root.render(<TextsContext value={texts[language]}>{part}</TextsContext>));
const rows = () =>
  [...screen.querySelectorAll('tbody tr')].map((row) => (row.textContent ?? '').replaceAll('\u00a0', ' '));

test('DESK-12: payments state what became of them, and one that leads to a case has a link with a name of its own', () => {
  show(<Money />);
  expect(rows()[0]).toMatch(
    /Kortagreiðsla á Mínum síðum.*18\.11\.2026.*Anna Prófdóttir.*140285-1489.*Greitt/s,
  );
  expect(rows()[0]).toContain('12.510 kr.');
  expect(rows()[1]).toMatch(/Viðgerð.*Endursent.*Reikningi lokað/s);
  expect(rows()[2]).toContain(staff.money.withheld);
  expect(rows()[2]).not.toContain('Anna');
  const link = screen.querySelector('tbody a');
  expect([link?.getAttribute('href'), link?.getAttribute('aria-label')]).toEqual([
    '/starfsfolk/verkefni/k1',
    'Opna mál: T-1',
  ]);
});

test('DESK-12: what hangs is announced, and one press lists it with the filter in the address', () => {
  show(<Money />, 'en');
  expect(screen.textContent).toContain('2 payments need attention');
  const button = [...screen.querySelectorAll('button')].find(
    ({ textContent }) => textContent === staffEn.money.showHanging,
  );
  act(() => button?.click());
  expect(server.asked.at(-1)).toMatchObject({ state: 'hanging' });
  expect(location.search).toBe('?state=hanging');
  expect(screen.textContent).not.toContain('need attention.');
});

test('DESK-12: an address names direction, state and days; what it cannot mean is left out', () => {
  const query = '?direction=out&state=failed&from=2026-11-01&to=2026-11-30';
  expect(queryOf(filterOf(query))).toBe(query);
  expect(queryOf(filterOf('?direction=up&state=lost&from=2026-13-01&to='))).toBe('');
  server.place = { search: '?from=2026-11-30&to=2026-11-01' };
  show(<Money />);
  expect(screen.textContent).toContain(staff.money.toBeforeFrom);
  expect(server.asked).toEqual([]);
});

test('DESK-12: the ledger shows debit, credit and difference by account with totals, of the month in the address', () => {
  server.place = { search: '?month=2026-02' };
  show(<Ledger />);
  expect(server.asked.at(-1)).toEqual({ from: '2026-02-01', to: '2026-02-28' });
  expect(rows()[0]).toMatch(/Sjóður12\.000 kr\.0 kr\.12\.000 kr\./);
  expect(rows().at(-1)).toMatch(/Samtals12\.000 kr\.12\.000 kr\.0 kr\./);
  expect(screen.textContent).toContain('1 færsluhópur');
});

test('DESK-12: the books are one press from the payments and back, for those who have both', () => {
  server.roles = ['finance'];
  show(<Money />);
  const nav = () => screen.querySelector('nav a')?.getAttribute('href');
  expect(nav()).toBe('/starfsfolk/bokhald');
  show(<Ledger />);
  expect(nav()).toBe('/starfsfolk/greidslur');
  server.roles = ['auditor'];
  show(<Ledger />);
  expect(nav()).toBeUndefined();
});

test('DESK-12: months are those of two years and the one in the address, and a day is not ahead', () => {
  expect(monthsUntil('2026-11-21', '')).toHaveLength(24);
  expect(monthsUntil('2026-11-21', '').slice(0, 2)).toEqual(['2026-11', '2026-10']);
  expect(monthsUntil('2026-11-21', '2020-01').at(-1)).toBe('2020-01');
  expect(periodOf(choiceOf(''), '2026-11-21')).toEqual({ from: '2026-11-01', to: '2026-11-30' });
  const day = choiceOf('?day=2026-11-20');
  expect([queryOfChoice(day), periodOf(day, '2026-11-21')]).toEqual([
    '?day=2026-11-20',
    { from: '2026-11-20', to: '2026-11-20' },
  ]);
  expect(periodOf(choiceOf('?day=2026-11-22'), '2026-11-21')).toBeUndefined();
});

test('DESK-12: without a core the screen says so, and a file that was not made says why', () => {
  server.error = { status: 409, errorCode: 'coreNotConnected', errors: {} };
  show(<Ledger />, 'en');
  expect(screen.textContent).toContain(staffEn.ledger.notConnected);
  expect(screen.querySelector('table')).toBeNull();
  server.error = undefined;
  server.exportError = { status: 503, errorCode: 'ledgerIncomplete', errors: {} };
  show(<Ledger />, 'en');
  const alert = screen.querySelector('[role=alert]')?.textContent ?? '';
  expect(alert).toContain(staffEn.ledger.downloadFailed);
  expect(alert).toContain('No file was made');
});
