import { type CaseLine, problem, type StaffCase } from '@hofn/contracts';
import { type Database, type Jobs, mails, policies } from '@hofn/database';
import { TestClock } from '@hofn/database/jobs.ts';
import { jobTime } from '@hofn/database/testing/job-time.ts';
import { patience } from '@hofn/database/testing/patience.ts';
import { describeWithDatabase } from '@hofn/database/testing.ts';
import { createLogger } from '@hofn/service';
import { testSecrets } from '@hofn/service/testing/secrets.ts';
import { and, eq, sql } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { startMailServer } from '../platform/mail/testing.ts';
import { type MailTransport, smtpTransport } from '../platform/mail/transport.ts';
import { readPdf } from '../platform/pdf/testing.ts';
import { defaultSettings } from '../settings.ts';
import {
  createIssuer,
  fillDatabase,
  fillStaff,
  fixedClock,
  type Issuer,
  startApi,
  startJobs,
  temporaryFiles,
} from '../testing.ts';
import { openApiJobs } from '../work.ts';

const logger = createLogger('api', 'silent');
const from = 'Höfn tryggingar <hofn@hofn.example>';
const second = 1000;
const minute = 60 * second;
// An hour on the queue's clock takes seconds of real time, more on a busy machine.
const long = { timeout: patience(60_000) };

