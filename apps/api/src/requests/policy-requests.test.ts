import type {
  CoreRequest,
  Policy,
  PolicyOptions,
  PolicyRequestPreview,
  Problem,
  StaffCase,
} from '@hofn/contracts';
import {
  accessGrants,
  actingChoices,
  auditEvents,
  cases,
  changeRequests,
  coreRecords,
  customers,
  type Database,
  documents,
  mails,
  policies,
  policyCovers,
  policyItems,
  premiumParts,
  productCovers,
  products,
} from '@hofn/database';
import { describeWithDatabase } from '@hofn/database/testing.ts';
import { formatMoney } from '@hofn/texts';
import { and, desc, eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest';
import { fillCompany } from '../company/testing.ts';
import { recordedEvents } from '../events/testing.ts';
import { fillOffers } from '../offers/testing.ts';
import { readPdf } from '../platform/pdf/testing.ts';
import { policyMails } from '../policies/mails.ts';
import { defaultSettings } from '../settings.ts';
import {
  createIssuer,
  fillDatabase,
  fillStaff,
  fixedClock,
  type Issuer,
  noon,
  startApi,
  temporaryFiles,
} from '../testing.ts';
import { requestMails } from './mails.ts';
import { outcomeMails } from './outcome-letter.ts';
import { createRequestStore } from './store.ts';
import { carryOut } from './testing/carrying-core.ts';
import { type FakeCore, startFakeCore } from './testing/fake-core.ts';

const texts = { is: 'Bíllinn er veðsettur.', en: 'The car is mortgaged.' };

/** A response without no-break spaces. */
const plain = (text: string): unknown => JSON.parse(text.replaceAll('\u00a0', ' '));

describeWithDatabase('requests about policies', (open) => {
  const clock = fixedClock();
  const files = temporaryFiles();
  let database: Database;
  let issuer: Issuer;
  let api: Awaited<ReturnType<typeof startApi>>;
  let anna: string;
  let company: string;
  let staff: string;
  let core: FakeCore;
  beforeAll(async () => {
    database = await open();
    const { db } = database;
    await fillDatabase(database);
    await fillStaff(database);
    const product = {
      group: 'vehicles' as const,
      mandatory: true,
      ...{ ordinal: 1, nameIs: 'Ökutækjatrygging', nameEn: 'Motor insurance' },
      ...{ deductibleIs: 'Föst', deductibleEn: 'Fixed' },
    };
    await db.insert(products).values([
      { ...product, id: 'motor-liability' },
      {
        ...product,
        id: 'windscreen',
        nameIs: 'Bílrúðutrygging',
        nameEn: 'Windscreen insurance',
        mandatory: false,
      },
      { ...product, id: 'property-fire', nameIs: 'Brunatrygging', nameEn: 'Fire insurance' },
    ]);
    issuer = await createIssuer();
    core = await startFakeCore();
    core.behaves(carryOut(db));
    const settings = {
      ...{ ...defaultSettings(), ...core.settings },
      RATE_READ: 10_000,
      RATE_WRITE: 10_000,
      RATE_COSTLY: 10_000,
    };
    api = await startApi(database, issuer, { files, clock, settings });
    const exp = Date.parse(noon) / 1000 + 400 * 86_400;
    anna = await issuer.token('anna', { exp });
    company = await issuer.token('felag', { exp });
    staff = await issuer.token('employee|katrin', { actor_kind: 'employee', exp });
  });
  afterAll(async () => {
    await api.stop();
    await core.stop();
  });
  beforeEach(async () => {
    clock.set(noon);
    const { db } = database;
    for (const table of [cases, changeRequests, mails, documents, coreRecords]) await db.delete(table);
    for (const id of ['c1', 'c2', 'c3', 'm1', 'f1', 'w1'])
      await db.delete(policies).where(eq(policies.id, id));
    for (const { id } of await db.select({ id: policies.id }).from(policies))
      if (id.length > 10) await db.delete(policies).where(eq(policies.id, id));
    await db
      .update(policies)
      .set({
        ...{ validTo: '2027-02-28', renews: true, cancelledOn: null, suspendedOn: null },
        ...{ deductible: 90_000, premiumPerYear: 90_000 },
      })
      .where(isCar);
    await db.delete(premiumParts).where(eq(premiumParts.policyId, 'p1'));
    await db.insert(premiumParts).values([
      { customerId: 'anna', policyId: 'p1', id: 'base', amount: 100_000 },
      { customerId: 'anna', policyId: 'p1', id: 'loyalty-silver', amount: -10_000 },
    ]);
    await fillCompany(database);
    await fillOffers(database);
    const [car] = await db.select().from(policies).where(isCar);
    if (!car) throw new Error('no policy');
    await db.insert(policies).values([
      { ...car, id: 'm1', number: '1000010', productId: 'motor-liability', deductible: 29_900 },
      { ...car, id: 'w1', number: '1000012', productId: 'windscreen' },
      { ...car, id: 'f1', number: '1000011', productId: 'property-fire', insuredIs: 'Hús', deductible: null },
    ]);
  });
  const isCar = and(eq(policies.customerId, 'anna'), eq(policies.id, 'p1'));

  /** A token of somebody who acts for Anna, with access that she has given. */
  const delegateOfAnna = async (role: 'Readonly' | 'Full'): Promise<string> => {
    const { db } = database;
    await db.insert(accessGrants).values({
      ...{ customerId: 'anna', id: 'g9', holderId: 'nyr', role, validFrom: '2026-11-01' },
      ...{ validTo: '2027-10-31', givenAt: noon, givenBy: 'anna' },
    });
    await db
      .insert(actingChoices)
      .values({ actorId: 'nyr', session: 'delegate', subjectId: 'anna', chosenAt: noon })
      .onConflictDoNothing();
    return issuer.token('nyr', { sid: 'delegate' });
  };
  const send = async (path: string, body: object, token = anna, language: 'is' | 'en' = 'en') => {
    const response = await api.ask(path, {
      method: 'POST',
      token,
      language,
      body: JSON.stringify(body),
      headers: { 'content-type': 'application/json' },
    });
    return { status: response.status, body: plain(await response.text()) };
  };
  const read = async <Answer>(path: string, token = anna) =>
    plain(await (await api.ask(path, { token, language: 'en' })).text()) as Answer;
  const previewOf = async (body: object, token = anna) =>
    (await send('/api/policy/v1/requests/preview', body, token)).body as PolicyRequestPreview;
  const request = (body: object, token = anna) => send('/api/policy/v1/requests', body, token);
  const problemOf = ({ status, body }: { status: number; body: unknown }) => [
    status,
    (body as Problem).errorCode,
  ];
  const optionsOf = (id: string) => read<PolicyOptions>(`/api/policy/v2/${id}/options`);
  const plannedOf = async (id: string) => (await read<Policy>(`/api/policy/v2/${id}`)).planned;
  const policyRow = async (id: string) => {
    const [row] = await database.db
      .select()
      .from(policies)
      .where(and(eq(policies.customerId, 'anna'), eq(policies.id, id)));
    if (!row) throw new Error('no policy');
    return row;
  };
  /** Staff settle the only request. */
  const settle = async (decision: object) => {
    const [row] = await database.db.select().from(cases);
    const { version } = await read<StaffCase>(`/api/staff/v1/cases/${row?.id}`, staff);
    return send(`/api/staff/v1/cases/${row?.id}`, { act: 'settle', version, decision }, staff);
  };

  /** The letter about the acceptance of Anna's request, in English. */
  const acceptedLetter = async () => {
    const sent = (await database.db.select().from(mails)).find(({ kind }) => kind === 'requestAccepted');
    return outcomeMails({ db: database.db, site: 'https://hofn.example' }).requestAccepted({
      ...{ subject: { id: 'anna', kind: 'person', fullName: 'Anna Prófsdóttir', ssn: '' }, language: 'en' },
      about: sent?.about ?? {},
    } as never);
  };

  test('LIFE-4: before cancelling, a customer reads the last day of cover, the refund and what follows', async () => {
    expect(await previewOf({ kind: 'cancel', policyId: 'p1' })).toMatchObject({
      kind: 'cancel',
      effectiveOn: '2027-01-01',
      lastDay: '2026-12-31',
      // 59 of 365 days.
      refund: 14_548,
      consequences: [
        expect.stringContaining('Losses after 31'),
        expect.stringContaining('lender may require comprehensive insurance'),
      ],
    });
    // The period ends before the notice would.
    expect(await previewOf({ kind: 'cancel', policyId: 'p2' })).toMatchObject({
      lastDay: '2026-12-15',
      refund: 0,
    });
    expect(await database.db.$count(changeRequests)).toBe(0);
  });

  test('LIFE-3: compulsory insurance ends only on grounds: sold, deregistered, or with a new insurer who is named', async () => {
    const cancel = { kind: 'cancel', policyId: 'm1' };
    expect((await optionsOf('m1')).requestable).toMatchObject({
      kinds: ['cover', 'suspend', 'cancel'],
      grounds: ['newInsurer', 'sold', 'deregistered'],
      cancelDays: { from: '2026-10-22', to: '2027-02-21' },
    });
    expect(problemOf(await request(cancel))).toEqual([400, 'validation']);
    const insured = { ...cancel, grounds: 'newInsurer', on: '2026-12-03' };
    expect(problemOf(await request(insured))).toEqual([400, 'validation']);
    expect(problemOf(await request({ ...cancel, grounds: 'sold', on: '2026-01-01' }))).toEqual([
      400,
      'validation',
    ]);
    const fire = { kind: 'cancel', policyId: 'f1', grounds: 'deregistered', on: '2026-12-03' };
    expect(problemOf(await request(fire))).toEqual([400, 'validation']);
    const preview = await previewOf({ ...insured, insurer: 'Annað félag' });
    expect(preview).toMatchObject({ lastDay: '2026-12-03', effectiveOn: '2026-12-04' });
    expect(preview.consequences[0]).toContain('must not be driven');
    expect(preview.consequences.at(-1)).toBe(
      'Roadside assistance comes with the motor insurance and ends with it.',
    );
    expect(preview.facts).toContainEqual({ label: 'New insurer', value: 'Annað félag' });
  });

  test('LIFE-3: other insurance of a vehicle ends on the day it was sold, or else by notice', async () => {
    const cancel = { kind: 'cancel', policyId: 'w1' };
    expect((await optionsOf('w1')).requestable).toMatchObject({
      grounds: ['sold', 'deregistered', 'notice'],
      cancelDays: { from: '2026-10-22', to: '2027-02-21' },
      asksForPosts: false,
    });
    expect(problemOf(await request({ ...cancel, grounds: 'sold' }))).toEqual([400, 'validation']);
    expect(problemOf(await request({ ...cancel, grounds: 'newInsurer', insurer: 'Annað félag' }))).toEqual([
      400,
      'validation',
    ]);
    const sold = await previewOf({ ...cancel, grounds: 'sold', on: '2026-11-20' });
    expect(sold).toMatchObject({ lastDay: '2026-11-20', effectiveOn: '2026-11-21' });
    expect(sold.facts).toContainEqual({ label: 'Reason', value: 'Sold' });
    for (const grounds of ['notice', undefined]) {
      const notice = await previewOf({ ...cancel, grounds });
      expect(notice.lastDay).toBe('2026-12-31');
      expect(notice.facts.map(({ label }: { label: string }) => label)).not.toContain('Reason');
    }
  });

  /** Gives Anna's motor, comprehensive and windscreen insurance the same car, and another policy a different one. */
  const insureCar = async () => {
    const car = {
      customerId: 'anna',
      id: 'vehicle',
      kind: 'vehicle',
      nameIs: 'Bíll',
      nameEn: 'Car',
    } as const;
    const plates = { p1: 'OH Y12', m1: 'OH Y12', w1: 'OH Y12', f1: 'AB 345' };
    onTestFinished(async () => {
      await database.db.delete(policyItems).where(eq(policyItems.id, 'vehicle'));
    });
    await database.db
      .insert(policyItems)
      .values(Object.entries(plates).map(([policyId, plate]) => ({ ...car, policyId, facts: { plate } })));
  };

  test('LIFE-4: before a vehicle’s insurance is cancelled, the customer reads which of its other policies end with it and which go on', async () => {
    await insureCar();
    const sold = { kind: 'cancel', grounds: 'sold', on: '2026-11-20' };
    const consequencesOf = async (policyId: string) => (await previewOf({ ...sold, policyId })).consequences;
    const [comprehensive, windscreen] = [
      'Comprehensive motor insurance 1000001',
      'Windscreen insurance 1000012',
    ];
    expect((await consequencesOf('m1')).slice(-2)).toEqual([
      `This comes with the motor insurance and ends with it: ${windscreen}.`,
      `This insurance of the vehicle goes on until you cancel it too: ${comprehensive}.`,
    ]);
    expect((await consequencesOf('p1')).join(' ')).toContain(windscreen);
    expect((await consequencesOf('p1')).join(' ')).not.toContain('ends with it');
    expect((await previewOf({ ...sold, policyId: 'p1' })).consequences).not.toContainEqual(
      expect.stringContaining('loan'),
    );
    // What was asked to end, or ends already, is not named.
    await request({ ...sold, policyId: 'w1' });
    await database.db.update(policies).set({ cancelledOn: '2026-11-20' }).where(isCar);
    expect((await consequencesOf('m1')).at(-1)).toBe(
      'Roadside assistance comes with the motor insurance and ends with it.',
    );
  });

  test('LIFE-4: the receipt of a cancellation repeats which other policies of the vehicle end with it and which go on', async () => {
    await insureCar();
    const answer = await request({ kind: 'cancel', grounds: 'sold', on: '2026-11-20', policyId: 'm1' });
    const { next } = answer.body as { next: string[] };
    expect(next).toEqual(
      expect.arrayContaining([
        'This comes with the motor insurance and ends with it: Windscreen insurance 1000012.',
        'This insurance of the vehicle goes on until you cancel it too: Comprehensive motor insurance 1000001.',
      ]),
    );
  });

  test.each([
    ['suspended', '2026-10-14', true],
    ['to be suspended after its last day', '2027-02-01', false],
  ])(
    'LIFE-4: who cancels a policy that is %s reads in preview and receipt what cover there is until then',
    async (_, suspendedOn, isWithout) => {
      await database.db.update(policies).set({ suspendedOn }).where(isCar);
      const sold = { kind: 'cancel', grounds: 'sold', on: '2026-11-25', policyId: 'p1' };
      const { consequences } = await previewOf(sold);
      const { next } = (await request(sold)).body as { next: string[] };
      const texts = [...consequences, ...next].map((text) => text.replaceAll('\u00a0', ' '));
      const without = [
        'The policy is suspended, without cover, from 14 October 2026. You can still report losses from before that day.',
        'The policy is suspended, without cover, from 14 October 2026, and ends on 25 November 2026.',
      ];
      const withCover = [
        'Losses after 25 November 2026 are not covered. You can still report losses from before then.',
        'You are covered as before until the end of 25 November 2026.',
      ];
      expect(texts).toEqual(expect.arrayContaining(isWithout ? without : withCover));
      for (const text of isWithout ? withCover : without) expect(texts).not.toContain(text);
    },
  );

  test('LIFE-39: what home insurance has for people comes with its level: it is neither added nor removed alone', async () => {
    const { db } = database;
    const cover = 'liability-and-leisure-accidents';
    const texts = { nameIs: 'Ábyrgð', nameEn: 'Liability', descriptionIs: '', descriptionEn: '' };
    onTestFinished(async () => {
      await db.delete(policyCovers).where(eq(policyCovers.id, cover));
      await db.delete(productCovers).where(eq(productCovers.id, cover));
    });
    await db.insert(productCovers).values({
      ...texts,
      productId: 'motor-liability',
      id: cover,
      kind: 'cover',
      optional: true,
      ordinal: 9,
    });
    const change = (act: 'add' | 'remove') =>
      request({ kind: 'cover', policyId: 'm1', change: { act, cover } });
    expect((await optionsOf('m1')).addable.map((each) => each.cover)).not.toContain(cover);
    expect(problemOf(await change('add'))).toEqual([400, 'validation']);
    await db.insert(policyCovers).values({ customerId: 'anna', policyId: 'm1', id: cover });
    expect((await optionsOf('m1')).requestable.removable).toEqual([]);
    expect(problemOf(await change('remove'))).toEqual([400, 'validation']);
  });

  test('LIFE-3: a company says whether it has five posts; then it cancels to the end of its period', async () => {
    await database.db.update(policies).set({ validTo: '2027-02-28' }).where(eq(policies.id, 'c1'));
    const cancel = { kind: 'cancel', policyId: 'c1' };
    expect(problemOf(await request(cancel, company))).toEqual([400, 'validation']);
    expect((await previewOf({ ...cancel, hasFivePosts: false }, company)).lastDay).toBe('2026-12-31');
    expect((await previewOf({ ...cancel, hasFivePosts: true }, company)).lastDay).toBe('2027-02-28');
  });

  test('LIFE-5: cover that ended on the day of the sale is not promised for days that have passed', async () => {
    const sold = { kind: 'cancel', policyId: 'p1', grounds: 'sold', on: '2026-11-20' };
    expect(await request(sold)).toMatchObject({
      status: 201,
      body: {
        next: [
          expect.stringContaining('reply by'),
          'Once the request is accepted, the policy counts as having ended on 20 November 2026.',
          expect.stringContaining('anna@'),
        ],
      },
    });
  });

  test('LIFE-5, LIFE-9: a request is stored once, confirmed by e-mail, recorded, and shown on the policy with what we do next', async () => {
    const sent = await request({ kind: 'cancel', policyId: 'p1' });
    expect(sent).toMatchObject({
      status: 201,
      body: {
        request: { kind: 'cancel', state: 'open', effectiveOn: '2027-01-01' },
        next: [
          'We will look at your request and reply by 24 November 2026.',
          expect.stringContaining('covered as before until the end of 31 December 2026'),
          expect.stringContaining('anna@'),
        ],
      },
    });
    expect(problemOf(await request({ kind: 'suspend', policyId: 'p1', from: '2026-12-01' }))).toEqual([
      409,
      'changeAlreadyPending',
    ]);
    const { requestable, request: shown } = await optionsOf('p1');
    expect(requestable.kinds).toEqual([]);
    expect(shown).toMatchObject({
      state: 'open',
      facts: [
        { label: 'Request', value: 'Cancellation' },
        { label: 'Last day of cover', value: '31 December 2026' },
        { label: 'Premium no longer charged', value: 'ISK 14,548' },
      ],
    });
    const [event] = (await recordedEvents(database)).slice(-1);
    expect(event).toMatchObject({ type: 'hofn.policy.changeRequested', data: { policyId: 'p1' } });
    const [audited] = await database.db.select().from(auditEvents).orderBy(desc(auditEvents.id)).limit(1);
    expect(audited).toMatchObject({ action: 'policy.request', subjectId: 'anna' });
    expect(await database.db.$count(cases, eq(cases.kind, 'change'))).toBe(1);
    const [mail] = await database.db.select().from(mails);
    expect(mail).toMatchObject({ kind: 'changeRequest' });
    const compose = requestMails({ db: database.db, site: 'https://hofn.example' }).changeRequest;
    const subject = { id: 'anna', kind: 'person', fullName: 'Anna Prófsdóttir', ssn: '' } as never;
    const letter = await compose({ subject, language: 'en', about: mail?.about ?? {} } as never);
    expect(letter?.body).toContain('Request: Cancellation\nLast day of cover: 31\u00a0December 2026');
  });

  test('LIFE-1, LIFE-5: staff accept a cancellation: the policy ends on its last day', async () => {
    await request({ kind: 'cancel', policyId: 'p1' });
    expect((await settle({ result: 'accepted', effectiveOn: '2027-01-01', premium: 0 })).status).toBe(200);
    expect(await policyRow('p1')).toMatchObject({
      ...{ cancelledOn: '2026-11-21', validTo: '2026-12-31', renews: false },
    });
    expect((await optionsOf('p1')).request).toMatchObject({ state: 'accepted', effectiveOn: '2027-01-01' });
    expect(await plannedOf('p1')).toEqual({ kind: 'cancel', lastDay: '2026-12-31', isRequested: true });
    expect((await optionsOf('p1')).requestable.kinds).toEqual([]);
    const letter = await acceptedLetter();
    // The core has said what becomes of the money; our own estimate is not repeated.
    expect(letter?.body).toContain('Payments that are already planned do not change.');
    expect(letter?.body).not.toContain('estimated');
  });

  test('LIFE-1: the holder is not said to have asked for what a delegate asked for', async () => {
    const token = await delegateOfAnna('Full');
    expect((await request({ kind: 'cancel', policyId: 'p1' }, token)).status).toBe(201);
    await settle({ result: 'accepted', effectiveOn: '2027-01-01', premium: 0 });
    await database.db.delete(accessGrants);
    expect(await plannedOf('p1')).toEqual({ kind: 'cancel', lastDay: '2026-12-31', isRequested: false });
  });

  test.each([
    ['2026-11-01', { inForce: false, validTo: '2026-10-31', planned: null }],
    ['2026-12-01', { inForce: true, validTo: '2026-12-31', planned: { lastDay: '2026-11-30' } }],
  ])(
    'LIFE-1, LIFE-40: a policy that is suspended from %s and then cancelled does not cover after that',
    async (suspendedOn, days) => {
      await database.db.update(policies).set({ suspendedOn }).where(isCar);
      await request({ kind: 'cancel', policyId: 'p1' });
      await settle({ result: 'accepted', effectiveOn: '2027-01-01', premium: 0 });
      expect((await policyRow('p1')).validTo).toBe('2026-12-31');
      expect(await read<Policy>('/api/policy/v2/p1')).toMatchObject({ status: 'cancelled', ...days });
    },
  );

  test('LIFE-5: staff refuse with a reason, or ask; the customer may then ask again', async () => {
    await request({ kind: 'cancel', policyId: 'p1' });
    await settle({ result: 'moreInformation', texts });
    expect((await optionsOf('p1')).request).toMatchObject({
      state: 'moreInformation',
      messages: [{ text: texts.en }],
    });
    await settle({ result: 'refused', texts });
    expect((await optionsOf('p1')).request).toMatchObject({ state: 'refused', text: texts.en });
    expect((await policyRow('p1')).cancelledOn).toBeNull();
    expect((await request({ kind: 'cancel', policyId: 'p1' })).status).toBe(201);
  });

  test('LIFE-1, LIFE-5: an accepted suspension is said of the policy, and begins on its day', async () => {
    expect(await previewOf({ kind: 'suspend', policyId: 'p1', from: '2026-12-01' })).toMatchObject({
      lastDay: '2026-11-30',
      refund: null,
      consequences: [
        expect.stringContaining('must not be driven from 1'),
        expect.anything(),
        expect.anything(),
      ],
    });
    await request({ kind: 'suspend', policyId: 'p1', from: '2026-12-01' });
    await settle({ result: 'accepted', effectiveOn: '2026-12-01', premium: 90_000 });
    expect((await policyRow('p1')).suspendedOn).toBe('2026-12-01');
    expect(await plannedOf('p1')).toEqual({ kind: 'suspend', lastDay: '2026-11-30', isRequested: true });
  });

  test('LIFE-3, LIFE-5: the suspension of a policy is ended from tomorrow at the earliest', async () => {
    await database.db.update(policies).set({ suspendedOn: '2026-11-01' }).where(isCar);
    expect((await optionsOf('p1')).requestable).toMatchObject({
      ...{ kinds: ['resume', 'cancel'], suspendDays: null },
      resumeDays: { from: '2026-11-22', to: '2027-02-21' },
    });
    const resume = { kind: 'resume', policyId: 'p1', from: '2026-11-25' };
    expect(problemOf(await request({ ...resume, from: '2026-11-21' }))).toEqual([400, 'validation']);
    expect(await previewOf(resume)).toMatchObject({
      ...{ effectiveOn: '2026-11-25', lastDay: null, refund: null },
      consequences: [
        'If we accept the request, cover applies again from the day that our reply states.',
        expect.stringContaining('must not be driven until cover applies again'),
      ],
    });
    await request(resume);
    const accepted = { result: 'accepted', effectiveOn: '2026-11-25', premium: 90_000 };
    await settle(accepted);
    const letter = await acceptedLetter();
    expect(letter?.body).toContain('Cover applies again as you asked.');
    expect(letter?.body.replaceAll('\u00a0', ' ')).toContain('Effective from: 25 November 2026');
    // No certificate is issued for it.
    expect(letter?.body).not.toContain('certificate');
    expect((await policyRow('p1')).suspendedOn).toBeNull();
    expect((await optionsOf('p1')).requestable.kinds).toContain('suspend');
    expect(problemOf(await request(resume))).toEqual([409, 'notRequestable']);
  });

  test('LIFE-4, LIFE-5: another deductible is priced by the tariff, and the policy has it with its price', async () => {
    const change = { kind: 'cover', policyId: 'p1', change: { act: 'deductible', deductible: 140_000 } };
    // 87% of the base, and of the discount with it.
    expect(await previewOf(change)).toMatchObject({
      ...{ effectiveOn: '2026-11-22', premiumPerYear: 78_300, refund: null },
      consequences: [expect.stringMatching(/^If we accept the request, you pay .*140,000/)],
    });
    await request(change);
    await settle({ result: 'accepted', effectiveOn: '2026-11-22', premium: 78_300 });
    expect(await policyRow('p1')).toMatchObject({ deductible: 140_000, premiumPerYear: 78_300 });
    const parts = await database.db.select().from(premiumParts).where(eq(premiumParts.policyId, 'p1'));
    expect(parts.reduce((sum, { amount }) => sum + amount, 0)).toBe(78_300);
  });

  test('LIFE-3, LIFE-4, LIFE-5: an optional cover is added or removed, and only one that the policy lacks or has', async () => {
    const add = (cover: string) => ({ kind: 'cover', policyId: 'p1', change: { act: 'add', cover } });
    expect(problemOf(await request(add('rental')))).toEqual([400, 'validation']);
    expect(problemOf(await request(add('collision')))).toEqual([400, 'validation']);
    // The tariff has no price of it.
    const preview = await previewOf(add('abroad'));
    expect(preview.consequences[1]).toContain('work out the premium');
    // Its name may be in the singular or plural: nothing agrees with it.
    expect(preview.facts).toContainEqual({ label: 'Cover', value: expect.stringMatching(/^Added: ./) });
    expect(preview.consequences[0]).toMatch(/also covered from the day that our reply states: .+\.$/);
    await request(add('abroad'));
    // Nobody was covered or charged before the answer.
    clock.set('2026-11-25T12:00:00Z');
    const backdated = { result: 'accepted', effectiveOn: '2026-11-24', premium: 95_000 };
    expect(problemOf(await settle(backdated))).toEqual([400, 'validation']);
    clock.set(noon);
    await settle({ result: 'accepted', effectiveOn: '2026-11-21', premium: 95_000 });
    const covers = await database.db.select().from(policyCovers).where(eq(policyCovers.policyId, 'p1'));
    expect(covers.map(({ id }) => id).toSorted()).toEqual(['abroad', 'rental']);
    expect(await policyRow('p1')).toMatchObject({ premiumPerYear: 95_000 });
    const remove = { kind: 'cover', policyId: 'p1', change: { act: 'remove', cover: 'abroad' } };
    expect(await previewOf(remove)).toMatchObject({
      ...{ lastDay: '2026-12-31', effectiveOn: '2027-01-01' },
      facts: expect.arrayContaining([{ label: 'Cover', value: expect.stringMatching(/^Removed: ./) }]),
    });
    await database.db.delete(policyCovers).where(eq(policyCovers.id, 'abroad'));
  });

  test('LIFE-2, LIFE-5: another product is asked for with its lowest price, which the request and its e-mail repeat', async () => {
    const { db } = database;
    // Another car than the one with comprehensive insurance.
    await db.update(policies).set({ insuredIs: 'Annar bíll' }).where(eq(policies.id, 'm1'));
    const ask = (product: string) => ({
      ...{ kind: 'cover', policyId: 'm1' },
      change: { act: 'addProduct', product },
    });
    expect(problemOf(await request(ask('home')))).toEqual([400, 'validation']);
    const offered = (await optionsOf('m1')).addable.find(({ product }) => product === 'kasko');
    const preview = await previewOf(ask('kasko'));
    const price = {
      label: 'Price',
      value: `from ${formatMoney('en', offered?.pricePerYear ?? 0).replaceAll('\u00a0', ' ')} a year`,
    };
    const lines = [
      { label: 'Request', value: 'Request for other cover' },
      { label: 'Cover', value: 'Added: Comprehensive motor insurance' },
      price,
    ];
    expect(preview.facts).toEqual(lines);
    expect(preview.consequences.join(' ')).not.toContain('before anything changes');
    const sent = (await request(ask('kasko'))).body as { request: { facts: object }; next: string[] };
    expect(sent.request.facts).toEqual(lines);
    expect(sent.next).toContainEqual(expect.stringContaining('the reply states the day'));
    const [mail] = await db.select().from(mails);
    const letter = await requestMails({ db, site: 'https://hofn.example' }).changeRequest({
      ...{ subject: { id: 'anna', kind: 'person', fullName: 'Anna Prófsdóttir', ssn: '' }, language: 'en' },
      about: mail?.about ?? {},
    } as never);
    expect(letter?.body.replaceAll('\u00a0', ' ')).toContain(`Price: ${price.value}`);
    expect(letter?.body).toContain('the reply states the day');
    // Systems that know a request in words alone.
    const [row] = await db.select().from(changeRequests);
    expect(row?.after).toMatchObject({
      act: 'other',
      text: expect.stringContaining('Comprehensive'),
      product: 'kasko',
    });
  });

  test('LIFE-3: a contract concluded here can be withdrawn from in 14 days, one concluded elsewhere not', async () => {
    expect(problemOf(await request({ kind: 'withdraw', policyId: 'p1' }))).toEqual([409, 'notRequestable']);
    const { number } = await policyRow('p1');
    await database.db.insert(changeRequests).values({
      ...{ customerId: 'anna', id: 'sold', proposalId: 'o1', actorId: 'anna', after: {}, premium: 90_000 },
      ...{ effectiveOn: '2026-11-15', tariffVersion: 'test-1', language: 'is', state: 'confirmed' },
      ...{ createdAt: '2026-11-12T12:00:00Z', settledAt: '2026-11-12T12:00:00Z' },
      outcome: {
        ...{ result: 'accepted', by: { kind: 'core', source: 'kerfi' }, texts: null, effectiveOn: null },
        ...{ premium: null, policy: { id: null, number } },
      },
    });
    expect((await optionsOf('p1')).requestable).toMatchObject({
      kinds: expect.arrayContaining(['withdraw']),
      withdrawUntil: '2026-11-26',
    });
    expect(await previewOf({ kind: 'withdraw', policyId: 'p1' })).toMatchObject({ lastDay: '2026-11-21' });
    expect((await request({ kind: 'withdraw', policyId: 'p1' })).status).toBe(201);
    clock.set('2026-11-27T12:00:00Z');
    expect((await optionsOf('p1')).requestable.withdrawUntil).toBeNull();
  });

  test('LIFE-3, ACC-1: read-only access asks for nothing, and nobody asks about another customer’s policy', async () => {
    const { db } = database;
    const token = await delegateOfAnna('Readonly');
    const cancel = { kind: 'cancel', policyId: 'p1' };
    expect(problemOf(await request(cancel, token))).toEqual([403, 'readonlyAccess']);
    const preview = await send('/api/policy/v1/requests/preview', cancel, token);
    expect(problemOf(preview)).toEqual([403, 'readonlyAccess']);
    await db.delete(accessGrants);
    expect(problemOf(await request({ ...cancel, policyId: 'b1' }))).toEqual([404, 'notFound']);
  });

  test('LIFE-1, LIFE-5, CORE-10: another system reads what is asked for and settles it; the policy comes with its facts', async () => {
    const byCore = await startApi(database, issuer, {
      ...{ files, clock },
      settings: {
        ...defaultSettings(),
        REQUESTS_SETTLED_BY_CORE: ['cancel'],
      },
    });
    await request({ kind: 'cancel', policyId: 'm1', grounds: 'sold', on: '2026-11-30' });
    const [row] = await database.db.select().from(changeRequests);
    const path = `/api/core/v1/requests/${row?.id}`;
    const token = await issuer.serviceToken(['core.requests.read', 'core.requests.settle']);
    expect((await (await byCore.ask(path, { token })).json()) as CoreRequest).toMatchObject({
      ...{ kind: 'cancel', settledBy: 'core', figures: null, offer: null, effectiveOn: '2026-12-01' },
      change: { grounds: 'sold', lastDay: '2026-11-30', act: null },
    });
    const outcome = { result: 'accepted', effectiveOn: '2026-12-01', policyNumber: '1000010' };
    const settled = await byCore.ask(`${path}/outcome`, {
      ...{ method: 'PUT', token, body: JSON.stringify(outcome) },
      headers: { 'content-type': 'application/json' },
    });
    expect(settled.status).toBe(200);
    expect((await policyRow('m1')).cancelledOn).toBeNull();
    // The sentence about its status says so before the core sends the policy.
    expect(await plannedOf('m1')).toEqual({ kind: 'cancel', lastDay: '2026-11-30', isRequested: true });
    // And nothing beside it says that the policy goes on.
    expect(await read<Policy>('/api/policy/v2/m1')).toMatchObject({ validTo: '2026-11-30', renewsOn: null });
    const [anna] = await database.db.select().from(customers).where(eq(customers.id, 'anna'));
    const asked = { subject: anna, language: 'is', about: { policyId: 'm1' } } as never;
    const mail = await policyMails({ db: database.db, clock, site: 'https://hofn.example' }).policy(asked);
    const { pages } = await readPdf(mail?.attachments?.[0]?.content ?? new Uint8Array());
    const certificate = pages.join(' ').replaceAll(/\s+/g, ' ');
    expect(certificate).toContain('til 30. nóvember 2026');
    expect(certificate).toContain('Endurnýjast ekki');
    expect(certificate).not.toContain('2027');
    const kept = await createRequestStore(database.db).one({ id: 'anna' }, row?.id ?? '');
    expect(kept).toMatchObject({ kind: 'cancel', state: 'confirmed' });
    await byCore.stop();
  });
});
