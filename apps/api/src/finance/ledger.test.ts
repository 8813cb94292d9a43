// The accounting export: what the core posted as a file that adds up, or no file at all.
import type { CoreLedgerGroup, CoreLedgerPageOf, LedgerPeriod, Problem } from '@hofn/contracts';
import { auditEvents, claims, customers, type Database, employeeRoles, employees } from '@hofn/database';
import { describeEachEngine } from '@hofn/database/testing.ts';
import { and, desc, eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { fillClaims } from '../claims/testing.ts';
import { type CoreBehaviour, type FakeCore, startFakeCore } from '../requests/testing/fake-core.ts';
import { defaultSettings } from '../settings.ts';
import { createIssuer, fillDatabase, fillStaff, fixedClock, startApi } from '../testing.ts';

const una = 'employee|una';
const annaC1 = and(eq(claims.customerId, 'anna'), eq(claims.id, 'c1'));
const names = { cash: 'Banki', premium: 'Iðgjöld', claimsPaid: 'Bætur' } as const;
type Account = keyof typeof names;

const groupOf = (
  key: string,
  [debit, credit]: [Account, Account],
  amount: number,
  about: Partial<CoreLedgerGroup> = {},
): CoreLedgerGroup => ({
  ...{ key, day: '2026-11-03', text: { is: 'Greiðsla', en: 'Payment' }, customer: '1402851489' },
  ...{ policy: '1000001', claim: null, reverses: null },
  postings: [
    { account: debit, amount },
    { account: credit, amount: -amount },
  ],
  ...about,
});

const books = [
  groupOf('=1+1', ['cash', 'premium'], 12_000),
  groupOf('claim-paid-T-1', ['claimsPaid', 'cash'], 310_000, { claim: 'T-1' }),
  groupOf('claim-paid-T-9', ['claimsPaid', 'cash'], 5_000, { claim: 'T-9', customer: '2012991449' }),
];

/** A core with a ledger, which gives pages of two groups. */
const ledgerOf =
  (
    groups: readonly CoreLedgerGroup[],
    change: (page: object, asked: CoreLedgerPageOf) => object | number = (page) => page,
  ) =>
  ({ path, act }: { path: string; act: unknown }) => {
    const all = groups.flatMap(({ postings }) => postings);
    const debit = all.reduce((sum, { amount }) => sum + Math.max(0, amount), 0);
    const total = { groups: groups.length, debit };
    if (path === '/ledger/summary') {
      const accounts = (Object.keys(names) as Account[]).map((account) => {
        const own = all.filter((posting) => posting.account === account).map(({ amount }) => amount);
        return {
          ...{ account, name: { is: names[account], en: account } },
          debit: own.reduce((sum, amount) => sum + Math.max(0, amount), 0),
          credit: own.reduce((sum, amount) => sum + Math.max(0, -amount), 0),
        };
      });
      return { accounts, total };
    }
    const asked = act as CoreLedgerPageOf;
    const from = Number(asked.after ?? 0);
    const isLast = from + 2 >= groups.length;
    return change(
      {
        groups: groups.slice(from, from + 2),
        ...{ next: isLast ? null : String(from + 2), total: isLast ? total : null },
      },
      asked,
    );
  };

describeEachEngine('the accounting export', (open) => {
  let database: Database;
  let api: Awaited<ReturnType<typeof startApi>>;
  let alone: Awaited<ReturnType<typeof startApi>>;
  let core: FakeCore;
  let token: string;

  beforeAll(async () => {
    database = await open();
    await fillDatabase(database);
    await fillClaims(database);
    await fillStaff(database);
    core = await startFakeCore();
    const issuer = await createIssuer();
    const often = { RATE_READ: 100_000, RATE_COSTLY: 100_000 };
    const clock = fixedClock();
    api = await startApi(database, issuer, {
      clock,
      settings: { ...defaultSettings(), ...core.settings, ...often },
    });
    alone = await startApi(database, issuer, { clock, settings: { ...defaultSettings(), ...often } });
    token = await issuer.token(una, { actor_kind: 'employee' });
  });
  afterAll(async () => {
    await api.stop();
    await alone.stop();
    await core.stop();
  });

  const giveRoles = async (...roles: ('finance' | 'auditor' | 'injuries')[]) => {
    await database.db.delete(employeeRoles);
    for (const role of roles)
      await database.db.insert(employeeRoles).values({
        ...{ employeeId: una, role, lines: null, validFrom: '2026-01-01', validTo: null },
        ...{ givenBy: 'Katrín', givenAt: new Date('2026-01-01') },
      });
  };
  const behaves = (as: (call: { path: string; act: unknown }) => object | number) =>
    core.behaves(as as CoreBehaviour);

  beforeEach(async () => {
    await giveRoles('finance');
    behaves(ledgerOf(books));
    await database.db.update(claims).set({ line: 'vehicle', form: null }).where(annaC1);
    await database.db.update(customers).set({ spouseSsn: null });
    await database.db.update(employees).set({ ssn: null }).where(eq(employees.id, una));
  });

  const november = '?from=2026-11-01&to=2026-11-30';
  const ask = (
    query: string,
    { accept, of = api, language = 'is' }: { accept?: string; of?: typeof api; language?: 'is' | 'en' } = {},
  ) =>
    of.ask(`/api/staff/v1/finance/ledger${query}`, {
      ...{ token, language, ...(accept && { headers: { accept } }) },
    });
  const csv = async () => {
    const answer = await ask(november, { accept: 'text/csv' });
    expect(answer.status).toBe(200);
    return (await answer.text())
      .replace(/^\ufeff/, '')
      .trimEnd()
      .split('\r\n');
  };
  const faultOf = async (answer: Response) => [answer.status, ((await answer.json()) as Problem).errorCode];

  test('DESK-12: a month is shown by account with debits and credits that are equal, also to auditors', async () => {
    const answer = await ask(november, { language: 'en' });
    const expected: LedgerPeriod = {
      ...{ from: '2026-11-01', to: '2026-11-30', groups: 3, debit: 327_000, credit: 327_000 },
      accounts: [
        { account: 'cash', name: 'cash', debit: 12_000, credit: 315_000 },
        { account: 'premium', name: 'premium', debit: 0, credit: 12_000 },
        { account: 'claimsPaid', name: 'claimsPaid', debit: 315_000, credit: 0 },
      ],
    };
    expect(await answer.json()).toEqual(expected);
    await giveRoles('auditor');
    expect((await ask(november)).status).toBe(200);
    await giveRoles('injuries');
    expect((await ask(november)).status).toBe(403);
  });

  test('DESK-12: the CSV has every posting of all pages in double entry, runs no formula, and ends with totals that balance', async () => {
    const answer = await ask(november, { accept: 'text/csv' });
    expect(answer.headers.get('content-disposition')).toContain('bokhald-2026-11-01-2026-11-30.csv');
    const lines = await csv();
    expect(lines).toEqual([
      'Dagur;Færsluhópur;Reikningur;Heiti;Texti;Debet;Kredit;Viðskiptavinur;Trygging;Tjón;Bakfærir',
      "2026-11-03;'=1+1;cash;Banki;Greiðsla;12000;;140285-1489;1000001;;",
      "2026-11-03;'=1+1;premium;Iðgjöld;Greiðsla;;12000;140285-1489;1000001;;",
      '2026-11-03;claim-paid-T-1;claimsPaid;Bætur;Greiðsla;310000;;140285-1489;1000001;T-1;',
      '2026-11-03;claim-paid-T-1;cash;Banki;Greiðsla;;310000;140285-1489;1000001;T-1;',
      // A claim that is not on file here.
      '2026-11-03;Hulið 1;claimsPaid;Bætur;Greiðsla;5000;;;;;',
      '2026-11-03;Hulið 1;cash;Banki;Greiðsla;;5000;;;;',
      'Samtals;;;;;327000;327000;;;;',
    ]);
  });

  test('ROLE-2, ROLE-4, DESK-12: the file names neither claims about injuries, without the role, nor the employee’s household', async () => {
    await database.db.update(claims).set({ line: 'accident' }).where(annaC1);
    const hidden = (await csv()).join('\n');
    expect(hidden).not.toContain('T-1');
    expect(hidden).toContain('Hulið 1;claimsPaid;Bætur;Greiðsla;310000;;;;;');
    await giveRoles('finance', 'injuries');
    expect((await csv()).join('\n')).toContain('claim-paid-T-1');
    await database.db.update(employees).set({ ssn: '1812901429' }).where(eq(employees.id, una));
    await database.db.update(customers).set({ spouseSsn: '1812901429' }).where(eq(customers.id, 'anna'));
    const own = await csv();
    expect(own.join('\n')).not.toContain('140285');
    expect(own.at(-1)).toBe('Samtals;;;;;327000;327000;;;;');
  });

  test.each<[what: string, behaviour: ReturnType<typeof ledgerOf>, status: number, code: string]>([
    [
      'does not answer for the second page',
      ledgerOf(books, (page, { after }) => (after === null ? page : 503)),
      ...([503, 'serviceUnavailable'] as const),
    ],
    [
      'leaves a group out',
      ledgerOf(books, (page, { after }) => (after === null ? page : { ...page, groups: [] })),
      ...([503, 'ledgerIncomplete'] as const),
    ],
    [
      'has a group that does not add up',
      ledgerOf([
        ...books,
        {
          ...groupOf('x', ['cash', 'premium'], 1),
          postings: [
            { account: 'cash', amount: 1 },
            { account: 'premium', amount: -2 },
          ],
        },
      ]),
      ...([503, 'ledgerIncomplete'] as const),
    ],
    [
      'has a group of another month',
      ledgerOf(books, (page, { after }) =>
        after === null ? page : { ...page, groups: [{ ...books[2], day: '2026-10-31' }] },
      ),
      ...([503, 'ledgerIncomplete'] as const),
    ],
    [
      'gives the same page again and again',
      ledgerOf(books, (page) => ({ ...page, next: '2', total: null })),
      ...([503, 'ledgerIncomplete'] as const),
    ],
  ])('DESK-12: there is no file when the core %s', async (_what, behaviour, status, code) => {
    behaves(behaviour);
    expect(await faultOf(await ask(november, { accept: 'text/csv' }))).toEqual([status, code]);
  });

  test('DESK-12: postings that were added while the pages were read are read again, and the file has them', async () => {
    const late = groupOf('late', ['cash', 'premium'], 700, { day: '2026-11-04' });
    const before = ledgerOf(books, (page, { after }) =>
      after === null ? page : { ...page, total: { groups: 4, debit: 327_700 } },
    );
    const after = ledgerOf([...books, late]);
    let pages = 0;
    behaves((call) => {
      pages += call.path === '/ledger/postings' ? 1 : 0;
      return (pages <= 2 ? before : after)(call);
    });
    const lines = await csv();
    expect(lines.at(-1)).toBe('Samtals;;;;;327700;327700;;;;');
    expect(lines).toContain('2026-11-04;late;cash;Banki;Greiðsla;700;;140285-1489;1000001;;');
  });

  test.each([
    ['?from=2026-11-02&to=2026-11-01', /undan/],
    ['?from=2026-11-01&to=2026-12-02', /31 daga/],
    ['?from=2026-11-01', /./],
  ])('DESK-12: %s is refused, and the field is named', async (query, text) => {
    const answer = await ask(query);
    const { errors } = (await answer.json()) as Problem;
    expect([answer.status, Object.keys(errors ?? {})]).toEqual([400, ['to']]);
    expect(errors?.to?.[0]).toMatch(text);
  });

  test('DESK-12: without a core the answer says so', async () => {
    expect(await faultOf(await ask(november, { of: alone }))).toEqual([409, 'coreNotConnected']);
  });

  test('DESK-12, HOLD-14: totals are a PDF, and each export is an event of the audit', async () => {
    const pdf = await ask(november, { accept: 'application/pdf' });
    expect(
      Buffer.from(await pdf.arrayBuffer())
        .subarray(0, 5)
        .toString(),
    ).toBe('%PDF-');
    const [event] = await database.db
      .select()
      .from(auditEvents)
      .where(eq(auditEvents.action, 'finance.ledger'))
      .orderBy(desc(auditEvents.id))
      .limit(1);
    expect(event).toMatchObject({
      actorId: una,
      details: { from: '2026-11-01', to: '2026-11-30', file: 'application/pdf' },
    });
  });
});
