import {
  type InsuranceProof,
  insuranceProof,
  type Problem,
  type ProofCheck,
  proofCheck,
} from '@hofn/contracts';
import {
  callCounts,
  cases,
  companyInvolvement,
  customers,
  type Database,
  mails,
  policies,
  policyCovers,
  policyItems,
  products,
  proofCodes,
  proofs,
} from '@hofn/database';
import { describeWithDatabase } from '@hofn/database/testing.ts';
import { addDays, isCovering } from '@hofn/domain';
import { and, eq } from 'drizzle-orm';
import fc from 'fast-check';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import type { Customer } from '../platform/authorization.ts';
import { createMails } from '../platform/mail/mails.ts';
import { textOfPdf } from '../platform/pdf/testing.ts';
import { kindOf } from '../platform/work-items.ts';
import { defaultSettings } from '../settings.ts';
import { createIssuer, fillDatabase, fixedClock, type Issuer, startApi } from '../testing.ts';
import { proof as feature } from './feature.ts';
import { dailyMost } from './routes.ts';
import { createRefusal } from './undelivered.ts';

const path = '/api/policy/v1/proofs';
const forBank = {
  ...{ policyId: 'p1', purpose: 'bank', recipient: 'Prófbankinn hf.', language: 'is' },
  ...{ reference: 'Lán 0142-74', email: 'lan@banki.example' },
};
/** With plain spaces, as a reader sees it. */
const plain = (text: string) => text.replaceAll('\u00a0', ' ');
const subject: Customer = { id: 'anna', kind: 'person', ssn: '1402851489', fullName: 'Anna Prófdóttir' };

