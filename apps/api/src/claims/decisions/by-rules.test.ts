// Small claims are decided by the rules of the insurance core, right after they were filed.
import type { Claim } from '@hofn/contracts';
import { claimActs, claimEvents, claims, coreRecords, mails, ownChanges, uploads } from '@hofn/database';
import { describeEachEngine } from '@hofn/database/testing.ts';
import { emptyClaimForm } from '@hofn/domain/claim-form.ts';
import { and, eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { noon } from '../../testing.ts';
import { claims as claimsFeature } from '../feature.ts';
import { type ClaimDesk, startClaimDesk } from './testing.ts';

const form = {
  ...emptyClaimForm,
  ...{ dateOfLoss: '2026-11-10', causes: ['bicycle'], description: 'It was stolen.', place: 'Home' },
  details: { bicycleLocked: 'yes', police: 'yes', policeCase: '007-2026-1' },
  items: [
    { item: 'Bicycle', year: '2026', price: '140000' },
    { item: 'Lock', year: '', price: '10000' },
  ],
};

describeEachEngine('claims that rules decide', (open) => {
  let desk: ClaimDesk;
  beforeAll(async () => {
    desk = await startClaimDesk(await open());
  });
  afterAll(() => desk.stop());
  beforeEach(async () => {
    await desk.reset();
    await desk.db.delete(uploads);
    await desk.db.delete(coreRecords);
  });

  /** The customer has filed the claim, and the core takes it on. */
  const takeOn = async (filed: Partial<typeof claims.$inferInsert> = {}, quiet = false) => {
    await desk.db.delete(claimEvents);
    await desk.db
      .update(claims)
      .set({ status: 'received', form, ...filed })
      .where(and(eq(claims.customerId, 'anna'), eq(claims.id, 'c1')));
    expect(await desk.putAsCore({ ...desk.claimCore.takeOn(), quiet })).toBe(200);
  };
  const askAgain = async () => {
    const [again] = claimsFeature.repeated;
    await again?.create(desk.api.services)(new AbortController().signal);
  };
  const asked = () => desk.core.received.map(({ act: { act } }) => act);
  const asCustomer = async () =>
    (await (await desk.ask('anna', '/api/claim/v1/getclaim/c1')).json()) as Claim;

  test('ACT-4b: what a claim says is asked of the rules once the core has it, and the customer reads the decision and its payment', async () => {
    await desk.db.insert(uploads).values({
      ...{ id: 'u1', ownerId: 'anna', holder: 'claim', holderId: 'c1', name: 'receipt.jpg' },
      ...{ sender: 'Anna', bytes: 7, state: 'clean', createdAt: noon },
    });
    await takeOn();
    expect(asked()).toEqual([]);
    await askAgain();
    expect(desk.core.received).toMatchObject([
      {
        path: expect.stringMatching(/claim\.settle$/),
        act: { decidedBy: null, claim: { number: 'T-1', version: 1 } },
      },
    ]);
    expect(asked()).toEqual([
      {
        ...{ kind: 'claim.settle', causes: ['bicycle'], answers: { bicycleLocked: 'yes', police: 'yes' } },
        ...{ loss: 150_000, itemYears: [2026, null], papers: 1 },
        payTo: expect.objectContaining({ account: '0133-26-004410', recipient: expect.any(String) }),
      },
    ]);
    const claim = await asCustomer();
    expect(claim).toMatchObject({
      ...{ status: 'approved', decision: { by: '', byRules: true, approvedBy: null } },
      payments: [{ amount: 110_000, state: 'approved' }],
    });
    const { decision, history } = await desk.claim();
    expect(decision?.rules).toBe('own-1');
    expect(history).toMatchObject([{ kind: 'claim.settle', state: 'done', by: null }]);
    expect((await desk.db.select().from(mails)).map(({ kind }) => kind)).toContain('claimStatus');
    await askAgain();
    expect(asked().filter(({ kind }) => kind === 'claim.settle')).toHaveLength(1);
  });

  test('DESK-9: into an account that was changed lately, or that the report alone names, nothing is paid without a person', async () => {
    await desk.db.insert(ownChanges).values({
      ...{ customerId: 'anna', part: 'bankAccount', id: 'x', changedAt: '2026-11-15T10:00:00Z' },
    });
    await takeOn();
    await askAgain();
    expect(asked()).toMatchObject([{ payTo: null }]);
    await desk.reset();
    await desk.db.delete(coreRecords);
    await takeOn({ form: { ...form, account: '013326001234' } });
    await askAgain();
    expect(asked()).toMatchObject([{ payTo: null }]);
  });

  test('ROLE-2, ACT-4b: rules are asked about no injury, nothing that is uncertain, and no claim that an import brings', async () => {
    for (const filed of [
      { line: 'accident' as const },
      { form: { ...form, details: { ...form.details, injured: 'yes' } } },
      { form: { ...form, causes: ['medical'] } },
      { form: null },
    ]) {
      await desk.reset();
      await desk.db.delete(coreRecords);
      await takeOn(filed);
      expect(await desk.db.$count(claimActs), JSON.stringify(filed)).toBe(0);
    }
    await desk.reset();
    await desk.db.delete(coreRecords);
    await takeOn({}, true);
    expect(await desk.db.$count(claimActs)).toBe(0);
  });

  test('ACT-4b: what the rules leave to people says why, and a core that is down is asked again', async () => {
    await takeOn();
    desk.core.behaves(() => 503);
    await askAgain();
    expect(await desk.db.select().from(claimActs)).toMatchObject([{ state: 'asked', tries: 1 }]);
    const reasons = [{ code: 'sampled', texts: { is: 'Valið af handahófi', en: 'Drawn at random' } }];
    desk.core.behaves(({ act, ...call }) =>
      act.act.kind === 'claim.settle'
        ? { result: 'referred', reasons }
        : desk.claimCore.behave({ act, ...call }),
    );
    desk.clock.set(new Date(Date.parse(noon) + 60_000).toISOString());
    await askAgain();
    const { history, acts } = await desk.claim();
    expect(history).toMatchObject([
      { kind: 'claim.settle', state: 'referred', reasons: ['Drawn at random'] },
    ]);
    expect(acts).toContain('claim.decide');
    await desk.db
      .update(claimActs)
      .set({ reasons: [{ code: 'noRule', texts: { is: 'Engin regla', en: 'No rule' } }] });
    expect((await desk.claim()).history).toEqual([]);
  });

  test('ACT-4b: a core without such rules leaves the claim to people', async () => {
    await takeOn();
    desk.core.behaves(() => ({ status: 400, errors: { 'act.kind': ['Unknown.'] } }));
    await askAgain();
    expect(await desk.db.select().from(claimActs)).toMatchObject([{ state: 'referred', reasons: [] }]);
  });
});
