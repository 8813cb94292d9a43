import {
  type ClaimsHistory,
  claimsHistory,
  type Problem,
  type ProofCheck,
  proofCheck,
} from '@hofn/contracts';
import {
  callCounts,
  claimPayments,
  claims,
  type Database,
  documents,
  policies,
  products,
  proofCodes,
  proofs,
} from '@hofn/database';
import { describeWithDatabase } from '@hofn/database/testing.ts';
import { and, eq, inArray } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { textOfPdf } from '../platform/pdf/testing.ts';
import { defaultSettings } from '../settings.ts';
import { createIssuer, fillDatabase, type Issuer, startApi } from '../testing.ts';
import { fingerprintOf } from './history-facts.ts';
import { fillMotor } from './testing.ts';

const path = '/api/claim/v1/history';
const ids = ['h1', 'h2', 'h3', 'h4', 'h5', 'h6'];

describeWithDatabase('claims-history statements', (open) => {
  let database: Database;
  let issuer: Issuer;
  let api: Awaited<ReturnType<typeof startApi>>;
  let anna: string;

  beforeAll(async () => {
    database = await open();
    await fillDatabase(database);
    await fillMotor(database);
    issuer = await createIssuer();
    api = await startApi(database, issuer, {
      settings: { ...defaultSettings(), RATE_COSTLY: 1000, CHECK_CODE_SECRET: 'a secret of the tests' },
    });
    anna = await issuer.token('anna');
  });
  afterAll(() => api.stop());
  afterEach(async () => {
    await database.db.delete(proofs);
    await database.db.delete(claims).where(inArray(claims.id, ids));
    await database.db.delete(callCounts);
  });

  const post = (body: object, token = anna, language: 'is' | 'en' = 'is') =>
    api.ask(path, {
      method: 'POST',
      body: JSON.stringify(body),
      headers: { 'content-type': 'application/json' },
      token,
      language,
    });
  const make = async (language: 'is' | 'en' = 'is'): Promise<ClaimsHistory> => {
    const answer = await post({ language });
    expect(answer.status).toBe(201);
    return claimsHistory.parse(await answer.json());
  };
  const textOf = async ({ id }: ClaimsHistory) => {
    const answer = await api.ask(`${path}/${id}/pdf`, { token: anna });
    return textOfPdf(new Uint8Array(await answer.arrayBuffer()));
  };
  const checked = async ({ checkCode }: ClaimsHistory): Promise<ProofCheck> =>
    proofCheck.parse(await (await api.ask(`/api/public/v1/proofcheck/${checkCode}`)).json());
  const add = (rows: Partial<typeof claims.$inferInsert>[]) =>
    database.db.insert(claims).values(
      rows.map((row, n) => ({
        ...{ customerId: 'anna', id: ids[n] ?? '', number: `T-2026-90000${n}`, policyId: 'm1' },
        ...{ titleIs: 'Árekstur', titleEn: 'Collision', status: 'settled' as const },
        ...{ dateOfLoss: '2025-06-01', changedAt: '2025-07-01T12:00:00Z', line: 'vehicle' as const },
        ...row,
      })),
    );
  const cover = (id: string) => ({
    ...{ id, title: { is: id, en: id }, claimed: null, loss: 1, depreciation: 0 },
    ...{ ownShare: 0, deductible: 0, payable: 1 },
  });

  test('RIGHT-3: a statement without claims says so, of each policy of five years, also one that has ended', async () => {
    const statement = await make();
    expect(statement).toMatchObject({
      ...{ from: '2021-11-21', to: '2026-11-21', policies: 2, claims: 0, open: 0, language: 'is' },
    });
    const text = await textOf(statement);
    for (const shown of [
      '2024/1855',
      'Anna Prófdóttir, 140285-1489',
      'Fjöldi tjóna alls',
      'Engin tjón eru skráð',
      'Trygging 1000020',
      'Toyota RAV4, ÞB X42',
      'Tryggingunni er ekki lokið',
      'Trygging 1000021',
      'Nissan Micra, ZR T64',
      '30. apríl 2023',
      // Neither of them is known from its very first day.
      'Eigi síðar en 1. mars 2026',
      'ekki skráð hjá okkur: 1000020 og 1000021',
    ])
      expect(text).toContain(shown);
    expect(await textOf(await make('en'))).toContain('No claims are recorded under these policies');
  });

  test('RIGHT-3: claims are listed with day, kind of damage, state and what was paid; what is not known is said not to be', async () => {
    await database.db.insert(documents).values({
      ...{ customerId: 'anna', id: 'fyrra', kind: 'certificate', policyId: 'm1' },
      ...{ titleIs: 'Skírteini', titleEn: 'Certificate', issuedOn: '2020-03-01' },
      ...{ periodFrom: '2020-03-01', periodTo: '2021-02-28' },
    });
    await add([
      {
        covers: [cover('damage-to-other-peoples-property'), cover('injury-to-others')],
        reserve: 7_654_321,
      },
      { status: 'assessment', dateOfLoss: '2026-10-01', form: { details: { injured: 'yes' } } as never },
      { status: 'rejected', dateOfLoss: '2024-02-02' },
      // Before the period, and about no policy.
      { dateOfLoss: '2021-11-20' },
      { policyId: null, dateOfLoss: '2026-01-01' },
      // Reported by telephone, so that nobody knows the line either.
      { policyId: null, dateOfLoss: '2026-01-02', line: null },
    ]);
    await database.db.insert(claimPayments).values({
      ...{ customerId: 'anna', claimId: 'h1', id: '1', titleIs: 'Bætur', titleEn: 'Compensation' },
      ...{ recipient: 'Verkstæði', amount: 412_000, state: 'paid', paidOn: '2025-07-01' },
    });
    const statement = await make();
    expect(statement).toMatchObject({ claims: 3, open: 1 });
    const text = await textOf(statement);
    for (const shown of [
      'Munatjón',
      'Líkamstjón',
      '412.000 kr.',
      'Uppgert, greitt',
      'Óuppgert',
      'Hafnað',
      'Ekki skráð',
      'Hver átti sök',
      '2 tjón, sem kunna að varða ökutæki, eru ekki tengd neinni tryggingu',
      'Eigi síðar en 1. mars 2020',
      'Ekkert tjón er skráð á trygginguna',
    ])
      expect(text).toContain(shown);
    expect(text).not.toContain('T-2026-900003');
    // The reserve is ours.
    expect(text).not.toContain('7.654.321');
    await database.db.delete(documents).where(eq(documents.id, 'fyrra'));
  });

  test('RIGHT-3: the driver’s own injury and damage to the car are no claims of others, nor is what was paid for them', async () => {
    await database.db
      .insert(products)
      .values({
        ...{ id: 'okuvisir', group: 'vehicles', ordinal: 2, mandatory: true },
        ...{ nameIs: 'Ökuvísir', nameEn: 'Ökuvísir', deductibleIs: '', deductibleEn: '' },
        ...{ termsCodes: [], benefits: [] },
      })
      .onConflictDoNothing();
    await database.db.insert(policies).values({
      ...{ customerId: 'anna', id: 'm3', number: '1000022', productId: 'okuvisir', premiumPerYear: 90_000 },
      ...{ validFrom: '2026-03-01', validTo: '2027-02-28', termsCodes: [] },
      ...{ insuredIs: 'Kia Ceed, OK V15', insuredEn: 'Kia Ceed, OK V15' },
      ...{ instalmentsPerYear: 12, instalmentFeePercent: 2.25 },
    });
    const reported = (...causes: string[]) => ({ form: { causes, details: {} } as never });
    await add([
      { covers: [cover('injury-to-the-driver')], form: { details: { injured: 'yes' } } as never },
      { line: 'accident', status: 'assessment' },
      { status: 'inProgress', ...reported('singleVehicle') },
      { policyId: 'm3', covers: [cover('comprehensive-motor-insurance')] },
      { policyId: 'm3', covers: [cover('mandatory-motor-insurance')] },
      { policyId: 'm3', status: 'inProgress', ...reported('collision') },
    ]);
    await database.db.insert(claimPayments).values({
      ...{ customerId: 'anna', claimId: 'h1', id: '1', titleIs: 'Bætur', titleEn: 'Compensation' },
      ...{ recipient: 'Anna', amount: 412_000, state: 'paid', paidOn: '2025-07-01' },
    });
    const statement = await make();
    expect(statement).toMatchObject({ policies: 3, claims: 2, open: 1 });
    const text = await textOf(statement);
    expect(text).toContain('Kia Ceed, OK V15');
    expect(text).toContain('T-2026-900004');
    expect(text).toContain('T-2026-900005');
    expect(text).not.toContain('412.000');
    expect(text).not.toContain('T-2026-900000');
    expect(text).not.toContain('Líkamstjón');
    await database.db.delete(claims).where(inArray(claims.id, ids));
    await database.db.delete(policies).where(eq(policies.id, 'm3'));
  });

  test('RIGHT-3: of insurance that was suspended and then lapsed, the end is the day before, and no pause is left open', async () => {
    const own = and(eq(policies.customerId, 'anna'), eq(policies.id, 'm1'));
    await database.db.update(policies).set({ suspendedOn: '2026-06-01', lapsedOn: '2026-08-01' }).where(own);
    const text = await textOf(await make());
    await database.db.update(policies).set({ suspendedOn: null, lapsedOn: null }).where(own);
    expect(text).toContain('31. maí 2026');
    expect(text).not.toContain('31. júlí 2026');
    expect(text).not.toContain('Dagar án verndar');
  });

  test('RIGHT-3: reading the list stores a code that is missing, and nothing more', async () => {
    const statement = await make();
    await make();
    const issued = await database.db.$count(proofCodes);
    await api.ask(path, { token: anna });
    expect(await database.db.$count(proofCodes)).toBe(issued);
    await database.db.delete(proofCodes);
    expect((await checked(statement)).state).toBe('unknown');
    await api.ask(path, { token: anna });
    expect(await database.db.$count(proofCodes)).toBe(2);
    expect((await checked(statement)).state).toBe('issued');
  });

  test('RIGHT-3: anyone checks by the code that it is ours and unchanged, also when it has been erased', async () => {
    await add([{ dateOfLoss: '2025-06-01' }]);
    const statement = await make();
    const [row] = await database.db.select().from(proofs);
    if (row?.facts.kind !== 'claimsHistory') throw new Error('no statement');
    const fingerprint = fingerprintOf(row.facts);
    expect(await textOf(statement)).toContain(fingerprint);
    expect(await checked(statement)).toEqual({
      ...{ state: 'issued', kind: 'claimsHistory', issuedOn: '2026-11-21', insurance: null },
      claimsHistory: {
        ...{ holder: 'A. P.', from: '2021-11-21', to: '2026-11-21', fingerprint, open: 0 },
        policies: [
          { number: '1000020', insured: 'Toyota RAV4, ÞB X42' },
          { number: '1000021', insured: 'Nissan Micra, ZR T64' },
        ],
        claims: [{ number: 'T-2026-900000', dateOfLoss: '2025-06-01' }],
      },
    });
    // What happens later is no part of it.
    await add([{ id: 'h2', number: 'T-2026-900010' }]);
    expect((await checked(statement)).claimsHistory?.claims).toHaveLength(1);
    await database.db.delete(proofs);
    expect(await checked(statement)).toMatchObject({
      ...{ state: 'erased', kind: 'claimsHistory', issuedOn: '2026-11-21', claimsHistory: null },
    });
  });

  test('RIGHT-3: without motor insurance in the five years there is nothing to state, in words', async () => {
    const birgir = await issuer.token('birgir');
    const list = await api.ask(path, { token: birgir });
    expect(await list.json()).toEqual({ items: [], hasMotorInsurance: false });
    const answer = await post({ language: 'en' }, birgir, 'en');
    expect(answer.status).toBe(400);
    expect(((await answer.json()) as Problem).errors?.language?.[0]).toContain(
      'no mandatory motor insurance',
    );
  });

  test('RIGHT-3: a customer whose motor insurance has ended still finds it, and not a policy that never began', async () => {
    const own = and(eq(policies.customerId, 'anna'), eq(policies.id, 'm1'));
    await database.db.update(policies).set({ cancelledOn: '2026-02-01' }).where(own);
    const statement = await make();
    expect(statement.policies).toBe(1);
    const list = await api.ask(path, { token: anna });
    expect(await list.json()).toMatchObject({ items: [{ id: statement.id }], hasMotorInsurance: true });
    await database.db.update(policies).set({ cancelledOn: null }).where(own);
  });

  test('RIGHT-3, ROLE-2: a statement of somebody else’s is not found', async () => {
    const { id } = await make();
    const birgir = await issuer.token('birgir');
    expect((await api.ask(`${path}/${id}/pdf`, { token: birgir })).status).toBe(404);
    expect((await api.ask(`/api/policy/v1/proofs/${id}/pdf`, { token: anna })).status).toBe(404);
  });
});
