import { coreClaimAnswer, coreClaimPreview, factTypes } from '@hofn/contracts';
import {
  insuranceClaimActs,
  insurancePaymentsOut,
  insurancePolicyVersions,
} from '@hofn/database/schema/insurance.ts';
import { describeEachEngine } from '@hofn/database/testing.ts';
import { expect, test } from 'vitest';
import { actOf, ask, createCores, requestOf } from '../acts/testing.ts';
import { findClaimAct } from '../store/claim-acts.ts';
import { repeatClaimDecision } from './receipt.ts';
import {
  addClaim,
  createClaims,
  decide,
  handlerOf,
  lineOf,
  note,
  pay,
  paymentOf,
  readClaim,
  testCover,
} from './testing.ts';

const cores = createCores();

const openClaim = createClaims(cores);

const codesOf = ({ reasons }: { reasons: Array<{ code: string }> }) => reasons.map(({ code }) => code);

describeEachEngine('what employees do with claims', (open) => {
  test('DESK-8a, INS-8: a preview says what the claim is judged by and what each cover pays, and stores nothing', async () => {
    const { handler, ssn, db } = await openClaim(open);
    const before = await handler.read();
    const act = decide(lineOf(6_500_000, { depreciation: 100_000, deductible: 90_000 }));
    const { status, answer } = await handler.preview(act);
    expect(status).toBe(200);
    expect(coreClaimPreview.parse(answer)).toEqual(answer);
    expect(answer).toMatchObject({ result: 'done', reasons: [], becomes: 'partlyApproved' });
    expect(answer.covers).toEqual([
      {
        ...{ id: testCover, claimed: null, loss: 6_500_000, depreciation: 100_000, ownShare: 0 },
        ...{ deductible: 90_000, payable: 5_890_000 },
        title: { is: 'Árekstur, útafakstur og velta', en: 'Collision, leaving the road and rollover' },
      },
    ]);
    expect(answer.standing).toMatchObject({
      ...{ version: before.version, coverage: 'covered', reserve: null, decided: 0, ordered: 0, paid: 0 },
      policy: { number: `7${ssn}`, product: 'kasko', validFrom: '2025-11-25', validTo: '2026-11-24' },
      acts: ['claim.policy', 'claim.ask', 'claim.reserve', 'claim.decide', 'claim.close'],
    });
    expect(answer.standing.covers[0]).toEqual({
      ...{ id: testCover, sumInsured: 5_890_000, deductible: 90_000, used: 0, left: 5_890_000 },
      title: { is: 'Árekstur, útafakstur og velta', en: 'Collision, leaving the road and rollover' },
    });
    expect(await handler.read()).toEqual(before);
    expect(await db.$count(insuranceClaimActs)).toBe(0);
  });

  test('DESK-8a, ACT-1: a claim is asked about, reserved and decided, and the answer has its facts', async () => {
    const { handler, other } = await openClaim(open);
    const needs = [{ is: 'Lögregluskýrsla', en: 'Police report' }];
    const asked = await handler.do({ kind: 'claim.ask', needs, needsBy: '2026-12-08' });
    expect(coreClaimAnswer.parse(asked)).toEqual(asked);
    const [{ facts }] = asked.facts;
    expect(factTypes.claims.parse(facts)).toEqual(facts);
    expect(facts).toMatchObject({ status: 'awaitingDocuments', needs, needsBy: '2026-12-08' });
    expect(facts.handler).toEqual({ name: 'Ragna', phone: null });
    await handler.do({ kind: 'claim.reserve', reserve: 5_000_000_000 });
    expect((await handler.read()).facts).toMatchObject({
      ...{ status: 'awaitingDocuments', needs, reserve: 5_000_000_000 },
    });
    const decided = await other.do(decide(lineOf(500_000, { deductible: 90_000, ownShare: 10_000 })));
    const { facts: claim, version } = await handler.read();
    expect(decided.facts).toEqual([{ type: 'claims', key: 'claim-T-1', version, facts: claim }]);
    expect(factTypes.claims.parse(claim)).toEqual(claim);
    expect(claim).toMatchObject({
      ...{ status: 'partlyApproved', lossAmount: 500_000, compensation: 400_000, reserve: 400_000 },
      ...{ needs: [], needsBy: null, handler: { name: 'Birta', phone: null } },
      covers: [{ id: testCover, payable: 400_000 }],
      decision: { decidedOn: '2026-11-24', by: 'Birta', approvedBy: null, reasons: note },
    });
    expect(claim.events.map(({ sequence, status, name }) => [sequence, status, name])).toEqual([
      [2, 'awaitingDocuments', 'Ragna'],
      [3, 'partlyApproved', 'Birta'],
    ]);
    expect(claim.events.at(-1)).toMatchObject({ note, lossAmount: 500_000, compensation: 400_000 });
  });

  test('INS-8: a claim that was filed without a policy pays once it has one, and keeps it from a decision on', async () => {
    const { handler, ssn } = await openClaim(open, { policy: null });
    const choose = { kind: 'claim.policy', policy: `7${ssn}` } as const;
    expect((await handler.preview(decide(lineOf(300_000)))).answer).toMatchObject({
      ...{
        result: 'declined',
        reasons: [{ code: 'notCovered' }],
        standing: { policy: null, coverage: null },
      },
    });
    const unknown = await handler.call({ kind: 'claim.policy', policy: '999' });
    expect(codesOf(unknown.answer)).toEqual(['unknownPolicy']);
    const { facts } = await handler.do(choose);
    expect(facts).toMatchObject([{ type: 'claims', facts: { policy: `policy-${ssn}`, events: [] } }]);
    expect((await handler.preview(decide(lineOf(300_000)))).answer).toMatchObject({
      ...{ result: 'done', covers: [{ payable: 300_000 }], standing: { coverage: 'covered' } },
    });
    await handler.do(decide(lineOf(300_000)));
    expect(codesOf((await handler.call(choose)).answer)).toEqual(['notPossibleNow']);
  });

  test('INS-8: with another policy, what was decided before no longer stands', async () => {
    const { handler, ssn } = await openClaim(open);
    await handler.do(decide(lineOf(300_000)));
    await handler.do({ kind: 'claim.close', note: null });
    await handler.do({ kind: 'claim.reopen', note });
    await handler.do({ kind: 'claim.policy', policy: `7${ssn}` });
    expect((await handler.read()).facts).toMatchObject({
      ...{ status: 'reopened', covers: [], compensation: null, decision: null },
    });
    expect((await handler.preview(decide())).answer.standing).toMatchObject({ decided: 0 });
    await handler.do(decide(lineOf(200_000)));
    await handler.do(pay(paymentOf('p-1', 150_000)));
    await handler.do({ kind: 'claim.reserve', reserve: 200_000 });
    expect((await handler.preview(decide())).answer.standing.acts).not.toContain('claim.policy');
  });

  test('DESK-8a: when two people decide at once, the second gets an answer that the claim has changed', async () => {
    const { handler, other } = await openClaim(open);
    const { version } = await handler.read();
    const both = await Promise.all([
      handler.call(decide(lineOf(300_000)), { version }),
      other.call(decide(lineOf(200_000)), { version }),
    ]);
    const [late] = both.map(({ answer }) => answer).filter(({ result }) => result === 'declined');
    expect(both.map(({ answer }) => answer.result).toSorted()).toEqual(['declined', 'done']);
    expect(codesOf(late)).toEqual(['claimChanged']);
    const { texts } = late.reasons[0];
    expect([texts.is, texts.en]).toEqual([expect.stringMatching(/breyst/), expect.stringMatching(/changed/)]);
    expect((await handler.read()).facts.events).toHaveLength(1);
  });

  test('DESK-8a: claims of one period never pay more than the sum insured together', async () => {
    const { handler, db, ssn, core } = await openClaim(open);
    const number = await addClaim(db, ssn, { number: 'T-2', dateOfLoss: '2025-12-01' });
    const second = handlerOf({ url: core.url, db }, { customer: ssn, number });
    await handler.do(decide(lineOf(5_000_000)));
    // Of the year before, of which the core has no version: it uses the sum of that year.
    const earlier = await addClaim(db, ssn, { number: 'T-3', dateOfLoss: '2025-11-24' });
    const third = handlerOf({ url: core.url, db }, { customer: ssn, number: earlier });
    await third.do(decide(lineOf(5_800_000)));
    expect((await third.preview(decide())).answer.standing).toMatchObject({ coverage: 'unknown' });
    const { answer } = await second.preview(decide(lineOf(1_000_000), lineOf(500_000, { id: 'rental-car' })));
    expect(answer.covers.map(({ payable }: { payable: number }) => payable)).toEqual([890_000, 0]);
    expect(answer.standing.covers[0]).toMatchObject({ used: 5_000_000, left: 890_000 });
    expect(answer.standing.covers[1]).toMatchObject({ used: 0, left: 890_000 });
    await second.do(decide(lineOf(1_000_000)));
    expect((await second.read()).facts).toMatchObject({ status: 'partlyApproved', compensation: 890_000 });
    // Decided again: a claim's own decision leaves it what it has.
    expect((await handler.preview(decide(lineOf(9_000_000)))).answer.covers[0].payable).toBe(5_000_000);
  });

  test('DESK-8a: a decision that pays another amount than the one that was seen is declined', async () => {
    const { handler, db, ssn, core } = await openClaim(open);
    const number = await addClaim(db, ssn, { number: 'T-2', dateOfLoss: '2025-12-01' });
    const second = handlerOf({ url: core.url, db }, { customer: ssn, number });
    await handler.do(decide(lineOf(5_000_000)));
    const act = decide(lineOf(1_000_000));
    expect((await second.preview(act)).answer.covers).toMatchObject([{ payable: 890_000 }]);
    await handler.do(decide());
    const { answer } = await second.call(act, { payable: 890_000 });
    expect([answer.result, codesOf(answer)]).toEqual(['declined', ['amountChanged']]);
    expect((await second.read()).facts.events).toEqual([]);
    expect((await second.call(act, { payable: 1_000_000 })).answer.result).toBe('done');
  });

  test('DESK-8a: what cannot be is refused by its field, and nothing is stored', async () => {
    const { handler, core, db } = await openClaim(open);
    const invalid: Array<[string, Parameters<typeof handler.call>[0]]> = [
      ['act.covers.0.loss', decide(lineOf(-1))],
      ['act.covers.0.deductible', decide(lineOf(100, { deductible: -1 }))],
      ['act.covers.0.depreciation', decide(lineOf(100, { depreciation: 101 }))],
      ['act.covers.1.ownShare', decide(lineOf(1), lineOf(100, { id: 'rental-car', ownShare: 101 }))],
      ['act.payments.0.amount', pay(paymentOf('p1', 0))],
      ['act.reserve', { kind: 'claim.reserve', reserve: -1 }],
      ['act.needsBy', { kind: 'claim.ask', needs: [note], needsBy: '2026-11-23' }],
    ];
    for (const [field, act] of invalid)
      for (const isPreview of [true, false]) {
        const { status, answer } = await handler.call(act, { isPreview });
        expect([field, status, Object.keys(answer.errors)]).toEqual([field, 400, [field]]);
      }
    const other = { kind: 'claim.close', act: await handler.bodyOf(decide()) };
    const { status, answer } = await ask(core.url, other);
    expect([status, Object.keys(answer.errors)]).toEqual([400, ['kind']]);
    expect(await db.$count(insuranceClaimActs)).toBe(0);
  });

  test('INS-8: what the policy did not have on the day of loss is not paid, and can be refused', async () => {
    const { handler } = await openClaim(open);
    const declined = async (act: Parameters<typeof handler.call>[0]) =>
      codesOf((await handler.call(act)).answer);
    expect(await declined(decide(lineOf(100_000, { id: 'windscreen' })))).toEqual(['unknownCover']);
    expect(await declined(pay(paymentOf('p1', 1)))).toEqual(['notPossibleNow']);
    await handler.do(decide(lineOf(50_000, { id: 'windscreen', ownShare: 50_000 })));
    expect((await handler.read()).facts).toMatchObject({ status: 'rejected', compensation: 0 });
  });

  test('INS-8: a loss before the policy, or without one, is refused and never paid', async () => {
    for (const changes of [{ dateOfLoss: '2027-01-01' }, { policy: null }]) {
      const { handler } = await openClaim(open, changes);
      const { answer } = await handler.preview(decide(lineOf(100_000)));
      expect([answer.result, codesOf(answer)]).toEqual(['declined', ['notCovered']]);
      expect(answer.standing.coverage).toBe(changes.policy === null ? null : 'none');
      expect(answer.covers[0].payable).toBe(0);
      await handler.do({ kind: 'claim.reserve', reserve: 100_000 });
      await handler.do(decide());
      expect((await handler.read()).facts).toMatchObject({ status: 'rejected', covers: [], reserve: 0 });
    }
  });

  test('INS-8: a version that becomes known later for the day of loss counts', async () => {
    const { handler, core, ssn, db } = await openClaim(open, { dateOfLoss: '2026-11-24' });
    await handler.do(decide(lineOf(100_000)));
    const request = requestOf(ssn, { kind: 'cancel', effectiveOn: '2026-11-24' });
    await ask(core.url, { kind: 'cancel', act: actOf(request, 'Birta') });
    expect(await db.$count(insurancePolicyVersions)).toBe(2);
    const { answer } = await handler.call(pay(paymentOf('p1', 100_000)));
    expect([answer.result, codesOf(answer)]).toEqual(['declined', ['notCovered']]);
    expect((await handler.preview(decide())).answer.standing).toMatchObject({
      coverage: 'none',
      decided: 100_000,
    });
  });

  test('DESK-9: payments are of what was decided, each id once, and wait until the bank is asked', async () => {
    const { handler, db } = await openClaim(open);
    await handler.do(decide(lineOf(490_000, { deductible: 90_000 })));
    const declined = async (act: Parameters<typeof handler.call>[0]) =>
      codesOf((await handler.call(act)).answer);
    expect(await declined(pay(paymentOf('p1', 400_001)))).toEqual(['abovePayable']);
    await handler.do(pay(paymentOf('p1', 250_000), paymentOf('p2', 50_000, { recipient: 'Verkstæðið' })));
    expect(await declined(pay(paymentOf('p1', 1)))).toEqual(['paymentExists']);
    expect(await declined(pay(paymentOf('p3', 100_001)))).toEqual(['abovePayable']);
    expect(await declined(decide(lineOf(299_999)))).toEqual(['belowPaid']);
    expect(await declined({ kind: 'claim.reserve', reserve: 299_999 })).toEqual(['belowPaid']);
    expect(await declined({ kind: 'claim.close', note: null })).toEqual(['notPossibleNow']);
    const { facts } = await handler.read();
    expect(facts.payments.map(({ id, state, amount }) => [id, state, amount])).toEqual([
      ['p1', 'approved', 250_000],
      ['p2', 'approved', 50_000],
    ]);
    expect(factTypes.claims.parse(facts)).toEqual(facts);
    const { answer } = await handler.preview(pay(paymentOf('p3', 100_000)));
    expect(answer).toMatchObject({
      result: 'done',
      standing: { decided: 400_000, ordered: 300_000, paid: 0 },
    });
    expect(await db.$count(insurancePaymentsOut)).toBe(2);
  });

  test('ACT-1: a key gets one answer, at once, from a replica and later, and none for another act', async () => {
    const { handler, database, front, core, ssn, db } = await openClaim(open);
    const replica = await cores.start(database, front);
    const elsewhere = handlerOf({ url: replica.url, db }, { customer: ssn, number: 'T-1' });
    const { version } = await handler.read();
    const about = { key: 'claim-act-1', version };
    const act = decide(lineOf(300_000));
    const answers = await Promise.all([handler, elsewhere, handler].map((each) => each.call(act, about)));
    for (const { status, answer } of answers) expect([status, answer]).toEqual([200, answers[0]?.answer]);
    expect((await elsewhere.call(act, about)).answer).toEqual(answers[0]?.answer);
    expect((await readClaim(db, 'T-1')).version).toBe(version + 1);
    for (const changed of [decide(lineOf(300_001)), { kind: 'claim.reserve', reserve: 1 } as const]) {
      const { status, answer } = await handler.call(changed, about);
      expect([status, answer.errorCode]).toEqual([409, 'keyReused']);
    }
    const request = actOf(requestOf(ssn, { kind: 'withdraw' }));
    await ask(core.url, { kind: 'withdraw', act: request, key: 'policy-act-1' });
    expect((await handler.call(act, { key: 'policy-act-1' })).status).toBe(409);
    expect((await ask(core.url, { kind: 'withdraw', act: request, key: 'claim-act-1' })).status).toBe(409);
    expect(await db.$count(insuranceClaimActs)).toBe(1);
  });

  test('ACT-5: the receipt of an act repeats the decision, and shows when it was altered', async () => {
    const { handler, db } = await openClaim(open);
    await handler.do(decide(lineOf(300_000)), { key: 'claim-act-1' });
    await handler.call(pay(paymentOf('p1', 300_001)), { key: 'claim-act-2' });
    for (const [key, result] of [
      ['claim-act-1', 'done'],
      ['claim-act-2', 'declined'],
    ] as const) {
      const receipt = await findClaimAct(db, key);
      if (!receipt) throw new Error('There is no receipt');
      expect(repeatClaimDecision(receipt)).toMatchObject({
        isIntact: true,
        isSame: true,
        decision: { result },
      });
      const altered = { ...receipt, input: { ...receipt.input, decidedBy: { name: 'Birta' } } };
      expect(repeatClaimDecision(altered)).toMatchObject({ isIntact: false, isSame: false });
    }
  });

  test('ACT-1: a claim or customer that the core does not have is declined, and its preview has no standing', async () => {
    const { core, db, ssn, number } = await openClaim(open);
    for (const about of [
      { customer: ssn, number: 'T-none' },
      { customer: '1201741429', number },
    ]) {
      const handler = handlerOf({ url: core.url, db }, about);
      for (const isPreview of [true, false]) {
        const { status, answer } = await handler.call(decide(lineOf(1)), { version: 1, isPreview });
        expect([status, answer.result, codesOf(answer)]).toEqual([200, 'declined', ['unknownClaim']]);
        if (isPreview) expect([answer.standing, answer.covers]).toEqual([null, []]);
      }
    }
  });

  test('DESK-8a: a claim is closed without payment and taken up again, and nothing is decided before it is certain whose it is', async () => {
    const { handler, db, ssn, core } = await openClaim(open);
    await handler.do({ kind: 'claim.reserve', reserve: 200_000 });
    await handler.do({ kind: 'claim.close', note });
    expect((await handler.read()).facts).toMatchObject({ status: 'closed', reserve: 0, decision: null });
    expect(codesOf((await handler.call(decide(lineOf(1)))).answer)).toEqual(['notPossibleNow']);
    await handler.do({ kind: 'claim.reopen', note });
    await handler.do(decide(lineOf(1)));
    const number = await addClaim(db, ssn, { number: 'T-2', unverified: true });
    const notice = handlerOf({ url: core.url, db }, { customer: ssn, number });
    expect(codesOf((await notice.call(decide(lineOf(1)))).answer)).toEqual(['notPossibleNow']);
    const { answer } = await notice.preview({ kind: 'claim.reserve', reserve: 1 });
    expect(answer.standing.acts).toEqual(['claim.reserve', 'claim.close']);
  });
});
