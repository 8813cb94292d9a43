import { insurancePostingGroups } from '@hofn/database/schema/insurance.ts';
import { findPostgres } from '@hofn/database/test-server.ts';
import {
  connectionTo,
  describeWithDatabase,
  serverOfRun,
  settingsOf,
  urlOfRole,
} from '@hofn/database/testing.ts';
import { addDays } from '@hofn/domain';
import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { moveCalendar } from '../store/calendar.ts';
import { workPortion } from '../store/work.ts';
import { commandAt } from '../testing/command.ts';
import { fillCustomers } from '../testing.ts';

const run = commandAt(new URL('command.ts', import.meta.url));

test('INS-5: the command says what it prints, and refuses days that are none', async () => {
  const help = await run({}, '--help');
  expect([help.code, help.out]).toEqual([0, expect.stringContaining('DATABASE_URL')]);
  for (const [words, fault] of [
    [['--from', '2026-02-30', '--to', '2026-03-01'], '--from names a day, as 2026-11-23.\n'],
    [['--from', '2026-02-01'], '--to names a day, as 2026-11-23.\n'],
    [['--from', '2026-02-02', '--to', '2026-02-01'], '--to is before --from.\n'],
  ] as const)
    expect(await run({}, ...words)).toEqual({ code: 2, out: '', errors: fault });
});

if (typeof findPostgres() !== 'string')
  describeWithDatabase('the command for the ledger', (open) => {
    test('INS-5: the command prints a trial balance and the postings of a period, which add up, and ends with 1 when they do not agree with the accounts', async () => {
      const { db, source } = await open();
      if (!('url' in source)) throw new Error('This test is about PostgreSQL');
      const today = '2026-11-23';
      const [first = '', ...others] = await fillCustomers(db, 510, today);
      const tomorrow = addDays(today, 1);
      await moveCalendar(db, tomorrow);
      await workPortion(db, 510);
      const settings = {
        ...settingsOf(connectionTo(await serverOfRun(), urlOfRole(source.url, 'core'))),
        NODE_ENV: 'test',
      };
      const count = others.length + 1;
      const report = await run(settings, '--from', tomorrow, '--to', tomorrow);
      expect([report.code, report.errors]).toEqual([0, '']);
      const [balance = '', postings = ''] = report.out.split('\n\n');
      const amount = count * 10_000;
      const used = balance.split('\n').filter((line) => !line.endsWith(',0,0,0,0'));
      expect(used).toEqual([
        'account,opening,debit,credit,closing',
        `receivable,0,${amount},${amount},0`,
        `cash,0,${amount},0,${amount}`,
        `premium,0,0,${amount},-${amount}`,
        `total,0,${2 * amount},${2 * amount},0`,
      ]);
      const [head, ...lines] = postings.trimEnd().split('\n');
      expect(head).toBe(
        'day,group,cause,customer,account,debit,credit,policy,instalment,payment,claim,reverses',
      );
      // More than one page of the cursor.
      expect(lines).toHaveLength(count * 4);
      expect(lines).toContain(
        `${tomorrow},premium-instalment-${first},premium,${first},receivable,10000,0,policy-${first},instalment-${first},,,`,
      );
      const sum = (column: number) =>
        lines.reduce((total, line) => total + Number(line.split(',')[column]), 0);
      expect([sum(5), sum(6)]).toEqual([2 * amount, 2 * amount]);

      const before = await run(settings, '--from', today, '--to', today, '--only', 'postings');
      expect(before).toEqual({ code: 0, out: `${head}\n`, errors: '' });
      await db
        .delete(insurancePostingGroups)
        .where(eq(insurancePostingGroups.key, `premium-instalment-${first}`));
      const differs = await run(settings, '--from', tomorrow, '--to', tomorrow, '--only', 'balance');
      expect(differs).toMatchObject({
        code: 1,
        errors:
          "Customers' accounts add up to 0 ISK, and receivable is -10000 ISK.\n" +
          "Entries of accounts without postings: 1. The next day's work adds them.\n",
      });
    });
  });
