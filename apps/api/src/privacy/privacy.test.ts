import type { ErasureStatus, OverviewStatus, PrivacyCase, Problem, StaffCase } from '@hofn/contracts';
import { accessGrants, actingChoices, cases, type Database, mails, privacyRequests } from '@hofn/database';
import { describeEachEngine } from '@hofn/database/testing.ts';
import type { FileStore } from '@hofn/files';
import { createLogger } from '@hofn/service';
import { eq } from 'drizzle-orm';
import { strFromU8, unzipSync } from 'fflate';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { personalDataOf } from '../feature.ts';
import { features } from '../features.ts';
import { createContents } from '../platform/contents.ts';
import { createMails } from '../platform/mail/mails.ts';
import { defaultSettings } from '../settings.ts';
import {
  createIssuer,
  fillDatabase,
  fillDocuments,
  fillStaff,
  fixedClock,
  noon,
  startApi,
  temporaryFiles,
} from '../testing.ts';
import { createErasure } from './erase.ts';
import { createPrivacyWork } from './jobs.ts';
import { privacyMails } from './mails.ts';
import { createArchivePreparation, type PrivacyJob } from './prepare.ts';
import { dueOf, extendedDueOf } from './privacy.ts';
import { createPrivacyStore } from './store.ts';

const personalData = personalDataOf(features);

test('DATA-3a: the law gives one month to answer, to the day, and two more when extended', () => {
  expect(dueOf('2026-11-21T12:00:00.000Z')).toBe('2026-12-21T12:00:00.000Z');
  expect(dueOf('2027-01-31T12:00:00.000Z')).toBe('2027-02-28T12:00:00.000Z');
  expect(extendedDueOf('2026-11-30T12:00:00.000Z')).toBe('2027-02-28T12:00:00.000Z');
});

const base = '/api/user/v1/settings/privacy';
const daysOn = (days: number, ms = 0) => new Date(Date.parse(noon) + days * 86_400_000 + ms).toISOString();

