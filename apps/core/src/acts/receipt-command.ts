// `npm run core:receipt`: repeats a decision of the insurance core from its receipt (rule ACT-5).
import { parseArgs } from 'node:util';
import { createLogger, describeSettings, readSettings } from '@hofn/service';
import { CommandError, runCommand } from '@hofn/service/command.ts';
import { databaseSettings, openFromSettings } from '@hofn/service/database.ts';
import { z } from 'zod';
import { EditionRefused } from '../editions/edition.ts';
import { findAct } from '../store/acts.ts';
import { getEdition } from '../store/editions.ts';
import { repeatDecision } from './receipt.ts';

const help = `npm run core:receipt -- KEY   decides again from the receipt of an act, and says whether the result is the same

KEY is the act's, as the core's page and log show it. Decided is from the receipt alone: what was asked for, what the core knew, and
the edition of the rules that it names. The exit code is 0 for the same result and 1 for another one, or for a receipt that is not as
it was written. The embedded database must not be in use.

Settings by environment:`;

const schema = z.object(databaseSettings);

await runCommand(async () => {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { help: { type: 'boolean', default: false } },
  });
  const [key, ...more] = positionals;
  if (values.help) return console.log(`${help}\n${describeSettings(schema)}`);
  if (key === undefined || more.length > 0) throw new CommandError('Name the key of one act.');
  const database = await openFromSettings(readSettings(schema, process.env), createLogger('core', 'warn'));
  try {
    const receipt = await findAct(database.db, key);
    if (!receipt) throw new CommandError(`There is no receipt of ${key}.`);
    const { kind, answer, at, hash } = receipt;
    const edition = answer.edition === null ? null : await getEdition(database.db, answer.edition);
    const { isIntact, isSame, decision } = repeatDecision(receipt, edition);
    console.log(`${kind} ${key}, ${at}: ${answer.result}, edition ${answer.edition ?? 'none'}`);
    console.log(`sha256 ${hash}: ${isIntact ? 'as it was written' : 'not as it was written'}`);
    if (decision) console.log(`decided again: ${decision.result}, edition ${decision.edition ?? 'none'}`);
    console.log(isSame ? 'The result is the same.' : 'The result is not the same.');
    if (!isSame) process.exitCode = 1;
  } finally {
    await database.close();
  }
}, [EditionRefused]);
