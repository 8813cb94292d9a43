// The core's signed calls about its ledger: summaries, and pages that prove to be complete.
import { type CoreLedgerPage, coreLedgerPage, coreLedgerSummary } from '@hofn/contracts';
import { describeEachEngine, inRoleOf } from '@hofn/database/testing.ts';
import { addDays } from '@hofn/domain';
import { expect, test } from 'vitest';
import { Refused } from '../acts/calls.ts';
import { moveCalendar } from '../store/calendar.ts';
import { workPortion } from '../store/work.ts';
import { fillCustomers } from '../testing.ts';
import { createLedgerReading } from './read.ts';

const today = '2026-11-23';
const tomorrow = addDays(today, 1);

describeEachEngine('the ledger as other systems read it', (open) => {
  const openWorked = async (count: number) => {
    const owner = await open();
    const core = await inRoleOf('core', owner);
    const ssns = await fillCustomers(owner.db, count, today);
    await moveCalendar(core.db, tomorrow);
    await workPortion(core.db, count);
    return { ssns, ledger: createLedgerReading(core) };
  };

  test('DESK-12: a summary has debits and credits by account, which are equal, and days without postings have none', async () => {
    const { ledger } = await openWorked(3);
    const summary = await ledger.summary({ from: today, to: tomorrow });
    expect(coreLedgerSummary.parse(summary)).toEqual(summary);
    expect(summary.accounts).toEqual([
      { account: 'receivable', name: expect.anything(), debit: 30_000, credit: 30_000 },
      { account: 'cash', name: { is: 'Sjóður og banki', en: 'Cash and bank' }, debit: 30_000, credit: 0 },
      { account: 'premium', name: expect.anything(), debit: 0, credit: 30_000 },
    ]);
    expect(summary.total).toEqual({ groups: 6, debit: 60_000 });
    const none = { accounts: [], total: { groups: 0, debit: 0 } };
    expect(await ledger.summary({ from: today, to: today })).toEqual(none);
  });

  test('DESK-12: pages go on where the last one ended, name policy and customer, and the last one has the total', async () => {
    const { ledger, ssns } = await openWorked(3);
    const period = { from: addDays(today, -20), to: tomorrow };
    const pages: CoreLedgerPage[] = [];
    let after: string | null = null;
    do {
      const page: CoreLedgerPage = coreLedgerPage.parse(await ledger.page({ ...period, after, limit: 4 }));
      pages.push(page);
      after = page.next;
    } while (after !== null);
    expect(pages.map(({ groups, total }) => [groups.length, total])).toEqual([
      [4, null],
      [2, { groups: 6, debit: 60_000 }],
    ]);
    const groups = pages.flatMap((page) => page.groups);
    expect(groups.map(({ customer }) => customer)).toEqual(ssns.toSorted().flatMap((ssn) => [ssn, ssn]));
    expect(groups[1]).toEqual({
      ...{ key: `premium-instalment-${ssns[0]}`, day: tomorrow, customer: ssns[0], claim: null },
      ...{ text: { is: 'Iðgjald á gjalddaga', en: 'Premium due' }, policy: `7${ssns[0]}`, reverses: null },
      postings: [
        { account: 'receivable', amount: 10_000 },
        { account: 'premium', amount: -10_000 },
      ],
    });
    const whole = await ledger.page({ ...period, after: null, limit: 1000 });
    expect(whole).toEqual({ groups, next: null, total: { groups: 6, debit: 60_000 } });
    expect(() => ledger.page({ ...period, after: 'none', limit: 4 })).toThrow(Refused);
  });
});
