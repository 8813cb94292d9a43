import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import type { CoreActAnswer, CoreLedgerGroup, CoreLedgerPage, CoreLedgerSummary } from '@hofn/contracts';
import { testDatabase } from '@hofn/database/testing.ts';
import { systemClock } from '@hofn/domain/clock.ts';
import { Webhook } from 'standardwebhooks';
import { expect, onTestFinished, test } from 'vitest';
import { actsToday, createCores, testSecret } from '../acts/testing.ts';
import { commandAt } from '../testing/command.ts';
import { demoActs, demoClaimActs, demoLedger } from './demo-acts.ts';
import { runConformance } from './suite.ts';

const cores = createCores();

const partsOf = (url: string) => ({
  ...{ url: `${url}/`, secret: testSecret, newId: randomUUID, now: () => systemClock.now() },
  acts: demoActs(actsToday, `offer-${randomUUID()}`),
  claimActs: demoClaimActs(actsToday),
  ledger: demoLedger(actsToday),
});

/** A call on its way to the core, which a fault may change. */
type Passing = { path: string; headers: IncomingHttpHeaders; body: string };

/** What is wrong with a core: how it changes calls, and answers. */
type Fault = {
  ask?: (call: Passing) => Passing | undefined;
  answer?: (answer: CoreActAnswer, call: Passing) => object;
};

const signedAnew = ({ path, body }: Passing, key: string): Passing => {
  const now = systemClock.now();
  const headers = {
    ...{ 'content-type': 'application/json', 'webhook-id': key },
    'webhook-timestamp': String(Math.floor(now.getTime() / 1000)),
    'webhook-signature': new Webhook(testSecret).sign(key, now, body),
  };
  return { path, headers, body };
};

