import { hash } from 'node:crypto';
import type { Claim, ClaimOverview, Problem, Upload } from '@hofn/contracts';
import { claimNotices, customers, type Database, type Jobs, uploads, visits } from '@hofn/database';
import { TestClock } from '@hofn/database/jobs.ts';
import { type JobTime, jobTime } from '@hofn/database/testing/job-time.ts';
import { describeWithDatabase } from '@hofn/database/testing.ts';
import { createLogger } from '@hofn/service';
import { testSecrets } from '@hofn/service/testing/secrets.ts';
import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { recordedEvents } from '../events/testing.ts';
import { createMails } from '../platform/mail/mails.ts';
import { startMailServer } from '../platform/mail/testing.ts';
import { smtpTransport } from '../platform/mail/transport.ts';
import { plainPdf } from '../platform/pdf/testing-files.ts';
import { uploadQuotaStore } from '../platform/uploads/quota-store.ts';
import { createVisits } from '../platform/visits.ts';
import { defaultSettings } from '../settings.ts';
import { createIssuer, fillDatabase, fixedClock, startApi, startJobs, temporaryFiles } from '../testing.ts';
import { openApiJobs } from '../work.ts';
import { createClaimChanges } from './changes.ts';
import { createNoticeJoin } from './notices.ts';
import { type ClaimChange, changeClaim, fillClaims, filledForm } from './testing.ts';

const logger = createLogger('api', 'silent');
const annasSsn = '1203751489';
const unknownSsn = '1402851539';
const pdf = plainPdf;

