import type { Claim, ClaimCover, StaffCase } from '@hofn/contracts';
import { claims, policies } from '@hofn/database';
import { describeWithDatabase } from '@hofn/database/testing.ts';
import { addDays, daysBetween } from '@hofn/domain';
import { type ClaimLine, claimLineOf, emptyClaimForm } from '@hofn/domain/claim-form.ts';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { AnyRecord } from '../apps/core/src/book.ts';
import { recordsOf, ssn } from '../apps/core/src/testing/life.ts';
import { type FrontAndCore, startFrontAndCore } from './lives/start.ts';

const today = '2026-12-05';

/** A customer with a car and a summerhouse, whose contents are insured as an optional cover. */
const records = (): AnyRecord[] => {
  const policy = { premium: 120_000, daysLeft: 200, renews: true, instalmentsPerYear: 1 } as const;
  const begun = recordsOf({
    ...{ today, method: 'ccard', shared: -1, isBehind: false },
    policies: [
      { ...policy, product: 'kasko' },
      { ...policy, product: 'motor-liability' },
      { ...policy, product: 'home' },
    ],
  });
  return begun.map((record) => {
    if (record.type !== 'policies' || record.facts.product !== 'home') return record;
    const contents = { id: 'contents', sumInsured: 4_000_000, deductible: null };
    const facts = { ...record.facts, product: 'summerhouse', items: [], covers: [contents] };
    return { ...record, facts } as AnyRecord;
  });
};

const values = { plate: 'AB C12', text: 'Prófari', lines: 'Tognun', flag: 'yes', day: today } as const;

/** A claim with every field answered. */
const formOf = (line: ClaimLine, cause: string, dateOfLoss: string, policy: string) => ({
  ...emptyClaimForm,
  ...{ policy, dateOfLoss, time: '10:00', place: 'Hjarðarhagi 24', causes: [cause] },
  ...{ description: 'Hurðin skemmdist.', email: 'profari@example.is', phone: '6150001' },
  details: Object.fromEntries(
    claimLineOf(line)
      .fields.filter(({ cause: of }) => of === undefined || of === cause)
      .map(({ name, type, options }) => [
        name,
        type === 'choice' ? (options?.at(-1) ?? '') : (values[type as keyof typeof values] ?? ''),
      ]),
  ),
  items: claimLineOf(line).items ? [{ item: 'Sófi', year: '2024', price: '120000' }] : [],
});

