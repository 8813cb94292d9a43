import { type ClaimAct, coreClaimAnswer, factTypes } from '@hofn/contracts';
import { insurancePaymentsOut } from '@hofn/database/schema/insurance.ts';
import { describeEachEngine } from '@hofn/database/testing.ts';
import type { ClaimRules } from '@hofn/domain/claim-rules.ts';
import { expect, test } from 'vitest';
import { actsToday, createCores } from '../acts/testing.ts';
import { readEdition } from '../editions/edition.ts';
import { editionWith } from '../editions/testing.ts';
import { tryEdition } from '../editions/trial.ts';
import { findClaimAct } from '../store/claim-acts.ts';
import { addEdition, approveEdition } from '../store/editions.ts';
import { switchReferral } from '../store/referral.ts';
import { repeatClaimDecision } from './receipt.ts';
import { addClaim, createClaims, handlerOf, note, testCover } from './testing.ts';

const cores = createCores();
const openClaim = createClaims(cores);
const at = `${actsToday}T09:00:00Z`;

/** Small damage to a parked car, with a share of ten percent and a deductible of 90 000 at least. */
const rules: ClaimRules = {
  ...{ perDay: 350_000, sampled: 0 },
  rules: [
    {
      ...{ line: 'vehicle', cause: 'parked', answers: { police: 'no' }, product: 'kasko', cover: testCover },
      ...{ ownShare: 10, upTo: 250_000, reportedWithin: 30, earlierClaims: 1, papers: 1, source: 'BK10' },
    },
  ],
};

type Settle = Extract<ClaimAct, { kind: 'claim.settle' }>;

const settle = (changes: Partial<Settle> = {}): Settle => ({
  ...{ kind: 'claim.settle', causes: ['parked'], answers: { police: 'no', statement: 'yes' }, loss: 300_000 },
  ...{ itemYears: [], papers: 1 },
  payTo: { title: note, recipient: 'Prófari', account: '0133-26-004821' },
  ...changes,
});

