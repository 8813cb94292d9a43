// `npm run core:receipt`: repeats a decision of the insurance core from its receipt (rule ACT-5).
import { parseArgs } from 'node:util';
import type { Db } from '@hofn/database';
import { createLogger, describeSettings, readSettings } from '@hofn/service';
import { CommandError, runCommand } from '@hofn/service/command.ts';
import { databaseSettings, openFromSettings } from '@hofn/service/database.ts';
import { z } from 'zod';
import { repeatClaimDecision } from '../claim-acts/receipt.ts';
import { EditionRefused } from '../editions/edition.ts';
import { findAct } from '../store/acts.ts';
import { findClaimAct } from '../store/claim-acts.ts';
import { getEdition } from '../store/editions.ts';
import { repeatDecision } from './receipt.ts';

const help = `npm run core:receipt -- KEY   decides again from the receipt of an act, and says whether the result is the same

An act is about a policy, or what employees or rules have done with a claim.

KEY is the act's, as the core's page and log show it. Decided is from the receipt alone: what was asked for, what the core knew, and
the edition of the rules that it names. The exit code is 0 for the same result and 1 for another one, or for a receipt that is not as
it was written. The embedded database must not be in use.

Settings by environment:`;

const schema = z.object(databaseSettings);

/** Decides again from the receipt of a key. @throws CommandError without one */
const repeatFrom = async (db: Db, key: string) => {
  const claimReceipt = await findClaimAct(db, key);
  if (claimReceipt) {
    const edition = claimReceipt.known.byRules?.edition ?? null;
    const repeated = repeatClaimDecision(claimReceipt);
    return { receipt: claimReceipt, ...repeated, edition, editionAgain: edition };
  }
  const receipt = await findAct(db, key);
  if (!receipt) throw new CommandError(`There is no receipt of ${key}.`);
  const { edition } = receipt.answer;
  const rules = edition === null ? null : await getEdition(db, edition);
  const repeated = repeatDecision(receipt, rules);
  return { receipt, ...repeated, edition, editionAgain: repeated.decision?.edition ?? null };
};

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
    const { receipt, edition, editionAgain, isIntact, isSame, decision } = await repeatFrom(database.db, key);
    const { kind, at, hash, answer } = receipt;
    console.log(`${kind} ${key}, ${at}: ${answer.result}, edition ${edition ?? 'none'}`);
    console.log(`sha256 ${hash}: ${isIntact ? 'as it was written' : 'not as it was written'}`);
    if (decision) console.log(`decided again: ${decision.result}, edition ${editionAgain ?? 'none'}`);
    console.log(isSame ? 'The result is the same.' : 'The result is not the same.');
    if (!isSame) process.exitCode = 1;
  } finally {
    await database.close();
  }
}, [EditionRefused]);
