import { type Database, type Jobs, mails, transactions } from '@hofn/database';
import { TestClock } from '@hofn/database/jobs.ts';
import { jobTime } from '@hofn/database/testing/job-time.ts';
import { describeWithDatabase } from '@hofn/database/testing.ts';
import { createLogger } from '@hofn/service';
import { testSecrets } from '@hofn/service/testing/secrets.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startMailServer } from '../platform/mail/testing.ts';
import { smtpTransport } from '../platform/mail/transport.ts';
import { readPdf } from '../platform/pdf/testing.ts';
import { defaultSettings } from '../settings.ts';
import { createIssuer, fillDatabase, fixedClock, startApi, startJobs, temporaryFiles } from '../testing.ts';
import { openApiJobs } from '../work.ts';

const logger = createLogger('api', 'silent');

describeWithDatabase('sending transactions by e-mail', (open) => {
  let database: Database;
  let mailServer: Awaited<ReturnType<typeof startMailServer>>;
  let jobs: Jobs;
  let jobClock: TestClock;
  let api: Awaited<ReturnType<typeof startApi>>;
  let anna: string;

  beforeAll(async () => {
    database = await open();
    await fillDatabase(database);
    await database.db.insert(transactions).values(
      ['2026-10-01', '2026-11-01'].map((bookedOn, n) => ({
        customerId: 'anna',
        id: `t${n}`,
        sequence: n,
        bookedOn,
        type: 'premium' as const,
        policyId: 'p1',
        amount: 9_000 + n,
        descriptionIs: `Iðgjald ${n}`,
        descriptionEn: `Premium ${n}`,
      })),
    );
    const issuer = await createIssuer();
    anna = await issuer.token('anna');
    mailServer = await startMailServer();
    jobClock = new TestClock(Date.now());
    jobs = await openApiJobs(database, logger, testSecrets, jobClock);
    const settings = { ...defaultSettings(), RATE_COSTLY: 1000 };
    const transport = smtpTransport({ url: mailServer.url, from: 'Höfn tryggingar <hofn@hofn.example>' });
    await startJobs({
      database,
      clock: fixedClock(),
      logger,
      settings,
      jobs,
      files: temporaryFiles(),
      transport,
    });
    api = await startApi(database, issuer, { settings, outbox: jobs });
  });
  afterAll(async () => {
    await api.stop();
    await jobs.stop(1);
    await mailServer.stop();
  });

  const send = (body: object, language: 'is' | 'en' = 'is') =>
    api.ask('/api/account/v1/sendtransactionoverview', {
      method: 'POST',
      body: JSON.stringify(body),
      headers: { 'content-type': 'application/json' },
      token: anna,
      language,
    });
  const arrived = async (count: number) => {
    await jobTime(database, jobClock).untilHolds(() => expect(mailServer.mails).toHaveLength(count));
    const mail = mailServer.mails.at(-1);
    const [attachment] = mail?.attachments ?? [];
    if (!mail || !attachment) throw new Error('the mail has no attachment');
    return { mail, attachment, content: new Uint8Array(attachment.content as ArrayBuffer) };
  };

  test('DATA-5, LANG-6: the overview of a period is sent as PDF or CSV, in the sender’s language', async () => {
    const answer = await send({ from: '2026-11-01' });
    expect([answer.status, await answer.json()]).toEqual([202, { email: 'anna@example.is' }]);
    const pdf = await arrived(1);
    expect(pdf.mail.subject).toBe('Hreyfingayfirlit');
    expect(pdf.mail.text).toContain('http://localhost:8080/arsskyrsla/vidskipti/hreyfingayfirlit');
    expect(pdf.attachment.filename).toBe('hreyfingar-fra-2026-11-01.pdf');
    const text = (await readPdf(pdf.content)).pages.join('\n');
    expect(text).toContain('Iðgjald 1');
    expect(text).not.toContain('Iðgjald 0');

    expect((await send({ format: 'csv', policy: 'p1', email: 'a@example.is' }, 'en')).status).toBe(202);
    const csv = await arrived(2);
    expect(csv.mail.recipients).toEqual(['a@example.is']);
    expect(csv.attachment).toMatchObject({
      filename: 'transactions-2026-11-21.csv',
      mimeType: 'text/csv',
    });
    expect(Buffer.from(csv.content).toString()).toContain('2026-10-01,Premium,Premium 0,');
  });

  test('DATA-5: reversed days, another customer’s policy and an unknown format send nothing', async () => {
    const before = await database.db.$count(mails);
    const reversed = await send({ from: '2026-11-02', to: '2026-11-01' });
    expect(reversed.status).toBe(400);
    expect(await reversed.json()).toMatchObject({
      errors: { to: ['Seinni dagurinn má ekki vera á undan þeim fyrri'] },
    });
    expect((await send({ policy: 'b1' })).status).toBe(404);
    expect((await send({ format: 'xlsx' })).status).toBe(400);
    expect(await database.db.$count(mails)).toBe(before);
  });
});
