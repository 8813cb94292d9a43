// What finance sees of payments in and out, what it does not, and the files of it.
import type { MoneyMovement, MoneyPage, Problem } from '@hofn/contracts';
import {
  auditEvents,
  cases,
  claimPayments,
  claims,
  customers,
  type Database,
  employeeRoles,
  employees,
  instalments,
  payments,
} from '@hofn/database';
import { describeEachEngine } from '@hofn/database/testing.ts';
import type { StaffRole } from '@hofn/domain/staff-roles.ts';
import { and, desc, eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { fillClaims } from '../claims/testing.ts';
import { defaultSettings } from '../settings.ts';
import { createIssuer, fillDatabase, fillStaff, fixedClock, startApi } from '../testing.ts';

const una = 'employee|una';
const annaC1 = and(eq(claims.customerId, 'anna'), eq(claims.id, 'c1'));

describeEachEngine('payments in and out', (open) => {
  let database: Database;
  let api: Awaited<ReturnType<typeof startApi>>;
  let token: string;

  beforeAll(async () => {
    database = await open();
    await fillDatabase(database);
    await fillClaims(database);
    await fillStaff(database);
    const issuer = await createIssuer();
    api = await startApi(database, issuer, {
      clock: fixedClock(),
      settings: { ...defaultSettings(), RATE_READ: 100_000, RATE_COSTLY: 100_000 },
    });
    token = await issuer.token(una, { actor_kind: 'employee' });
  });
  afterAll(() => api.stop());

  const giveRoles = async (...roles: StaffRole[]) => {
    const { db } = database;
    await db.delete(employeeRoles);
    for (const role of roles)
      await db.insert(employeeRoles).values({
        ...{ employeeId: una, role, lines: null, validFrom: '2026-01-01', validTo: null },
        ...{ givenBy: 'Katrín', givenAt: new Date('2026-01-01') },
      });
  };

  beforeEach(async () => {
    const { db } = database;
    await giveRoles('finance');
    await db.update(customers).set({ spouseSsn: null });
    await db.update(employees).set({ ssn: null }).where(eq(employees.id, una));
    for (const table of [cases, claimPayments]) await db.delete(table);
    await db.update(instalments).set({ paymentId: null, refusedAt: null });
    await db.delete(payments);
    await db.update(claims).set({ line: 'vehicle', form: null });
    const card = {
      ...{
        customerId: 'anna',
        actorId: 'anna',
        cardToken: 't',
        card: 'Visa •••• 4821',
        language: 'is' as const,
      },
      settledAt: null,
    } as const;
    await db.insert(payments).values([
      {
        ...card,
        id: 'y1',
        state: 'paid',
        amount: 12_510,
        reference: 'ref-1',
        createdAt: '2026-11-18T10:00:00Z',
      },
      { ...card, id: 'y2', state: 'started', amount: 7_000, createdAt: '2026-07-01T10:00:00Z' },
      {
        ...card,
        id: 'y3',
        customerId: 'birgir',
        state: 'declined',
        amount: 4_000,
        createdAt: '2026-11-17T10:00:00Z',
      },
    ]);
    await db
      .update(instalments)
      .set({ refusedAt: '2026-11-01T08:00:00Z' })
      .where(and(eq(instalments.customerId, 'anna'), eq(instalments.id, '2')));
    const payment = {
      ...{
        customerId: 'anna',
        claimId: 'c1',
        titleIs: 'Viðgerð',
        titleEn: 'Repair',
        recipient: 'Verkstæðið',
      },
      ...{ account: '0133-26-••4410' },
    };
    await db.insert(claimPayments).values([
      { ...payment, id: 'u1', amount: 310_000, state: 'paid', paidOn: '2026-11-19' },
      {
        ...{ ...payment, id: 'u2', amount: 90_000, state: 'approved', step: 'returned', paidOn: null },
        fault: { is: 'Reikningi lokað', en: 'Account closed' },
      },
    ]);
    const item = { language: 'is', openedAt: '2026-11-19T10:00:00Z', dueAt: '2026-11-24T10:00:00Z' } as const;
    await db.insert(cases).values([
      { ...item, id: 'k-claim', kind: 'claim', matterId: 'c1', customerId: 'anna' },
      { ...item, id: 'k-pay', kind: 'memo', problem: 'payment', matterId: 'payment y2', customerId: 'anna' },
    ]);
  });

  const path = '/api/staff/v1/finance/payments';
  const ask = (query = '', { language = 'is', accept }: { language?: 'is' | 'en'; accept?: string } = {}) =>
    api.ask(`${path}${query}`, { token, language, ...(accept && { headers: { accept } }) });
  const list = async (query = '', language: 'is' | 'en' = 'is'): Promise<MoneyPage> => {
    const answer = await ask(query, { language });
    expect(answer.status, query).toBe(200);
    return (await answer.json()) as MoneyPage;
  };
  const shown = ({ items }: MoneyPage) =>
    items.map(({ kind, state, day, amount }: MoneyMovement) => `${day} ${kind} ${state} ${amount}`);

  test('DESK-12: payments of a month by card, charge and claim are listed newest first, each with its state at card service or bank', async () => {
    const page = await list();
    expect([page.from, page.to]).toEqual(['2026-10-21', '2026-11-21']);
    expect(shown(page)).toEqual([
      '2026-11-19 claim paid 310000',
      '2026-11-18 card paid 12510',
      '2026-11-17 card declined 4000',
      '2026-11-12 claim returned 90000',
      '2026-11-01 charge declined 12510',
    ]);
    expect(page.sums).toEqual({ count: 5, in: 12_510, out: 310_000 });
    expect(page.items[1]).toMatchObject({
      ...{ direction: 'in', through: 'Visa •••• 4821', reference: 'ref-1', withheld: false },
      customer: { id: 'anna', name: 'Anna Prófdóttir', ssn: '1402851489' },
    });
    expect(page.items[4]).toMatchObject({ method: 'ccard', text: 'Greiðsla 9 af 12', reference: null });
    const [, , , returned] = (await list('', 'en')).items;
    expect(returned).toMatchObject({
      ...{ direction: 'out', text: 'Repair', reference: 'T-1', fault: 'Account closed' },
      through: '0133-26-••4410',
    });
  });

  test('DESK-12: what hangs is counted and listed of all days, and leads to its case if the employee may open it', async () => {
    const page = await list('?state=hanging');
    expect([page.from, page.to, page.hanging]).toEqual([null, null, 2]);
    expect(shown(page)).toEqual(['2026-11-12 claim returned 90000', '2026-07-01 card unanswered 7000']);
    expect(page.items.map((item) => item.case)).toEqual([null, 'k-pay']);
    await giveRoles('finance', 'claims');
    expect((await list('?state=hanging')).items.map((item) => item.case)).toEqual(['k-claim', 'k-pay']);
  });

  test('DESK-12: direction, state and days narrow the list and its sums, and pages go on where the last one ended', async () => {
    expect(shown(await list('?direction=out'))).toHaveLength(2);
    expect(shown(await list('?direction=in&state=declined'))).toEqual([
      '2026-11-17 card declined 4000',
      '2026-11-01 charge declined 12510',
    ]);
    const day = await list('?from=2026-11-18&to=2026-11-18');
    expect([shown(day), day.sums]).toEqual([
      ['2026-11-18 card paid 12510'],
      { count: 1, in: 12_510, out: 0 },
    ]);
    const seen: string[] = [];
    let cursor: string | null = '';
    while (cursor !== null) {
      const page: MoneyPage = await list(`?limit=2${cursor && `&cursor=${encodeURIComponent(cursor)}`}`);
      seen.push(...shown(page));
      cursor = page.nextCursor;
    }
    expect(seen).toEqual(shown(await list()));
    const other = (await list('?limit=2')).nextCursor ?? '';
    expect((await ask(`?limit=2&direction=in&cursor=${encodeURIComponent(other)}`)).status).toBe(400);
  });

  test.each([
    ['?from=2026-11-20&to=2026-11-19', 'to', 'Seinni dagurinn má ekki vera á undan þeim fyrri'],
    ['?from=2020-01-01&to=2026-11-19', 'to', 'Mest má velja 366 daga í einu'],
    ['?state=lost', 'state', /./],
    ['?from=yesterday', 'from', /./],
  ])('DESK-12: %s is refused, and the field is named', async (query, field, text) => {
    const answer = await ask(query);
    const { errors } = (await answer.json()) as Problem;
    expect([answer.status, Object.keys(errors ?? {})]).toEqual([400, [field]]);
    expect(errors?.[field]?.[0]).toMatch(text);
  });

  test('ROLE-2, DESK-12: of a payment for an injury an employee without the role reads state, day and amount alone, also in the file', async () => {
    await database.db.update(claims).set({ line: 'accident' }).where(annaC1);
    const hidden = (await list('?direction=out')).items;
    for (const item of hidden)
      expect(item).toMatchObject({
        ...{ withheld: true, customer: null, text: null, reference: null, through: null, fault: null },
        case: null,
      });
    const file = await (await ask('?direction=out', { accept: 'text/csv' })).text();
    for (const secret of ['Anna', '140285', 'T-1', 'Viðgerð', '4410', 'Reikningi'])
      expect(file).not.toContain(secret);
    expect(file).toContain('310000');
    await giveRoles('finance', 'injuries');
    expect((await list('?direction=out')).items.map((item) => item.reference)).toEqual(['T-1', 'T-1']);
  });

  test('ROLE-4, DESK-12: payments of the employee’s household are not listed, counted or added up', async () => {
    await database.db.update(employees).set({ ssn: '1812901429' }).where(eq(employees.id, una));
    await database.db.update(customers).set({ spouseSsn: '1812901429' }).where(eq(customers.id, 'anna'));
    const page = await list();
    expect([shown(page), page.sums, page.hanging]).toEqual([
      ['2026-11-17 card declined 4000'],
      { count: 1, in: 0, out: 0 },
      0,
    ]);
  });

  test('DESK-12, HOLD-14: the list is a CSV and a PDF, and each reading is an event of the audit', async () => {
    const answer = await ask('?direction=in', { accept: 'text/csv' });
    expect(answer.headers.get('content-disposition')).toContain('greidslur-2026-11-21.csv');
    const lines = (await answer.text()).split('\r\n');
    expect(lines[0]).toContain(
      'Dagur;Greiðsla;Staða;Inn;Út;Viðskiptavinur;Kennitala;Kort eða reikningur;Tilvísun',
    );
    expect(lines[1]).toBe(
      '2026-11-18;Kortagreiðsla á Mínum síðum;Greitt;12510;;Anna Prófdóttir;140285-1489;Visa •••• 4821;ref-1;',
    );
    const pdf = await ask('', { accept: 'application/pdf', language: 'en' });
    expect(
      Buffer.from(await pdf.arrayBuffer())
        .subarray(0, 5)
        .toString(),
    ).toBe('%PDF-');
    const [event] = await database.db
      .select()
      .from(auditEvents)
      .where(eq(auditEvents.action, 'finance.payments'))
      .orderBy(desc(auditEvents.id))
      .offset(1)
      .limit(1);
    expect(event).toMatchObject({
      actorId: una,
      details: { direction: 'in', from: '2026-10-21', to: '2026-11-21', file: 'text/csv' },
    });
  });
});
