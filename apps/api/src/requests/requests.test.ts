import type {
  CustomerMatter,
  Notification,
  Problem,
  Proposal,
  RequestStatus,
  StaffCase,
} from '@hofn/contracts';
import {
  accessGrants,
  actingChoices,
  cases,
  changeRequests,
  coreRecords,
  customers,
  type Database,
  documents,
  mails,
  policies,
  policyCovers,
  premiumParts,
} from '@hofn/database';
import { describeWithDatabase } from '@hofn/database/testing.ts';
import { createLogger } from '@hofn/service';
import { formatDate } from '@hofn/texts';
import { and, asc, eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { figures, fillCompany } from '../company/testing.ts';
import { recordedEvents } from '../events/testing.ts';
import { fillOffers } from '../offers/testing.ts';
import { createMailSender } from '../platform/mail/mails.ts';
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
import { outcomeMails } from './outcome-letter.ts';
import { carryOut } from './testing/carrying-core.ts';
import { type FakeCore, startFakeCore } from './testing/fake-core.ts';

const logger = createLogger('api', 'silent');
const raised = { ...figures.liability, payroll: 120_000_000 };
const texts = { is: 'Starfsemin er utan við skilmálana.', en: 'The activity is outside the terms.' };

describeWithDatabase('requests', (open) => {
  const clock = fixedClock();
  const files = temporaryFiles();
  let database: Database;
  let issuer: Issuer;
  let api: Awaited<ReturnType<typeof startApi>>;
  let company: string;
  let anna: string;
  let staff: string;
  let colleague: string;
  let core: FakeCore;
  beforeAll(async () => {
    database = await open();
    await fillDatabase(database);
    await fillStaff(database);
    await database.db.update(customers).set({ email: 'felag@example.is' }).where(eq(customers.id, 'felag'));
    issuer = await createIssuer();
    core = await startFakeCore();
    core.behaves(carryOut(database.db));
    const settings = {
      ...{ ...defaultSettings(), ...core.settings },
      RATE_READ: 10_000,
      RATE_WRITE: 10_000,
      RATE_COSTLY: 10_000,
    };
    api = await startApi(database, issuer, { files, clock, settings });
    const exp = Date.parse(noon) / 1000 + 400 * 86_400;
    company = await issuer.token('felag', { exp });
    anna = await issuer.token('anna', { exp });
    staff = await issuer.token('employee|katrin', { actor_kind: 'employee', exp });
    colleague = await issuer.token('employee|una', { actor_kind: 'employee', exp });
  });
  afterAll(async () => {
    await api.stop();
    await core.stop();
  });
  beforeEach(async () => {
    clock.set(noon);
    const { db } = database;
    for (const table of [cases, changeRequests, mails, documents, coreRecords]) await db.delete(table);
    for (const id of ['c1', 'c2', 'c3']) await db.delete(policies).where(eq(policies.id, id));
    for (const { id } of await db.select({ id: policies.id }).from(policies))
      if (id.length > 10) await db.delete(policies).where(eq(policies.id, id));
    await db
      .update(policies)
      .set({ validTo: '2027-02-28', renews: true, cancelledOn: null })
      .where(and(eq(policies.customerId, 'anna'), eq(policies.id, 'p1')));
    await fillCompany(database);
    await fillOffers(database);
  });

  const send = async (path: string, body: object, token: string, language: 'is' | 'en' = 'is') => {
    const response = await api.ask(path, {
      method: 'POST',
      token,
      language,
      body: JSON.stringify(body),
      headers: { 'content-type': 'application/json' },
    });
    return { status: response.status, body: (await response.json()) as unknown };
  };
  const read = async <Answer>(path: string, token: string, language: 'is' | 'en' = 'is') =>
    (await (await api.ask(path, { token, language })).json()) as Answer;

  /** The company asks for higher figures from `effectiveOn`. @returns the id of the work item */
  const requestFigures = async (effectiveOn = '2026-12-01') => {
    const change = { cover: 'liability', policyId: 'c1', effectiveOn, figures: raised };
    expect((await send('/api/company/v1/requestupdate', change, company)).status).toBe(201);
    return lastCase();
  };
  /** Anna accepts an offer. */
  const acceptOffer = async (id: string) => {
    const { shown } = await read<Proposal>(`/api/ods/v1/proposal/${id}`, anna);
    const accepted = await send(`/api/ods/v1/proposal/${id}`, { answer: 'accept', shown }, anna);
    expect(accepted.status).toBe(200);
    return lastCase();
  };
  const lastCase = async () => {
    const [row] = await database.db.select().from(cases);
    return row?.id ?? '';
  };
  const look = (id: string, language: 'is' | 'en' = 'is') =>
    read<StaffCase>(`/api/staff/v1/cases/${id}`, staff, language);
  const matterOf = ({ matter }: StaffCase) => {
    if (matter.kind !== 'change') throw new Error(`not a request: ${matter.kind}`);
    return matter;
  };
  const settle = async (id: string, decision: object, token = staff, version?: number) =>
    send(
      `/api/staff/v1/cases/${id}`,
      { act: 'settle', version: version ?? (await look(id)).version, decision },
      token,
    );
  const lastEvents = async (count: number) => (await recordedEvents(database)).slice(-count);
  const codeOf = ({ body }: { body: unknown }) => (body as Problem).errorCode;
  const companyPolicy = async (language: 'is' | 'en' = 'is') => {
    const { policies: found } = await read<{
      policies: Array<{
        premiumPerYear: number;
        figures: object;
        pending: object | null;
        latest: RequestStatus | null;
      }>;
    }>('/api/company/v1/liability', company, language);
    if (!found[0]) throw new Error('no policy');
    return found[0];
  };
  const letters = async (language: 'is' | 'en' = 'is') => {
    const composers = outcomeMails({ db: database.db, site: 'https://hofn.example' });
    const rows = await database.db.select().from(mails).orderBy(asc(mails.createdAt));
    const composed = [];
    for (const { kind, about, customerId, recipient } of rows) {
      if (!(kind in composers)) continue;
      const [subject] = await database.db.select().from(customers).where(eq(customers.id, customerId));
      if (!subject) throw new Error('no customer');
      const letter = await composers[kind as keyof typeof composers]({ subject, about, language });
      composed.push({ kind, recipient, body: letter?.body ?? '', subject: letter?.subject ?? '' });
    }
    return composed;
  };
  const partsOf = async (policyId: string) =>
    database.db.select().from(premiumParts).where(eq(premiumParts.policyId, policyId));

  test('CORE-10, PORT-9a: staff see old and new figures and the recalculated premium, whose parts add up', async () => {
    const id = await requestFigures();
    const item = await look(id);
    expect(item.undecided).toBe(true);
    const matter = matterOf(item);
    expect(matter).toMatchObject({
      request: 'figures',
      state: 'open',
      settledBy: 'staff',
      before: figures.liability,
      after: raised,
      effective: { from: '2026-11-21', to: '2027-11-21' },
      offer: null,
      outcome: null,
    });
    const { price } = matter;
    expect(price?.recalculated).toBe(matter.premium);
    expect(price?.recalculated).toBeGreaterThan(price?.now ?? 0);
    const named = price?.parts.filter(({ name }) => name !== '') ?? [];
    expect(named.length).toBeGreaterThan(0);
  });

  test('LIFE-6, PORT-9a: a company reads which figures it asked for, before and after, on its page and under Messages', async () => {
    const id = await requestFigures();
    const asked = {
      is: [{ label: 'Launagreiðslur á ári', value: '90.000.000 kr. → 120.000.000 kr.' }],
      en: [{ label: 'Annual payroll', value: 'ISK 90,000,000 → ISK 120,000,000' }],
    };
    const expectAsked = async (language: 'is' | 'en') => {
      const plain = (status: RequestStatus | null | undefined) =>
        status?.facts.map(({ label, value }) => ({ label, value: value.replaceAll('\u00a0', ' ') }));
      expect(plain((await companyPolicy(language)).latest)).toEqual(asked[language]);
      const { items } = await read<{ items: CustomerMatter[] }>('/api/user/v1/matters', company, language);
      expect(plain(items[0]?.request)).toEqual(asked[language]);
    };
    await expectAsked('is');
    await expectAsked('en');
    // Staff have the table of all the figures.
    expect(matterOf(await look(id)).facts).toEqual([]);
    await settle(id, { result: 'refused', texts });
    await expectAsked('is');
  });

  test('CORE-7, CORE-10, PORT-9a, DATA-8: an accepted change takes effect today: figures, premium and parts; the company reads and is mailed it, and other systems learn of it', async () => {
    const id = await requestFigures('2026-11-21');
    const { premium } = matterOf(await look(id));
    const decision = { result: 'accepted', effectiveOn: '2026-11-21', premium: premium + 5, texts: null };
    const settled = await settle(id, decision);
    expect(settled.status).toBe(200);
    expect(settled.body).toMatchObject({
      state: 'closed',
      undecided: false,
      matter: {
        state: 'accepted',
        outcome: {
          result: 'accepted',
          by: 'Katrín Ósk Prófdóttir',
          settledAt: new Date(noon).toISOString(),
          effectiveOn: '2026-11-21',
          premium: premium + 5,
          policy: { id: 'c1', number: '3000000' },
          applyOn: null,
        },
      },
    });
    const events = await lastEvents(4);
    expect(events).toContainEqual(
      expect.objectContaining({
        type: 'hofn.document.issued',
        data: expect.objectContaining({ kind: 'certificate' }),
      }),
    );
    expect(events).toContainEqual({
      type: 'hofn.request.settled',
      subject: 'felag',
      data: { requestId: expect.any(String), by: 'staff', result: 'accepted', policyId: 'c1' },
    });
    const policy = await companyPolicy();
    expect(policy).toMatchObject({
      premiumPerYear: premium + 5,
      figures: raised,
      pending: null,
      latest: { state: 'accepted', effectiveOn: '2026-11-21', premiumPerYear: premium + 5 },
    });
    const parts = await partsOf('c1');
    expect(parts.reduce((sum, { amount }) => sum + amount, 0)).toBe(premium + 5);
    const [certificate] = await database.db
      .select()
      .from(documents)
      .where(and(eq(documents.policyId, 'c1'), eq(documents.kind, 'certificate')));
    expect(certificate?.facts).toMatchObject({ policy: { premiumPerYear: premium + 5 } });
    const [is] = await letters('is');
    const [en] = await letters('en');
    expect(is).toMatchObject({ kind: 'requestAccepted', recipient: 'felag@example.is' });
    expect(is?.body).toContain('Við höfum samþykkt beiðni um breytingu');
    expect(en?.body).toContain('We have accepted your request');
    const { items } = await read<{ items: CustomerMatter[] }>('/api/user/v1/matters', company, 'en');
    expect(items[0]).toMatchObject({ state: 'closed', request: { state: 'accepted' } });
  });

  test('CORE-10, PORT-9a, DATA-8: a refused change leaves the policy as it is; the company reads why and asks again', async () => {
    const id = await requestFigures();
    const before = await companyPolicy();
    expect((await settle(id, { result: 'refused', texts })).status).toBe(200);
    const policy = await companyPolicy('en');
    expect(policy).toMatchObject({
      premiumPerYear: before.premiumPerYear,
      figures: figures.liability,
      pending: null,
      latest: { state: 'refused', text: texts.en },
    });
    const [letter] = await letters('is');
    expect(letter).toMatchObject({ kind: 'requestRefused' });
    expect(letter?.body).toContain(texts.is);
    // A refusal without a reason in both languages is no refusal.
    await requestFigures();
    for (const missing of [{}, { texts: { is: texts.is } }, { texts: { is: texts.is, en: '' } }])
      expect((await settle(await lastCaseOpen(), { result: 'refused', ...missing })).status).toBe(400);
  });
  const lastCaseOpen = async () => {
    const [row] = await database.db.select().from(cases).where(eq(cases.state, 'open'));
    return row?.id ?? '';
  };

  test('CORE-7, CORE-10, PORT-9a: a question waits for the company, whose answer puts the request back into the queue', async () => {
    const id = await requestFigures();
    const asked = await settle(id, { result: 'moreInformation', texts });
    expect(asked.body).toMatchObject({ state: 'answered', matter: { state: 'moreInformation' } });
    expect((await lastEvents(1))[0]).toMatchObject({
      type: 'hofn.request.questionAsked',
      data: { by: 'staff' },
    });
    const { latest, pending } = await companyPolicy('en');
    expect(pending).not.toBeNull();
    expect(latest).toMatchObject({
      state: 'moreInformation',
      messages: [{ fromUs: true, author: 'Katrín Ósk Prófdóttir', text: texts.en }],
    });
    expect((await letters())[0]?.body).toContain(texts.is);
    const listed = async (state: string) =>
      (await read<{ items: CustomerMatter[] }>(`/api/user/v1/matters?state=${state}`, company)).items.map(
        (item) => item.state,
      );
    expect(await listed('waiting')).toEqual(['waiting']);
    expect(await listed('answered')).toEqual([]);
    const path = `/api/user/v1/requests/${latest?.id}/answer`;
    expect((await send(path, { text: 'Tólf.' }, anna)).status).toBe(404);
    const answered = await send(path, { text: 'Starfsmenn eru tólf.' }, company);
    expect(answered).toMatchObject({ status: 200, body: { state: 'open' } });
    expect(await listed('waiting')).toEqual([]);
    expect(await listed('open')).toEqual(['open']);
    expect(await lastEvents(1)).toEqual([
      { type: 'hofn.request.questionAnswered', subject: 'felag', data: { requestId: latest?.id } },
    ]);
    expect(codeOf(await send(path, { text: 'Aftur.' }, company))).toBe('conflict');
    const item = await look(id);
    expect(item).toMatchObject({ state: 'open', undecided: true, matter: { state: 'open' } });
    expect(item.messages.map(({ text }) => text)).toEqual([texts.is, 'Starfsmenn eru tólf.']);
    expect((await settle(id, { result: 'refused', texts })).status).toBe(200);
  });

  test('CORE-10, DATA-8: an accepted offer is shown whole: product, covers, terms, needs and proof; the document can be downloaded', async () => {
    const id = await acceptOffer('o1');
    const matter = matterOf(await look(id, 'en'));
    expect(matter).toMatchObject({
      request: 'offer',
      offer: {
        number: '9000001',
        name: 'Comprehensive motor insurance',
        insured: 'Toyota RAV4, ÞB X42',
        deductible: { offered: 185_000, now: 140_000 },
        instalmentsPerYear: 12,
        needs: ['A lower premium.'],
        terms: [{ code: 'BK10E' }],
      },
      proof: { acceptedAt: new Date(noon).toISOString(), acceptedBy: 'Anna Prófdóttir', language: 'is' },
    });
    const { shown } = await read<Proposal>('/api/ods/v1/proposal/o1', anna);
    expect(matter.offer?.covers.find(({ id }) => id === 'collision')?.offered).toEqual({
      sumInsured: 5_000_000,
      deductible: 185_000,
    });
    expect(matter.proof?.shownHash).toHaveLength(shown.length);
    const proof = await api.ask(`/api/staff/v1/cases/${id}/proof`, { token: staff });
    expect([proof.status, (await proof.text()).slice(0, 4)]).toEqual([200, '%PDF']);
    const line = await look(id);
    expect(line.about).toBe('Kaskótrygging, 9000001');
  });

  test('CORE-10, DATA-8: accepting an offer of a replacement issues the policy and ends the old one the day before', async () => {
    const id = await acceptOffer('o1');
    const { effectiveOn, premium } = matterOf(await look(id));
    for (const wrong of [{ premium: premium - 1 }, { effectiveOn: '2026-12-02' }])
      expect((await settle(id, { result: 'accepted', effectiveOn, premium, ...wrong })).status).toBe(400);
    const settled = await settle(id, { result: 'accepted', effectiveOn, premium });
    expect(settled.status).toBe(200);
    const { outcome } = matterOf(settled.body as StaffCase);
    const key = outcome?.policy?.id ?? '';
    const rows = await database.db.select().from(policies).where(eq(policies.customerId, 'anna'));
    expect(rows.find((row) => row.id === 'p1')).toMatchObject({
      validTo: '2026-11-30',
      cancelledOn: '2026-11-21',
      renews: false,
    });
    expect(rows.find((row) => row.id === key)).toMatchObject({
      number: outcome?.policy?.number,
      productId: 'kasko',
      insuredIs: 'Toyota RAV4, ÞB X42',
      premiumPerYear: 76_000,
      deductible: 185_000,
      validFrom: '2026-12-01',
      validTo: '2027-11-30',
      instalmentsPerYear: 12,
      termsCodes: ['BK10'],
    });
    expect((await partsOf(key)).reduce((sum, { amount }) => sum + amount, 0)).toBe(76_000);
    expect(await database.db.select().from(policyCovers).where(eq(policyCovers.policyId, key))).toMatchObject(
      [{ id: 'collision', sumInsured: 5_000_000, deductible: 185_000 }],
    );
    const shown = await read<Proposal>('/api/ods/v1/proposal/o1', anna);
    expect(shown).toMatchObject({ state: 'accepted', request: { state: 'accepted', policy: { id: key } } });
    expect((await letters('en'))[0]?.body).toContain(`Policy number: ${outcome?.policy?.number}`);
    // LIFE-1: the old policy was not cancelled: another takes over.
    expect(await read<object>('/api/policy/v2/p1', anna)).toMatchObject({
      ...{ status: 'cancelled', inForce: true, planned: { kind: 'replace', lastDay: '2026-11-30' } },
    });
    // The policy begins on 1 December, and its certificate comes then.
    const page = await read<{ number: string }>(`/api/policy/v2/${key}`, anna);
    expect(page.number).toBe(outcome?.policy?.number);
  });

  test('CORE-10: a policy that begins today has its certificate at once', async () => {
    clock.set('2026-11-30T12:00:00Z');
    await database.db.execute("update proposals set effective_on = '2026-11-30' where id = 'o1'");
    const id = await acceptOffer('o1');
    const { effectiveOn, premium } = matterOf(await look(id));
    const { outcome } = matterOf(
      (await settle(id, { result: 'accepted', effectiveOn, premium })).body as StaffCase,
    );
    const certificates = await database.db
      .select()
      .from(documents)
      .where(and(eq(documents.kind, 'certificate'), eq(documents.policyId, outcome?.policy?.id ?? '')));
    expect(certificates).toHaveLength(1);
  });

  test('CORE-10: settled twice alike changes nothing and says so; settled differently is refused with what is recorded', async () => {
    const id = await requestFigures('2026-11-21');
    const { premium } = matterOf(await look(id));
    const decision = { result: 'accepted', effectiveOn: '2026-11-21', premium, texts: null };
    const first = (await settle(id, decision)).body as StaffCase;
    const again = await settle(id, decision, colleague);
    expect(again).toMatchObject({ status: 200, body: { version: first.version } });
    expect(await letters()).toHaveLength(1);
    const other = await settle(id, { result: 'refused', texts });
    expect([other.status, codeOf(other)]).toEqual([409, 'requestSettled']);
    const { errors } = other.body as Problem;
    expect(errors?.FORM?.[0]).toContain(`Katrín Ósk Prófdóttir: samþykkt, ${formatDate('is', '2026-11-21')}`);
    expect(errors).toMatchObject({ result: ['accepted'], premium: [String(premium)] });
  });

  test('CORE-10, STAFF-6, LIFE-6: a request is not closed without an outcome, nor written about beside it, and a colleague’s is not settled', async () => {
    const id = await requestFigures();
    const { version } = await look(id);
    for (const body of [
      { act: 'close', version },
      { act: 'answer', text: 'Svar.', close: true, version },
      // The customer could not answer it; a question is an outcome (rule LIFE-6).
      { act: 'answer', text: 'Hvaða tölur?', close: false, version },
    ]) {
      const refused = await send(`/api/staff/v1/cases/${id}`, body, staff);
      expect([refused.status, codeOf(refused)], body.act).toEqual([409, 'caseUndecided']);
    }
    expect((await send(`/api/staff/v1/cases/${id}`, { act: 'assign', version }, colleague)).status).toBe(200);
    const refused = await settle(id, { result: 'refused', texts });
    expect([refused.status, codeOf(refused)]).toEqual([409, 'caseTaken']);
    const stale = await settle(id, { result: 'refused', texts }, colleague, version);
    expect([stale.status, codeOf(stale)]).toEqual([409, 'conflict']);
    expect((await companyPolicy()).latest?.state).toBe('open');
    expect(await letters()).toEqual([]);
  });

  test('CORE-10: two who settle one request at once record one outcome and send one e-mail', async () => {
    const id = await requestFigures('2026-11-21');
    const { version } = await look(id);
    const { premium } = matterOf(await look(id));
    const both = await Promise.all([
      settle(id, { result: 'refused', texts }, staff, version),
      settle(id, { result: 'accepted', effectiveOn: '2026-11-21', premium }, colleague, version),
    ]);
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    expect(await letters()).toHaveLength(1);
  });

  test('CORE-10: the preview is the letter that is then sent, in both languages, and decides nothing', async () => {
    const id = await requestFigures();
    const preview = await send(`/api/staff/v1/cases/${id}/preview`, { result: 'refused', texts }, staff);
    expect(preview.body).toMatchObject({ sentIn: 'is', recipient: 'felag@example.is' });
    expect((await companyPolicy()).latest?.state).toBe('open');
    await settle(id, { result: 'refused', texts });
    const { letters: shown } = preview.body as {
      letters: Record<'is' | 'en', { subject: string; body: string }>;
    };
    for (const language of ['is', 'en'] as const) {
      const [sent] = await letters(language);
      expect(shown[language].subject).toBe(sent?.subject);
      expect(shown[language].body).toContain(sent?.body ?? 'nothing');
    }
  });

  test('CORE-10: requests of a kind that the core settles show staff who settles them, and are not settled by staff', async () => {
    const byCore = await startApi(database, issuer, {
      files,
      clock,
      settings: {
        ...defaultSettings(),
        REQUESTS_SETTLED_BY_CORE: ['figures'],
      },
    });
    const id = await requestFigures();
    const item = (await (
      await byCore.ask(`/api/staff/v1/cases/${id}`, { token: staff })
    ).json()) as StaffCase;
    expect(matterOf(item).settledBy).toBe('core');
    const refused = await byCore.ask(`/api/staff/v1/cases/${id}`, {
      method: 'POST',
      token: staff,
      body: JSON.stringify({ act: 'settle', version: item.version, decision: { result: 'refused', texts } }),
      headers: { 'content-type': 'application/json' },
    });
    expect([refused.status, ((await refused.json()) as Problem).errorCode]).toEqual([
      409,
      'settledElsewhere',
    ]);
    await byCore.stop();
  });

  test('CORE-10, ACC-1: a delegate of the company reads the question and answers it; read-only access only reads', async () => {
    const { db } = database;
    const id = await requestFigures();
    await settle(id, { result: 'moreInformation', texts });
    const token = await issuer.token('nyr', { sid: 'delegate' });
    const actAs = async (role: 'Readonly' | 'Full') => {
      await db.delete(accessGrants);
      await db.insert(accessGrants).values({
        customerId: 'felag',
        id: 'g',
        holderId: 'nyr',
        role,
        validFrom: '2026-11-01',
        validTo: '2027-10-31',
        givenAt: noon,
        givenBy: 'felag',
      });
      await db
        .insert(actingChoices)
        .values({ actorId: 'nyr', session: 'delegate', subjectId: 'felag', chosenAt: noon })
        .onConflictDoNothing();
    };
    await actAs('Readonly');
    const { items } = await read<{ items: CustomerMatter[] }>('/api/user/v1/matters', token);
    const { request } = items[0] ?? {};
    expect(request).toMatchObject({ state: 'moreInformation', messages: [{ text: texts.is }] });
    const path = `/api/user/v1/requests/${request?.id}/answer`;
    expect(codeOf(await send(path, { text: 'Tólf.' }, token))).toBe('readonlyAccess');
    await actAs('Full');
    const answered = await send(path, { text: 'Tólf.' }, token);
    expect(answered.body).toMatchObject({
      state: 'open',
      messages: [{ fromUs: true }, { fromUs: false, author: 'Nýr Prófsson', text: 'Tólf.' }],
    });
    await db.delete(accessGrants);
  });

  test('CORE-10: the outcome is e-mailed, and is in the company’s notifications with a link', async () => {
    const id = await requestFigures();
    await settle(id, { result: 'refused', texts });
    const delivered: string[] = [];
    const sender = createMailSender({
      db: database.db,
      clock,
      logger,
      site: 'https://hofn.example',
      composers: outcomeMails({ db: database.db, site: 'https://hofn.example' }),
      transport: {
        send: async ({ recipient }) => {
          delivered.push(recipient);
        },
      },
    });
    const [mail] = await database.db.select().from(mails).where(eq(mails.kind, 'requestRefused'));
    await sender({ customerId: 'felag', id: mail?.id ?? '' });
    expect(delivered).toEqual(['felag@example.is']);
    const { items } = await read<{ items: Notification[] }>('/api/user/v1/settings/notifications', company);
    expect(items).toMatchObject([
      { subject: expect.stringContaining('Beiðninni er hafnað'), path: '/vidskipti/erindi' },
    ]);
  });
});
