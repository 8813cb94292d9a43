import type { Payment, PaymentStatus } from '@hofn/contracts';
import { coreRecords, type Database, documents, instalments, payments, transactions } from '@hofn/database';
import { describeEachEngine } from '@hofn/database/testing.ts';
import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { recordedEvents } from '../events/testing.ts';
import { readPdf } from '../platform/pdf/testing.ts';
import { defaultSettings } from '../settings.ts';
import { createIssuer, fillDatabase, startApi } from '../testing.ts';
import type { CardService } from './cards.ts';
import { noHolds } from './testing.ts';

const facts = {
  ...{ customer: '1402851489', sequence: 9, sequenceOf: 12, amount: 12_000, fees: 390, method: 'ccard' },
  ...{ dueDate: '2026-12-01', finalDueDate: '2026-12-15' },
};
const dueFacts = { ...facts, dueDate: '2026-11-01', finalDueDate: '2026-11-15' };
/** What the instalment costs at first, and so what the card is charged. */
const charged = 12_390;
const json = { 'content-type': 'application/json' };

describeEachEngine('an instalment that changes while it is paid, or afterwards', (open) => {
  let database: Database;
  let api: Awaited<ReturnType<typeof startApi>>;
  let anna: string;
  let core: string;
  let version = 0;
  /** What the core system does before the card service answers. */
  let meanwhile: () => Promise<void>;
  const cards: CardService = {
    ...noHolds,
    charge: async ({ key }) => {
      await meanwhile();
      return { state: 'charged', reference: key.slice(0, 8) };
    },
    settle: async () => ({ state: 'cancelled' }),
    refund: async () => ({ state: 'processing' }),
  };

  beforeAll(async () => {
    database = await open();
    await fillDatabase(database);
    const issuer = await createIssuer();
    anna = await issuer.token('anna');
    core = await issuer.serviceToken(['core.billing.write', 'core.billing.read']);
    const rates = { RATE_READ: 10_000, RATE_COSTLY: 10_000, RATE_CORE: 10_000 };
    api = await startApi(database, issuer, { cards, settings: { ...defaultSettings(), ...rates } });
  });
  afterAll(() => api.stop());
  beforeEach(async () => {
    meanwhile = async () => {};
    const { db } = database;
    await db.delete(documents);
    await db.delete(instalments);
    await db.delete(payments);
    await db.delete(coreRecords);
    await db.execute(sql`truncate table transactions, mails, core_events, call_counts`);
  });

  const send = async (changed: object, of: object = facts) => {
    version += 1;
    const answer = await api.ask('/api/core/v1/instalments/i-9', {
      ...{ method: 'PUT', token: core, headers: json },
      body: JSON.stringify({ version, facts: { ...of, ...changed } }),
    });
    expect(answer.status).toBe(200);
    return ((await answer.json()) as { id: string }).id;
  };
  const read = async <Answer>(path: string, token = anna) =>
    (await (await api.ask(path, { token, language: 'en' })).json()) as Answer;
  const status = () => read<PaymentStatus>('/api/payment/v1/installmentsOverview');
  const pay = async (id: string, amount: number) => {
    const answer = await api.ask('/api/payment/v1/pay', {
      ...{ method: 'POST', token: anna, headers: json },
      body: JSON.stringify({ installmentIds: [id], amount }),
    });
    expect(answer.status).toBe(200);
    const payment = (await answer.json()) as Payment;
    expect(payment).toMatchObject({ state: 'paid', amount });
    return payment;
  };
  /** What is left to pay, what is shown as paid, and the balance of the account, whose premiums come when they are due. */
  const account = async () => {
    const { items } = await status();
    const sumOf = (isPaid: boolean) =>
      items
        .filter(({ state }) => (state === 'paid') === isPaid)
        .reduce((total, item) => total + item.total, 0);
    const entries = await database.db.select({ amount: transactions.amount }).from(transactions);
    return {
      unpaid: sumOf(false),
      paid: sumOf(true),
      balance: entries.reduce((total, { amount }) => total + amount, 0),
    };
  };
  const cancelled = { cancelledAt: '2026-11-21T12:00:00Z' };

  describe.each(['while the card is charged', 'after the payment'] as const)('%s', (order) => {
    /** Pays the instalment, and lets the core system change it before or after the card service answers. */
    const payAndChange = async (changed: object, of: object = facts) => {
      const id = await send({}, of);
      const change = async () => {
        await send(changed, of);
      };
      if (order === 'while the card is charged') meanwhile = change;
      const { id: paymentId } = await pay(id, charged);
      if (order === 'after the payment') await change();
      return { id, paymentId };
    };

    test.each([
      ['raised', { amount: 15_000 }, { unpaid: 3_000, paid: charged, balance: 0 }],
      ['raised by interest', { penaltyInterest: 510 }, { unpaid: 510, paid: charged, balance: 0 }],
      ['lowered', { amount: 10_000 }, { unpaid: 0, paid: 10_390, balance: -2_000 }],
      ['cancelled', cancelled, { unpaid: 0, paid: 0, balance: -charged }],
      ['unchanged', {}, { unpaid: 0, paid: charged, balance: 0 }],
    ])(
      'PAY-16: one that is %s counts as paid by what was charged: the rest is due, and what is too much is a credit',
      async (_, changed, expected) => {
        await payAndChange(changed);
        expect(await account()).toEqual(expected);
        // The same version sent again, and a later one that says the same, change nothing.
        await send(changed);
        expect(await account()).toEqual(expected);
      },
    );

    test('PAY-16: one that was due, whose premium the core system books, has the payment alone in the account', async () => {
      await payAndChange({ amount: 15_000 }, dueFacts);
      expect(await account()).toEqual({ unpaid: 3_000, paid: charged, balance: -charged });
      const { summary } = await status();
      expect(summary.dueNow.amount).toBe(3_000);
    });

    test('PAY-16, CORE-7: the rest is paid as an instalment of its own, of which other systems read the instalment that they know', async () => {
      const { id } = await payAndChange({ amount: 15_000 });
      const rest = (await status()).items.find(({ state }) => state === 'upcoming');
      expect(rest).toMatchObject({ total: 3_000, dueDate: '2026-12-01', sequence: 9 });
      const { id: paymentId } = await pay(rest?.id ?? '', 3_000);
      expect(await account()).toEqual({ unpaid: 0, paid: 15_390, balance: 0 });
      const made = (await recordedEvents(database)).filter(({ type }) => type === 'hofn.payment.made');
      expect(made.map(({ data }) => data)).toEqual([
        { paymentId: expect.any(String), instalmentIds: [id] },
        { paymentId, instalmentIds: [id] },
      ]);
      expect(await read(`/api/core/v1/customers/by-id/anna/payments/${paymentId}`, core)).toMatchObject({
        amount: 3_000,
        instalments: [{ id, key: 'i-9', amount: 3_000 }],
      });
      // Raised again, lowered below what was paid in all, and cancelled.
      await send({ amount: 16_000 });
      expect(await account()).toEqual({ unpaid: 1_000, paid: 15_390, balance: 0 });
      await send({ amount: 11_000 });
      expect(await account()).toEqual({ unpaid: 0, paid: 11_390, balance: -4_000 });
      await send({ amount: 15_000 });
      expect(await account()).toEqual({ unpaid: 0, paid: 15_390, balance: 0 });
      await send(cancelled);
      expect(await account()).toEqual({ unpaid: 0, paid: 0, balance: -15_390 });
    });

    test('PAY-16: one that the core system says is paid leaves nothing due', async () => {
      await payAndChange({ amount: 15_000 });
      await send({ amount: 15_000, paidAt: '2026-11-22T12:00:00Z' });
      expect(await account()).toMatchObject({ unpaid: 0, paid: 15_390 });
    });
  });

  test('PAY-16: what was charged for one that is lowered meanwhile is on its receipt, with the credit', async () => {
    const id = await send({});
    meanwhile = async () => {
      await send({ amount: 10_000 });
    };
    await pay(id, charged);
    const receipt = await api.ask(`/api/payment/v1/receipt/${id}`, { token: anna, language: 'en' });
    const { pages } = await readPdf(new Uint8Array(await receipt.arrayBuffer()));
    const text = pages.join('\n').replaceAll('\u00a0', ' ');
    for (const part of ['ISK 10,000', 'Credit on the account', 'ISK 2,000', 'ISK 12,390'])
      expect(text).toContain(part);
  });

  test('PAY-16: a payment for one that is paid in another way meanwhile is a credit, and its premium is not booked twice', async () => {
    const id = await send({});
    meanwhile = async () => {
      await send({ paidAt: '2026-11-21T11:00:00Z' });
    };
    await pay(id, charged);
    expect(await account()).toEqual({ unpaid: 0, paid: charged, balance: -charged });
  });

  test('PAY-16: an earlier release that began the payment noted no amount: it pays what the instalment costs when it ends', async () => {
    const id = await send({});
    meanwhile = async () => {
      await database.db.update(instalments).set({ chargedAmount: null }).where(eq(instalments.id, id));
    };
    await pay(id, charged);
    expect(await account()).toEqual({ unpaid: 0, paid: charged, balance: 0 });
  });
});
