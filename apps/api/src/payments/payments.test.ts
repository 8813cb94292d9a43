import { type Payment, type PaymentStatus, paymentPeriods, paymentStatus, problem } from '@hofn/contracts';
import { callCounts, customers, type Database, instalments, payments, transactions } from '@hofn/database';
import { describeWithDatabase } from '@hofn/database/testing.ts';
import { eq, sql } from 'drizzle-orm';
import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { readPdf } from '../platform/pdf/testing.ts';
import { createIssuer, fillDatabase, type Issuer, startApi } from '../testing.ts';
import { type CardService, CardServiceUnavailable, type Charge, type Outcome } from './cards.ts';
import { periodsOf, stateOf } from './payments.ts';
import { noHolds } from './testing.ts';

/** A card service that charges once for each key, and answers as it is set to. */
const cardService = () => {
  const charged = new Map<string, Outcome>();
  const charges: Charge[] = [];
  const service = {
    charged,
    charges,
    answer: 'charged' as 'charged' | 'declined' | 'silent' | 'lost',
    settles: true,
    ...noHolds,
    charge: async (charge: Charge): Promise<Outcome> => {
      charges.push(charge);
      const known = charged.get(charge.key);
      if (known) return known;
      if (service.answer === 'silent') throw new CardServiceUnavailable();
      const outcome: Outcome =
        service.answer === 'declined'
          ? { state: 'declined' }
          : { state: 'charged', reference: `H${charged.size + 1}` };
      charged.set(charge.key, outcome);
      if (service.answer === 'lost') throw new CardServiceUnavailable();
      return outcome;
    },
    settle: async (key: string): Promise<Outcome> => {
      if (!service.settles) throw new CardServiceUnavailable();
      const outcome = charged.get(key) ?? { state: 'cancelled' as const };
      charged.set(key, outcome);
      return outcome;
    },
    refund: async () => ({ state: 'processing' as const }),
  } satisfies CardService & Record<string, unknown>;
  return service;
};

