import { insuranceClaims } from '@hofn/database/schema/insurance.ts';
import { describeWithDatabase } from '@hofn/database/testing.ts';
import { addDays } from '@hofn/domain';
import { amountOn } from '@hofn/insurance/ledger.ts';
import { expect, test } from 'vitest';
import { actsToday, createCores } from '../acts/testing.ts';
import { proveBalance } from '../ledger/report.ts';
import { moveCalendar } from '../store/calendar.ts';
import { groupsOf } from '../store/ledger.ts';
import { workPortion } from '../store/work.ts';
import {
  addClaim,
  createClaims,
  decide,
  handlerOf,
  lineOf,
  note,
  pay,
  paymentOf,
  readClaim,
} from './testing.ts';

const cores = createCores();
const openClaim = createClaims(cores);

describeWithDatabase('claims that employees work on', (open) => {
  test('INS-5: a reserve is posted by its differences, and what is decided takes its place', async () => {
    const { handler, db, ssn } = await openClaim(open);
    const reserved = async () => {
      const groups = await groupsOf(db, ssn);
      const postings = groups.filter(({ claim }) => claim === 'claim-T-1');
      const { faults } = await proveBalance(db, { from: '2026-11-24', to: '2026-11-24' });
      expect(faults).toEqual([]);
      return [postings.length, postings.reduce((sum, group) => sum + amountOn(group, 'claimsReserve'), 0)];
    };
    await handler.do({ kind: 'claim.reserve', reserve: 5_000_000_000 });
    expect(await reserved()).toEqual([1, -5_000_000_000]);
    await handler.do({ kind: 'claim.reserve', reserve: 5_000_000_000 });
    expect(await reserved()).toEqual([1, -5_000_000_000]);
    await handler.do(decide(lineOf(300_000)));
    expect(await reserved()).toEqual([2, -300_000]);
    await handler.do(decide());
    expect(await reserved()).toEqual([3, 0]);
    expect(await db.$count(insuranceClaims)).toBe(1);
  });

  test('DESK-8a: the simulated handler of demos leaves every claim alone that an employee has acted on, and goes on with others', async () => {
    const { handler, db, ssn, core } = await openClaim(open);
    const others = await Promise.all(
      (['T-2', 'T-3', 'T-4'] as const).map(async (number) => {
        await addClaim(db, ssn, { number });
        return handlerOf({ url: core.url, db }, { customer: ssn, number });
      }),
    );
    const [asked, approved] = others;
    const needs = [{ is: 'Lögregluskýrsla', en: 'Police report' }];
    await handler.do({ kind: 'claim.reserve', reserve: 0 });
    await asked?.do({ kind: 'claim.ask', needs, needsBy: addDays(actsToday, 3) });
    await approved?.do(decide(lineOf(300_000)));
    await approved?.do(pay(paymentOf('p1', 100_000)));
    const worked = ['T-1', 'T-2', 'T-3'];
    const before = await Promise.all(worked.map((number) => readClaim(db, number)));
    await moveCalendar(db, addDays(actsToday, 40));
    expect((await workPortion(db, 50)).faults).toEqual([]);
    expect(await Promise.all(worked.map((number) => readClaim(db, number)))).toEqual(before);
    const { facts } = await readClaim(db, 'T-4');
    expect(facts).toMatchObject({ status: 'settled', handler: { name: 'Vala Stefánsdóttir' } });
    expect(facts.payments).toMatchObject([{ id: 'core-1', state: 'paid' }]);
  });

  test('DESK-9: what the simulated handler has promised and nobody ordered is replaced by what an employee decides and pays', async () => {
    const { handler, db } = await openClaim(open, {
      ...{ status: 'approved', lossAmount: 240_000, compensation: 150_000 },
      events: [
        {
          ...{ sequence: 2, status: 'approved', at: '2026-11-22T08:00:00Z', role: 'handler', name: 'Vala' },
          ...{ note: null, lossAmount: 240_000, compensation: 150_000 },
        },
      ],
      payments: [
        {
          ...{ id: 'core-1', title: note, recipient: 'Prófari', amount: 150_000, state: 'approved' },
          ...{ paidOn: null, account: null },
        },
      ],
    });
    const { answer } = await handler.preview(pay(paymentOf('p1', 150_000)));
    expect(answer).toMatchObject({ result: 'done', standing: { decided: 150_000, ordered: 0 } });
    await handler.do(decide(lineOf(250_000)));
    await handler.do(pay(paymentOf('p1', 250_000)));
    const { facts } = await handler.read();
    expect(facts.payments.map(({ id, amount }) => [id, amount])).toEqual([['p1', 250_000]]);
    await moveCalendar(db, addDays(actsToday, 40));
    await workPortion(db, 50);
    expect((await handler.read()).facts).toMatchObject({
      status: 'approved',
      payments: [{ state: 'approved' }],
    });
  });
});