describeEachEngine('requests about personal data', (open) => {
  const clock = fixedClock();
  const exp = Date.parse('2028-01-01') / 1000;
  let files: FileStore;
  let database: Database;
  let api: Awaited<ReturnType<typeof startApi>>;
  let anna: string;
  let birgir: string;
  let katrin: string;
  let felag: string;
  let farinn: string;
  beforeAll(async () => {
    files = temporaryFiles();
    database = await open();
    await fillDatabase(database);
    await fillDocuments(database);
    await fillStaff(database);
    const issuer = await createIssuer();
    const settings = { ...defaultSettings(), RATE_COSTLY: 1000, RATE_WRITE: 1000 };
    api = await startApi(database, issuer, { clock, settings, files });
    anna = await issuer.token('anna', { exp });
    birgir = await issuer.token('birgir', { exp, sid: 'b' });
    felag = await issuer.token('felag', { exp });
    farinn = await issuer.token('employee|farinn', { actor_kind: 'employee', exp });
    katrin = await issuer.token('employee|katrin', { actor_kind: 'employee', exp });
  });
  beforeEach(async () => {
    clock.set(noon);
    api.sent.length = 0;
    await database.db.delete(privacyRequests);
    await database.db.delete(cases);
    await database.db.delete(mails);
  });
  afterAll(() => api.stop());

  const get = (path: string, token = anna, headers: Record<string, string> = {}) =>
    api.ask(path, { token, headers });
  const post = (path: string, body: object, token = anna, headers: Record<string, string> = {}) =>
    api.ask(path, {
      method: 'POST',
      token,
      language: 'en',
      body: JSON.stringify(body),
      headers: { 'content-type': 'application/json', ...headers },
    });
  const status = async () => (await (await get(`${base}/overviewStatus`)).json()) as OverviewStatus;
  const erasureStatus = async () => (await (await get(`${base}/erasureStatus`)).json()) as ErasureStatus;
  const ask = () => post(`${base}/overviewRequest`, {});
  const askErasure = () => post(`${base}/erasureRequest`, { confirmed: true });
  const codeOf = async (answer: Response) => [answer.status, ((await answer.json()) as Problem).errorCode];
  const idOf = async (kind: 'overview' | 'erasure') => {
    const [row] = await database.db.select().from(privacyRequests).where(eq(privacyRequests.kind, kind));
    if (!row) throw new Error('no request is there');
    return row.id;
  };
  const decide = async (kind: 'overview' | 'erasure', body: object) =>
    post(`/api/staff/v1/privacy/${await idOf(kind)}`, body, katrin);
  const caseOf = async (kind: 'overview' | 'erasure') =>
    (await (await get(`/api/staff/v1/privacy/${await idOf(kind)}`, katrin)).json()) as PrivacyCase;
  const kindsOfMails = async () => (await database.db.select().from(mails)).map(({ kind }) => kind);

  /** Runs the queued jobs, as the service would. */
  const work = async (store: FileStore = files) => {
    const { db } = database;
    const logger = createLogger('api', 'silent');
    const outbox = { send: async () => {} };
    const parts = { db, clock, logger, files: store, mails: createMails({ db, clock, outbox }) };
    const contents = createContents({ db, files: store, clock });
    const handler = createPrivacyWork({
      db,
      clock,
      prepare: createArchivePreparation({ ...parts, contents, personalData }),
      erase: createErasure({ ...parts, personalData }).erase,
    });
    const due = api.sent.filter(({ queue }) => queue === 'privacy.work').map(({ data }) => data);
    for (const job of due) await handler(job as PrivacyJob);
  };

  test('DATA-3a: the overview is none, requested, ready and expired, and only the person can download the archive', async () => {
    expect(await status()).toMatchObject({
      state: 'none',
      requestedAt: null,
      downloadUrl: null,
      nextFrom: null,
    });
    const response = await ask();
    expect(response.status).toBe(202);
    expect(await response.json()).toMatchObject({
      state: 'requested',
      requestedAt: daysOn(0),
      dueAt: '2026-12-21T12:00:00.000Z',
      nextFrom: daysOn(30),
      downloadUrl: null,
    });
    expect((await get(`${base}/archive`)).status).toBe(404);
    const [queued] = await database.db.select().from(cases);
    expect(queued).toMatchObject({ kind: 'privacy', state: 'open', customerId: 'anna' });
    await work();
    const ready = await status();
    expect(ready).toMatchObject({
      state: 'ready',
      readyAt: daysOn(0),
      expiresAt: daysOn(30),
      fetchedAt: null,
      downloadUrl: `${base}/archive`,
    });
    expect((await database.db.select().from(cases))[0]?.state).toBe('closed');
    expect(await kindsOfMails()).toEqual(['privacyReceived', 'privacyArchiveReady']);

    clock.set(daysOn(1));
    const answer = await api.ask(`${base}/archive`, { token: anna, language: 'is' });
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-type')).toBe('application/zip');
    expect(answer.headers.get('cache-control')).toBe('no-store');
    expect(answer.headers.get('content-disposition')).toContain('personuupplysingar-2026-11-21.zip');
    const zip = new Uint8Array(await answer.arrayBuffer());
    expect(zip.length).toBe(ready.bytes);
    // The request was in English.
    const customers = JSON.parse(strFromU8(unzipSync(zip)['json/customers.json'] ?? new Uint8Array()));
    expect(customers).toMatchObject([{ id: 'anna', full_name: 'Anna Prófdóttir' }]);
    expect(Object.keys(unzipSync(zip))).toContain('overview.pdf');
    expect((await status()).fetchedAt).toBe(daysOn(1));
    expect(api.lines.filter(({ event }) => event === 'privacy.fetchArchive').at(-1)).toMatchObject({
      actor: 'anna',
      subject: 'anna',
      via: 'self',
    });
    const part = await get(`${base}/archive`, anna, { range: 'bytes=0-1' });
    expect([part.status, await part.text()]).toEqual([206, 'PK']);

    // Another customer has none, even though hers is ready.
    expect((await get(`${base}/archive`, birgir)).status).toBe(404);
    clock.set(daysOn(30, -1));
    expect((await status()).state).toBe('ready');
    clock.set(daysOn(30));
    expect(await status()).toMatchObject({ state: 'expired', downloadUrl: null, nextFrom: null });
    expect((await get(`${base}/archive`)).status).toBe(404);
    await createPrivacyStore(database.db).dropExpired(clock.now().toISOString());
    expect((await database.db.select().from(privacyRequests))[0]?.file).toBeNull();
    // After 30 days another can be requested.
    expect(await (await ask()).json()).toMatchObject({ state: 'requested', requestedAt: daysOn(30) });
  });

  test('DATA-3a, DATA-3b, ACC-6: nobody can make the requests for somebody else: neither delegates, nor staff, nor companies', async () => {
    const { db } = database;
    await db.insert(accessGrants).values({
      customerId: 'anna',
      id: 'g',
      holderId: 'birgir',
      role: 'Admin',
      validFrom: '2026-11-01',
      validTo: '2027-11-01',
      givenAt: noon,
      givenBy: 'anna',
    });
    await db
      .insert(actingChoices)
      .values({ actorId: 'birgir', session: 'b', subjectId: 'anna', chosenAt: noon });
    await ask();
    await work();
    await post('/api/user/v1/switchoverviewuser', { ssn: '1402851489', reason: 'privacy' }, katrin);
    const calls = [
      [`${base}/overviewStatus`],
      [`${base}/archive`],
      [`${base}/erasureStatus`],
      [`${base}/overviewRequest`, {}],
      [`${base}/erasureRequest`, { confirmed: true }],
    ] as const;
    for (const [path, body] of calls) {
      const by = (token: string, headers = {}) =>
        body ? post(path, body, token, headers) : get(path, token, headers);
      expect(await codeOf(await by(birgir)), path).toEqual([403, 'selfOnly']);
      expect(await codeOf(await by(katrin, { 'impersonate-ssn': '1402851489' })), path).toEqual([
        403,
        'forbidden',
      ]);
      expect(await codeOf(await by(felag)), path).toEqual([403, 'personsOnly']);
    }
    expect(await db.$count(privacyRequests)).toBe(1);
    await db.delete(actingChoices);
    await db.delete(accessGrants);
  });

  test('DATA-3a, DATA-3b: two clicks or two tabs make one request, and only one can be open', async () => {
    const answers = await Promise.all([ask(), ask(), ask(), askErasure(), askErasure()]);
    expect(answers.map(({ status: code }) => code)).toEqual([202, 202, 202, 202, 202]);
    expect(await database.db.$count(privacyRequests)).toBe(2);
    expect(api.sent.filter(({ queue }) => queue === 'privacy.work')).toHaveLength(1);
    expect((await kindsOfMails()).toSorted()).toEqual(['erasureReceived', 'privacyReceived']);
    clock.set(daysOn(45));
    await ask();
    expect(await database.db.$count(privacyRequests)).toBe(2);
    expect((await status()).nextFrom).not.toBeNull();
  });

  test('DATA-3b: erasure is not requested by mistake', async () => {
    for (const body of [{}, { confirmed: false }])
      expect((await post(`${base}/erasureRequest`, body)).status).toBe(400);
    expect(await database.db.$count(privacyRequests)).toBe(0);
  });

  test('DATA-3a: a failed preparation is reported to staff, retried, and restarted on their request', async () => {
    await ask();
    const broken: FileStore = { ...files, put: () => Promise.reject(new Error('the disk is full')) };
    await expect(work(broken)).rejects.toThrow('the disk is full');
    expect((await status()).state).toBe('processing');
    clock.set(daysOn(0, 60_000));
    expect(await caseOf('overview')).toMatchObject({ state: 'processing', failedAt: daysOn(0) });
    api.sent.length = 0;
    expect((await decide('overview', { act: 'again' })).status).toBe(200);
    expect(api.sent).toHaveLength(1);
    expect(await codeOf(await decide('overview', { act: 'again' }))).toEqual([409, 'conflict']);
    await work();
    expect(await status()).toMatchObject({ state: 'ready' });
    expect(await caseOf('overview')).toMatchObject({ failedAt: null });
    // A repeated job does the work once.
    await work();
    expect(await kindsOfMails()).toEqual(['privacyReceived', 'privacyArchiveReady']);
  });

  test('DATA-3a, DESK-5: waiting for the customer does not move the statutory term of a request', async () => {
    await ask();
    const [row] = await database.db.select().from(cases);
    if (!row) throw new Error('the request has no case');
    const body = { act: 'wait', version: row.version, for: 'customer', until: '2027-03-01' };
    const answer = await post(`/api/staff/v1/cases/${row.id}`, body, katrin);
    expect(answer.status).toBe(200);
    const read = (await answer.json()) as StaffCase;
    expect(read).toMatchObject({ waits: { for: 'customer' }, dueAt: new Date(row.dueAt).toISOString() });
  });

  test('DATA-3a: staff extend by two months within the first and once, with reasons, and the archive is still delivered', async () => {
    await ask();
    const reasons = 'Your records span two decades.';
    expect((await decide('overview', { act: 'extend', reasons: 'Because' })).status).toBe(400);
    expect(await (await decide('overview', { act: 'extend', reasons })).json()).toMatchObject({
      dueAt: '2027-02-21T12:00:00.000Z',
      mayExtend: false,
    });
    expect(await status()).toMatchObject({
      state: 'extended',
      dueAt: '2027-02-21T12:00:00.000Z',
      reasons: [reasons],
    });
    expect(await codeOf(await decide('overview', { act: 'extend', reasons }))).toEqual([409, 'conflict']);
    const [mail] = await database.db.select().from(mails).where(eq(mails.kind, 'privacyExtended'));
    expect(mail?.language).toBe('en');
    const letter = await privacyMails({
      db: database.db,
      site: 'http://localhost/arsskyrsla',
    }).privacyExtended({
      subject: { id: 'anna', kind: 'person', ssn: '1402851489', fullName: 'Anna Prófdóttir' },
      about: mail?.about ?? {},
      language: 'en',
    });
    expect(letter?.body).toContain(reasons);
    expect(letter?.body).toContain('21\u00a0February 2027');
    expect(letter?.button?.url).toContain('/en/my-pages/settings/privacy');
    await work();
    expect((await status()).state).toBe('ready');
  });

  test('DATA-3a: after the first month nothing can be extended', async () => {
    await ask();
    clock.set('2026-12-21T12:00:00.001Z');
    expect(await caseOf('overview')).toMatchObject({ mayExtend: false });
    const late = { act: 'extend', reasons: 'It takes a long time.' };
    expect(await codeOf(await decide('overview', late))).toEqual([409, 'conflict']);
  });

  test('DATA-3a, DATA-3b: staff refuse with reasons, which the customer reads and gets by e-mail', async () => {
    await ask();
    await askErasure();
    const reasons = 'You had the same overview last week.';
    for (const kind of ['overview', 'erasure'] as const) {
      expect((await decide(kind, { act: 'refuse' })).status).toBe(400);
      expect((await decide(kind, { act: 'refuse', reasons })).status).toBe(200);
      expect(await codeOf(await decide(kind, { act: 'refuse', reasons }))).toEqual([409, 'conflict']);
    }
    expect(await status()).toMatchObject({ state: 'refused', reasons: [reasons] });
    expect(await erasureStatus()).toMatchObject({
      state: 'rejected',
      reasons: [reasons],
      decidedAt: daysOn(0),
    });
    expect((await database.db.select().from(cases)).map(({ state }) => state)).toEqual(['closed', 'closed']);
    expect((await kindsOfMails()).toSorted().slice(0, 2)).toEqual(['erasureReceived', 'erasureRefused']);
    // The job already in the queue does nothing.
    await work();
    expect((await status()).state).toBe('refused');
    expect(await kindsOfMails()).not.toContain('privacyArchiveReady');
  });

  test('DATA-3b: staff see what will be erased and retained, approve, and the customer reads what is retained, why and until when', async () => {
    expect(await erasureStatus()).toMatchObject({ state: 'none', keptBecause: [] });
    expect(await (await askErasure()).json()).toMatchObject({ state: 'requested', extended: false });
    const seen = await caseOf('erasure');
    expect(seen).toMatchObject({
      kind: 'erasure',
      state: 'requested',
      customer: { ssn: '1402851489', name: 'Anna Prófdóttir' },
      language: 'en',
      decidedBy: null,
      mayExtend: true,
    });
    expect(seen.keptBecause).toContainEqual({ what: 'policies', why: 'contract', until: null });
    expect(await codeOf(await decide('erasure', { act: 'again' }))).toEqual([409, 'conflict']);
    const approved = (await (await decide('erasure', { act: 'approve' })).json()) as PrivacyCase;
    expect(approved).toMatchObject({ state: 'approved', decidedBy: 'Katrín Ósk Prófdóttir' });
    expect(await codeOf(await decide('erasure', { act: 'approve' }))).toEqual([409, 'conflict']);
    expect((await erasureStatus()).state).toBe('approved');
    expect(api.lines.filter(({ act }) => act === 'approve').at(-1)).toMatchObject({
      actor: 'employee|katrin',
      subject: 'anna',
      act: 'approve',
    });
    await work();
    expect(await erasureStatus()).toMatchObject({
      state: 'done',
      doneAt: daysOn(0),
      keptBecause: seen.keptBecause,
    });
    expect(await kindsOfMails()).toContain('erasureDone');
    expect((await caseOf('erasure')).keptBecause).toEqual(seen.keptBecause);
  });

  test('DATA-3b: only current staff decide, and an overview cannot be approved', async () => {
    await ask();
    const path = `/api/staff/v1/privacy/${await idOf('overview')}`;
    expect((await get(path)).status).toBe(403);
    expect((await get('/api/staff/v1/privacy/none', katrin)).status).toBe(404);
    expect(await codeOf(await decide('overview', { act: 'approve' }))).toEqual([409, 'conflict']);
    expect((await get(path, farinn)).status).toBe(401);
  });
});
