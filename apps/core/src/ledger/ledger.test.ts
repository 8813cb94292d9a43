import {
  insuranceLedgerEntries,
  insurancePostingGroups,
  insurancePostings,
} from '@hofn/database/schema/insurance.ts';
import { describeEachEngine, inRoleOf } from '@hofn/database/testing.ts';
import { addDays } from '@hofn/domain';
import type { Posting } from '@hofn/insurance/ledger.ts';
import { eq, sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { acceptWithUndo, putBack } from '../requests.ts';
import { moveCalendar } from '../store/calendar.ts';
import { countUnposted, groupsOf } from '../store/ledger.ts';
import { inBook, workPortion } from '../store/work.ts';
import { fillCustomers } from '../testing.ts';
import { printReport, proveBalance } from './report.ts';

/** Amounts by account, without those that add up to zero. */
const sumOf = (postings: readonly Posting[]): Record<string, number> => {
  const sums: Record<string, number> = {};
  for (const { account, amount } of postings) sums[account] = (sums[account] ?? 0) + amount;
  return Object.fromEntries(Object.entries(sums).filter(([, sum]) => sum !== 0));
};

const today = '2026-11-23';
const tomorrow = addDays(today, 1);

describeEachEngine('the ledger of the core', (open) => {
  /** A core whose customers were charged, and paid, the day after the opening. */
  const openWorked = async (count: number) => {
    const owner = await open();
    const core = await inRoleOf('core', owner);
    const ssns = await fillCustomers(owner.db, count, today);
    await moveCalendar(core.db, tomorrow);
    expect((await workPortion(core.db, count)).faults).toEqual([]);
    const linesOf = async (day: string) => {
      const { balance, faults } = await proveBalance(core.db, { from: day, to: day });
      const lines = balance.filter(({ opening, debit, credit }) => opening !== 0 || debit + credit > 0);
      return [...lines.map(({ account, debit, credit }) => `${account} ${debit} ${credit}`), ...faults];
    };
    return { owner, core, ssns, linesOf };
  };

  test('INS-5: a charge on its due date and its payment are posted once, however often the day’s work is done', async () => {
    const { core, ssns, linesOf } = await openWorked(3);
    const expected = ['receivable 30000 30000', 'cash 30000 0', 'premium 0 30000'];
    expect(await linesOf(tomorrow)).toEqual(expected);
    await workPortion(core.db, 3);
    expect(await linesOf(tomorrow)).toEqual(expected);
    const printed: string[] = [];
    const print = async (lines: readonly string[]) => void printed.push(...lines);
    expect(await printReport(core.db, { from: today, to: tomorrow }, print)).toEqual([]);
    expect(printed).toContain('total,0,60000,60000,0');
    expect(printed.filter((line) => line.startsWith(`${tomorrow},premium-`))).toHaveLength(6);
    const groups = await groupsOf(core.db, ssns[0] ?? '');
    expect(groups.map(({ cause, day, instalment }) => [cause, day, instalment])).toEqual([
      ['payment', tomorrow, `instalment-${ssns[0]}`],
      ['premium', tomorrow, `instalment-${ssns[0]}`],
    ]);
  });

  test('INS-5: what is posted already with other amounts is not dropped: the customer’s day fails, and the others’ goes on', async () => {
    const { core, ssns } = await openWorked(1);
    const [posted] = await groupsOf(core.db, ssns[0] ?? '');
    const owner = await open();
    const other = await inRoleOf('core', owner);
    const [wrong = '', right = ''] = await fillCustomers(owner.db, 2, today);
    const key = posted?.key.replace(ssns[0] ?? '', wrong) ?? '';
    const group = { customer: wrong, key, bookedOn: today, cause: 'payment', instalment: null };
    await other.db.transaction(async (tx) => {
      await tx
        .insert(insurancePostingGroups)
        .values({ ...group, policy: null, payment: null, claim: null, reverses: null });
      await tx.insert(insurancePostings).values([
        { customer: wrong, group: key, account: 'cash', amount: 9 },
        { customer: wrong, group: key, account: 'receivable', amount: -9 },
      ]);
    });
    await moveCalendar(other.db, tomorrow);
    const { faults } = await workPortion(other.db, 2);
    expect(faults.map(({ customer, error }) => [customer, String(error)])).toEqual([
      [wrong, expect.stringContaining(`The group ${key} is posted already, with other amounts`)],
    ]);
    expect(await groupsOf(other.db, wrong)).toHaveLength(1);
    expect(await groupsOf(other.db, right)).toHaveLength(2);
  });

  test('INS-5: the database refuses postings that do not add up, a second reversal, and postings of no group', async () => {
    const { core, ssns } = await openWorked(1);
    const [customer = ''] = ssns;
    const { db } = core;
    const group = { customer, bookedOn: tomorrow, cause: 'reversal' };
    const premium = `premium-instalment-${customer}`;
    await db.insert(insurancePostingGroups).values({ ...group, key: 'a', reverses: premium });
    const insert = (amounts: Record<string, number>, key = 'a') =>
      db
        .insert(insurancePostings)
        .values(
          Object.entries(amounts).map(([account, amount]) => ({ customer, group: key, account, amount })),
        );
    const faultOf = async (work: PromiseLike<unknown>): Promise<string> => {
      try {
        await work;
      } catch (error) {
        return String((error as Error).cause);
      }
      return 'none';
    };
    expect(await faultOf(insert({ receivable: -100, premium: 99 }))).toContain('do not add up to zero');
    expect(await faultOf(insert({ receivable: 0, premium: 0 }))).toContain('postings_not_zero');
    expect(await faultOf(insert({ receivable: -100, premium: 100 }, 'none'))).toContain('postings_of_group');
    const again = db.insert(insurancePostingGroups).values({ ...group, key: 'b', reverses: premium });
    expect(await faultOf(again)).toContain('posting_groups_reversed_once');
    expect(await faultOf(insert({ receivable: -100, premium: 100 }))).toBe('none');
  });

  test('INS-5: entries of a core from before postings, also of one that still runs, get theirs with the next day’s work', async () => {
    const { owner, core, ssns, linesOf } = await openWorked(2);
    const [customer = ''] = ssns;
    await owner.db.delete(insurancePostingGroups);
    expect(await countUnposted(core.db)).toBe(4);
    expect(await linesOf(tomorrow)).toContain(
      "Entries of accounts without postings: 4. The next day's work adds them.",
    );
    await moveCalendar(core.db, addDays(today, 2));
    await workPortion(core.db, 2);
    const expected = ['receivable 20000 20000', 'cash 20000 0', 'premium 0 20000'];
    expect(await linesOf(tomorrow)).toEqual(expected);
    const opening = eq(insurancePostingGroups.cause, 'opening');
    expect(await core.db.$count(insurancePostingGroups, opening)).toBe(4);
    // The release before this one adds an entry beside it.
    await core.db.insert(insuranceLedgerEntries).values({
      ...{ customer, key: 'fee-1', version: 1, policy: null, bookedOn: tomorrow, sequence: 3, amount: 130 },
      details: { type: 'fee', description: { is: 'Gjald', en: 'Fee' }, payment: null },
    });
    for (const days of [3, 4]) {
      await moveCalendar(core.db, addDays(today, days));
      await workPortion(core.db, 2);
      expect(await linesOf(tomorrow)).toEqual(['receivable 20130 20000', ...expected.slice(1), 'fees 0 130']);
    }
  });

  test('INS-5: what a refused outcome had credited and repaid is reversed in the ledger, also by what an earlier core noted', async () => {
    const { owner, core, ssns } = await openWorked(2);
    for (const [index, customer] of ssns.entries()) {
      const request = {
        ...{ id: 'r1', kind: 'cancel', customer: { ssn: customer }, effectiveOn: tomorrow, premium: 0 },
        ...{ policy: { id: 'p', number: `7${customer}` }, figures: null, offer: null, change: null },
      } as unknown as Parameters<typeof acceptWithUndo>[1];
      const work = <Result>(what: Parameters<typeof inBook<Result>>[2]) =>
        core.db.transaction((tx) => inBook(tx, customer, what));
      const accepted = await work((book) => acceptWithUndo(book, request).undo);
      const { groups, ...earlier } = JSON.parse(JSON.stringify(accepted?.result ?? {}));
      const causes = async () => (await groupsOf(core.db, customer)).map(({ cause }) => cause).toSorted();
      const before = ['payment', 'premium'];
      expect(await causes()).toEqual(['credit', ...before, 'refund', 'refundPaid'].toSorted());
      const isOfEarlier = index === 1;
      if (isOfEarlier)
        await owner.db.delete(insurancePostingGroups).where(eq(insurancePostingGroups.customer, customer));
      await work((book) => putBack(book, isOfEarlier ? earlier : { ...earlier, groups }));
      const after = new Map((await groupsOf(core.db, customer)).map((group) => [group.key, group]));
      const reversals = [...after.values()].filter(({ cause }) => cause === 'reversal');
      // What an earlier core repaid is one entry, from cash.
      expect(reversals).toHaveLength(isOfEarlier ? 2 : 3);
      for (const { reverses, postings } of reversals)
        expect(sumOf([...postings, ...(after.get(reverses ?? '')?.postings ?? [])])).toEqual({});
    }
    const { balance, faults } = await proveBalance(core.db, { from: tomorrow, to: tomorrow });
    expect(faults).toEqual([]);
    expect(balance.filter(({ closing }) => closing !== 0)).toEqual([
      expect.objectContaining({ account: 'cash', closing: 20_000 }),
      expect.objectContaining({ account: 'premium', closing: -20_000 }),
    ]);
    const { rows } = await core.db.execute(sql`select sum(amount)::int as sum from insurance.ledger_entries`);
    expect(rows).toEqual([{ sum: 0 }]);
  });
});