describeWithDatabase('sending policies by e-mail', (open) => {
  let database: Database;
  let issuer: Issuer;
  let mailServer: Awaited<ReturnType<typeof startMailServer>>;
  let jobs: Jobs;
  let jobClock: TestClock;
  let api: Awaited<ReturnType<typeof startApi>>;
  let anna: string;
  let transport: MailTransport;

  beforeAll(async () => {
    database = await open();
    await fillDatabase(database);
    await fillStaff(database);
    issuer = await createIssuer();
    anna = await issuer.token('anna');
    mailServer = await startMailServer();
    jobClock = new TestClock(Date.now());
    jobs = await openApiJobs(database, logger, testSecrets, jobClock);
    const settings = { ...defaultSettings(), RATE_COSTLY: 1000 };
    const smtp = smtpTransport({ url: mailServer.url, from });
    transport = smtp;
    await startJobs({
      database,
      clock: fixedClock(),
      logger,
      settings,
      jobs,
      files: temporaryFiles(),
      transport: { send: (mail) => transport.send(mail) },
    });
    api = await startApi(database, issuer, { settings, outbox: jobs });
    return () => {
      transport = smtp;
    };
  });
  afterAll(async () => {
    await api.stop();
    await jobs.stop(1);
    await mailServer.stop();
  });
  afterEach(async () => {
    mailServer.mails.length = 0;
    mailServer.control.refuse = () => undefined;
    transport = smtpTransport({ url: mailServer.url, from });
    await database.db.execute(sql`truncate table mails, idempotency_keys`);
  });

  const send = (
    call: 'v1/sendpolicyoverview' | 'v2/sendpolicy',
    body: object,
    {
      key,
      token = anna,
      language = 'is' as const,
    }: { key?: string; token?: string; language?: 'is' | 'en' } = {},
  ) =>
    api.ask(`/api/policy/${call}`, {
      method: 'POST',
      body: JSON.stringify(body),
      headers: { 'content-type': 'application/json', ...(key && { 'idempotency-key': key }) },
      token,
      language,
    });
  const passHour = async () => {
    for (let n = 0; n < 12; n += 1) await jobTime(database, jobClock).pass(5 * minute);
  };
  /** Waits until an assertion passes, while the queue's clock runs, so that jobs are retried. */
  const eventually = (assertion: () => void) => jobTime(database, jobClock).untilHolds(assertion);
  const arrived = async (count: number) => {
    await eventually(() => expect(mailServer.mails).toHaveLength(count));
    return mailServer.mails;
  };
  const settled = () =>
    vi.waitFor(async () => {
      const rows = await database.db.select().from(mails);
      expect(rows.every(({ sentAt, failedAt }) => sentAt !== null || failedAt !== null)).toBe(true);
      return rows;
    }, patience(10_000));
  const attachmentOf = (mail: (typeof mailServer.mails)[number] | undefined) => {
    const [attachment] = mail?.attachments ?? [];
    if (!attachment) throw new Error('the mail has no attachment');
    return { ...attachment, pdf: readPdf(new Uint8Array(attachment.content as ArrayBuffer)) };
  };

  test.each([
    [
      'is',
      'Yfirlit yfir tryggingar',
      'Góðan dag, Anna.',
      'tryggingayfirlit-2026-11-21.pdf',
      '/vidskipti',
      'Í gildi',
    ],
    [
      'en',
      'Your insurance overview',
      'Hello Anna,',
      'policy-overview-2026-11-21.pdf',
      '/en/my-pages',
      'In force',
    ],
  ] as const)(
    'DATA-4, LANG-6: the overview comes as a PDF to the address on file, in %s',
    async (language, subject, greeting, file, path, status) => {
      const answer = await send('v1/sendpolicyoverview', {}, { language });
      expect([answer.status, await answer.json()]).toEqual([202, { email: 'anna@example.is' }]);
      const [mail] = await arrived(1);
      expect(mail?.subject).toBe(subject);
      expect(mail?.recipients).toEqual(['anna@example.is']);
      expect(mail?.from).toMatchObject({ name: 'Höfn tryggingar', address: 'hofn@hofn.example' });
      expect(mail?.text).toContain(greeting);
      expect(mail?.text).toContain(`http://localhost:8080/arsskyrsla${path}`);
      expect(mail?.html).toContain(`<html lang="${language}">`);
      expect(mail?.html).toContain(greeting);
      const { filename, mimeType, pdf } = attachmentOf(mail);
      expect([filename, mimeType]).toEqual([file, 'application/pdf']);
      const { pages, marked, roles } = await pdf;
      const text = pages.join('\n');
      expect(text).toContain('Anna Prófdóttir · 140285-1489');
      expect(text).toContain('Toyota RAV4, ÞB X42');
      expect(text).toContain(status);
      expect(text).not.toContain('Kia Niro');
      expect(marked).toBe(true);
      expect(roles[0]).toEqual(expect.arrayContaining(['H1', 'H2', 'Table', 'TH']));
      expect(await settled()).toHaveLength(1);
    },
  );

  test('DATA-4: a policy is sent as its certificate, to the requested address', async () => {
    const answer = await send('v2/sendpolicy', { policyId: 'p1', email: ' nyr.stadur@example.is ' });
    expect([answer.status, await answer.json()]).toEqual([202, { email: 'nyr.stadur@example.is' }]);
    const [mail] = await arrived(1);
    expect(mail?.recipients).toEqual(['nyr.stadur@example.is']);
    expect(mail?.subject).toBe('Skírteini: Kaskótrygging');
    const { filename, pdf } = attachmentOf(mail);
    expect(filename).toBe('skirteini-1000001.pdf');
    const text = (await pdf).pages.join('\n');
    for (const part of ['1000001', 'Árekstur', 'Slit', 'Grunniðgjald', '100.000 kr.', 'Skráningarnúmer'])
      expect(text.replaceAll('\u00a0', ' ')).toContain(part);
  });

  test('LIFE-40, LIFE-41: a certificate has the product’s words on the deductible, and a lapsed policy is no proof of insurance', async () => {
    const textOf = async (mail: (typeof mailServer.mails)[number] | undefined) =>
      (await attachmentOf(mail).pdf).pages.join('\n').replaceAll('\u00a0', ' ');
    await send('v2/sendpolicy', { policyId: 'p1' });
    const valid = await textOf((await arrived(1))[0]);
    mailServer.mails.length = 0;
    expect(valid).toContain('140.000 kr. í hverju tjóni. Valin fjárhæð');
    expect(valid).toContain('Tryggingin bætir');
    expect(valid).not.toContain('ekki staðfesting');
    const p1 = and(eq(policies.customerId, 'anna'), eq(policies.id, 'p1'));
    await database.db.update(policies).set({ lapsedOn: '2026-11-02' }).where(p1);
    await send('v2/sendpolicy', { policyId: 'p1' });
    const [mail] = await arrived(1);
    const lapsed = await textOf(mail);
    await database.db.update(policies).set({ lapsedOn: null }).where(p1);
    expect(lapsed).toContain('Þetta skjal er ekki staðfesting á tryggingu.');
    expect(lapsed).toContain('Tryggingin bætti meðan hún gilti');
    expect(lapsed).not.toContain('Skírteini');
    expect([mail?.subject, attachmentOf(mail).filename]).toEqual([
      'Yfirlit yfir trygginguna: Kaskótrygging',
      'trygging-1000001.pdf',
    ]);
    expect(mail?.text?.replaceAll(/\s+/g, ' ')).toContain(
      'Verndin gildir ekki og skjalið er ekki staðfesting á tryggingu.',
    );
    expect(mail?.text).not.toMatch(/skírteini/i);
  });

  test('LIFE-40: the document of a policy cancelled before its first day names neither covers nor premium', async () => {
    const p1 = and(eq(policies.customerId, 'anna'), eq(policies.id, 'p1'));
    await database.db.update(policies).set({ cancelledOn: '2026-02-20' }).where(p1);
    await send('v2/sendpolicy', { policyId: 'p1' });
    const [mail] = await arrived(1);
    await database.db.update(policies).set({ cancelledOn: null }).where(p1);
    const text = (await attachmentOf(mail).pdf).pages.join('\n').replaceAll('\u00a0', ' ');
    expect(text).toContain('Þetta skjal er ekki staðfesting á tryggingu.');
    expect(text).toMatch(/Átti að gilda frá\s+1. mars 2026/);
    for (const words of ['bætir', 'Árekstur', 'Slit', 'Eigin áhætta', 'Grunniðgjald', 'Ársiðgjald', '90.000'])
      expect(text).not.toContain(words);
  });

  test('LIFE-40: the overview of one whose every policy has lapsed says what is overdue', async () => {
    const isAnnas = eq(policies.customerId, 'anna');
    await database.db.update(policies).set({ lapsedOn: '2026-11-02' }).where(isAnnas);
    await send('v1/sendpolicyoverview', {});
    const [mail] = await arrived(1);
    await database.db.update(policies).set({ lapsedOn: null }).where(isAnnas);
    const text = (await attachmentOf(mail).pdf).pages.join('\n').replaceAll('\u00a0', ' ');
    expect(text).toContain('Engin trygging er í gildi.');
    expect(text).toMatch(/Gjaldfallið\s+12\.510 kr\./);
    expect(text).not.toContain('Iðgjöld samtals');
  });

  test('LIFE-40: an e-mail about a policy that lapses before it is sent presents no certificate', async () => {
    transport = { send: () => Promise.reject(new Error('no connection')) };
    await send('v2/sendpolicy', { policyId: 'p1' }, { language: 'en' });
    const p1 = and(eq(policies.customerId, 'anna'), eq(policies.id, 'p1'));
    await database.db.update(policies).set({ lapsedOn: '2026-11-02' }).where(p1);
    transport = smtpTransport({ url: mailServer.url, from });
    const [mail] = await arrived(1);
    await database.db.update(policies).set({ lapsedOn: null }).where(p1);
    expect([mail?.subject, attachmentOf(mail).filename]).toEqual([
      'Your policy summary: Comprehensive motor insurance',
      'policy-1000001.pdf',
    ]);
    expect(mail?.text).not.toMatch(/certificate/i);
  });

  test('a company is greeted without a first name', async () => {
    const answer = await send(
      'v1/sendpolicyoverview',
      { email: 'felag@example.is' },
      { token: await issuer.token('felag') },
    );
    expect(answer.status).toBe(202);
    expect((await arrived(1))[0]?.text).toMatch(/^Góðan dag\.\s/);
  });

  test('DATA-4, FORM-6a: without an address on file, or with an invalid one, the error names the field', async () => {
    const birgir = await issuer.token('birgir');
    const none = problem.parse(await (await send('v1/sendpolicyoverview', {}, { token: birgir })).json());
    expect(none).toMatchObject({
      status: 400,
      errors: { email: ['Ekkert netfang er á skrá hjá okkur. Skráðu netfangið sem á að senda á.'] },
    });
    const wrong = await send('v1/sendpolicyoverview', { email: 'anna@hjá.is\r\nbcc: x@example.is' });
    expect(problem.parse(await wrong.json())).toMatchObject({
      status: 400,
      errors: { email: ['Netfangið á að líta út eins og nafn@example.is, án íslenskra stafa'] },
    });
    expect(await database.db.$count(mails)).toBe(0);
  });

  test("another customer's policy is not found, and nothing is sent", async () => {
    expect((await send('v2/sendpolicy', { policyId: 'b1' })).status).toBe(404);
    expect((await send('v2/sendpolicy', { policyId: '' })).status).toBe(400);
    expect(await database.db.$count(mails)).toBe(0);
  });

  test('FORM-9: requests with the same key are performed once, even concurrently; another body with that key is a conflict', async () => {
    const all = await Promise.all(
      Array.from({ length: 5 }, () => send('v1/sendpolicyoverview', {}, { key: 'einu-sinni' })),
    );
    expect(all.map(({ status }) => status)).toEqual([202, 202, 202, 202, 202]);
    for (const answer of all) expect(await answer.json()).toEqual({ email: 'anna@example.is' });
    expect(await database.db.$count(mails)).toBe(1);
    const other = await send('v1/sendpolicyoverview', { email: 'b@example.is' }, { key: 'einu-sinni' });
    expect(problem.parse(await other.json())).toMatchObject({ status: 409, errorCode: 'conflict' });
    expect((await send('v2/sendpolicy', { policyId: 'p1' }, { key: 'einu-sinni' })).status).toBe(409);
    expect((await send('v1/sendpolicyoverview', {}, { key: 'x'.repeat(101) })).status).toBe(400);
    // Keys of different people are different keys.
    const felag = await issuer.token('felag');
    const theirs = await send(
      'v1/sendpolicyoverview',
      { email: 'felag@example.is' },
      { key: 'einu-sinni', token: felag },
    );
    expect(theirs.status).toBe(202);
    await arrived(2);
  });

  test('after the mail server was down for an hour, the e-mail is delivered once', long, async () => {
    const { port } = mailServer;
    await mailServer.stop();
    let tries = 0;
    const smtp = smtpTransport({ url: `smtp://127.0.0.1:${port}`, from });
    transport = {
      send: async (mail) => {
        tries += 1;
        await smtp.send(mail);
      },
    };
    expect((await send('v1/sendpolicyoverview', {})).status).toBe(202);
    await passHour();
    expect(tries).toBeGreaterThan(3);
    expect(await database.db.select().from(mails)).toMatchObject([{ sentAt: null, failedAt: null }]);
    mailServer = await startMailServer(port);
    await arrived(1);
    await settled();
    await passHour();
    expect(mailServer.mails).toHaveLength(1);
  });

  test(
    'a process that dies after handing over an e-mail sends the same message again, not a new one',
    long,
    async () => {
      const smtp = smtpTransport({ url: mailServer.url, from });
      let handedOver = 0;
      transport = {
        send: async (mail) => {
          await smtp.send(mail);
          handedOver += 1;
          // The server has accepted the e-mail, but we never record it.
          if (handedOver === 1) throw new Error('process gone');
        },
      };
      await send('v1/sendpolicyoverview', {});
      await arrived(2);
      const [row] = await settled();
      expect(mailServer.mails.map(({ messageId }) => messageId)).toEqual([
        `<${row?.id}@hofn.example>`,
        `<${row?.id}@hofn.example>`,
      ]);
      await passHour();
      expect(mailServer.mails).toHaveLength(2);
    },
  );

  test(
    'DESK-14: an unknown mailbox is not retried and gives staff one case for the customer; a full one is',
    long,
    async () => {
      let attempts = 0;
      mailServer.control.refuse = () => {
        attempts += 1;
        return { responseCode: attempts === 1 ? 452 : 550 };
      };
      await send('v1/sendpolicyoverview', { email: 'horfinn@example.is' });
      await eventually(() => expect(attempts).toBe(2));
      expect(await settled()).toMatchObject([{ sentAt: null, fault: 'RCPT TO 550' }]);
      await passHour();
      expect(attempts).toBe(2);
      await send('v1/sendpolicyoverview', { email: 'horfinn@example.is' });
      await eventually(() => expect(attempts).toBe(3));
      await settled();
      const katrin = await issuer.token('employee|katrin', { actor_kind: 'employee' });
      const staff = async <Answer>(path: string) =>
        (await (await api.ask(`/api/staff/v1/${path}`, { token: katrin })).json()) as Answer;
      const { items } = await staff<{ items: CaseLine[] }>('queue?kind=mail');
      expect(items).toMatchObject([{ kind: 'mail', sender: 'Anna Prófdóttir', known: true }]);
      const { matter, noteToClose } = await staff<StaffCase>(`cases/${items[0]?.id}`);
      const refused = { recipient: 'horfinn@example.is', fault: 'RCPT TO 550' };
      expect(matter).toMatchObject({ kind: 'mail', mails: [refused, refused] });
      expect(noteToClose).toBe(true);
    },
  );
});
