import { type Database, instalments, type Jobs, payments } from '@hofn/database';
import { TestClock } from '@hofn/database/jobs.ts';
import { describeWithDatabase } from '@hofn/database/testing.ts';
import { createLogger } from '@hofn/service';
import { eq, sql } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { recordedEvents } from '../events/testing.ts';
import { startMailServer } from '../platform/mail/testing.ts';
import { smtpTransport } from '../platform/mail/transport.ts';
import { defaultSettings } from '../settings.ts';
import { createIssuer, fillDatabase, fixedClock, startApi, startJobs, temporaryFiles } from '../testing.ts';
import { openApiJobs } from '../work.ts';
import { type CardService, CardServiceUnavailable, type Outcome } from './cards.ts';
import { followUpSeconds } from './pay.ts';

const logger = createLogger('api', 'silent');

describeWithDatabase('a payment whose result was lost', (open) => {
  let database: Database;
  let mailServer: Awaited<ReturnType<typeof startMailServer>>;
  let jobs: Jobs;
  let jobClock: TestClock;
  let api: Awaited<ReturnType<typeof startApi>>;
  let anna: string;
  // The service's answer once it is up again; undefined while it is down.
  let outcome: Outcome | undefined;
  let lookups = 0;
  const cards: CardService = {
    charge: () => Promise.reject(new CardServiceUnavailable()),
    settle: async () => {
      lookups += 1;
      if (!outcome) throw new CardServiceUnavailable();
      return outcome;
    },
  };

  beforeAll(async () => {
    database = await open();
    await fillDatabase(database);
    const issuer = await createIssuer();
    anna = await issuer.token('anna');
    mailServer = await startMailServer();
    jobClock = new TestClock(Date.now());
    jobs = await openApiJobs(database, logger, jobClock);
    const settings = defaultSettings();
    const transport = smtpTransport({ url: mailServer.url, from: 'Höfn tryggingar <hofn@hofn.example>' });
    await startJobs({
      database,
      clock: fixedClock(),
      logger,
      settings,
      jobs,
      files: temporaryFiles(),
      transport,
      cards,
    });
    api = await startApi(database, issuer, { settings, outbox: jobs, cards });
  });
  afterEach(async () => {
    outcome = undefined;
    lookups = 0;
    mailServer.mails.length = 0;
    await database.db
      .update(instalments)
      .set({ paymentId: null, paidAt: null })
      .where(eq(instalments.id, '2'));
    await database.db.delete(payments);
  });
  afterAll(async () => {
    await api.stop();
    await jobs.stop(1);
    await mailServer.stop();
  });

  const pay = async () => {
    const answer = await api.ask('/api/payment/v1/pay', {
      method: 'POST',
      body: JSON.stringify({ installmentIds: ['2'], amount: 12_510 }),
      headers: { 'content-type': 'application/json' },
      token: anna,
    });
    expect(await answer.json()).toMatchObject({ state: 'processing' });
    expect(lookups).toBe(1);
  };
  const passSeconds = async (seconds: number) => {
    await jobClock.setTime(jobClock.now() + seconds * 1000);
    await jobClock.tick(1000);
  };
  const until = (assertion: () => void | Promise<void>) =>
    vi.waitFor(async () => {
      await passSeconds(30);
      await assertion();
    }, 30_000);
  const stateNow = async () => {
    const { rows } = await database.db.execute(sql`select state from payments`);
    return rows.map((row) => row.state);
  };

  test('PAY-16, CORE-7: is looked up until it is known, booked once, and its receipt is e-mailed', async () => {
    await pay();
    await passSeconds(followUpSeconds - 30);
    expect(lookups).toBe(1);
    await until(() => expect(lookups).toBeGreaterThan(2));
    expect(await stateNow()).toEqual(['started']);
    outcome = { state: 'charged', reference: 'H7' };
    await until(() => expect(mailServer.mails).toHaveLength(1));
    expect(await stateNow()).toEqual(['paid']);
    expect(await recordedEvents(database)).toEqual([
      {
        type: 'hofn.payment.made',
        subject: 'anna',
        data: { paymentId: expect.any(String), instalmentIds: ['2'] },
      },
    ]);
    const [mail] = mailServer.mails;
    expect(mail?.subject).toBe('Kvittun fyrir greiðslu');
    expect(mail?.attachments.map(({ filename }) => filename)).toEqual(['kvittun-2026-11-21.pdf']);
  });

  test('PAY-16: is cancelled when nothing was charged; the customer is notified by e-mail and can pay again', async () => {
    await pay();
    outcome = { state: 'cancelled' };
    await until(() => expect(mailServer.mails).toHaveLength(1));
    expect(await stateNow()).toEqual(['cancelled']);
    expect(mailServer.mails[0]?.subject).toBe('Greiðslan fór ekki í gegn');
    const answer = await api.ask('/api/payment/v1/installmentsOverview?state=overdue', { token: anna });
    expect(await answer.json()).toMatchObject({ items: [{ id: '2' }] });
  });
});
