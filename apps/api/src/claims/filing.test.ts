import type { Claim, ClaimDraft, Problem } from '@hofn/contracts';
import { cases, claimDrafts, claims, type Database, type Jobs, mails, uploads } from '@hofn/database';
import { TestClock } from '@hofn/database/jobs.ts';
import { jobTime } from '@hofn/database/testing/job-time.ts';
import { describeWithDatabase } from '@hofn/database/testing.ts';
import { createLogger } from '@hofn/service';
import { testSecrets } from '@hofn/service/testing/secrets.ts';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createMails } from '../platform/mail/mails.ts';
import { startMailServer } from '../platform/mail/testing.ts';
import { smtpTransport } from '../platform/mail/transport.ts';
import { createUploads } from '../platform/uploads/uploads.ts';
import { defaultSettings } from '../settings.ts';
import {
  createIssuer,
  fillDatabase,
  fixedClock,
  type Issuer,
  startApi,
  startJobs,
  temporaryFiles,
} from '../testing.ts';
import { openApiJobs } from '../work.ts';
import { createClaimChanges } from './changes.ts';
import { forgetDrafts } from './filing.ts';
import { type ClaimChange, changeClaim, fillClaims, filledForm } from './testing.ts';

const logger = createLogger('api', 'silent');
const clock = fixedClock();