describeWithDatabase('claims filed without signing in', (open) => {
  const clock = fixedClock();
  let database: Database;
  let mailServer: Awaited<ReturnType<typeof startMailServer>>;
  let jobs: Jobs;
  let jobClock: TestClock;
  let api: Awaited<ReturnType<typeof startApi>>;
  let anna: string;

  beforeAll(async () => {
    database = await open();
    await fillDatabase(database);
    await database.db.update(customers).set({ ssn: annasSsn }).where(eq(customers.id, 'anna'));
    const issuer = await createIssuer();
    anna = await issuer.token('anna');
    mailServer = await startMailServer();
    jobClock = new TestClock(Date.now());
    jobs = await openApiJobs(database, logger, testSecrets, jobClock);
    const settings = { ...defaultSettings(), RATE_WRITE: 1000, RATE_FORM: 1000, UPLOAD_VISITORS_MB: 20 };
    const transport = smtpTransport({ url: mailServer.url, from: 'Höfn tryggingar <hofn@hofn.example>' });
    const files = temporaryFiles();
    await startJobs({ database, clock, logger, settings, jobs, files, transport });
    api = await startApi(database, issuer, { settings, outbox: jobs, clock, files });
  });
  beforeEach(() => fillClaims(database));
  afterAll(async () => {
    await api.stop();
    await jobs.stop(1);
    await mailServer.stop();
  });

  const post = (
    path: string,
    body: object,
    { token, key, language }: { token?: string; key?: string; language?: 'is' | 'en' } = {},
  ) =>
    api.ask(path, {
      method: 'POST',
      body: JSON.stringify(body),
      headers: { 'content-type': 'application/json', ...(key && { 'idempotency-key': key }) },
      ...(token && { token }),
      ...(language && { language }),
    });
  const visit = async () =>
    ((await (await post('/api/upload/v1/visits', {})).json()) as { right: string }).right;
  const file = (
    token: string,
    changed: object = {},
    options: { key?: string; language?: 'is' | 'en' } = {},
  ) =>
    post(
      '/api/claim/v1/notices',
      {
        line: 'home',
        form: { ...filledForm, policy: '', email: 'gestur@example.is' },
        reporter: { name: 'Þóra Prófsdóttir', ssn: unknownSsn, policyNumber: '' },
        files: [],
        declaration: true,
        ...changed,
      },
      { token, ...options },
    );
  const offer = (token: string, bytes = pdf.length) =>
    post('/api/claim/v1/notices/attachments', { name: 'reikningur.pdf', bytes }, { token });
  const send = async (token: string): Promise<string> => {
    const { id } = (await (await offer(token)).json()) as Upload;
    const part = await api.ask(`/api/upload/v1/${id}/content?offset=0`, {
      method: 'POST',
      token,
      body: new Uint8Array(pdf),
      headers: { 'content-type': 'application/octet-stream' },
    });
    expect(part.status).toBe(200);
    return id;
  };
  const referenceOf = async (answer: Response): Promise<string> => {
    expect(answer.status).toBe(201);
    const body = (await answer.json()) as { reference: string };
    expect(Object.keys(body)).toEqual(['reference']);
    return body.reference;
  };
  const read = async <Answer>(path: string, token = anna) =>
    (await (await api.ask(path, { token })).json()) as Answer;
  /** Runs jobs until a result is found. */
  const eventually: JobTime['until'] = (found) => jobTime(database, jobClock).until(found);
  const arrived = (subject: string) =>
    eventually(() => mailServer.mails.find((mail) => mail.subject === subject));
  const addressesOf = ({ to }: Awaited<ReturnType<typeof arrived>>) => to?.map(({ address }) => address);
  const receipt = (reference: string) => arrived(`Tjónstilkynningin er komin til okkar: ${reference}`);

  test('DATA-9, SITE-1b: a claim is filed once without signing in, with a number and a receipt, which do not reveal whether the kennitala is a customer’s', async () => {
    const visitToken = await visit();
    const reference = await referenceOf(await file(visitToken, {}, { key: 'once' }));
    expect(reference).toMatch(/^T-2026-\d{6}$/);
    expect(await referenceOf(await file(visitToken, {}, { key: 'once' }))).toBe(reference);
    // The page was reloaded after a lost answer: the key is new, the visit is the same.
    expect(await referenceOf(await file(visitToken, {}, { key: 'again' }))).toBe(reference);
    const other = await file(visitToken, { line: 'travel' }, { key: 'other' });
    expect([other.status, ((await other.json()) as Problem).errorCode]).toEqual([409, 'duplicateSubmission']);
    expect((await offer(visitToken)).status).toBe(409);
    expect(await database.db.$count(claimNotices)).toBe(1);
    const customers = await referenceOf(
      await file(await visit(), { reporter: { name: 'Þóra Prófsdóttir', ssn: annasSsn } }),
    );
    const [one, two] = [await receipt(reference), await receipt(customers)];
    expect(addressesOf(one)).toEqual(['gestur@example.is']);
    // The receipt repeats nothing that was typed: the address may be anyone's.
    expect(one.text).not.toContain('Þóra');
    expect(one.text?.replaceAll(reference, '#')).toBe(two.text?.replaceAll(customers, '#'));
    expect(await database.db.$count(claimNotices, eq(claimNotices.ssn, unknownSsn))).toBe(1);
  });

  test('DATA-9, CORE-7: with a customer’s kennitala the claim is in their list and they are notified, but answers and files are hidden until a handler takes it on', async () => {
    const visitToken = await visit();
    const [id, notNamed] = [await send(visitToken), await send(visitToken)];
    const reporter = { name: 'Anna Prófdóttir', ssn: annasSsn, policyNumber: '1000002' };
    const reference = await referenceOf(await file(visitToken, { reporter, files: [id] }));
    const mail = await arrived(`Tjón var tilkynnt með kennitölunni þinni: ${reference}`);
    expect(addressesOf(mail)).toEqual(['anna@example.is']);
    const { items } = await read<ClaimOverview>('/api/claim/v1');
    const listed = items.find(({ number }) => number === reference);
    expect(listed).toMatchObject({
      unverified: true,
      status: 'received',
      title: 'Tjón á innbúi',
    });
    const recorded = (await recordedEvents(database)).filter(({ data }) => data.number === reference);
    expect(recorded).toEqual([
      { type: 'hofn.claim.noticeFiled', subject: listed?.id, data: { number: reference } },
      {
        type: 'hofn.claim.noticeMatched',
        subject: 'anna',
        data: { claimId: listed?.id, number: reference },
      },
    ]);
    const readClaim = () => read<Claim>(`/api/claim/v1/getclaim/${listed?.id ?? ''}`);
    const claim = await readClaim();
    expect(claim).toMatchObject({ unverified: true, place: null, facts: [], files: [] });
    expect(claim.policy?.number).toBe('1000002');
    expect(claim.timeline[0]).toMatchObject({ step: 'filed', by: { role: 'visitor', name: null } });
    const downloadFile = () => api.ask(`/api/claim/v1/attachments/${id}`, { token: anna });
    expect((await downloadFile()).status).toBe(404);
    // The visit has no access to the filed file any more, only to the other one.
    expect((await api.ask(`/api/upload/v1/${id}`, { token: visitToken })).status).toBe(404);
    expect((await api.ask(`/api/upload/v1/${notNamed}`, { token: visitToken })).status).toBe(200);

    const written = createMails({ db: database.db, clock, outbox: jobs });
    const changes = createClaimChanges({ db: database.db, clock, mails: written });
    // Another copy of the service, or this one after a crash, runs the job again.
    const join = createNoticeJoin({ db: database.db, clock, changes, logger });
    await Promise.all([join({ id: claim.id }), join({ id: claim.id })]);
    const notifications = () => mailServer.mails.filter(({ subject }) => subject === mail.subject).length;
    const by = { role: 'handler', name: 'Prófa Fulltrúadóttir' } as const;
    const move = (change: Omit<ClaimChange, 'by'>) =>
      changeClaim({ db: database.db, clock, mails: written }, 'anna', claim.id, { by, ...change });
    await move({ status: 'rejected' });
    expect(await readClaim()).toMatchObject({ unverified: true, status: 'rejected', facts: [], files: [] });
    const title = { is: 'Tjón á innbúi: Vatn eða leki', en: 'Home contents: Water or leak' };
    await move({ status: 'reopened', unverified: false, title, place: filledForm.place });
    expect(addressesOf(await arrived(`Nýtt í tjónsmáli ${reference}`))).toEqual(['anna@example.is']);
    const verified = await eventually(async () => {
      const whole = await readClaim();
      return whole.files[0]?.state === 'clean' ? whole : undefined;
    });
    expect(verified).toMatchObject({
      unverified: false,
      status: 'reopened',
      title: 'Tjón á innbúi: Vatn eða leki',
      place: filledForm.place,
    });
    expect(verified.facts.length).toBeGreaterThan(0);
    expect(verified.files).toMatchObject([{ id, name: 'reikningur.pdf', sender: 'Anna Prófdóttir' }]);
    expect(Buffer.from(await (await downloadFile()).arrayBuffer())).toEqual(pdf);
    expect(verified.timeline.map(({ step }) => step)).toEqual([
      'filed',
      'received',
      'rejected',
      'reopened',
      'decision',
    ]);
    expect(notifications()).toBe(1);
  });

  test('FORM-7: errors are named at their fields in the reader’s language, and nothing is stored', async () => {
    const before = await database.db.$count(claimNotices);
    const visitToken = await visit();
    const { id: unfinished } = (await (await offer(visitToken)).json()) as Upload;
    const errorsOf = async (language: 'is' | 'en') => {
      const answer = await file(
        visitToken,
        {
          reporter: { name: ' ', ssn: '1203751479', policyNumber: 'A-1' },
          form: { ...filledForm, dateOfLoss: '2026-11-22' },
          files: [unfinished, 'gone'],
          declaration: false,
        },
        { language },
      );
      expect(answer.status).toBe(400);
      return ((await answer.json()) as Problem).errors ?? {};
    };
    expect(await errorsOf('is')).toEqual({
      'reporter.name': ['Skráðu nafnið þitt'],
      'reporter.ssn': ['Kennitalan er ekki gild. Athugaðu tölustafina tíu.'],
      'reporter.policyNumber': [
        'Tryggingarnúmer er í mesta lagi tólf tölustafir. Slepptu því ef þú ert í vafa.',
      ],
      'form.dateOfLoss': ['Tjónsdagur getur ekki verið í framtíðinni'],
      files: [
        'Skrá er enn á leiðinni eða stóðst ekki skoðun. Bíddu eða fjarlægðu hana.',
        'Skrár eru aðeins geymdar í einn dag. Fjarlægðu þær og veldu aftur.',
      ],
      declaration: ['Staðfestu upplýsingarnar til að senda tilkynninguna'],
    });
    expect((await errorsOf('en'))['reporter.name']).toEqual(['Enter your name']);
    expect(await database.db.$count(claimNotices)).toBe(before);
  });

  test('ACC-5: a visit sees only its own files, and expires after a day, with the files that were not filed', async () => {
    const [one, other] = [await visit(), await visit()];
    const id = await send(one);
    expect((await api.ask(`/api/upload/v1/${id}`, { token: other })).status).toBe(404);
    expect((await api.ask(`/api/upload/v1/${id}`, { method: 'DELETE', token: other })).status).toBe(404);
    expect((await api.ask(`/api/upload/v1/${id}`, { token: anna })).status).toBe(404);
    expect((await api.ask('/api/claim/v1', { token: one })).status).toBe(401);
    const list = '/api/claim/v1/notices/attachments';
    expect(await read<{ items: Upload[] }>(list, one)).toMatchObject({ items: [{ id }] });
    expect(await read(list, other)).toEqual({ items: [] });
    expect((await api.ask(list, { token: 'visit_of-nobody' })).status).toBe(401);
    expect((await file(other, { files: [id] })).status).toBe(400);
    const stored = (await database.db.select().from(visits)).map(({ id }) => id);
    expect(stored).toContain(hash('sha256', one));
    for (const each of stored) expect(one).not.toContain(each);

    clock.set('2026-11-22T12:00:00Z');
    expect((await api.ask(list, { token: one })).status).toBe(401);
    expect((await file(one)).status).toBe(401);
    await createVisits({ db: database.db, clock }).deleteExpired();
    clock.set('2026-11-21T12:00:00Z');
    expect(await database.db.$count(visits)).toBe(0);
    expect(await database.db.$count(uploads, eq(uploads.id, id))).toBe(0);
  });

  test('FORM-8: all visitors together have an upload limit, even when they announce files concurrently', async () => {
    const mb = 1024 * 1024;
    const visitTokens = [await visit(), await visit(), await visit()];
    const answers = await Promise.all(visitTokens.map((visitToken) => offer(visitToken, 8 * mb)));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 201, 400]);
    const refused = answers.find(({ status }) => status === 400) as Response;
    const { errors } = (await refused.json()) as Problem;
    expect(errors?.FORM?.[0]).toContain('Sendu tilkynninguna án þeirra');
    // Announced files that don't arrive stop counting.
    clock.set('2026-11-21T12:02:01Z');
    expect((await offer(await visit(), 8 * mb)).status).toBe(201);
    clock.set('2026-11-21T12:00:00Z');
  });

  test('HOLD-13: one address, or IPv6 network, cannot use up the limit of all visitors', async () => {
    const mb = 1024 * 1024;
    const settings = {
      ...defaultSettings(),
      RATE_FORM: 1000,
      UPLOAD_VISITORS_MB: 1000,
      UPLOAD_ADDRESS_MB: 20,
    };
    const issuer = await createIssuer();
    const others = await startApi(database, issuer, { settings, outbox: jobs, clock });
    /** Announces a file of 8 MB in a new visit. */
    const announce = async (ip: string) => {
      const ask = (path: string, body: object, token?: string) =>
        others.ask(path, {
          method: 'POST',
          body: JSON.stringify(body),
          headers: { 'content-type': 'application/json', 'x-forwarded-for': ip },
          ...(token && { token }),
        });
      const { right } = (await (await ask('/api/upload/v1/visits', {})).json()) as { right: string };
      return ask('/api/claim/v1/notices/attachments', { name: 'mynd.jpg', bytes: 8 * mb }, right);
    };
    const [home, neighbour] = ['203.0.113.7', '203.0.113.8'];
    const statuses = async (addresses: string[]) => {
      const answers: number[] = [];
      for (const address of addresses) answers.push((await announce(address)).status);
      return answers;
    };
    expect(await statuses([home, home, home, neighbour])).toEqual([201, 201, 400, 201]);
    const network = ['2001:db8:1:2::1', '2001:db8:1:2:9::2', '2001:db8:1:2:ffff::3'];
    expect(await statuses([...network, '2001:db8:1:3::1'])).toEqual([201, 201, 400, 201]);
    const { errors } = (await (await announce(home)).json()) as Problem;
    expect(errors?.FORM?.[0]).toContain('Sendu tilkynninguna án þeirra');
    // Announced files that don't arrive stop counting for others, but not for their own address.
    clock.set('2026-11-21T12:16:00Z');
    expect(await statuses([home, neighbour])).toEqual([400, 201]);
    clock.set('2026-11-22T12:00:01Z');
    expect((await announce(home)).status).toBe(201);
    clock.set('2026-11-21T12:00:00Z');
    await others.stop();
  });

  test('HOLD-13: addresses share what is left of the visitors’ limit, so that four cannot fill the day of all', async () => {
    await database.db.delete(uploads);
    const mb = 1024 * 1024;
    const settings = {
      ...defaultSettings(),
      RATE_FORM: 1000,
      UPLOAD_VISITORS_MB: 1000,
      UPLOAD_ADDRESS_MB: 1000,
    };
    const others = await startApi(database, await createIssuer(), { settings, outbox: jobs, clock });
    const ask = (ip: string, path: string, body: object, token?: string) =>
      others.ask(path, {
        method: 'POST',
        body: JSON.stringify(body),
        headers: { 'content-type': 'application/json', 'x-forwarded-for': ip },
        ...(token && { token }),
      });
    /** Announces files of 10 MB from an address, each in a new visit, until one is refused. @returns how many were not */
    const announceAll = async (ip: string): Promise<number> => {
      for (let count = 0; ; count += 1) {
        const { right } = (await (await ask(ip, '/api/upload/v1/visits', {})).json()) as { right: string };
        const offered = { name: 'mynd.jpg', bytes: 10 * mb };
        const { status } = await ask(ip, '/api/claim/v1/notices/attachments', offered, right);
        if (status !== 201) return count;
      }
    };
    const counts: number[] = [];
    for (const last of [11, 12, 13, 14, 15]) counts.push(await announceAll(`203.0.113.${last}`));
    // An eighth of what the others leave: 1000, 880, 770, 680 and 600 MB.
    expect(counts).toEqual([12, 11, 9, 8, 7]);
    await database.db.delete(uploads);
    await others.stop();
  });

  test('HOLD-13: a visit that has announced two gigabytes can continue where the address limit is higher', async () => {
    await database.db.delete(uploads);
    const settings = {
      ...defaultSettings(),
      RATE_FORM: 1000,
      UPLOAD_VISITORS_MB: 100_000,
      UPLOAD_ADDRESS_MB: 10_000,
    };
    const issuer = await createIssuer();
    const others = await startApi(database, issuer, { settings, outbox: jobs, clock });
    const visitToken = await visit();
    const own = eq(visits.id, hash('sha256', visitToken));
    await database.db
      .update(visits)
      .set({ announcedBytes: 2 ** 31 - 2 })
      .where(own);
    const answer = await others.ask('/api/claim/v1/notices/attachments', {
      method: 'POST',
      token: visitToken,
      body: JSON.stringify({ name: 'mynd.jpg', bytes: 1024 }),
      headers: { 'content-type': 'application/json' },
    });
    expect(answer.status).toBe(201);
    await database.db.delete(uploads);
    await database.db.update(visits).set({ announcedBytes: 0 }).where(own);
    await others.stop();
  });

  test('HOLD-13: visitors who announce files concurrently wait on one database connection, and leave the rest to others', async () => {
    await database.db.delete(uploads);
    const visitTokens = await Promise.all(Array.from({ length: 15 }, visit));
    const announceAll = () => Promise.all(visitTokens.map((visitToken) => offer(visitToken)));
    let answers: Response[];
    if (database.engine === 'postgres') {
      const waiting = sql`select 1 from pg_locks where locktype = 'advisory' and not granted`;
      const waitingCount = async () => (await database.db.execute(waiting)).rows.length;
      const announcing = await database.db.transaction(async (tx) => {
        await uploadQuotaStore.lockAnnouncements(tx, 'visitors');
        const pending = announceAll();
        await expect.poll(waitingCount).toBe(1);
        expect((await api.ask('/api/user/v1/info', { token: anna })).status).toBe(200);
        expect(await waitingCount()).toBe(1);
        return { pending };
      });
      answers = await announcing.pending;
    } else answers = await announceAll();
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201]));
  });
});
