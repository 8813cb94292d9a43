import type { CasePolicy, StaffCase } from '@hofn/contracts';
import { cases, type Database, policies, productCovers, products } from '@hofn/database';
import { describeWithDatabase } from '@hofn/database/testing.ts';
import type { Language } from '@hofn/texts';
import { and, eq } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { fillClaims, filledForm } from '../claims/testing.ts';
import { createIssuer, fillDatabase, fillStaff, fixedClock, startApi, temporaryFiles } from '../testing.ts';

const json = { 'content-type': 'application/json' };

type Matter<Kind> = Extract<StaffCase['matter'], { kind: Kind }>;

describeWithDatabase('the policy that a case is about', (open) => {
  let database: Database;
  let api: Awaited<ReturnType<typeof startApi>>;
  let anna: string;
  let katrin: string;

  beforeAll(async () => {
    database = await open();
    await fillDatabase(database);
    await fillClaims(database);
    await fillStaff(database);
    await database.db.insert(productCovers).values({
      ...{ productId: 'home', id: 'bicycles-and-prams', kind: 'cover', optional: false, ordinal: 1 },
      ...{ nameIs: 'Reiðhjól og barnavagnar', nameEn: 'Bicycles and prams' },
      ...{ descriptionIs: '', descriptionEn: '' },
    });
    await database.db
      .update(products)
      .set({ deductibleIs: 'Af reiðhjóli 25% af tjóninu', deductibleEn: '25% of the loss of a bicycle' })
      .where(eq(products.id, 'home'));
    const issuer = await createIssuer();
    api = await startApi(database, issuer, { clock: fixedClock(), files: temporaryFiles() });
    anna = await issuer.token('anna');
    katrin = await issuer.token('employee|katrin', { actor_kind: 'employee' });
  });
  afterAll(() => api.stop());

  const change = (id: string, set: Partial<typeof policies.$inferInsert>) =>
    database.db
      .update(policies)
      .set(set)
      .where(and(eq(policies.customerId, 'anna'), eq(policies.id, id)));
  afterEach(async () => {
    await database.db.delete(cases);
    await change('p1', { lapsedOn: null });
    await change('p2', { lapsedOn: null });
  });

  const post = async (path: string, body: object, token?: string): Promise<void> => {
    const { status } = await api.ask(path, {
      method: 'POST',
      body: JSON.stringify(body),
      headers: json,
      ...(token && { token }),
    });
    expect(status).toBe(201);
  };
  /** The matter of the newest case, as an employee reads it. */
  const newest = async <Kind extends 'memo' | 'claim'>(
    kind: Kind,
    language: Language = 'is',
  ): Promise<Matter<Kind>> => {
    const read = async (path: string) =>
      (await (await api.ask(path, { token: katrin, language })).json()) as unknown;
    const { items } = (await read(`/api/staff/v1/queue?kind=${kind}&sort=newest&limit=1`)) as {
      items: Array<{ id: string }>;
    };
    const { matter } = (await read(`/api/staff/v1/cases/${items[0]?.id}`)) as StaffCase;
    if (matter.kind !== kind) throw new Error(`The newest case is a ${matter.kind}`);
    return matter as Matter<Kind>;
  };

  test('DESK-8: a message about a policy names the policy with its status of today', async () => {
    const memo = { subject: 'Bíllinn', text: 'Nær tryggingin erlendis?' };
    await post('/api/document/v1/memo', { ...memo, policyId: 'p1' }, anna);
    expect((await newest('memo')).policy).toMatchObject({
      ...{ id: 'p1', name: 'Kaskótrygging', number: '1000001', status: 'active', loss: null },
    });
    await change('p1', { lapsedOn: '2026-11-01' });
    expect((await newest('memo', 'en')).policy).toMatchObject({
      ...{ name: 'Comprehensive motor insurance', status: 'lapsed', deductible: 140_000 },
    });
  });

  test('DESK-8: a message about nothing in particular names no policy', async () => {
    await post('/api/document/v1/memo', { subject: 'Hæ', text: 'Takk fyrir.' }, anna);
    expect((await newest('memo')).policy).toBeNull();
  });

  test('DESK-8: a claim names the policy it is filed on, the covers in question, the deductible, and whether it was in force', async () => {
    const form = { ...filledForm, causes: ['bicycle'], details: { police: 'no' } };
    await post('/api/claim/v1/claims', { draft: 'd1', line: 'home', form, declaration: true }, anna);
    const policy: CasePolicy = {
      ...{ id: 'p2', name: 'Heimilistrygging', number: '1000002', insured: 'Ægisíða 14' },
      ...{ status: 'renewing', deductible: null, deductibleText: 'Af reiðhjóli 25% af tjóninu' },
      loss: {
        coverage: 'covered',
        covers: [{ id: 'bicycles-and-prams', name: 'Reiðhjól og barnavagnar', deductible: null }],
        ownShare: { varies: true, percent: 25 },
      },
    };
    expect(await newest('claim')).toMatchObject({ policy, policyGiven: null });
    await change('p2', { lapsedOn: '2026-11-21' });
    expect((await newest('claim')).policy).toMatchObject({ status: 'lapsed', loss: { coverage: 'covered' } });
    await change('p2', { lapsedOn: '2026-11-19' });
    expect((await newest('claim', 'en')).policy).toMatchObject({
      ...{ name: 'Home insurance', status: 'lapsed' },
      loss: { coverage: 'none', covers: [{ name: 'Bicycles and prams' }] },
    });
  });

  test('DESK-8: a claim reported without sign-in repeats the policy number that its reporter gave', async () => {
    const visit = await api.ask('/api/upload/v1/visits', { method: 'POST', body: '{}', headers: json });
    const { right } = (await visit.json()) as { right: string };
    const form = { ...filledForm, policy: '', email: 'gestur@example.is' };
    const reporter = { name: 'Þóra Prófsdóttir', ssn: '1402851539', policyNumber: '1000002' };
    const notice = { line: 'home', form, reporter, files: [], declaration: true };
    await post('/api/claim/v1/notices', notice, right);
    expect(await newest('claim')).toMatchObject({ policy: null, policyGiven: '1000002' });
  });
});
