import type { CloudEvent, CoreRequest } from '@hofn/contracts';
import type { Database } from '@hofn/database';
import {
  insuranceAcceptedChanges,
  insuranceClaims,
  insuranceCustomers,
  insuranceEvents,
  insuranceInstalments,
  insuranceLedgerEntries,
  insuranceOutbox,
  insuranceOutcomes,
  insurancePolicies,
} from '@hofn/database/schema/insurance.ts';
import { patience } from '@hofn/database/testing/patience.ts';
import { describeEachEngine, inRoleOf } from '@hofn/database/testing.ts';
import { addDays, addMonths } from '@hofn/domain';
import { createLogger } from '@hofn/service';
import { eq, like, sql } from 'drizzle-orm';
import { afterEach, expect, onTestFinished, test, vi } from 'vitest';
import { openingBook } from './opening.ts';
import type { BookRecord } from './record.ts';
import { type StartedCore, startCore } from './start.ts';
import { readCalendar } from './store/calendar.ts';
import { saveConnection } from './store/connection.ts';
import { rowOf } from './store/records.ts';
import { type Front, fillCustomers, startFront, testClient } from './testing.ts';

const today = '2026-11-23';
const tomorrow = addDays(today, 1);
const logger = createLogger('core', 'silent');
/** The clock of the second day. */
const clock = { now: () => new Date(`${tomorrow}T00:10:00Z`) };

const running: StartedCore[] = [];
afterEach(async () => {
  for (const core of running.splice(0)) await core.stop();
});

const start = async (database: Database, front: Front, of = clock, { isDemo = true } = {}) => {
  const core = await startCore({
    settings: {
      ...{ CORE_PORT: 0, CORE_HOST: '127.0.0.1', CORE_PAGE: isDemo },
      ...{ CORE_API_URL: front.url, CORE_IDENTITY_URL: front.url },
    },
    ...{ client: testClient, database, logger, clock: of, graceMs: 500 },
  });
  running.push(core);
  return core;
};

const newFront = async () => {
  const front = await startFront();
  onTestFinished(() => front.stop());
  return front;
};

const until = (check: () => Promise<void>) => vi.waitFor(check, { timeout: patience(20_000), interval: 50 });

/** What a day's work does to a customer of the tests: one renewal, one charge and one payment. */
const expectWorkedOnce = async ({ db }: Database, count: number): Promise<void> => {
  expect(await db.$count(insuranceCustomers, eq(insuranceCustomers.workedOn, tomorrow))).toBe(count);
  const policies = await db
    .selectDistinct({ version: insurancePolicies.version, validFrom: insurancePolicies.validFrom })
    .from(insurancePolicies);
  expect(policies).toEqual([{ version: 2, validFrom: tomorrow }]);
  const instalments = await db
    .selectDistinct({ version: insuranceInstalments.version })
    .from(insuranceInstalments)
    .where(like(insuranceInstalments.key, 'instalment-%'));
  expect(instalments).toEqual([{ version: 2 }]);
  const accounts = await db
    .select({ entries: sql<number>`count(*)::int`, sum: sql<number>`sum(amount)::int` })
    .from(insuranceLedgerEntries)
    .groupBy(insuranceLedgerEntries.customer);
  expect(new Set(accounts.map(({ entries, sum }) => `${entries} ${sum}`))).toEqual(new Set(['2 0']));
  expect(accounts).toHaveLength(count);
};

const untilWorked = ({ db }: Database, count: number) =>
  until(async () =>
    expect(await db.$count(insuranceCustomers, eq(insuranceCustomers.workedOn, tomorrow))).toBe(count),
  );

const untilSent = ({ db }: Database) => until(async () => expect(await db.$count(insuranceOutbox)).toBe(0));

