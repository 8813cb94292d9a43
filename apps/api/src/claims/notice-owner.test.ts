import type { Claim, ClaimOverview, StaffCase, Upload } from '@hofn/contracts';
import {
  auditEvents,
  cases,
  claimNotices,
  customers,
  type Database,
  type Jobs,
  staffReads,
} from '@hofn/database';
import { TestClock } from '@hofn/database/jobs.ts';
import { jobTime } from '@hofn/database/testing/job-time.ts';
import { describeWithDatabase } from '@hofn/database/testing.ts';
import { createLogger } from '@hofn/service';
import { testSecrets } from '@hofn/service/testing/secrets.ts';
import { and, desc, eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { recordedEvents } from '../events/testing.ts';
import { createMails } from '../platform/mail/mails.ts';
import { startMailServer } from '../platform/mail/testing.ts';
import { smtpTransport } from '../platform/mail/transport.ts';
import { plainPdf } from '../platform/pdf/testing-files.ts';
import { defaultSettings } from '../settings.ts';
import {
  createIssuer,
  fillDatabase,
  fillStaff,
  fixedClock,
  startApi,
  startJobs,
  temporaryFiles,
} from '../testing.ts';
import { openApiJobs } from '../work.ts';
import { createClaimChanges } from './changes.ts';
import { createNoticeJoin } from './notices.ts';
import { fillClaims, filledForm } from './testing.ts';

const annasSsn = '1203751489';
const visitor = { name: 'Þóra Prófsdóttir', ssn: annasSsn, policyNumber: '' };
const mailToOwner = 'Kennitalan þín var gefin upp í tjónstilkynningu';

describeWithDatabase('claims with the kennitala of a customer', (open) => {
  const logger = createLogger('api', 'silent');
  const clock = fixedClock();
  let database: Database;
  let mailServer: Awaited<ReturnType<typeof startMailServer>>;
  let jobs: Jobs;
  let jobClock: TestClock;
  let api: Awaited<ReturnType<typeof startApi>>;
  let tokens: Record<'anna' | 'staff' | 'core', string>;
  beforeAll(async () => {
    database = await open();
    await fillDatabase(database);
    await database.db.update(customers).set({ ssn: annasSsn }).where(eq(customers.id, 'anna'));
    await fillStaff(database);
    await fillClaims(database);
    const issuer = await createIssuer();
    tokens = {
      anna: await issuer.token('anna'),
      staff: await issuer.token('employee|katrin', { actor_kind: 'employee' }),
      core: await issuer.serviceToken(['core.claims.write']),
    };
    mailServer = await startMailServer();
    jobClock = new TestClock(Date.now());
    jobs = await openApiJobs(database, logger, testSecrets, jobClock);
    const settings = { ...defaultSettings(), RATE_WRITE: 1000, RATE_FORM: 1000, RATE_READ: 1000 };
    const transport = smtpTransport({ url: mailServer.url, from: 'Höfn tryggingar <hofn@hofn.example>' });
    const files = temporaryFiles();
    await startJobs({ database, clock, logger, settings, jobs, files, transport });
    api = await startApi(database, issuer, { settings, outbox: jobs, clock, files });
  });
  afterAll(async () => {
    await api.stop();
    await jobs.stop(1);
    await mailServer.stop();
  });

  const send = async <Answer>(path: string, body: object, token?: string, method = 'POST') => {
    const response = await api.ask(path, {
      ...{ method, body: JSON.stringify(body), headers: { 'content-type': 'application/json' } },
      ...(token !== undefined && { token }),
    });
    return { status: response.status, body: (await response.json()) as Answer };
  };
  const read = async <Answer>(path: string, token = tokens.anna) =>
    (await (await api.ask(path, { token })).json()) as Answer;
  const eventually = <Found>(found: () => Found | undefined | Promise<Found | undefined>) =>
    jobTime(database, jobClock).until(found);
  const mailsTo = (subject: string) => mailServer.mails.filter((mail) => mail.subject === subject);

  /** A visitor reports a claim with a file. @returns its notice, once the reporter has been looked for */
  const report = async (reporter: typeof visitor, form: object = {}) => {
    const { right } = (await send<{ right: string }>('/api/upload/v1/visits', {})).body;
    const offered = await send<Upload>(
      '/api/claim/v1/notices/attachments',
      { name: 'mynd.pdf', bytes: plainPdf.length },
      right,
    );
    await api.ask(`/api/upload/v1/${offered.body.id}/content?offset=0`, {
      ...{ method: 'POST', token: right, body: new Uint8Array(plainPdf) },
      headers: { 'content-type': 'application/octet-stream' },
    });
    const filed = await send<{ reference: string }>(
      '/api/claim/v1/notices',
      {
        ...{ line: 'home', reporter, files: [offered.body.id], declaration: true },
        form: { ...filledForm, policy: '', email: 'gestur@example.is', phone: '555 1234', ...form },
      },
      right,
    );
    expect(filed.status).toBe(201);
    const { reference } = filed.body;
    return eventually(async () => {
      const [notice] = await database.db
        .select()
        .from(claimNotices)
        .where(eq(claimNotices.number, reference));
      return notice && (notice.customerId ?? notice.ownerNotifiedAt) ? notice : undefined;
    });
  };
  const caseOf = async (noticeId: string) => {
    const [row] = await database.db.select().from(cases).where(eq(cases.matterId, noticeId));
    return read<StaffCase>(`/api/staff/v1/cases/${row?.id ?? ''}`, tokens.staff);
  };
  const act = async (noticeId: string, name: 'link' | 'refuseLink') => {
    const { id, version } = await caseOf(noticeId);
    return send<StaffCase>(`/api/staff/v1/cases/${id}`, { act: name, version }, tokens.staff);
  };
  const ownerIn = ({ matter }: StaffCase) => (matter.kind === 'claim' ? matter.owner : undefined);
  const isListed = async (number: string) =>
    (await read<ClaimOverview>('/api/claim/v1')).items.some((claim) => claim.number === number);

  test('ACT-7a: a kennitala alone ties a report to nobody: its owner reads only that a report names them, answers go to the reporter', async () => {
    const { id, number } = await report(visitor);
    const letter = await eventually(() => mailsTo(mailToOwner)[0]);
    expect(letter.to?.map(({ address }) => address)).toEqual(['anna@example.is']);
    for (const personal of [number, 'vask', 'Ægisíða', 'Þóra', 'gestur@example.is'])
      expect(`${letter.subject} ${letter.text} ${letter.html}`).not.toContain(personal);
    expect(await isListed(number)).toBe(false);
    const described = await caseOf(id);
    expect(described).toMatchObject({
      ...{ known: false, sender: 'Þóra Prófsdóttir', email: 'gestur@example.is', answerBy: 'email' },
      matter: { claimId: null, unverified: true },
    });
    expect(ownerIn(described)).toEqual({
      ...{ customerId: 'anna', name: 'Anna Prófdóttir', linked: false, refusedBy: null },
      ...{ agrees: [], differs: ['name', 'phone', 'plate'] },
    });
    const types = (await recordedEvents(database)).filter(({ data }) => data.number === number);
    expect(types.map(({ type }) => type)).toEqual(['hofn.claim.noticeFiled']);
    // Whose data was on the screen is recorded.
    expect(await database.db.$count(staffReads, eq(staffReads.target, described.id))).toBe(1);
  });

  test.each([
    ['name', { ...visitor, name: 'anna prófdóttir' }, {}],
    ['phone', visitor, { phone: '+354 615-0001' }],
  ])(
    'ACT-7a, DATA-9: a report whose %s agrees is on the customer’s pages, unverified',
    async (kind, reporter, form) => {
      const { id, number } = await report(reporter, form);
      expect(await isListed(number)).toBe(true);
      expect(ownerIn(await caseOf(id))).toMatchObject({ agrees: [kind], linked: true });
      expect((await act(id, 'refuseLink')).status).toBe(409);
      expect((await act(id, 'link')).status).toBe(200);
      expect(await read<Claim>(`/api/claim/v1/getclaim/${id}`)).toMatchObject({ unverified: false });
    },
  );

  test('ACT-7a: staff refuse to link a report, and it stays the reporter’s', async () => {
    const { id, number } = await report(visitor);
    const refused = await act(id, 'refuseLink');
    expect(refused.status).toBe(200);
    expect(ownerIn(refused.body)).toMatchObject({ refusedBy: 'Katrín Ósk Prófdóttir', linked: false });
    expect(refused.body).toMatchObject({ email: 'gestur@example.is', answerBy: 'email', known: false });
    expect(refused.body.events.at(-1)).toMatchObject({ kind: 'assigned', note: expect.stringMatching(/\S/) });
    expect(await isListed(number)).toBe(false);
    expect((await act(id, 'refuseLink')).status).toBe(409);
    // The job runs again, after a fact of the core has made the phone agree.
    const isAnna = eq(customers.id, 'anna');
    await database.db.update(customers).set({ mobilePhone: '5551234' }).where(isAnna);
    const mails = createMails({ db: database.db, clock, outbox: jobs });
    const changes = createClaimChanges({ db: database.db, clock, mails });
    await createNoticeJoin({ db: database.db, clock, changes, logger })({ id });
    await database.db.update(customers).set({ mobilePhone: '6150001' }).where(isAnna);
    expect(await isListed(number)).toBe(false);
  });

  test('ACT-7a: a report that a colleague takes while it is being linked is not linked', async () => {
    const { id, number } = await report(visitor);
    // The embedded engine has one connection, on which nothing happens meanwhile.
    if (database.engine === 'embedded') return;
    let linking: ReturnType<typeof act> | undefined;
    await database.db.transaction(async (tx) => {
      await tx.select().from(claimNotices).where(eq(claimNotices.id, id)).for('update');
      linking = act(id, 'link');
      await expect
        .poll(async () => {
          const waiting = sql`select 1 from pg_stat_activity
            where datname = current_database() and wait_event_type = 'Lock'`;
          return (await database.db.execute(waiting)).rows.length;
        })
        .toBe(1);
      await tx
        .update(cases)
        .set({ version: sql`${cases.version} + 1` })
        .where(eq(cases.matterId, id));
    });
    expect((await linking)?.status).toBe(409);
    expect(await isListed(number)).toBe(false);
  });

  test('ACT-7a, CORE-7: staff link a report: the customer reads all of it and gets the answers; the place outlives the core', async () => {
    const { id, number } = await report(visitor);
    const linked = await act(id, 'link');
    expect(linked.body).toMatchObject({
      ...{ known: true, sender: 'Anna Prófdóttir', email: 'anna@example.is', answerBy: 'both' },
      matter: { claimId: id, unverified: false, owner: null },
    });
    const claim = await eventually(async () => {
      const whole = await read<Claim>(`/api/claim/v1/getclaim/${id}`);
      return whole.files[0]?.state === 'clean' ? whole : undefined;
    });
    expect(claim).toMatchObject({ unverified: false, place: filledForm.place });
    expect(claim.facts.length).toBeGreaterThan(0);
    const letter = await eventually(() => mailsTo(`Tjónið er staðfest sem þitt: ${number}`)[0]);
    expect(letter.to?.map(({ address }) => address)).toEqual(['anna@example.is']);
    const types = (await recordedEvents(database)).filter(({ data }) => data.number === number);
    expect(types.map(({ type }) => type.split('.').slice(1).join('.'))).toEqual([
      ...['claim.noticeFiled', 'claim.noticeMatched', 'claim.verified'],
    ]);
    const [audited] = await database.db
      .select()
      .from(auditEvents)
      .where(and(eq(auditEvents.action, 'staff.case'), eq(auditEvents.subjectId, 'anna')))
      .orderBy(desc(auditEvents.id))
      .limit(1);
    expect(audited?.actorId).toBe('employee|katrin');
    expect((await act(id, 'link')).status).toBe(409);

    // The core's first version says what it read while the claim was unverified.
    const facts = {
      ...{ customer: annasSsn, claim: id, number, policy: null, title: { is: 'Tjón', en: 'Claim' } },
      ...{ status: 'received', dateOfLoss: filledForm.dateOfLoss, place: null, line: 'home' },
      ...{ reportedAt: '2026-11-21T12:00:00Z', unverified: true, lossAmount: null, compensation: null },
      ...{ handler: null, needs: [], needsBy: null, nextBy: null, events: [], payments: [] },
    };
    const put = await send('/api/core/v1/claims/K7', { version: 1, facts }, tokens.core, 'PUT');
    expect(put).toMatchObject({ status: 200 });
    expect(await read<Claim>(`/api/claim/v1/getclaim/${id}`)).toMatchObject({
      ...{ status: 'received', unverified: false, place: filledForm.place },
    });
  });
});
