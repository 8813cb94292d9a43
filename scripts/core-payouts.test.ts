import { factTypes } from '@hofn/contracts';
import type { Database } from '@hofn/database';
import { insurancePaymentsOut } from '@hofn/database/schema/insurance.ts';
import { patience } from '@hofn/database/testing/patience.ts';
import { describeEachEngine } from '@hofn/database/testing.ts';
import { addDays } from '@hofn/domain';
import { amountOn } from '@hofn/insurance/ledger.ts';
import { createLogger, listen, type Running } from '@hofn/service';
import { eq } from 'drizzle-orm';
import { expect, onTestFinished, test, vi } from 'vitest';
import { actsToday, createCores } from '../apps/core/src/acts/testing.ts';
import {
  addClaim,
  decide,
  handlerOf,
  lineOf,
  note,
  pay,
  paymentOf,
} from '../apps/core/src/claim-acts/testing.ts';
import { proveBalance } from '../apps/core/src/ledger/report.ts';
import { type Bank, httpBank } from '../apps/core/src/payouts/bank.ts';
import { createPayouts } from '../apps/core/src/payouts/payouts.ts';
import { moveCalendar } from '../apps/core/src/store/calendar.ts';
import { groupsOf } from '../apps/core/src/store/ledger.ts';
import { findPayout } from '../apps/core/src/store/payments-out.ts';
import { createBank } from '../apps/sandbox/src/bank/bank.ts';
import { createPayments } from '../apps/sandbox/src/bank/payments.ts';

const cores = createCores();
const wrongKey = 'annar-lykill';
const key = 'prufulykill-bankanna';
const logger = createLogger('core', 'silent');
const until = (check: () => Promise<void>) => vi.waitFor(check, { timeout: patience(20_000), interval: 50 });

/** A clock that a test moves. */
const createClock = () => {
  let at = Date.parse(`${actsToday}T08:00:00Z`);
  return {
    now: () => new Date(at),
    pass: (seconds: number) => {
      at += seconds * 1000;
    },
  };
};

/** The sandbox's banks, and what they were asked for. */
const startBank = async (clock: { now(): Date }) => {
  const payments = createPayments(clock);
  const server = createBank({
    ...{ settings: { BANK_SERVICE_KEY: key }, clock, payments },
    logger: createLogger('bank', 'silent'),
  });
  const running: Running = await listen(server, {
    port: 0,
    host: '127.0.0.1',
    setting: 'BANK_PORT',
    graceMs: 100,
  });
  onTestFinished(() => running.stop());
  const stopping = new AbortController();
  const bank = httpBank({ url: `http://127.0.0.1:${running.port}/`, key }, stopping.signal);
  return { url: `http://127.0.0.1:${running.port}/`, payments, bank, stopping };
};

/** A claim of which 300,000 kr. are approved and a payment of them is, into an account of the test. */
const openPayment = async (open: () => Promise<Database>, account: string) => {
  const opened = await cores.open(open);
  const { owner, core, ssn, database } = opened;
  const clock = createClock();
  const bank = await startBank(clock);
  const number = await addClaim(owner.db, ssn);
  const handler = handlerOf({ url: core.url, db: owner.db }, { customer: ssn, number });
  await handler.do(decide(lineOf(300_000)));
  await handler.do(pay(paymentOf('p1', 300_000, { account })));
  const payoutsWith = (of: Bank) => createPayouts({ db: database.db, bank: of, clock, logger });
  const payouts = payoutsWith(bank.bank);
  const stateOf = async (id = 'p1') => {
    const { facts } = await handler.read();
    expect(factTypes.claims.parse(facts)).toEqual(facts);
    const [row] = await owner.db
      .select()
      .from(insurancePaymentsOut)
      .where(eq(insurancePaymentsOut.payment, id));
    const payment = facts.payments.find((each) => each.id === id);
    expect(row?.state).toBe(payment?.state);
    return [payment?.state, facts.status];
  };
  const balance = async () => {
    const groups = (await groupsOf(owner.db, ssn)).filter(({ claim }) => claim !== null);
    const sum = (account: Parameters<typeof amountOn>[1]) =>
      groups.reduce((total, group) => total + amountOn(group, account), 0);
    const { faults } = await proveBalance(owner.db, { from: actsToday, to: '2027-12-31' });
    expect(faults).toEqual([]);
    return { cash: sum('cash'), claimsPaid: sum('claimsPaid'), reserve: sum('claimsReserve') };
  };
  return { ...opened, ...bank, db: owner.db, handler, clock, payouts, payoutsWith, stateOf, balance };
};

