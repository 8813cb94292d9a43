// `npm run core:conformance`: tries whether a core keeps the port for acts (rule ACT-7).
import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { coreAct, coreClaimAct } from '@hofn/contracts';
import { dayOf, isDay, systemClock } from '@hofn/domain';
import { CommandError, runCommand } from '@hofn/service/command.ts';
import { coreSecrets } from '@hofn/service/core-secret.ts';
import { type ZodType, z } from 'zod';
import { demoActs, demoClaimActs, demoLedger } from './demo-acts.ts';
import { runConformance } from './suite.ts';

const help = `npm run core:conformance -- --url URL [--secret SECRET] [--request FILE] [--claims FILE] [--ledger DAY]

Tries whether the core at URL keeps the port for acts, as docs/core/acts.md describes it: signatures, faults, previews, keys, facts
and times; and for the ledger, as docs/core/ledger.md does. What it asks for is really done: use a core of your tests, and no customer's.

--secret   signs the calls: whsec_ and base64 of 24 bytes or more; by default the environment's CORE_SECRET
--request  a JSON file with a list of acts to try, made for that core: each {"request": …, "decidedBy": null}, as the front sends
           them. At least one has to be done. Without it, acts about the demo's policies, for the core of npm start
--claims   a JSON file with a list of what employees do with claims of that core, in that order: each {"claim": …, "act": …,
           "decidedBy": …, "approvedBy": null}; the suite puts in each claim's newest version. Without it, and without --request,
           acts with the demo's claims; with --request alone, none
--ledger   a day with postings, as 2026-11-23, of which the ledger is read. Without it, and without --request, days of the demo;
           with --request alone, none

It prints a line for each check. The exit code is 0 when the core keeps all of them, and 1 when not.`;

const readArguments = () =>
  parseArgs({
    options: {
      url: { type: 'string' },
      secret: { type: 'string', default: process.env.CORE_SECRET ?? '' },
      request: { type: 'string' },
      claims: { type: 'string' },
      ledger: { type: 'string' },
      help: { type: 'boolean', default: false },
    },
  }).values;

const urlOf = (text: string | undefined): string => {
  if (text === undefined || !URL.canParse(text))
    throw new CommandError('--url must be the address of a core.');
  return text.endsWith('/') ? text : `${text}/`;
};

const secretOf = (text: string): string => {
  const [secret] = coreSecrets.safeParse(text).data ?? [];
  if (secret === undefined) throw new CommandError('--secret must be whsec_ and base64 of 24 bytes or more.');
  return secret;
};

/** @throws CommandError */
const dayOnly = (day: string) => {
  if (!isDay(day)) throw new CommandError('--ledger names a day, as 2026-11-23.');
  return { from: day, to: day };
};

/** A list of acts in a file that an option names. @throws CommandError */
const listIn = <Act>(option: string, file: string, schema: ZodType<Act>): Act[] => {
  try {
    return z
      .array(schema)
      .min(1)
      .parse(JSON.parse(readFileSync(file, 'utf8')));
  } catch (error) {
    const [issue] = error instanceof z.ZodError ? error.issues : [];
    const why = issue ? `${issue.path.join('.')}: ${issue.message}` : String(error);
    throw new CommandError(`--${option} must name a file with a list of acts: ${why}`);
  }
};

await runCommand(async () => {
  const { url, secret, request, claims, ledger, help: asksForHelp } = readArguments();
  if (asksForHelp) return console.log(help);
  const now = () => systemClock.now();
  const parts = { url: urlOf(url), secret: secretOf(secret), newId: randomUUID, now };
  const isDemo = request === undefined && claims === undefined && ledger === undefined;
  const acts =
    request === undefined
      ? demoActs(dayOf(now()), `conformance-${randomUUID()}`)
      : listIn('request', request, coreAct);
  const ofDemo = isDemo ? demoClaimActs(dayOf(now())) : [];
  const claimActs = claims === undefined ? ofDemo : listIn('claims', claims, coreClaimAct);
  const period = ledger === undefined ? isDemo && demoLedger(dayOf(now())) : dayOnly(ledger);
  const checks = await runConformance({ ...parts, acts, claimActs, ...(period && { ledger: period }) });
  for (const { name, isKept, why } of checks) console.log(isKept ? `✓ ${name}` : `✗ ${name}\n    ${why}`);
  const broken = checks.filter(({ isKept }) => !isKept).length;
  console.log(`${checks.length - broken} of ${checks.length} checks are kept.`);
  if (broken > 0) process.exitCode = 1;
});
