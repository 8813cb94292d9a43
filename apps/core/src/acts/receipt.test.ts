import { insuranceActs } from '@hofn/database/schema/insurance.ts';
import { findPostgres } from '@hofn/database/test-server.ts';
import {
  connectionTo,
  describeWithDatabase,
  serverOfRun,
  settingsOf,
  testDatabase,
  urlOfRole,
} from '@hofn/database/testing.ts';
import { eq, sql } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { addClaim, decide, handlerOf, lineOf } from '../claim-acts/testing.ts';
import { findAct } from '../store/acts.ts';
import { commandAt } from '../testing/command.ts';
import { actOf, ask, createCores, repeat, requestOf } from './testing.ts';

const cores = createCores();

const runCommand = commandAt(new URL('receipt-command.ts', import.meta.url));
const run = async (...about: Parameters<typeof runCommand>) => {
  const { code, out, errors } = await runCommand(...about);
  return { code, output: out + errors };
};

describe('receipts of acts', () => {
  test('ACT-5: each act has a receipt, from which its decision is repeated without the book, and which shows that it was altered', async () => {
    const { owner, core, ssn } = await cores.open(testDatabase);
    const suspend = requestOf(ssn, { kind: 'suspend', premium: 100_000 });
    const acts = {
      referred: actOf(suspend),
      byEmployee: actOf(suspend, 'Ragna Prófdóttir'),
      byRule: actOf(requestOf(ssn, { kind: 'withdraw', effectiveOn: '2026-11-25' })),
      ended: actOf(requestOf(ssn, { effectiveOn: '2027-01-31' }), 'Ragna Prófdóttir'),
      unknown: actOf(requestOf(ssn, { kind: 'withdraw', policy: { id: 'p', number: '1' } })),
    };
    const results = [];
    for (const [key, act] of Object.entries(acts)) {
      const { answer } = await ask(core.url, { kind: act.request.kind, act, key });
      const receipt = await findAct(owner.db, key);
      if (!receipt) throw new Error(`There is no receipt of ${key}`);
      const named = { key, sha256: receipt.hash, recordedAt: new Date(receipt.at).toISOString() };
      expect(answer.receipt).toEqual(named);
      const { isIntact, isSame, decision } = await repeat(owner, receipt);
      expect([key, isIntact, isSame]).toEqual([key, true, true]);
      results.push([key, decision?.result, decision?.edition, answer.result]);
    }
    // A request that was done has its receipt under the key of that act, whichever key it is asked for again with.
    const again = await ask(core.url, { kind: 'withdraw', act: acts.byRule, key: 'another' });
    expect(again.answer.receipt.key).toBe('byRule');
    expect(results).toEqual([
      ['referred', 'referred', '2026-1', 'referred'],
      ['byEmployee', 'done', null, 'done'],
      ['byRule', 'done', '2026-1', 'done'],
      ['ended', 'declined', null, 'declined'],
      ['unknown', 'declined', null, 'declined'],
    ]);

    const byRule = await findAct(owner.db, 'byRule');
    if (!byRule) throw new Error('There is no receipt');
    // As a rule that refers what it accepted would have it, with a hash that fits.
    const otherInput = { ...byRule, input: { ...byRule.input, request: suspend } };
    expect(await repeat(owner, otherInput)).toMatchObject({ isIntact: false, isSame: false });
    await owner.db
      .update(insuranceActs)
      .set({ answer: sql`jsonb_set(${insuranceActs.answer}, '{premium}', '1')` })
      .where(eq(insuranceActs.key, 'byRule'));
    const altered = await findAct(owner.db, 'byRule');
    expect(altered && (await repeat(owner, altered))).toMatchObject({ isIntact: false, isSame: false });
  });

  test('ACT-5: the core’s page lists a customer’s acts, and opens the receipt of each in both languages', async () => {
    const { core, ssn } = await cores.open(testDatabase);
    const request = requestOf(ssn, { kind: 'suspend', premium: 100_000 });
    await ask(core.url, { kind: 'suspend', act: actOf(request), key: 'act-1' });
    await ask(core.url, { kind: 'suspend', act: actOf(request, 'Ragna <b>Prófdóttir</b>'), key: 'act/2' });
    const page = async (path: string) => (await fetch(`${core.url}${path}`)).text();
    const list = await page(`/customers/customer-${ssn}?lang=en`);
    expect(list).toContain('<td>Suspension</td><td>Referred to people</td><td>Rules, edition 2026-1</td>');
    expect(list).toContain('<td>Done</td><td>Ragna &lt;b&gt;Prófdóttir&lt;/b&gt;</td>');
    expect(list).toContain('href="/receipts/act%2F2?lang=en"');
    const english = await page('/receipts/act%2F2?lang=en');
    expect(english).toContain('<dt>Decided again from this receipt</dt><dd>The same result.</dd>');
    expect(english).toContain(`<dt>Policy</dt><dd>7${ssn}</dd>`);
    expect(english).toContain(`href="/customers/customer-${ssn}?lang=en"`);
    const referred = await page('/receipts/act-1?lang=is');
    expect(referred).toContain('<dd>Vísað til starfsfólks</dd>');
    expect(referred).toContain('<dt>Ástæður</dt><dd>Við þurfum að ganga úr skugga um að ökutækið sé');
    expect((await fetch(`${core.url}/receipts/none`)).status).toBe(404);
  });

  test('ACT-5: the command says what it does, and refuses to run without a key', async () => {
    const help = await run({}, '--help');
    expect([help.code, help.output]).toEqual([0, expect.stringContaining('DATABASE_URL')]);
    expect(await run({})).toEqual({ code: 2, output: 'Name the key of one act.\n' });
  });
});

if (typeof findPostgres() !== 'string')
  describeWithDatabase('the command for receipts', (open) => {
    test('ACT-5: the command decides again from a receipt, and ends with 1 when it was altered', async () => {
      const { owner, core, ssn } = await cores.open(open);
      if (!('url' in owner.source)) throw new Error('This test is about PostgreSQL');
      const act = actOf(requestOf(ssn, { kind: 'withdraw' }));
      const { answer } = await ask(core.url, { kind: 'withdraw', act, key: 'act-1' });
      const settings = {
        ...settingsOf(connectionTo(await serverOfRun(), urlOfRole(owner.source.url, 'core'))),
        NODE_ENV: 'test',
      };
      const same = await run(settings, answer.receipt.key);
      expect([same.code, same.output]).toEqual([
        0,
        expect.stringContaining(
          `sha256 ${answer.receipt.sha256}: as it was written\ndecided again: done, edition 2026-1\nThe result is the same.\n`,
        ),
      ]);
      await owner.db.update(insuranceActs).set({ known: sql`${insuranceActs.known} - 'hasCustomer'` });
      const altered = await run(settings, 'act-1');
      expect([altered.code, altered.output]).toEqual([
        1,
        expect.stringContaining('not as it was written\ndecided again: declined, edition none\n'),
      ]);
      const number = await addClaim(owner.db, ssn);
      const handler = handlerOf({ url: core.url, db: owner.db }, { customer: ssn, number });
      await handler.call(decide(lineOf(300_000, { id: 'none' })), { key: 'claim-act-1' });
      const ofClaim = await run(settings, 'claim-act-1');
      expect([ofClaim.code, ofClaim.output]).toEqual([
        0,
        expect.stringMatching(
          /^claim\.decide claim-act-1, .*: declined, [\s\S]*\nThe result is the same\.\n$/,
        ),
      ]);
      expect(await run(settings, 'none')).toEqual({ code: 2, output: 'There is no receipt of none.\n' });
    });
  });