/** Stands between the suite and a core, and has a fault. */
const startFaulty = async (url: string, { ask = (call) => call, answer = (said) => said }: Fault) => {
  const server = createServer(async (request, response) => {
    const call = { path: request.url ?? '', headers: request.headers, body: await text(request) };
    const passed = ask(call);
    if (!passed) return response.writeHead(500).end();
    const names = ['content-type', 'webhook-id', 'webhook-timestamp', 'webhook-signature'] as const;
    const headers = names.flatMap((name) => {
      const value = passed.headers[name];
      return typeof value === 'string' ? [[name, value] as [string, string]] : [];
    });
    const said = await fetch(new URL(passed.path, url), { method: 'POST', headers, body: passed.body });
    const body = await said.text();
    const changed = said.status === 200 ? JSON.stringify(answer(JSON.parse(body), call)) : body;
    response.writeHead(said.status, { 'content-type': 'application/json' }).end(changed);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
};

test('ACT-7: our core keeps the port, for acts that are done, referred, decided and declined', async () => {
  const { core } = await cores.openDemo(testDatabase);
  const checks = await runConformance(partsOf(core.url));
  expect(checks.filter(({ isKept }) => !isKept)).toEqual([]);
  const names = checks.map(({ name }) => name);
  for (const about of [
    'bind 1:',
    'deductible 2:',
    'suspend 3, decided:',
    'resume 4, decided:',
    'cover 5, decided:',
    'withdraw 6:',
    ...['claim.reserve 1:', 'claim.ask 2:', 'claim.decide 3:', 'claim.pay 4:', 'claim.pay 5:'],
    ...['claim.close 6:', 'claim.reopen 7:', 'claim.policy 8:', 'claim.policy 9:'],
    'ledger: every group adds up to zero',
    'claim.settle 10:',
  ])
    expect(names.some((name) => name.startsWith(about))).toBe(true);
});

const isPreview = ({ path }: Passing) => path.endsWith('/preview');
const changed = <Answer extends CoreActAnswer>(answer: Answer, changes: object) =>
  answer.result === 'done' ? { ...answer, ...changes } : answer;
type ReturnedFact = Extract<CoreActAnswer, { result: 'done' }>['facts'][number];
/** Changes the facts of an answer; a preview has none. */
const withFacts = (answer: CoreActAnswer, change: (fact: ReturnedFact) => object) =>
  answer.result === 'done' && 'facts' in answer ? { ...answer, facts: answer.facts.map(change) } : answer;
/** Changes the groups of a page of the ledger, or leaves them out. */
const withGroups = (
  answer: object,
  path: string,
  change: (group: CoreLedgerGroup, index: number) => object | undefined,
) =>
  path.endsWith('/postings')
    ? {
        ...answer,
        groups: (answer as CoreLedgerPage).groups.map(change).filter((group) => group !== undefined),
      }
    : answer;
/** Counts on from 1. */
const counter = () => {
  let last = 0;
  return () => {
    last += 1;
    return last;
  };
};
const next = counter();

/** Faults of a core, each with a check that finds it. */
const faults: Array<[string, Fault, RegExp]> = [
  [
    'previews by doing it',
    {
      ask: (call) =>
        isPreview(call)
          ? signedAnew({ ...call, path: call.path.replace('/preview', '') }, randomUUID())
          : call,
    },
    /: a preview stores nothing/,
  ],
  [
    'accepts any signature',
    { ask: (call) => signedAnew(call, String(call.headers['webhook-id'] ?? randomUUID())) },
    /^an unsigned call is answered 401$/,
  ],
  [
    'ignores the key',
    { ask: (call) => (call.headers['webhook-signature'] ? signedAnew(call, randomUUID()) : call) },
    /: the same key with another act is answered 409$/,
  ],
  [
    'answers differently each time',
    { answer: (said) => changed(said, { policyNumber: String(next()) }) },
    /: three calls with one key/,
  ],
  [
    'does something else than it foretold',
    { answer: (said, call) => changed(said, isPreview(call) ? { premium: 1 } : {}) },
    /: the act does what its preview said$/,
  ],
  [
    'returns facts of no schema',
    { answer: (said) => withFacts(said, (fact) => ({ ...fact, facts: {} })) },
    /: its facts follow their schemas/,
  ],
  [
    'counts no versions',
    { answer: (said) => withFacts(said, (fact) => ({ ...fact, version: 1 })) },
    /: its facts follow their schemas/,
  ],
  [
    'changes something for a second key',
    {
      answer: (said) => withFacts(said, (fact) => ({ ...fact, version: fact.version + next() })),
    },
    /: the same request under another key is not done again$/,
  ],
  [
    'names a receipt of another act',
    {
      answer: (said) =>
        'receipt' in said ? { ...said, receipt: { ...said.receipt, key: 'another' } } : said,
    },
    /: its receipt, if the core keeps any, has the key of the act$/,
  ],
  [
    'forgets what a policy covered before a change',
    {
      answer: (said, { path }) =>
        path.includes('/suspend')
          ? withFacts(said, ({ facts, ...fact }) => ({
              ...fact,
              facts: { ...facts, earlierCover: undefined },
            }))
          : said,
    },
    /: the earlier days of a policy stay in its facts$/,
  ],
  [
    'forgets to name the reason',
    { answer: (said) => ({ ...said, reasons: [] }) },
    /^a policy that the core does not have is declined/,
  ],
  [
    'lets the second of two people decide as well',
    {
      ask: (call) =>
        isPreview(call) || !call.headers['webhook-signature'] || !call.body.includes('claim.reserve')
          ? call
          : signedAnew(
              { ...call, body: call.body.replace(/"version":\d{6,}/, '"version":2') },
              String(call.headers['webhook-id'] ?? randomUUID()),
            ),
    },
    /^claim\.reserve 1: who has seen another version is declined with claimChanged$/,
  ],
  [
    'counts no versions of claims',
    {
      answer: (said, { path }) =>
        path.includes('claim.') ? withFacts(said, (fact) => ({ ...fact, version: 1 })) : said,
    },
    /^claim\.ask 2: its facts follow their schemas/,
  ],
  [
    'leaves a posting out of its ledger',
    {
      answer: (said, { path }) =>
        withGroups(said, path, (group, index) =>
          index === 0
            ? { ...group, postings: [...group.postings.slice(1), { account: 'x', amount: 1 }] }
            : group,
        ),
    },
    /^ledger: every group adds up to zero/,
  ],
  [
    'leaves a group out of a page',
    {
      answer: (said, { path }) => withGroups(said, path, (group, index) => (index === 0 ? undefined : group)),
    },
    /^ledger: the last page says what all of them add up to$/,
  ],
  [
    'has another ledger on small pages',
    {
      answer: (said, { path, body }) =>
        body.includes('"limit":7}')
          ? withGroups(said, path, (group) => ({ ...group, text: { is: 'Annað', en: 'Other' } }))
          : said,
    },
    /^ledger: small pages have the same postings as large ones$/,
  ],
  [
    'adds its accounts up wrongly',
    {
      answer: (said, { path }) =>
        path.endsWith('/summary')
          ? {
              ...said,
              accounts: (said as unknown as CoreLedgerSummary).accounts.map((one) => ({
                ...one,
                debit: one.debit + 1,
              })),
            }
          : said,
    },
    /^ledger: the summary has the debits and credits/,
  ],
  ['does not work', { ask: () => undefined }, /^at least one act is done/],
];

test.each(faults)('ACT-7: the suite finds a core that %s', async (_what, fault, expected) => {
  const { core } = await cores.openDemo(testDatabase);
  const checks = await runConformance(partsOf(await startFaulty(core.url, fault)));
  const broken = checks.filter(({ isKept }) => !isKept).map(({ name }) => name);
  expect(broken).toEqual(expect.arrayContaining([expect.stringMatching(expected)]));
});

const runCommand = commandAt(new URL('command.ts', import.meta.url));
const run = async (...words: string[]) => {
  const { code, out, errors } = await runCommand({ CORE_SECRET: testSecret }, ...words);
  return { code, output: out + errors };
};

test('ACT-7: the command tries the acts of a file, prints each check, and ends with 1 when one is not kept', async () => {
  const { core } = await cores.openDemo(testDatabase);
  const folder = mkdtempSync(join(tmpdir(), 'hofn-acts-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const [file, wrong] = [join(folder, 'acts.json'), join(folder, 'wrong.json')];
  writeFileSync(file, JSON.stringify(demoActs(actsToday, 'offer-1').slice(0, 1)));
  writeFileSync(wrong, JSON.stringify([{ decidedBy: null }]));
  const kept = await run('--url', core.url, '--request', file);
  expect([kept.code, kept.output]).toEqual([
    0,
    expect.stringMatching(/^✓ an unsigned call is answered 401\n[^✗]*\n18 of 18 checks are kept\.\n$/),
  ]);
  const silent = await run('--url', 'http://127.0.0.1:1/', '--request', file);
  expect([silent.code, silent.output]).toEqual([1, expect.stringMatching(/\n0 of 18 checks are kept\.\n$/)]);
  const refused = await run('--url', core.url, '--request', wrong);
  expect([refused.code, refused.output]).toEqual([
    2,
    expect.stringContaining('--request must name a file with a list of acts: 0.request'),
  ]);
});