describeEachEngine('payments of claims', (open) => {
  test('DESK-9: a payment is ordered once, and the claim is settled when everything payable is paid', async () => {
    const { payouts, payments, stateOf, balance, handler, front } = await openPayment(open, '004821');
    expect(await balance()).toEqual({ cash: 0, claimsPaid: 0, reserve: -300_000 });
    expect(await payouts.work()).toBe(1);
    expect(await stateOf()).toEqual(['paid', 'settled']);
    const { facts } = await handler.read();
    expect(facts.payments[0]).toMatchObject({ paidOn: actsToday });
    expect(facts.events.at(-1)).toMatchObject({ status: 'settled', role: 'system', name: null });
    expect(await balance()).toEqual({ cash: -300_000, claimsPaid: 300_000, reserve: 0 });
    expect(await payouts.work()).toBe(0);
    const [order] = payments.all().values();
    expect([payments.all().size, order]).toEqual([
      1,
      {
        ...{ bank: '0133', ledger: '26', account: '004821', ssn: '1402851489', recipient: 'Prófari' },
        ...{ amount: 300_000, reference: 'T-1' },
      },
    ]);
    // The core sends what has changed at its own pace.
    const statuses = () => front.facts.map(({ facts: { status } }) => status);
    await vi.waitFor(() => expect(statuses()).toContain('settled'));
  });

  test('DESK-9: what is payable in parts is settled with the last part', async () => {
    const { payouts, stateOf, handler } = await openPayment(open, '004821');
    await handler.do(decide(lineOf(500_000)));
    await payouts.work();
    expect(await stateOf()).toEqual(['paid', 'approved']);
    await handler.do(pay(paymentOf('p2', 200_000)));
    await payouts.work();
    expect(await stateOf('p2')).toEqual(['paid', 'settled']);
  });

  test('DESK-9: an answer that is lost is asked for again under the same key, and nothing is paid twice', async () => {
    const { payouts, payments, stateOf, clock, balance } = await openPayment(open, '000006');
    await payouts.work();
    expect(await stateOf()).toEqual(['ordered', 'approved']);
    expect(await payouts.work()).toBe(0);
    clock.pass(31);
    expect(await payouts.work()).toBe(1);
    expect(await stateOf()).toEqual(['paid', 'settled']);
    expect(payments.all().size).toBe(1);
    expect(await balance()).toEqual({ cash: -300_000, claimsPaid: 300_000, reserve: 0 });
  });

  test('DESK-9: a late payment stays ordered until it is made, and posts nothing before', async () => {
    const { payouts, stateOf, clock, balance } = await openPayment(open, '000005');
    await payouts.work();
    clock.pass(31);
    await payouts.work();
    expect(await stateOf()).toEqual(['ordered', 'approved']);
    expect(await balance()).toEqual({ cash: 0, claimsPaid: 0, reserve: -300_000 });
    clock.pass(61);
    await payouts.work();
    expect(await stateOf()).toEqual(['paid', 'settled']);
  });

  test('DESK-9: a bank that never answers leaves the payment ordered, and it is asked ever later', async () => {
    const { payouts, stateOf, clock, stopping, payments } = await openPayment(open, '000004');
    const work = payouts.work();
    await until(async () => expect((await stateOf())[0]).toBe('ordered'));
    stopping.abort();
    await work;
    expect(await stateOf()).toEqual(['ordered', 'approved']);
    clock.pass(31);
    expect(await payouts.work()).toBe(1);
    clock.pass(31);
    expect(await payouts.work()).toBe(0);
    clock.pass(30);
    expect(await payouts.work()).toBe(1);
    expect(payments.all().size).toBe(0);
  });

  test('DESK-9: a rejected payment leaves the claim approved with the reason, and is paid again under a new id', async () => {
    const { payouts, stateOf, handler, balance, clock } = await openPayment(open, '000002');
    await payouts.work();
    expect(await stateOf()).toEqual(['failed', 'approved']);
    const { facts } = await handler.read();
    expect(facts.payments[0]?.fault).toEqual({
      is: 'Reikningnum hefur verið lokað.',
      en: 'The account has been closed.',
    });
    clock.pass(3600);
    expect(await payouts.work()).toBe(0);
    expect(await balance()).toEqual({ cash: 0, claimsPaid: 0, reserve: -300_000 });
    const { answer } = await handler.preview(pay(paymentOf('p2', 300_000)));
    expect(answer.standing).toMatchObject({ decided: 300_000, ordered: 0, paid: 0 });
    await handler.do(pay(paymentOf('p2', 300_000)));
    await payouts.work();
    expect(await stateOf('p2')).toEqual(['paid', 'settled']);
    expect(await stateOf('p1')).toEqual(['failed', 'settled']);
  });

  test('DESK-9, INS-5: a payment that comes back is reversed, and the claim is to be paid again', async () => {
    const { payouts, stateOf, handler, balance, clock, db } = await openPayment(open, '000007');
    await payouts.work();
    expect(await stateOf()).toEqual(['paid', 'settled']);
    await moveCalendar(db, addDays(actsToday, 1));
    clock.pass(86_400);
    expect(await payouts.work()).toBe(1);
    expect(await stateOf()).toEqual(['returned', 'approved']);
    expect(await balance()).toEqual({ cash: 0, claimsPaid: 0, reserve: -300_000 });
    const { facts } = await handler.read();
    expect(facts.payments[0]).toMatchObject({ paidOn: null, fault: { en: 'The account has been closed.' } });
    expect(facts.events.map(({ status }) => status)).toEqual(['approved', 'settled', 'approved']);
    await handler.do(pay(paymentOf('p2', 300_000)));
    await payouts.work();
    expect(await stateOf('p2')).toEqual(['paid', 'settled']);
    expect(await balance()).toEqual({ cash: -300_000, claimsPaid: 300_000, reserve: 0 });
  });

  test('DESK-9: a payment that stays is not asked about for ever', async () => {
    const { payouts, clock } = await openPayment(open, '004821');
    await payouts.work();
    let asked = 0;
    for (let day = 0; day < 30; day += 1) {
      clock.pass(86_400);
      asked += await payouts.work();
    }
    expect(asked).toBe(11);
  });

  test('DESK-8a: a settled claim that is taken up again pays only what is decided beyond what was paid', async () => {
    const { payouts, stateOf, handler, balance } = await openPayment(open, '004821');
    await payouts.work();
    await handler.do({ kind: 'claim.reopen', note });
    const refused = async (act: Parameters<typeof handler.call>[0]) =>
      (await handler.call(act)).answer.reasons.map(({ code }: { code: string }) => code);
    expect(await refused(pay(paymentOf('p2', 1)))).toEqual(['notPossibleNow']);
    expect(await refused(decide(lineOf(299_999)))).toEqual(['belowPaid']);
    await handler.do(decide(lineOf(350_000)));
    expect(await refused(pay(paymentOf('p2', 50_001)))).toEqual(['abovePayable']);
    await handler.do(pay(paymentOf('p2', 50_000)));
    await payouts.work();
    expect(await stateOf('p2')).toEqual(['paid', 'settled']);
    expect(await balance()).toEqual({ cash: -350_000, claimsPaid: 350_000, reserve: 0 });
    await handler.do({ kind: 'claim.reopen', note });
    await handler.do(decide(lineOf(350_000)));
    expect((await handler.read()).facts.status).toBe('settled');
  });

  test('DESK-9: replicas that look at once, and one that was killed between ordering and answer, lead to one payment', async () => {
    const { payouts, payoutsWith, bank, payments, stateOf, clock, handler, db } = await openPayment(
      open,
      '004821',
    );
    await handler.do(decide(lineOf(600_000)));
    await handler.do(pay(paymentOf('p2', 100_000), paymentOf('p3', 200_000)));
    const killed = payoutsWith({
      ...bank,
      // The bank has made it, and nobody lives to hear of it.
      pay: async (order) => {
        await bank.pay(order);
        return new Promise(() => {});
      },
    });
    void killed.work();
    await until(async () => expect(payments.all().size).toBe(3));
    const row = await findPayout(db, [...payments.all().keys()][0] ?? '');
    expect(row?.state).toBe('ordered');
    expect(await payouts.work()).toBe(0);
    clock.pass(31);
    const taken = await Promise.all([payouts.work(), payoutsWith(bank).work(), payouts.work()]);
    expect(taken.reduce((sum, one) => sum + one, 0)).toBe(3);
    for (const id of ['p1', 'p2', 'p3']) expect(await stateOf(id)).toEqual(['paid', 'settled']);
    expect(payments.all().size).toBe(3);
  });

  test('DESK-9: a bank that says the same twice, or something older, changes nothing', async () => {
    const { payouts, payoutsWith, bank, stateOf, clock, balance } = await openPayment(open, '004821');
    await payouts.work();
    clock.pass(86_400);
    await payoutsWith({ ...bank, find: async () => ({ state: 'paid' }) }).work();
    clock.pass(86_400);
    await payoutsWith({ ...bank, find: async () => ({ state: 'rejected', reason: 'closed' }) }).work();
    expect(await stateOf()).toEqual(['paid', 'settled']);
    expect(await balance()).toEqual({ cash: -300_000, claimsPaid: 300_000, reserve: 0 });
  });

  test('DESK-9: a core with a bank pays by itself, tells the front, and one with a wrong key loses nothing', async () => {
    const { database, front, handler, url, stateOf } = await openPayment(open, '004821');
    await cores.stopAll();
    const wrong = await cores.start(database, front, undefined, {
      CORE_BANK_URL: url,
      CORE_BANK_KEY: wrongKey,
    });
    await until(async () => expect((await stateOf())[0]).toBe('ordered'));
    const metrics = await (await fetch(`${wrong.url}/metrics`)).text();
    expect(metrics).toMatch(/^insurance_payments_unpaid(?:\{.*\})? 1$/m);
    await cores.stopAll();
    await cores.start(database, front, undefined, { CORE_BANK_URL: url, CORE_BANK_KEY: key }, 60);
    await until(async () => expect(await stateOf()).toEqual(['paid', 'settled']));
    const { version } = await handler.read();
    await until(async () => {
      const sent = front.facts.filter(({ path }) => path === 'claims/claim-T-1');
      expect(sent.at(-1)).toMatchObject({ version, facts: { status: 'settled' } });
    });
  });
});