describeEachEngine('the insurance core', (open) => {
  const openCore = async () => {
    const owner = await open();
    return { owner, database: await inRoleOf('core', owner) };
  };

  test('INS-6, INS-9: two replicas do the work of one day once for each customer, and send each fact', async () => {
    const { owner, database } = await openCore();
    const front = await newFront();
    const ssns = await fillCustomers(owner.db, 130, today);
    await Promise.all([start(database, front), start(database, front)]);
    await untilWorked(owner, ssns.length);
    await untilSent(owner);
    await expectWorkedOnce(owner, ssns.length);
    const sent = front.facts.map(({ path, version }) => `${path} ${version}`);
    // Policy, instalment and its two entries, and the instalment of the premium's rise.
    expect(new Set(sent).size).toBe(ssns.length * 5);
    // Nothing is done again by a third replica, or a second look at the same day.
    await start(database, front);
    await until(async () => expect(front.seen.reads).toBeGreaterThan(3));
    await expectWorkedOnce(owner, ssns.length);
  });

  test('INS-6: while Höfn lets one customer’s fact wait, the others’ are sent, each customer’s in order', async () => {
    const { owner, database } = await openCore();
    const front = await newFront();
    const [first = '', ...others] = await fillCustomers(owner.db, 20, today, { isSent: false });
    await saveConnection(owner.db, { isOpening: false });
    const late = `policies/policy-${first}`;
    front.answers.set(late, { status: 429, body: { errorCode: 'tooManyRequests' } });
    await start(database, front);
    const pathsOf = (ssn: string) => front.facts.map(({ path }) => path).filter((path) => path.endsWith(ssn));
    const inOrder = (ssn: string) => [
      `customers/customer-${ssn}`,
      `policies/policy-${ssn}`,
      `instalments/instalment-${ssn}`,
    ];
    await until(async () => {
      for (const ssn of others) expect(pathsOf(ssn).slice(0, 3)).toEqual(inOrder(ssn));
    });
    expect(pathsOf(first)).toEqual(inOrder(first).slice(0, 1));
    front.answers.delete(late);
    await untilSent(owner);
    expect(pathsOf(first).slice(0, 3)).toEqual(inOrder(first));
  });

  test.each([
    [true, 'settled'],
    [false, 'received'],
  ])('ACT-4: a claim is decided by a simulated handler in demos alone (demo: %s)', async (isDemo, status) => {
    const { owner, database } = await openCore();
    const front = await newFront();
    const [ssn = ''] = await fillCustomers(owner.db, 1, today);
    const claim = openingBook(today).records.find(({ type }) => type === 'claims') as BookRecord<'claims'>;
    const facts = {
      ...{ ...claim.facts, customer: ssn, policy: `policy-${ssn}`, dateOfLoss: addDays(today, -1) },
      ...{ status: 'received' as const, changedAt: `${today}T12:00:00Z`, events: [], payments: [] },
    };
    await owner.db.insert(insuranceClaims).values(rowOf({ ...claim, facts }) as never);
    const later = addDays(today, 60);
    await start(database, front, { now: () => new Date(`${later}T00:10:00Z`) }, { isDemo });
    await until(async () =>
      expect(await owner.db.select({ on: insuranceCustomers.workedOn }).from(insuranceCustomers)).toEqual([
        { on: later },
      ]),
    );
    expect(await owner.db.select({ status: insuranceClaims.status }).from(insuranceClaims)).toEqual([
      { status },
    ]);
  });

  test('INS-6: a core that ends between two portions is continued by the next, with each customer’s day done once', async () => {
    const { owner, database } = await openCore();
    const front = await newFront();
    const ssns = await fillCustomers(owner.db, 130, today);
    let portions = 0;
    /** The database of a process that ends in its third portion: that transaction is rolled back, and no other begins. */
    const ending = {
      ...database,
      db: new Proxy(database.db, {
        get: (target, name, receiver) => {
          if (name !== 'transaction') return Reflect.get(target, name, receiver);
          return (work: Parameters<typeof database.db.transaction>[0]) => {
            portions += 1;
            if (portions > 3) return new Promise(() => {});
            return target.transaction(async (tx) => {
              const result = await work(tx);
              if (portions === 3) throw new Error('killed');
              return result;
            });
          };
        },
      }),
    } as Database;
    void start(ending, front);
    await until(async () => expect(portions).toBe(3));
    await until(async () =>
      expect(await owner.db.$count(insuranceCustomers, eq(insuranceCustomers.workedOn, tomorrow))).toBe(100),
    );
    running.length = 0;
    await start(database, front);
    await untilWorked(owner, ssns.length);
    await expectWorkedOnce(owner, ssns.length);
  });

  test('INS-6: days on which no core ran are made up one by one, and the calendar never goes back', async () => {
    const { owner, database } = await openCore();
    const front = await newFront();
    const [ssn = ''] = await fillCustomers(owner.db, 1, today);
    const later = addMonths(tomorrow, 12);
    const core = await start(database, front, { now: () => new Date(`${later}T06:00:00Z`) });
    await until(async () => expect((await readCalendar(owner.db)).today).toBe(later));
    await until(async () => {
      const [row] = await owner.db.select().from(insuranceCustomers);
      expect(row).toMatchObject({ customer: ssn, workedOn: later, fault: null });
    });
    const [policy] = await owner.db.select().from(insurancePolicies);
    // Renewed, told what the next period costs, and renewed again.
    expect(policy).toMatchObject({ version: 4, validFrom: later });
    await core.stop();
    running.length = 0;
    await start(database, front);
    await until(async () => expect(front.seen.reads).toBeGreaterThan(1));
    expect((await readCalendar(owner.db)).today).toBe(later);
  });

  test('INS-6: a customer whose work fails stays as before and is tried again the day after; the others are done', async () => {
    const { owner, database } = await openCore();
    const front = await newFront();
    const [broken = ''] = await fillCustomers(owner.db, 60, today);
    const change = { id: 'r1', kind: 'cover', effectiveOn: tomorrow, policy: { id: 'p', number: 'none' } };
    await owner.db
      .insert(insuranceAcceptedChanges)
      .values({ customer: broken, requestId: 'r1', effectiveOn: tomorrow, request: change });
    const core = await start(database, front);
    await untilWorked(owner, 59);
    const rowOfBroken = async () =>
      (await owner.db.select().from(insuranceCustomers).where(eq(insuranceCustomers.customer, broken)))[0];
    await until(async () =>
      expect(await rowOfBroken()).toMatchObject({ workedOn: today, faultOn: tomorrow }),
    );
    expect((await rowOfBroken())?.fault).toContain('The book has no policy none');
    const metrics = async () => (await fetch(`${core.url}/metrics`)).text();
    expect(await metrics()).toMatch(/^insurance_customers_failed\S* 1$/m);
    await core.stop();
    running.length = 0;
    await owner.db.delete(insuranceAcceptedChanges);
    const next = addDays(tomorrow, 1);
    await start(database, front, { now: () => new Date(`${next}T00:10:00Z`) });
    await until(async () =>
      expect(await rowOfBroken()).toMatchObject({ workedOn: next, fault: null, faultOn: null }),
    );
  });

  test('CORE-13: an event that is delivered twice changes something once, also when the cursor was not stored', async () => {
    const { owner, database } = await openCore();
    const front = await newFront();
    const [ssn = ''] = await fillCustomers(owner.db, 1, tomorrow);
    const paid = {
      ...{ specversion: '1.0', source: 'front', time: `${tomorrow}T00:05:00Z`, subject: 'customer-id' },
      ...{ type: 'hofn.payment.made', data: { paymentId: 'pay-1', instalmentIds: ['i1'] } },
    };
    const event = (id: string) => ({ ...paid, id }) as unknown as CloudEvent;
    front.answers.set('customers/by-id/customer-id', { body: { ssn } });
    front.answers.set('payments/pay-1', {
      body: { instalments: [{ id: 'i1', key: `instalment-${ssn}`, amount: 10_000 }] },
    });
    front.events.push(event('e1'), event('e1'));
    const core = await start(database, front);
    const entries = () => owner.db.$count(insuranceLedgerEntries);
    await until(async () => expect(await owner.db.$count(insuranceEvents)).toBe(1));
    await untilSent(owner);
    expect(await entries()).toBe(2);
    await core.stop();
    running.length = 0;
    // As if the process had ended before it stored how far it had read.
    await owner.db.execute(sql`update insurance.connection set cursor = null`);
    const readsBefore = front.seen.reads;
    await start(database, front);
    await until(async () => expect(front.seen.reads).toBeGreaterThan(readsBefore + 1));
    expect([await owner.db.$count(insuranceEvents), await entries()]).toEqual([1, 2]);
    const [instalment] = await owner.db.select().from(insuranceInstalments);
    expect(instalment?.version).toBe(2);
  });

  test('DESK-12, INS-5: a refund of a portal payment is posted once in balanced groups, also when its event comes twice, and waits for a front that does not know of it yet', async () => {
    const { owner, database } = await openCore();
    const front = await newFront();
    const [ssn = ''] = await fillCustomers(owner.db, 1, tomorrow);
    const event = (id: string, type: string, data: object) =>
      ({
        ...{ specversion: '1.0', source: 'front', time: `${tomorrow}T00:05:00Z`, subject: 'customer-id' },
        ...{ id, type, data },
      }) as unknown as CloudEvent;
    const refunded = { paymentId: 'pay-1', refundId: 'refund-1' };
    const payment = { instalments: [{ id: 'i1', key: `instalment-${ssn}`, amount: 10_000 }], refunds: [] };
    front.answers.set('customers/by-id/customer-id', { body: { ssn } });
    front.answers.set('payments/pay-1', { body: payment });
    front.events.push(
      event('e1', 'hofn.payment.made', { paymentId: 'pay-1', instalmentIds: ['i1'] }),
      event('e2', 'hofn.payment.refunded', refunded),
      event('e3', 'hofn.payment.refunded', refunded),
    );
    await start(database, front);
    const entries = () => owner.db.select().from(insuranceLedgerEntries);
    await until(async () => expect(await owner.db.$count(insuranceEvents)).toBe(1));
    const refund = { id: 'refund-1', amount: 4_000, reference: 'E1', refundedAt: `${tomorrow}T00:05:00Z` };
    front.answers.set('payments/pay-1', { body: { ...payment, refunds: [refund] } });
    await until(async () => expect(await owner.db.$count(insuranceEvents)).toBe(3));
    const own = (await entries()).filter(({ details }) => details.type === 'refund');
    expect(own).toMatchObject([
      {
        ...{ customer: ssn, amount: 4_000 },
        details: { payment: 'refund-1', description: { en: 'Refunded to your card' } },
      },
    ]);
    const { rows } = await owner.db.execute<{ cause: string; sum: number }>(sql`
      select g.cause, sum(p.amount)::int as sum from insurance.posting_groups g
      join insurance.postings p on p.customer = g.customer and p.group_key = g.key
      where g.cause in ('refund', 'refundPaid') group by g.cause, g.key order by g.cause`);
    expect(rows).toEqual([
      { cause: 'refund', sum: 0 },
      { cause: 'refundPaid', sum: 0 },
    ]);
  });

  test('CORE-10: a decision survives a front that does not answer; one that the front refuses leaves policy, instalments and account as they were', async () => {
    const { owner, database } = await openCore();
    const front = await newFront();
    const [ssn = ''] = await fillCustomers(owner.db, 1, today);
    const requestOf = (id: string) =>
      ({
        ...{ id, kind: 'cancel', state: 'open', settledBy: 'core', requestedAt: `${tomorrow}T00:01:00Z` },
        ...{ customer: { ssn }, effectiveOn: tomorrow, premium: 0, tariff: 'demo', language: 'is' },
        ...{ policy: { id: 'p1', number: `7${ssn}` }, figures: null, offer: null, messages: [] },
        ...{ change: { act: null, cover: null, deductible: null, lastDay: null }, outcome: null },
      }) as unknown as CoreRequest;
    front.requests.push(requestOf('r1'));
    const core = await start(database, front);
    await untilWorked(owner, 1);
    const accept = async (id: string) =>
      (await fetch(`${core.url}/requests/${id}/accept?lang=en`, { method: 'POST' })).text();
    await until(async () => expect(await (await fetch(`${core.url}/?lang=en`)).text()).toContain(`7${ssn}`));
    const policy = async () => (await owner.db.select().from(insurancePolicies))[0];
    const balance = async () => {
      const [row] = await owner.db
        .select({ sum: sql<number>`coalesce(sum(amount), 0)::int` })
        .from(insuranceLedgerEntries);
      return row?.sum;
    };
    const before = { balance: await balance(), validTo: (await policy())?.validTo };

    front.answers.set('requests/r1/outcome', { status: 409, body: { errorCode: 'requestRetracted' } });
    expect(await accept('r1')).toContain('The customer has taken the request back.');
    expect(await policy()).toMatchObject({ cancelledOn: null, renews: true, validTo: before.validTo });
    expect(await balance()).toBe(before.balance);
    expect(await owner.db.$count(insuranceOutcomes)).toBe(0);

    front.requests.splice(0, 1, requestOf('r2'));
    front.answers.set('requests/r2/outcome', { status: 503, body: {} });
    await core.stop();
    running.length = 0;
    const second = await start(database, front);
    await until(async () => expect(await (await fetch(`${second.url}/mark`)).text()).toContain('r2 open'));
    const answer = await fetch(`${second.url}/requests/r2/accept?lang=en`, { method: 'POST' });
    expect(await answer.text()).toContain('Höfn did not answer. The decision is stored');
    expect(await policy()).toMatchObject({ cancelledOn: tomorrow });
    expect(front.outcomes).toEqual([]);
    front.answers.delete('requests/r2/outcome');
    await until(async () => expect(await owner.db.$count(insuranceOutcomes)).toBe(0));
    expect(front.outcomes).toMatchObject([
      { id: 'r2', body: { result: 'accepted', policyNumber: `7${ssn}` } },
    ]);
  });

  test('INS-7, CORE-10: accepted offers get numbers of their own, and an amount of 5 000 000 000 ISK passes', async () => {
    const { owner, database } = await openCore();
    const front = await newFront();
    const ssns = await fillCustomers(owner.db, 3, tomorrow);
    const premium = 5_000_000_000;
    const offerOf = (ssn: string) => ({
      ...{ number: `8${ssn}`, product: 'kasko', insured: { is: 'Toyota', en: 'Toyota' }, covers: [] },
      ...{ parts: [{ id: 'base', amount: premium }], instalmentsPerYear: 1, terms: ['BK10'] },
      ...{ deductible: 140_000, sumInsured: premium, shownHash: null },
    });
    front.requests.push(
      ...ssns.map(
        (ssn) =>
          ({
            ...{ id: `r-${ssn}`, kind: 'offer', state: 'open', settledBy: 'core', policy: null },
            ...{ requestedAt: `${tomorrow}T00:01:00Z`, customer: { ssn }, effectiveOn: tomorrow, premium },
            ...{ tariff: 'demo', language: 'is', figures: null, change: null, messages: [], outcome: null },
            offer: offerOf(ssn),
          }) as unknown as CoreRequest,
      ),
    );
    const cores = [await start(database, front), await start(database, front)];
    await until(async () =>
      expect(await (await fetch(`${cores[1]?.url}/mark`)).text()).toContain(`r-${ssns[2]} open`),
    );
    await Promise.all(
      ssns.map((ssn, index) =>
        fetch(`${cores[index % 2]?.url}/requests/r-${ssn}/accept?lang=en`, { method: 'POST' }),
      ),
    );
    await untilSent(owner);
    const issued = await owner.db
      .select({ number: insurancePolicies.number, premium: insurancePolicies.premiumPerYear })
      .from(insurancePolicies)
      .where(like(insurancePolicies.key, 'offer-%'));
    expect(issued.map(({ premium: of }) => of)).toEqual([premium, premium, premium]);
    expect(new Set(issued.map(({ number }) => number)).size).toBe(3);
    for (const { number } of issued) expect(number).toMatch(/^91\d{5}$/);
    // Both replicas may send the same outcome or version of a fact, which changes nothing in Höfn.
    expect(new Set(front.outcomes.map(({ id }) => id))).toEqual(new Set(ssns.map((ssn) => `r-${ssn}`)));
    const due = new Map(front.facts.map(({ path, facts }) => [path, facts.amount]));
    expect([...due].filter(([path]) => path.startsWith('instalments/offer-')).map(([, of]) => of)).toEqual(
      ssns.map(() => premium),
    );
  });
});