describeWithDatabase('filing a claim', (open) => {
  let database: Database;
  let mailServer: Awaited<ReturnType<typeof startMailServer>>;
  let jobs: Jobs;
  let jobClock: TestClock;
  let issuer: Issuer;
  let api: Awaited<ReturnType<typeof startApi>>;
  let anna: string;

  beforeAll(async () => {
    database = await open();
    await fillDatabase(database);
    issuer = await createIssuer();
    anna = await issuer.token('anna');
    mailServer = await startMailServer();
    jobClock = new TestClock(Date.now());
    jobs = await openApiJobs(database, logger, testSecrets, jobClock);
    const settings = { ...defaultSettings(), RATE_WRITE: 1000 };
    const transport = smtpTransport({ url: mailServer.url, from: 'Höfn tryggingar <hofn@hofn.example>' });
    await startJobs({ database, clock, logger, settings, jobs, files: temporaryFiles(), transport });
    api = await startApi(database, issuer, { settings, outbox: jobs });
  });
  beforeEach(() => fillClaims(database));
  afterAll(async () => {
    await api.stop();
    await jobs.stop(1);
    await mailServer.stop();
  });

  const post = (path: string, body: object, options: { token?: string; key?: string } = {}) =>
    api.ask(path, {
      method: 'POST',
      body: JSON.stringify(body),
      headers: {
        'content-type': 'application/json',
        ...(options.key && { 'idempotency-key': options.key }),
      },
      token: options.token ?? anna,
    });
  const file = (changed: object = {}, options: { token?: string; key?: string } = {}) =>
    post(
      '/api/claim/v1/claims',
      { draft: 'd1', line: 'home', form: filledForm, declaration: true, ...changed },
      options,
    );
  const errorsOf = async (answer: Response) => {
    expect(answer.status).toBe(400);
    return ((await answer.json()) as Problem).errors ?? {};
  };
  /** Waits for the e-mail with a subject. */
  const arrived = (subject: string) =>
    jobTime(database, jobClock).until(() => mailServer.mails.find((mail) => mail.subject === subject));

  test('STAFF-6: a claim is filed once, with a number, its first steps and a receipt by e-mail', async () => {
    const first = await file({}, { key: 'once' });
    expect(first.status).toBe(201);
    const { id, reference } = (await first.json()) as { id: string; reference: string };
    expect(reference).toMatch(/^T-2026-\d{6}$/);
    expect(await database.db.select().from(cases).where(eq(cases.matterId, id))).toMatchObject([
      { kind: 'claim', customerId: 'anna', state: 'open' },
    ]);
    expect(await (await file({}, { key: 'once' })).json()).toEqual({ id, reference });
    const claim = (await (await api.ask(`/api/claim/v1/getclaim/${id}`, { token: anna })).json()) as Claim;
    expect(claim).toMatchObject({
      number: reference,
      title: 'Tjón á innbúi: Vatn eða leki',
      status: 'received',
      policy: { id: 'p2' },
      place: 'Ægisíða 14',
      loss: { line: 'home', causes: ['water'], plate: null },
    });
    expect(claim.timeline.map(({ state, step }) => [state, step])).toEqual([
      ['done', 'filed'],
      ['now', 'received'],
      ['next', 'inProgress'],
    ]);
    const facts = Object.fromEntries(
      claim.facts.map(({ label, value }) => [label, value.replaceAll('\u00a0', ' ')]),
    );
    expect(facts).toMatchObject({
      'Orsök tjóns': 'Vatn eða leki',
      'Var lögregla kölluð til?': 'Nei',
      'Hlutir sem skemmdust eða hurfu': 'Parket, 2019, 240.000 kr.',
      Sími: '615 0001',
    });
    // The draft has become the claim: it is gone, and cannot be filed again.
    expect((await api.ask('/api/claim/v1/drafts/d1', { token: anna })).status).toBe(404);
    expect((await file({}, { key: 'other' })).status).toBe(404);
    const mail = await arrived(`Tjónstilkynningin er komin til okkar: ${reference}`);
    expect(mail?.text).toContain(`/vidskipti/tjonayfirlit/${id}`);
    expect(mail?.text).toContain('Geymdu það sem skemmdist');
  });

  test('LIFE-14: the receipt of a theft does not ask to keep what was damaged', async () => {
    const filed = await file({ form: { ...filledForm, causes: ['bicycle'] } }, { key: 'stolen' });
    expect(filed.status).toBe(201);
    const { reference } = (await filed.json()) as { reference: string };
    const mail = await arrived(`Tjónstilkynningin er komin til okkar: ${reference}`);
    expect(mail?.text).toContain(reference);
    expect(mail?.text).not.toContain('Geymdu');
  });

  test('a draft filed by two tabs at once becomes one claim', async () => {
    const before = await database.db.$count(claims);
    const both = await Promise.all([file({}, { key: 'a' }), file({}, { key: 'b' })]);
    expect(both.map(({ status }) => status).toSorted()).toEqual([201, 404]);
    expect(await database.db.$count(claims)).toBe(before + 1);
  });

  test('FORM-7: a future loss, an ended policy, another customer’s policy and a missing declaration are named, and nothing is stored', async () => {
    const before = await database.db.$count(claims);
    const form = (changed: object) => ({ form: { ...filledForm, ...changed } });
    expect(await errorsOf(await file({ ...form({ dateOfLoss: '2026-11-22' }), declaration: false }))).toEqual(
      {
        'form.dateOfLoss': ['Tjónsdagur getur ekki verið í framtíðinni'],
        declaration: ['Staðfestu upplýsingarnar til að senda tilkynninguna'],
      },
    );
    expect(await errorsOf(await file(form({ policy: 'b1' })))).toEqual({
      'form.policy': ['Þessi trygging er ekki á þínu nafni. Veldu aðra eða „Veit ekki“.'],
    });
    await database.db.execute("update policies set renews = false where customer_id = 'anna' and id = 'p3'");
    expect(await errorsOf(await file(form({ policy: 'p3' })))).toEqual({
      'form.policy': ['Tryggingin var ekki í gildi á tjónsdegi. Veldu aðra eða „Veit ekki“.'],
    });
    expect(await errorsOf(await file({ line: 'vehicle', ...form({ causes: ['fire'] }) }))).toEqual({
      'form.details.licensePlate': ['Skráðu bílnúmerið'],
      'form.details.driver': ['Skráðu nafn ökumanns'],
      'form.details.injured': ['Veldu já eða nei'],
    });
    expect(await database.db.$count(claims)).toBe(before);
    expect((await api.ask('/api/claim/v1/drafts/d1', { token: anna })).status).toBe(200);
  });

  test('a claim cannot be filed while a file is uploading; afterwards it is filed with the file', async () => {
    expect(await errorsOf(await file({ draft: 'd3' }))).toEqual({
      files: ['Skrá er enn á leiðinni eða stóðst ekki skoðun. Bíddu eða fjarlægðu hana.'],
    });
    await database.db.update(uploads).set({ state: 'clean', received: 8 }).where(eq(uploads.id, 'u2'));
    const { id } = (await (await file({ draft: 'd3' })).json()) as { id: string };
    const claim = (await (await api.ask(`/api/claim/v1/getclaim/${id}`, { token: anna })).json()) as Claim;
    expect(claim.files).toMatchObject([{ id: 'u2', name: 'golf.png', state: 'clean' }]);
  });

  test('a draft stores what was typed, and only its customer can read or file it', async () => {
    const started = await post('/api/claim/v1/drafts', { line: 'travel', form: { place: 'Róm' }, step: 2 });
    const { token } = (await started.json()) as ClaimDraft;
    const saved = await post(`/api/claim/v1/drafts/${token}`, {
      line: 'travel',
      form: { place: 'Róm', dateOfLoss: 'í gær' },
      step: 3,
    });
    expect(saved.status).toBe(200);
    const read = (await (
      await api.ask(`/api/claim/v1/drafts/${token}`, { token: anna })
    ).json()) as ClaimDraft;
    expect(read).toMatchObject({ line: 'travel', step: 3, form: { place: 'Róm', dateOfLoss: 'í gær' } });
    expect(read.expiresAt).toBe('2026-12-21T12:00:00.000Z');
    const birgir = await issuer.token('birgir');
    expect((await api.ask(`/api/claim/v1/drafts/${token}`, { token: birgir })).status).toBe(404);
    expect((await file({ draft: token }, { token: birgir })).status).toBe(404);
  });

  test('HOLD-24: a draft with half a surrogate pair is refused at its field', async () => {
    const answer = await post('/api/claim/v1/drafts', {
      line: 'home',
      step: 2,
      form: { description: 'Takk \ud83d' },
    });
    expect([answer.status, Object.keys(((await answer.json()) as { errors: object }).errors)]).toEqual([
      400,
      ['form.description'],
    ]);
  });

  test('DATA-9: of two devices the later one is refused and reads the newer draft; browser code without a version still saves', async () => {
    const started = await post('/api/claim/v1/drafts', { line: 'travel', form: {}, step: 2 });
    const { token, changedAt } = (await started.json()) as ClaimDraft;
    const path = `/api/claim/v1/drafts/${token}`;
    const write = (place: string, seen?: string) =>
      post(path, { line: 'travel', form: { place }, step: 2, ...(seen && { changedAt: seen }) });
    const laptop = (await (await write('Úr fartölvu', changedAt)).json()) as ClaimDraft;
    expect(laptop.changedAt > changedAt).toBe(true);

    const refused = await write('Úr síma', changedAt);
    expect(refused.status).toBe(409);
    expect(((await refused.json()) as Problem).errorCode).toBe('draftChanged');
    const read = (await (await api.ask(path, { token: anna })).json()) as ClaimDraft;
    expect(read).toMatchObject({ form: { place: 'Úr fartölvu' }, changedAt: laptop.changedAt });

    // Nor is the older text filed.
    const filed = await file({ draft: token, draftChangedAt: changedAt });
    expect(filed.status).toBe(409);
    expect((await write('Úr síma', laptop.changedAt)).status).toBe(200);
    expect((await write('Úr eldri útgáfu vefsins')).status).toBe(200);
    expect((await file({ draft: token })).status).toBe(201);
    expect((await write('Of seint', laptop.changedAt)).status).toBe(404);
  });

  test('a draft is deleted after thirty days, with its files', async () => {
    const later = fixedClock('2026-12-20T10:00:01Z');
    const sweep = createUploads({
      db: database.db,
      clock: later,
      outbox: jobs,
      visitorsBytes: 0,
      addressBytes: 0,
    });
    await database.db
      .update(claimDrafts)
      .set({ expiresAt: '2026-12-21T10:00:00Z' })
      .where(eq(claimDrafts.id, 'd1'));
    await forgetDrafts({ db: database.db, clock: later, uploads: sweep });
    const left = await database.db
      .select({ id: claimDrafts.id })
      .from(claimDrafts)
      .where(eq(claimDrafts.customerId, 'anna'));
    expect(left.map(({ id }) => id)).toContain('d1');
    expect(left.map(({ id }) => id)).not.toContain('d3');
    expect(await database.db.$count(uploads, eq(uploads.id, 'u2'))).toBe(0);
    expect(await database.db.$count(uploads, eq(uploads.id, 'u1'))).toBe(1);
  });

  test('DATA-9: each change of a claim is in its timeline and e-mailed to the customer, and so is a message', async () => {
    const { db } = database;
    const changes = createClaimChanges({ db, clock, mails: createMails({ db, clock, outbox: jobs }) });
    const context = {
      actor: { kind: 'employee', id: 'starf' },
      subject: { id: 'anna', kind: 'person', ssn: '1402851489', fullName: 'Anna Prófdóttir' },
    } as const;
    const by = { role: 'handler', name: 'Prófa Fulltrúadóttir' } as const;
    const written = createMails({ db, clock, outbox: jobs });
    const change = (claimChange: ClaimChange) =>
      changeClaim({ db, clock, mails: written }, 'anna', 'c1', claimChange);
    await change({
      status: 'awaitingDocuments',
      by,
      needs: [{ is: 'Reikningur', en: 'An invoice' }],
      needsBy: '2026-12-01',
    });
    expect((await arrived('Okkur vantar gögn vegna tjóns T-1'))?.text).toMatch(
      /í síðasta lagi 1\.\sdesember\s2026/,
    );
    await change({ status: 'approved', by, lossAmount: 200_000, nextBy: '2026-12-05' });
    expect((await arrived('Nýtt í tjónsmáli T-1'))?.text).toContain('Bótaskylda samþykkt');
    await db.transaction((tx) =>
      changes.write(tx, context, 'c1', { fromInsurer: true, author: by.name, text: 'Takk fyrir.' }),
    );
    const mail = await arrived('Skilaboð frá tjónafulltrúa, mál T-1');
    // Messages stay in the portal: other people may read the mailbox.
    expect(mail?.text).not.toContain('Takk fyrir');
    const claim = (await (await api.ask('/api/claim/v1/getclaim/c1', { token: anna })).json()) as Claim;
    expect(claim.timeline.slice(-3).map(({ state, step, until }) => [state, step, until])).toEqual([
      ['done', 'awaitingDocuments', null],
      ['now', 'approved', null],
      ['next', 'settled', '2026-12-05'],
    ]);
    expect(claim.needs).toBeNull();
    expect(claim.messages.at(-1)).toMatchObject({ fromInsurer: true, text: 'Takk fyrir.' });
    expect(await db.$count(mails, eq(mails.kind, 'claimMessage'))).toBe(1);
  });
});