describeWithDatabase('claims are judged by the day of loss', (open) => {
  let both: FrontAndCore;
  let token: string;
  beforeAll(async () => {
    both = await startFrontAndCore(await open(), { settledByCore: ['cancel', 'cover', 'resume', 'suspend'] });
  });
  beforeEach(async () => {
    await both.beginWith(today, records());
    token = await both.tokenOf(ssn);
  });
  afterAll(() => both.stop());

  const policyOf = async (product: string) => {
    const [row] = await both.db.select().from(policies).where(eq(policies.productId, product));
    if (!row) throw new Error(`There is no policy of ${product}`);
    return row;
  };
  /** What the claim form says that applies to a loss. */
  const coversOn = async (dateOfLoss: string, line: ClaimLine, cause: string): Promise<ClaimCover[]> => {
    const query = new URLSearchParams({ line, causes: cause, dateOfLoss });
    const { body } = await both.call(`/api/claim/v1/covers?${query}`, token);
    return (body as { items: ClaimCover[] }).items;
  };
  const coverOf = async (product: string, dateOfLoss: string, line: ClaimLine, cause: string) => {
    const { id } = await policyOf(product);
    return (await coversOn(dateOfLoss, line, cause)).find(({ policyId }) => policyId === id);
  };
  const file = async (product: string, line: ClaimLine, cause: string, dateOfLoss: string) => {
    const { id: policy } = await policyOf(product);
    const form = formOf(line, cause, dateOfLoss, policy);
    const started = await both.call('/api/claim/v1/drafts', token, { line, form, step: 1 });
    const { status, body } = await both.call('/api/claim/v1/claims', token, {
      ...{ draft: started.body.token, line, form, declaration: true },
    });
    expect([status, body.errors]).toEqual([201, undefined]);
    return String(body.id);
  };
  /** The claim as the customer reads it, once the core has decided and paid. */
  const settled = async (id: string): Promise<Claim> => {
    await both.follow();
    await both.pass(10);
    return (await both.call(`/api/claim/v1/getclaim/${id}`, token)).body as unknown as Claim;
  };
  /** What the case says about the claim's policy. */
  const read = async (id: string) => {
    const { matter } = (await both.caseAbout(id)) as StaffCase & {
      matter: { policy: { deductible: number; loss: { coverage: string } } };
    };
    return matter.policy;
  };
  const request = async (product: string, body: object): Promise<string> => {
    expect(await both.requestAbout({ product }, body)).toBe(201);
    const [asked] = (await both.requests()).toReversed();
    expect(asked).toMatchObject({ state: 'confirmed' });
    return asked?.outcome?.effectiveOn ?? '';
  };

  test('INS-8: a claim for a day in a suspension that has ended says so on form and case, and the core pays nothing for it', async () => {
    await request('motor-liability', { kind: 'suspend', from: '2026-12-10' });
    await both.pass(15);
    await request('motor-liability', { kind: 'resume', from: '2026-12-21' });
    await both.pass(5);
    expect(await policyOf('motor-liability')).toMatchObject({
      ...{ suspendedOn: null, suspensions: [{ from: '2026-12-10', to: '2026-12-20' }] },
    });
    const isSuspended = async (day: string) =>
      (await coverOf('motor-liability', day, 'vehicle', 'collision'))?.isSuspended;
    for (const [day, is] of [
      ['2026-12-09', false],
      ['2026-12-10', true],
      ['2026-12-20', true],
      ['2026-12-21', false],
    ] as const)
      expect([day, await isSuspended(day)]).toEqual([day, is]);

    const during = await file('motor-liability', 'vehicle', 'collision', '2026-12-15');
    const afterwards = await file('motor-liability', 'vehicle', 'collision', '2026-12-22');
    expect((await read(during)).loss).toMatchObject({ coverage: 'suspended' });
    expect((await read(afterwards)).loss).toMatchObject({ coverage: 'covered' });
    const refused = await settled(during);
    expect(refused).toMatchObject({ status: 'rejected', payments: [] });
    expect(JSON.stringify(refused.timeline)).toContain('suspended on the date of loss');
    expect(await settled(afterwards)).toMatchObject({ status: 'settled', paymentsTotal: 150_000 });
  });

  test('INS-8: a loss before another deductible is judged by the one of its day, on form, case and claim, and by the core', async () => {
    const from = await request('kasko', {
      kind: 'cover',
      change: { act: 'deductible', deductible: 250_000 },
    });
    await both.pass(20);
    expect((await policyOf('kasko')).deductible).toBe(250_000);
    const before = addDays(from, -1);
    for (const [day, deductible] of [
      [before, 90_000],
      [from, 250_000],
    ] as const) {
      expect(await coverOf('kasko', day, 'vehicle', 'theft')).toMatchObject({ deductible });
      const id = await file('kasko', 'vehicle', 'theft', day);
      expect(await read(id)).toMatchObject({ deductible });
      const claim = await settled(id);
      expect(claim).toMatchObject({ status: 'settled', deductible, paymentsTotal: 150_000 });
      const [row] = await both.db.select().from(claims).where(eq(claims.id, id));
      expect(row).toMatchObject({ lossAmount: 150_000 + deductible, compensation: 150_000 });
    }
  });

  test('INS-8: a cover that was left out still applies to a loss before that, and to none after it', async () => {
    const from = await request('summerhouse', {
      kind: 'cover',
      change: { act: 'remove', cover: 'contents' },
    });
    await both.pass(daysBetween(today, from) + 5);
    const before = addDays(from, -1);
    expect(await coverOf('summerhouse', before, 'home', 'fire')).toMatchObject({
      covers: [{ id: 'contents' }],
    });
    expect(await coverOf('summerhouse', from, 'home', 'fire')).toBeUndefined();
    const id = await file('summerhouse', 'home', 'fire', before);
    expect((await read(id)).loss).toMatchObject({ coverage: 'covered', covers: [{ id: 'contents' }] });
    expect(await settled(id)).toMatchObject({ status: 'settled' });
  });

  test('INS-8: what becomes known later about the day of loss counts', async () => {
    const id = await file('kasko', 'vehicle', 'theft', '2026-12-05');
    await both.follow();
    // Sold two days before the loss, as an employee finds out from the papers.
    const sold = { kind: 'cancel', grounds: 'sold', on: '2026-12-03' };
    expect(await both.requestAbout({ product: 'kasko' }, sold)).toBe(201);
    const texts = { is: 'Salan er staðfest.', en: 'The sale is confirmed.' };
    const accept = (asked: { effectiveOn: string; premium: number }) => ({
      ...{ result: 'accepted', effectiveOn: asked.effectiveOn, premium: asked.premium, texts },
    });
    expect(await both.decide(accept)).toBe(200);
    expect(await settled(id)).toMatchObject({ status: 'rejected', payments: [] });
  });
});