describeWithDatabase('payments', (open) => {
  let database: Database;
  let issuer: Issuer;
  let anna: string;
  let api: Awaited<ReturnType<typeof startApi>>;
  let cards: ReturnType<typeof cardService>;

  beforeAll(async () => {
    database = await open();
    issuer = await createIssuer();
    anna = await issuer.token('anna');
    await fillDatabase(database);
  });
  beforeEach(async () => {
    cards = cardService();
    api = await startApi(database, issuer, { cards });
  });
  afterEach(async () => {
    await api.stop();
    const { db } = database;
    await db.delete(callCounts);
    await db.update(instalments).set({ paymentId: null });
    await db.update(instalments).set({ paidAt: null }).where(sql`${instalments.id} <> '1'`);
    await db.delete(payments);
    await db.execute(sql`truncate table transactions, mails, idempotency_keys`);
    await db
      .update(customers)
      .set({ cardExpires: '08/29', cardToken: 'card-4821' })
      .where(eq(customers.id, 'anna'));
  });

  const get = async (query = '', token = anna): Promise<PaymentStatus> => {
    const answer = await api.ask(`/api/payment/v1/installmentsOverview${query}`, { token });
    expect(answer.status).toBe(200);
    const body = await answer.json();
    expect(paymentStatus.parse(body)).toEqual(body);
    return body as PaymentStatus;
  };
  const pay = async (installmentIds: string[], amount: number, key?: string, token = anna) => {
    const answer = await api.ask('/api/payment/v1/pay', {
      method: 'POST',
      body: JSON.stringify({ installmentIds, amount }),
      headers: { 'content-type': 'application/json', ...(key && { 'idempotency-key': key }) },
      token,
    });
    return { status: answer.status, body: await answer.json() };
  };
  const stateOfId = async (id: string) => (await get()).items.find((item) => item.id === id)?.state;

  test('PAY-16, DATA-10: amounts due, overdue, upcoming and paid, the open balance, and each instalment with its payment method', async () => {
    const { items, summary, credit, card, sums } = await get();
    expect(items.map(({ id, state, total }) => [id, state, total])).toEqual([
      ['2', 'overdue', 12_510],
      ['3', 'upcoming', 12_000],
      ['4', 'upcoming', 12_000],
      ['1', 'paid', 12_000],
    ]);
    expect(items.every(({ method }) => method === 'ccard')).toBe(true);
    // Nothing will be taken on a day that has passed (LIFE-30).
    expect(items.map(({ collection }) => collection?.day ?? null)).toEqual([
      null,
      '2026-12-01',
      '2027-01-01',
      null,
    ]);
    expect(summary).toEqual({
      dueNow: { amount: 12_510, items: [items[0]] },
      overdue: 12_510,
      next: {
        dueDate: '2026-12-01',
        amount: 12_000,
        method: 'ccard',
        collection: { day: '2026-12-01', from: 'card' },
      },
      checking: [],
      paid: { year: 2026, amount: 12_000, count: 1, of: 3 },
    });
    expect(credit).toEqual({ openBalance: 12_510, instalmentCredit: 24_000, limit: null });
    expect(card).toEqual({ brand: 'Visa', cardNumberMasked: '•••• 4821', expired: false });
    expect(sums).toEqual({ count: 4, total: 48_510 });
  });

  test('DATA-10: instalment credit is the total not yet due, with the customer’s limit', async () => {
    const setLimit = (instalmentLimit: number | null) =>
      database.db.update(customers).set({ instalmentLimit }).where(eq(customers.id, 'anna'));
    await setLimit(600_000);
    expect((await get()).credit).toEqual({ openBalance: 12_510, instalmentCredit: 24_000, limit: 600_000 });
    await setLimit(null);
    await pay(['3', '2'], 24_510);
    expect((await get()).credit).toEqual({ openBalance: 0, instalmentCredit: 12_000, limit: null });
  });

  test('PAY-16: totals by year and month', async () => {
    const answer = await api.ask('/api/payment/v1/periods', { token: anna });
    const { items } = paymentPeriods.parse(await answer.json());
    expect(items.map(({ year, paid, overdue, upcoming }) => [year, paid, overdue, upcoming])).toEqual([
      [2027, 0, 0, 12_000],
      [2026, 12_000, 12_510, 12_000],
    ]);
    expect(items[1]?.months[10]).toEqual({ month: 11, paid: 0, due: 0, overdue: 12_510, upcoming: 0 });
  });

  test('PAY-16: the list is filtered by year and state and paged, and a cursor is valid for its own list only', async () => {
    expect((await get('?year=2026&state=upcoming')).items.map(({ id }) => id)).toEqual(['3']);
    const first = await get('?limit=3');
    expect(first.items).toHaveLength(3);
    const next = await get(`?limit=3&cursor=${first.nextCursor}`);
    expect(next.items.map(({ id }) => id)).toEqual(['1']);
    expect(next.nextCursor).toBeNull();
    const moved = await api.ask(`/api/payment/v1/installmentsOverview?year=2026&cursor=${first.nextCursor}`, {
      token: anna,
    });
    expect(problem.parse(await moved.json())).toMatchObject({
      status: 400,
      errors: { cursor: [expect.any(String)] },
    });
  });

  test('PORT-19: payments are searched by words and amount, and paged in every order', async () => {
    const ids = async (query: string) => (await get(query)).items.map(({ id }) => id);
    expect(await ids('?search=12510')).toEqual(['2']);
    expect(await ids('?search=2026-12')).toEqual(['3']);
    expect(await ids('?search=xyz')).toEqual([]);
    expect(await ids('?sort=oldest')).toEqual((await ids('?sort=newest')).toReversed());
    const largest = await get('?sort=largest&limit=1');
    expect(largest.items[0]?.id).toBe('2');
    const rest = await get(`?sort=largest&limit=9&cursor=${largest.nextCursor}`);
    expect(rest.items.map(({ id }) => id).toSorted()).toEqual(['1', '3', '4']);
  });

  test('PAY-16: instalments to pay come first, by due date, and after them those paid or being paid, newest first', async () => {
    const { db } = database;
    const ids = async () => {
      const shown: string[] = [];
      let cursor: string | null = '';
      while (cursor !== null) {
        const { items, nextCursor } = await get(`?limit=1${cursor && `&cursor=${cursor}`}`);
        shown.push(...items.map(({ id }) => id));
        cursor = nextCursor;
      }
      return shown;
    };
    expect(await ids()).toEqual(['2', '3', '4', '1']);
    await db.update(instalments).set({ paidAt: '2026-11-16T10:00:00Z' }).where(eq(instalments.id, '2'));
    expect(await ids()).toEqual(['3', '4', '2', '1']);
    cards.answer = 'silent';
    cards.settles = false;
    await pay(['3'], 12_000, 'silent');
    expect(await stateOfId('3')).toBe('processing');
    expect(await ids()).toEqual(['4', '3', '2', '1']);
  });

  test('PORT-19: the list is exported as CSV and as a tagged PDF', async () => {
    const ask = (accept: string) =>
      api.ask('/api/payment/v1/installmentsOverview?state=overdue', { token: anna, headers: { accept } });
    const csv = await (await ask('text/csv')).text();
    expect(csv).toContain('2026-11-01;2026-11-15;Boðgreiðslur;Gjaldfallið;12000;120;390;12510;');
    const { pages, marked } = await readPdf(
      new Uint8Array(await (await ask('application/pdf')).arrayBuffer()),
    );
    expect(pages.join('\n').replaceAll('\u00a0', ' ')).toContain('12.510 kr.');
    expect(marked).toBe(true);
  });

  test('PAY-16: a payment is charged and booked, and its receipt is shown and e-mailed', async () => {
    const { status, body } = await pay(['2'], 12_510, 'k');
    expect(status).toBe(200);
    expect(body).toMatchObject({
      state: 'paid',
      amount: 12_510,
      card: 'Visa •••• 4821',
      instalmentIds: ['2'],
    });
    expect(cards.charges).toEqual([{ key: (body as Payment).id, token: 'card-4821', amount: 12_510 }]);
    expect(await stateOfId('2')).toBe('paid');
    const booked = await database.db.select().from(transactions);
    expect(booked.map(({ type, amount, descriptionEn }) => [type, amount, descriptionEn])).toEqual([
      ['payment', -12_510, 'Paid by card, Visa •••• 4821'],
    ]);
    expect(api.sent.map(({ queue }) => queue)).toEqual(['payment.settle', 'mail.send']);

    const receipt = await api.ask('/api/payment/v1/receipt/2', { token: anna, language: 'en' });
    expect(receipt.headers.get('content-type')).toBe('application/pdf');
    const { pages, marked } = await readPdf(new Uint8Array(await receipt.arrayBuffer()));
    const text = pages.join('\n').replaceAll('\u00a0', ' ');
    for (const part of [
      'Receipt',
      'Anna Prófdóttir',
      'Penalty interest',
      'ISK 12,510',
      'Visa •••• 4821',
      'H1',
    ])
      expect(text).toContain(part);
    expect(marked).toBe(true);
    expect((await api.ask('/api/payment/v1/receipt/3', { token: anna })).status).toBe(404);
  });

  test('PAY-16: an instalment paid before its due date gets a premium entry too, so that the balance is right', async () => {
    expect((await pay(['3', '2'], 24_510)).status).toBe(200);
    const booked = await database.db.select().from(transactions).orderBy(transactions.sequence);
    expect(booked.map(({ type, amount, descriptionIs }) => [type, amount, descriptionIs])).toEqual([
      ['premium', 12_000, 'Iðgjald, 10. greiðsla af 12'],
      ['payment', -24_510, 'Greitt með korti, Visa •••• 4821'],
    ]);
  });

  test('PAY-16, PORT-2, PORT-20, DATA-5: after an early payment of an instalment with a long id, the account is listed, searched and exported', async () => {
    const { db } = database;
    const long = `instalment-${'3'.repeat(53)}`;
    await db.update(instalments).set({ id: long }).where(eq(instalments.id, '3'));
    try {
      expect((await pay([long], 12_000)).status).toBe(200);
      const list = await api.ask('/api/account/v1', { token: anna });
      expect(list.status).toBe(200);
      expect(await list.json()).toMatchObject({ items: [{ amount: -12_000 }, { amount: 12_000 }] });
      const found = await api.ask('/api/search/v1?q=idgjald', { token: anna });
      expect(found.status).toBe(200);
      const file = await api.ask('/api/account/v1', { token: anna, headers: { accept: 'text/csv' } });
      expect(file.status).toBe(200);
    } finally {
      await db.update(instalments).set({ id: '3' }).where(eq(instalments.id, long));
    }
  });

  test('PAY-16: paying twice charges once, concurrently or in sequence, with one key or two', async () => {
    const same = await Promise.all([pay(['2'], 12_510, 'k'), pay(['2'], 12_510, 'k')]);
    expect(same.map(({ status }) => status)).toEqual([200, 200]);
    expect(new Set(same.map(({ body }) => (body as Payment).id)).size).toBe(1);
    expect((await pay(['2'], 12_510, 'k')).body).toMatchObject({ state: 'paid' });
    expect((await pay(['2'], 12_510, 'other')).body).toMatchObject({
      status: 409,
      errorCode: 'paymentAlreadyMade',
    });
    const both = await Promise.all([pay(['3'], 12_000, 'a'), pay(['3'], 12_000, 'b')]);
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    expect(cards.charged.size).toBe(2);
    expect(await database.db.$count(transactions, eq(transactions.type, 'payment'))).toBe(2);
  });

  test('PAY-16: a declined card charges nothing, and the instalment can be paid again', async () => {
    cards.answer = 'declined';
    expect((await pay(['2'], 12_510)).body).toMatchObject({ status: 402, errorCode: 'paymentDeclined' });
    expect(await stateOfId('2')).toBe('overdue');
    expect(await database.db.$count(transactions)).toBe(0);
    cards.answer = 'charged';
    expect((await pay(['2'], 12_510)).body).toMatchObject({ state: 'paid' });
  });

  test('PAY-16: when the answer is lost after the charge, the result is looked up, not charged again', async () => {
    cards.answer = 'lost';
    expect((await pay(['2'], 12_510)).body).toMatchObject({ state: 'paid' });
    expect([...cards.charged.values()]).toEqual([{ state: 'charged', reference: 'H1' }]);
  });

  test('PAY-16: a charge that never arrived is cancelled, and nothing is charged', async () => {
    cards.answer = 'silent';
    expect((await pay(['2'], 12_510)).body).toMatchObject({
      status: 503,
      errorCode: 'cardServiceSilent',
    });
    expect([...cards.charged.values()]).toEqual([{ state: 'cancelled' }]);
    expect(await stateOfId('2')).toBe('overdue');
  });

  test('PAY-16: while its result is unknown, a payment is processing, reserves the instalment, and is followed up by a job', async () => {
    cards.answer = 'silent';
    cards.settles = false;
    const { body } = await pay(['2'], 12_510, 'k');
    expect(body).toMatchObject({ state: 'processing', paidAt: null });
    expect(await stateOfId('2')).toBe('processing');
    expect((await get()).summary).toMatchObject({
      dueNow: { amount: 0, items: [] },
      checking: [{ amount: 12_510, startedOn: '2026-11-21', by: 'system' }],
    });
    expect((await pay(['2'], 12_510, 'other')).body).toMatchObject({
      status: 409,
      errorCode: 'paymentPending',
    });
    expect(api.sent).toEqual([
      { queue: 'payment.settle', data: { customerId: 'anna', id: (body as Payment).id } },
    ]);
    // A retry, now that the service answers, finishes the same payment.
    cards.answer = 'charged';
    expect((await pay(['2'], 12_510, 'k')).body).toMatchObject({ state: 'paid', id: (body as Payment).id });
  });

  test.each([
    ['a wrong amount', ['2'], 12_000, 409, 'amountChanged'],
    ['an instalment that is paid', ['1'], 12_000, 409, 'paymentAlreadyMade'],
    ['an instalment that does not exist', ['2', 'x'], 12_510, 404, 'notFound'],
    ['no instalment', [], 0, 400, 'validation'],
    ['the same instalment twice', ['2', '2'], 25_020, 400, 'validation'],
  ] as const)(
    'PAY-16: paying %s is refused, and nothing is reserved',
    async (_, ids, amount, status, errorCode) => {
      expect((await pay([...ids], amount)).body).toMatchObject({ status, errorCode });
      expect(await database.db.$count(payments)).toBe(0);
      expect(cards.charges).toEqual([]);
    },
  );

  test('PAY-16: without a valid card, no payment starts', async () => {
    for (const set of [{ cardExpires: '10/26' }, { cardToken: null }]) {
      await database.db.update(customers).set(set).where(eq(customers.id, 'anna'));
      expect((await pay(['2'], 12_510)).body).toMatchObject({ status: 409, errorCode: 'noPaymentMethod' });
    }
    expect(await database.db.$count(payments)).toBe(0);
  });

  test("another customer's instalments cannot be read or paid, and have no receipt", async () => {
    const birgir = await issuer.token('birgir');
    expect((await get('', birgir)).items).toEqual([]);
    expect((await pay(['2'], 12_510, undefined, birgir)).status).toBe(404);
    expect((await api.ask('/api/payment/v1/receipt/1', { token: birgir })).status).toBe(404);
  });
});

test.each([
  ['2026-11-01', '2026-11-15', '2026-10-31', 'upcoming'],
  ['2026-11-01', '2026-11-15', '2026-11-01', 'due'],
  ['2026-11-01', '2026-11-15', '2026-11-15', 'due'],
  ['2026-11-01', '2026-11-15', '2026-11-16', 'overdue'],
] as const)('PAY-16: due on %s, finally due on %s: on %s it is %s', (dueDate, finalDueDate, today, state) => {
  expect(stateOf({ dueDate, finalDueDate, paidOn: null, paymentId: null }, today)).toBe(state);
});

test('an account without instalments has no periods', () => {
  expect(
    periodsOf({ instalments: [], card: null, instalmentLimit: null, refunds: [] }, '2026-11-21'),
  ).toEqual({
    items: [],
  });
});
