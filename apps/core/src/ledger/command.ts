// `npm run core:ledger`: a trial balance and the postings of the insurance core (rule INS-5).
import { once } from 'node:events';
import { parseArgs } from 'node:util';
import { createLogger, describeSettings, readSettings } from '@hofn/service';
import { CommandError, runCommand } from '@hofn/service/command.ts';
import { databaseSettings, openFromSettings } from '@hofn/service/database.ts';
import { z } from 'zod';
import { type Period, printReport, reportParts } from './report.ts';

const help = `npm run -s core:ledger -- --from DAY --to DAY [--only balance|postings]

Prints as CSV, in whole ISK, a trial balance of the insurance core (balance of each account before the first day, debits and credits
of the days from first to last, balance after) and, after an empty line, the postings of those days in double entry: a line each,
with what they are about. Debits are positive balances, credits negative. DAY is as 2026-11-23. With --only it prints one of the two.

The exit code is 1 when the accounts do not add up, or differ from what customers read as their accounts; the reason is on
standard error. The embedded database must not be in use.

Settings by environment:`;

const schema = z.object(databaseSettings);
const day = z.iso.date();

const dayOf = (flag: string, value: string | undefined): string => {
  if (!day.safeParse(value).success) throw new CommandError(`--${flag} names a day, as 2026-11-23.`);
  return value ?? '';
};

const periodOf = ({ from, to }: { from?: string | undefined; to?: string | undefined }): Period => {
  const period = { from: dayOf('from', from), to: dayOf('to', to) };
  if (period.to < period.from) throw new CommandError('--to is before --from.');
  return period;
};

/** Prints lines, no faster than they are read. */
const print = async (lines: readonly string[]): Promise<void> => {
  if (!process.stdout.write(lines.map((line) => `${line}\n`).join(''))) await once(process.stdout, 'drain');
};

await runCommand(async () => {
  const { values } = parseArgs({
    options: {
      ...{ from: { type: 'string' }, to: { type: 'string' }, only: { type: 'string' } },
      help: { type: 'boolean', default: false },
    },
  });
  if (values.help) return console.log(`${help}\n${describeSettings(schema)}`);
  const period = periodOf(values);
  const only = reportParts.find((part) => part === values.only);
  if (values.only !== only) throw new CommandError('--only is balance or postings.');
  const database = await openFromSettings(readSettings(schema, process.env), createLogger('core', 'warn'));
  try {
    const faults = await printReport(database.db, { ...period, only }, print);
    for (const fault of faults) console.error(fault);
    if (faults.length > 0) process.exitCode = 1;
  } finally {
    await database.close();
  }
});