describeEachEngine('claims that rules decide', (open) => {
  const openRuled = async (changes: Parameters<typeof openClaim>[1] = {}, of: ClaimRules = rules) => {
    const opened = await openClaim(open, changes);
    const { db } = opened.database;
    const edition = { ...editionWith('own-1', actsToday, []), claims: of };
    await addEdition(db, edition, { at, today: actsToday, author: 'Ragna Prófdóttir' });
    await approveEdition(db, 'own-1', { at, today: actsToday, approver: 'Birta Prófdóttir' });
    return opened;
  };
  const codeOf = ({ answer }: { answer: { result: string; reasons: Array<{ code: string }> } }) =>
    `${answer.result} ${answer.reasons.map(({ code }) => code).join()}`;

  test('ACT-4b, DESK-9: a small claim is decided and its payment ordered at once, under the only policy that covered that day', async () => {
    const { handler, db, ssn } = await openRuled({ policy: null });
    const before = await handler.read();
    const previewed = await handler.preview(settle());
    expect(previewed.answer).toMatchObject({ result: 'done', covers: [{ payable: 210_000 }] });
    expect(await handler.read()).toEqual(before);
    const answer = await handler.do(settle(), { key: 'by-rules' });
    expect(coreClaimAnswer.parse(answer)).toEqual(answer);
    const { facts } = await handler.read();
    expect(factTypes.claims.parse(facts)).toEqual(facts);
    expect(facts).toMatchObject({
      ...{ policy: `policy-${ssn}`, status: 'approved', lossAmount: 300_000, compensation: 210_000 },
      // Ten percent is less than the deductible of the policy.
      covers: [{ id: testCover, loss: 300_000, ownShare: 0, deductible: 90_000, payable: 210_000 }],
      decision: { decidedOn: actsToday, rules: 'own-1', approvedBy: null },
      ...{ handler: null, reserve: 210_000 },
      payments: [{ id: 'rules-1', amount: 210_000, state: 'approved', recipient: 'Prófari' }],
    });
    expect(facts.events.at(-1)).toMatchObject({ status: 'approved', role: 'system', name: null });
    expect(await db.select().from(insurancePaymentsOut)).toMatchObject([
      { claim: 'claim-T-1', payment: 'rules-1', amount: 210_000, recipientSsn: ssn },
    ]);
    const receipt = await findClaimAct(db, 'by-rules');
    if (!receipt) throw new Error('There is no receipt');
    expect(receipt.known.byRules?.edition).toBe('own-1');
    expect(repeatClaimDecision(receipt)).toMatchObject({ isIntact: true, isSame: true });
  });

  test('ACT-4b: a rule pays or refers, with the reason, and changes nothing when it refers', async () => {
    const { handler, db, ssn, core } = await openRuled();
    const before = await handler.read();
    const cases: Array<[Partial<Settle>, string]> = [
      [{ causes: ['collision'] }, 'noRule'],
      [{ causes: ['parked', 'storm'] }, 'noRule'],
      [{ answers: { police: 'yes' } }, 'noRule'],
      [{ loss: null }, 'noAmount'],
      [{ loss: 90_000 }, 'nothingPayable'],
      [{ loss: 340_001 }, 'aboveLimit'],
      [{ papers: 0 }, 'noPapers'],
    ];
    for (const [changes, code] of cases)
      expect(codeOf(await handler.call(settle(changes))), JSON.stringify(changes)).toBe(`referred ${code}`);
    const other = async (number: string, changes: object) => {
      const filed = await addClaim(db, ssn, { number, ...changes });
      return codeOf(await handlerOf({ url: core.url, db }, { customer: ssn, number: filed }).call(settle()));
    };
    expect(await other('T-2', { dateOfLoss: '2026-10-20', reportedAt: '2026-11-20T10:00:00Z' })).toBe(
      'referred lateReport',
    );
    expect(await other('T-3', { dateOfLoss: '2025-11-20', reportedAt: '2025-11-21T10:00:00Z' })).toBe(
      'referred notCovered',
    );
    // By now there are two others within a year.
    expect(await other('T-4', { dateOfLoss: '2026-11-21' })).toBe('referred earlierClaims');
    expect(await handler.read()).toEqual(before);
    expect(await db.$count(insurancePaymentsOut)).toBe(0);
  });

  test('ACT-4b: rules pay no more in a day than they may, also when two claims come at once', async () => {
    const { handler, db, ssn, core } = await openRuled();
    const number = await addClaim(db, ssn, { number: 'T-2', dateOfLoss: '2026-11-21' });
    const second = handlerOf({ url: core.url, db }, { customer: ssn, number });
    const calls = [
      { who: handler, about: { key: 'first', version: (await handler.read()).version } },
      { who: second, about: { key: 'second', version: (await second.read()).version } },
    ];
    await Promise.all(calls.map(({ who, about }) => who.call(settle(), about)));
    // Again, for one that had to wait too long for the other; what was answered is answered the same.
    const both = [];
    for (const { who, about } of calls) both.push(await who.call(settle(), about));
    expect(both.map(codeOf).toSorted()).toEqual(['done ', 'referred dayLimit']);
    expect(await db.$count(insurancePaymentsOut)).toBe(1);
  });

  test('ACT-4b: a share of the claims goes to people all the same, and the switch refers all', async () => {
    const { handler, database } = await openRuled({}, { ...rules, sampled: 100 });
    expect(codeOf(await handler.call(settle()))).toBe('referred sampled');
    await switchReferral(database.db, { isOn: true, by: 'Ragna Prófdóttir', at });
    expect(codeOf(await handler.call(settle()))).toBe('referred everythingReferred');
  });

  test('ACT-4b: an edition is tried on claims that rules decided before, and nothing is stored', async () => {
    const { handler, database } = await openRuled();
    await handler.call(settle({ causes: ['storm'] }));
    await handler.do(settle());
    const before = await handler.read();
    const period = { from: '2026-11-01', to: actsToday };
    const without = await tryEdition(database.db, editionWith('own-2', actsToday, []), period);
    expect(without.acts.get('settleClaim')).toEqual({ asBefore: 1, newlyDone: 0, newlyReferred: 1 });
    expect(without.first).toMatchObject([{ act: 'settleClaim', after: { reasons: ['noRule'] } }]);
    const same = { ...editionWith('own-2', actsToday, []), claims: rules };
    const [counts] = (await tryEdition(database.db, same, period)).acts.values();
    expect(counts).toEqual({ asBefore: 2, newlyDone: 0, newlyReferred: 0 });
    expect(await handler.read()).toEqual(before);
  });

  test('ACT-4b: without an account the claim is decided, and somebody orders the payment', async () => {
    const { handler, db } = await openRuled();
    await handler.do(settle({ payTo: null }));
    expect((await handler.read()).facts).toMatchObject({ status: 'approved', payments: [] });
    expect(await db.$count(insurancePaymentsOut)).toBe(0);
    expect((await handler.preview({ kind: 'claim.reserve', reserve: 0 })).answer.standing.acts).toContain(
      'claim.pay',
    );
  });

  test('ACT-4b: what a handler has begun with, or what is not certain whose it is, rules leave alone', async () => {
    const { handler } = await openRuled();
    await handler.do({ kind: 'claim.reserve', reserve: 200_000 });
    expect(codeOf(await handler.call(settle()))).toBe('declined notPossibleNow');
    const unverified = await openRuled({ unverified: true });
    expect(codeOf(await unverified.handler.call(settle()))).toBe('declined notPossibleNow');
  });
});

test('ACT-4b: an edition with wrong rules about claims is refused by each field, and none is about injuries', () => {
  const [rule] = rules.rules;
  const wrong =
    (changes: object, of: object = {}) =>
    () =>
      readEdition({
        ...editionWith('own-1', actsToday, []),
        claims: { ...rules, ...of, rules: [{ ...rule, ...changes }] },
      });
  expect(wrong({ line: 'accident', cause: 'fall' })).toThrow(/^claims\.rules\.0\.line: People decide/);
  expect(wrong({ cause: 'bicycle' })).toThrow(/^claims\.rules\.0\.cause: One of collision/);
  expect(wrong({ upTo: 0 })).toThrow(/^claims\.rules\.0\.upTo: /);
  expect(wrong({}, { sampled: 101 })).toThrow(/^claims\.sampled: /);
});