describeWithDatabase('proofs of insurance', (open) => {
  let database: Database;
  let issuer: Issuer;
  let api: Awaited<ReturnType<typeof startApi>>;
  let anna: string;
  const settings = {
    ...defaultSettings(),
    RATE_COSTLY: 10_000,
    CHECK_CODE_SECRET: 'a secret of the tests',
    SITE_URL: 'https://hofn.example/arsskyrsla',
  };
  const carPolicy = and(eq(policies.customerId, 'anna'), eq(policies.id, 'p1'));
  const change = (set: Partial<typeof policies.$inferInsert>) =>
    database.db.update(policies).set(set).where(carPolicy);
  const inForce = {
    ...{ validFrom: '2026-03-01', validTo: '2027-02-28', deductible: 140_000 },
    ...{ cancelledOn: null, lapsedOn: null, suspendedOn: null },
  };

  beforeAll(async () => {
    database = await open();
    await fillDatabase(database);
    issuer = await createIssuer();
    api = await startApi(database, issuer, { settings });
    anna = await issuer.token('anna');
  });
  afterAll(() => api.stop());
  afterEach(async () => {
    await change(inForce);
    await database.db.delete(proofs);
    await database.db.delete(mails);
    await database.db.delete(callCounts);
  });

  const post = (to: string, body: object, { token = anna, language = 'is' as 'is' | 'en', key = '' } = {}) =>
    api.ask(to, {
      method: 'POST',
      body: JSON.stringify(body),
      headers: { 'content-type': 'application/json', ...(key && { 'idempotency-key': key }) },
      token,
      language,
    });
  const make = async (body: object = forBank): Promise<InsuranceProof> => {
    const answer = await post(path, body);
    expect(answer.status).toBe(201);
    return insuranceProof.parse(await answer.json());
  };
  const send = (proof: InsuranceProof, email = 'lan@banki.example') =>
    post(`${path}/${proof.id}/send`, { email });
  const listed = async (token = anna): Promise<InsuranceProof[]> => {
    const answer = await api.ask(`${path}?policy=p1`, { token });
    return ((await answer.json()) as { items: InsuranceProof[] }).items;
  };
  const checked = async (code: string, language: 'is' | 'en' = 'is'): Promise<ProofCheck> => {
    const answer = await api.ask(`/api/public/v1/proofcheck/${encodeURIComponent(code)}`, { language });
    return proofCheck.parse(await answer.json());
  };
  const pdfOf = async (proof: InsuranceProof) => {
    const answer = await api.ask(`${path}/${proof.id}/pdf`, { token: anna, language: 'is' });
    expect(answer.headers.get('content-type')).toBe('application/pdf');
    return {
      name: answer.headers.get('content-disposition') ?? '',
      text: await textOfPdf(new Uint8Array(await answer.arrayBuffer())),
    };
  };
  const errorsOf = async (answer: Response) => {
    expect(answer.status).toBe(400);
    return JSON.parse(plain(await answer.text())).errors as NonNullable<Problem['errors']>;
  };
  const composed = (kind: 'insuranceProof' | 'proofUndelivered', proof: InsuranceProof) =>
    feature.mails?.(api.services)[kind]?.({
      subject,
      about: { proofId: proof.id },
      language: 'is',
    });

  test('RIGHT-5: a proof names its recipient and what is in force today, with sums and last day, in the chosen language', async () => {
    const proof = await make();
    expect(proof).toMatchObject({
      ...{ policyId: 'p1', purpose: 'bank', reference: 'Lán 0142-74', language: 'is', sends: [] },
      recipient: { name: 'Prófbankinn hf.', email: 'lan@banki.example' },
      issuedAt: '2026-11-21T12:00:00.000Z',
      checkCode: expect.stringMatching(/^\w{4}-\w{4}-\w{4}-\w{4}$/),
    });
    expect(proof.checkUrl).toBe(`https://hofn.example/arsskyrsla/sannreyna/stadfesting/#${proof.checkCode}`);
    expect(await listed()).toEqual([proof]);
    const { text, name } = await pdfOf(proof);
    expect(name).toContain('stadfesting-1000001-2026-11-21.pdf');
    for (const shown of [
      'Fyrir Prófbankinn hf.',
      'í gildi í dag, 21. nóvember 2026',
      'Lán 0142-74',
      '140285-1489',
      'Toyota RAV4, ÞB X42',
      '1. mars 2026 til 28. febrúar 2027',
      'Bílaleigubíll',
      '150.000',
      proof.checkCode,
    ])
      expect(text).toContain(shown);
    // Premium and payment are between the customer and us.
    expect(text).not.toContain('90.000');
    const english = await make({ ...forBank, purpose: 'landlord', language: 'en' });
    const paper = (await pdfOf(english)).text;
    expect(paper).toContain('Proof of insurance');
    expect(paper).not.toContain('140285-1489');
    expect(await listed()).toHaveLength(2);
  });

  test('RIGHT-5: a paper stays as it was issued, and the same request makes one', async () => {
    const [first, again] = await Promise.all([
      post(path, forBank, { key: 'once' }).then((answer) => answer.json()),
      post(path, forBank, { key: 'once' }).then((answer) => answer.json()),
    ]);
    expect(again).toEqual(first);
    const proof = insuranceProof.parse(first);
    await change({ deductible: 280_000, validTo: '2026-12-31' });
    expect((await pdfOf(proof)).text).toContain('140.000');
    // The check says that it is out of date.
    expect(await checked(proof.checkCode)).toMatchObject({
      state: 'inForce',
      insurance: { changed: true, lastDay: '2026-12-31' },
    });
  });

  test.each([
    [{ validFrom: '2026-12-01' }, 'Tryggingin tekur gildi 1. desember 2026'],
    [{ suspendedOn: '2026-11-01' }, 'í biðstöðu frá 1. nóvember 2026'],
    [{ lapsedOn: '2026-11-02' }, 'féll niður 2. nóvember 2026'],
    [{ validTo: '2026-11-20' }, 'gilti til 20. nóvember 2026'],
    [{ cancelledOn: '2026-02-01' }, 'sagt upp áður en hún tók gildi'],
  ])('RIGHT-5: nothing is proved or sent of a policy that is not in force: %j', async (set, words) => {
    const proof = await make();
    await change(set);
    expect((await errorsOf(await post(path, forBank))).policyId?.[0]).toContain(words);
    expect((await errorsOf(await send(proof))).policyId?.[0]).toContain(words);
    expect(await database.db.$count(mails)).toBe(0);
  });

  test('RIGHT-5: names and references with links, addresses or telephone numbers are refused by field', async () => {
    const answer = await post(path, { ...forBank, recipient: 'Banki vinningur.is', reference: 'evil.is/1' });
    expect(await errorsOf(answer)).toEqual({
      recipient: [expect.stringContaining('aðeins nafn')],
      reference: [expect.stringContaining('númer láns')],
    });
    const english = await post(path, { ...forBank, recipient: 'Call 555 1234' }, { language: 'en' });
    expect((await errorsOf(english)).recipient?.[0]).toContain('a name only');
  });

  test('RIGHT-5: it is sent to the recipient with a fixed text, listed as sent or refused, and five times a day', async () => {
    const proof = await make();
    const answer = await send(proof, 'nytt@banki.example');
    expect(answer.status).toBe(202);
    expect(await answer.json()).toMatchObject({
      recipient: { email: 'nytt@banki.example' },
      sends: [{ email: 'nytt@banki.example', state: 'waiting', at: null }],
    });
    const letter = await composed('insuranceProof', proof);
    expect(letter).toMatchObject({
      language: 'is',
      subject: 'Staðfesting á tryggingu: Anna Prófdóttir',
      button: { url: proof.checkUrl },
    });
    expect(letter?.firstName).toBeUndefined();
    expect(letter?.body).toContain('Prófbankinn hf.');
    expect(letter?.body).toContain('Tilvísun: Lán 0142-74.');
    const [attachment] = letter?.attachments ?? [];
    expect(await textOfPdf(attachment?.content ?? new Uint8Array())).toContain(proof.checkCode);
    await database.db.update(mails).set({ sentAt: '2026-11-21T12:00:05Z' });
    expect((await listed())[0]?.sends).toMatchObject([{ state: 'sent', at: '2026-11-21T12:00:05.000Z' }]);
    await database.db.update(mails).set({ sentAt: null, failedAt: '2026-11-21T12:00:09Z' });
    expect((await listed())[0]?.sends).toMatchObject([{ state: 'refused', at: '2026-11-21T12:00:09.000Z' }]);
    for (let n = 0; n < 4; n += 1) expect((await send(proof)).status).toBe(202);
    expect((await errorsOf(await send(proof))).email?.[0]).toContain('5 tölvupósta á dag');
    expect(await database.db.$count(mails)).toBe(5);
  });

  test('RIGHT-5: a refused address is reported to the customer by email, or opens a case when they have no address on file', async () => {
    const proof = await make();
    await send(proof);
    const [mail] = await database.db.select().from(mails);
    if (!mail) throw new Error('no mail');
    const refuse = createRefusal(
      createMails({ db: database.db, clock: fixedClock(), outbox: { send: async () => {} } }),
    );
    await database.db.transaction((tx) => refuse(tx, mail, new Date('2026-11-21T12:00:00Z')));
    const [notice] = await database.db.select().from(mails).where(eq(mails.kind, 'proofUndelivered'));
    expect(notice).toMatchObject({ recipient: 'anna@example.is', about: { proofId: proof.id } });
    expect(await database.db.$count(cases)).toBe(0);
    await database.db.update(customers).set({ email: null }).where(eq(customers.id, 'anna'));
    await database.db.transaction((tx) => refuse(tx, mail, new Date('2026-11-21T12:00:00Z')));
    const opened = await database.db.select().from(cases);
    expect(opened.map((row) => [kindOf(row), row.customerId])).toEqual([['mail', 'anna']]);
    await database.db.update(customers).set({ email: 'anna@example.is' }).where(eq(customers.id, 'anna'));
    expect(await composed('proofUndelivered', proof)).toMatchObject({
      firstName: 'Anna',
      body: expect.stringContaining('Prófbankinn hf.'),
      button: { url: 'https://hofn.example/arsskyrsla/vidskipti/tryggingar/p1/stadfesting' },
    });
  });

  test('RIGHT-5: anyone checks by the code whether it is in force today and since when not, and learns no more', async () => {
    const proof = await make();
    const typed = proof.checkCode.toLowerCase().replaceAll('-', ' ');
    const answer = await checked(typed, 'en');
    expect(answer).toEqual({
      ...{ state: 'inForce', kind: 'insurance', issuedOn: '2026-11-21', claimsHistory: null },
      insurance: {
        ...{ number: '1000001', name: 'Comprehensive motor insurance', insured: 'Toyota RAV4, ÞB X42' },
        ...{ holder: 'A. P.', recipient: 'Prófbankinn hf.', reference: 'Lán 0142-74', sumInsured: null },
        ...{ lastDay: '2027-02-28', renews: true, endedOn: null, neverBegan: false },
        ...{ pausedSince: null, pausesAfter: null, changed: false },
      },
    });
    await change({ lapsedOn: '2026-11-10' });
    expect(await checked(proof.checkCode)).toMatchObject({
      state: 'notInForce',
      insurance: { endedOn: '2026-11-09', lastDay: null },
    });
    await change({ lapsedOn: null, suspendedOn: '2026-11-01' });
    expect(await checked(proof.checkCode)).toMatchObject({
      state: 'notInForce',
      insurance: { endedOn: null, pausedSince: '2026-11-01' },
    });
    expect(await checked('AAAA-BBBB-CCCC-DDDD')).toMatchObject({ state: 'unknown', insurance: null });
    await database.db.delete(proofs);
    expect(await checked(proof.checkCode)).toEqual({
      ...{ state: 'erased', kind: 'insurance', issuedOn: '2026-11-21', insurance: null },
      claimsHistory: null,
    });
  });

  test('RIGHT-5: what the check says is what the policy’s own days say, whatever happens to them', async () => {
    const proof = await make();
    const day = fc.integer({ min: 1, max: 28 }).map((n) => `2026-11-${String(n).padStart(2, '0')}`);
    const days = fc.record({
      validTo: fc.constantFrom('2026-11-20', '2026-11-21', '2027-02-28'),
      // Before its first day too.
      cancelledOn: fc.option(fc.oneof(day, fc.constant('2026-02-01'))),
      lapsedOn: fc.option(day),
      suspendedOn: fc.option(day),
    });
    await fc.assert(
      fc.asyncProperty(days, async (set) => {
        await change({ ...inForce, ...set });
        const { state, insurance } = await checked(proof.checkCode);
        const row = { ...inForce, ...set, renews: true };
        const { inForce: covers } = (await (await api.ask('/api/policy/v2/p1', { token: anna })).json()) as {
          inForce: boolean;
        };
        expect(state).toBe(covers ? 'inForce' : 'notInForce');
        // Exactly one of: still in force until, ended on, suspended since, never began.
        const { lastDay = null, endedOn = null, pausedSince = null, neverBegan = false } = insurance ?? {};
        const said = [covers && lastDay, endedOn, pausedSince, neverBegan];
        expect(said.filter(Boolean)).toHaveLength(1);
        if (endedOn === null) return;
        expect(isCovering(row, endedOn)).toBe(true);
        expect(isCovering(row, addDays(endedOn, 1))).toBe(false);
      }),
      { numRuns: 25 },
    );
  });

  test('RIGHT-5: a proof of somebody else’s is not found, nor is one of their policy made', async () => {
    const proof = await make();
    const other = await issuer.token('birgir');
    expect(await listed(other)).toEqual([]);
    expect((await api.ask(`${path}/${proof.id}/pdf`, { token: other })).status).toBe(404);
    expect((await post(path, forBank, { token: other })).status).toBe(404);
    expect((await post(`${path}/${proof.id}/send`, { email: 'a@b.is' }, { token: other })).status).toBe(404);
  });

  test('HOLD-6: proofs are forgotten after four years and their codes after ten', async () => {
    const { checkCode } = await make();
    const job = feature.jobs?.[0];
    await job?.run({ ...api.services, clock: fixedClock('2030-11-22T12:00:00Z') });
    expect(await database.db.$count(proofs)).toBe(0);
    expect((await checked(checkCode)).state).toBe('erased');
    await job?.run({ ...api.services, clock: fixedClock('2036-11-22T12:00:00Z') });
    expect(await database.db.$count(proofCodes)).toBe(0);
  });

  test('RIGHT-5: another car under the same policy is a change, and a suspension that lies ahead is said', async () => {
    const proof = await make();
    const car = and(eq(policyItems.customerId, 'anna'), eq(policyItems.policyId, 'p1'));
    const [item] = await database.db.select().from(policyItems).where(car);
    if (!item) throw new Error('no car');
    // In English as in Icelandic, the car is the same.
    expect((await checked(proof.checkCode, 'en')).insurance).toMatchObject({
      ...{ changed: false, pausesAfter: null },
    });
    await database.db
      .update(policyItems)
      .set({ facts: { ...item.facts, plate: 'NÝ R01' } })
      .where(car);
    await change({ suspendedOn: '2026-12-01' });
    expect(await checked(proof.checkCode)).toMatchObject({
      state: 'inForce',
      insurance: { changed: true, pausesAfter: '2026-11-30' },
    });
    await database.db.update(policyItems).set({ facts: item.facts }).where(car);
  });

  test('RIGHT-5: neither the paper nor the public check names a person who is insured', async () => {
    await database.db.insert(products).values({
      ...{ id: 'accident', group: 'persons', ordinal: 9, mandatory: false },
      ...{ nameIs: 'Slysatrygging', nameEn: 'Accident insurance', deductibleIs: '', deductibleEn: '' },
      ...{ termsCodes: [], benefits: [] },
    });
    const own = { customerId: 'anna', policyId: 's1' };
    await database.db.insert(policies).values({
      ...{ customerId: 'anna', id: 's1', number: '1000030', productId: 'accident', premiumPerYear: 30_000 },
      ...{ validFrom: '2026-03-01', validTo: '2027-02-28', termsCodes: [] },
      ...{ insuredIs: 'Þóra Prófsdóttir', insuredEn: 'Þóra Prófsdóttir' },
      ...{ instalmentsPerYear: 12, instalmentFeePercent: 2.25 },
    });
    await database.db.insert(policyItems).values({
      ...{ ...own, id: '1', kind: 'person', nameIs: 'Þóra Prófsdóttir', nameEn: 'Þóra Prófsdóttir' },
      facts: { ssn: '0101011239' },
    });
    const proof = await make({ ...forBank, policyId: 's1' });
    const { insurance } = await checked(proof.checkCode);
    expect(insurance).toMatchObject({ name: 'Slysatrygging', insured: null, changed: false });
    expect((await pdfOf(proof)).text).not.toContain('Þóra');
    await database.db.delete(policies).where(eq(policies.id, 's1'));
  });

  test('RIGHT-5: who acts for many sends no more in a day than who acts for one', async () => {
    await database.db.insert(companyInvolvement).values({
      ...{ customerId: 'anna', companyId: 'felag', involvement: 'procuration', registeredOn: '2020-01-01' },
    });
    const own = await make();
    for (let n = 0; n < dailyMost.sent; n += 1) expect((await send(own)).status).toBe(202);
    const token = await issuer.token('anna', { sid: 'for-the-company' });
    const switched = await post('/api/user/v1/login/switchcustomer', { ssn: '5001141499' }, { token });
    expect(switched.status).toBe(200);
    const made = insuranceProof.parse(await (await post(path, forBank, { token })).json());
    const refused = await post(`${path}/${made.id}/send`, { email: 'lan@banki.example' }, { token });
    expect((await errorsOf(refused)).email?.[0]).toContain('5 tölvupósta á dag');
    await database.db.delete(companyInvolvement);
  });

  test('RIGHT-5: what a cover pays is part of what may have changed', async () => {
    const proof = await make();
    const rental = and(eq(policyCovers.policyId, 'p1'), eq(policyCovers.id, 'rental'));
    await database.db.update(policyCovers).set({ sumInsured: 200_000 }).where(rental);
    expect((await checked(proof.checkCode)).insurance?.changed).toBe(true);
    await database.db.update(policyCovers).set({ sumInsured: 150_000 }).where(rental);
  });
});
