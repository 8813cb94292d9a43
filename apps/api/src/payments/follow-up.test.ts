import type { CaseLine, PaymentStatus, StaffCase } from '@hofn/contracts';
import { cases, coreEvents, type Database, instalments, type Jobs, payments } from '@hofn/database';
import { TestClock } from '@hofn/database/jobs.ts';
import { jobTime } from '@hofn/database/testing/job-time.ts';
import { patience } from '@hofn/database/testing/patience.ts';
import { describeWithDatabase, inRoleOf } from '@hofn/database/testing.ts';
import { createLogger } from '@hofn/service';
import { testSecrets } from '@hofn/service/testing/secrets.ts';
import { eq, sql } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { recordedEvents } from '../events/testing.ts';
import { startMailServer } from '../platform/mail/testing.ts';
import { smtpTransport } from '../platform/mail/transport.ts';
import { defaultSettings } from '../settings.ts';
import {
  createIssuer,
  fillDatabase,
  fillStaff,
  fixedClock,
  noon,
  startApi,
  startJobs,
  temporaryFiles,
} from '../testing.ts';
import { openApiJobs } from '../work.ts';
import { type CardService, CardServiceUnavailable, type Outcome } from './cards.ts';
import { payments as paymentsFeature } from './feature.ts';
import { followUpSeconds } from './queue.ts';
import { noHolds } from './testing.ts';

const logger = createLogger('api', 'silent');

describeWithDatabase('a payment whose result was lost', (open) => {
  let database: Database;
  let mailServer: Awaited<ReturnType<typeof startMailServer>>;
  let jobs: Jobs;
  let jobClock: TestClock;
  let api: Awaited<ReturnType<typeof startApi>>;
  let katrin: string;
  const clock = fixedClock();
  let anna: string;
  // The service's answer once it is up again; undefined while it is down.
  let outcome: Outcome | undefined;
  let lookups = 0;
  const cards: CardService = {
    ...noHolds,
    charge: () => Promise.reject(new CardServiceUnavailable()),
    settle: async () => {
      lookups += 1;
      if (!outcome) throw new CardServiceUnavailable();
      return outcome;
    },
    refund: async () => ({ state: 'processing' }),
  };

  beforeAll(async () => {
    database = await open();
    await fillDatabase(database);
    await fillStaff(database);
    const issuer = await createIssuer();
    const exp = Date.parse(noon) / 1000 + 30 * 86_400;
    anna = await issuer.token('anna', { exp });
    katrin = await issuer.token('employee|katrin', { actor_kind: 'employee', exp });
    mailServer = await startMailServer();
    jobClock = new TestClock(Date.now());
    jobs = await openApiJobs(database, logger, testSecrets, jobClock);
    const settings = defaultSettings();
    const transport = smtpTransport({ url: mailServer.url, from: 'Höfn tryggingar <hofn@hofn.example>' });
    await startJobs({
      database,
      clock,
      logger,
      settings,
      jobs,
      files: temporaryFiles(),
      transport,
      cards,
    });
    api = await startApi(database, issuer, { settings, outbox: jobs, cards, clock });
  });
  afterEach(async () => {
    outcome = undefined;
    lookups = 0;
    clock.set(noon);
    await database.db.delete(cases);
    await database.db.delete(coreEvents);
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
    }, patience(30_000));
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

  const read = async <Answer>(path: string, token: string) =>
    (await (await api.ask(path, { token, language: 'en' })).json()) as Answer;
  const checking = async () =>
    (await read<PaymentStatus>('/api/payment/v1/installmentsOverview', anna)).summary.checking;
  const queue = async (query: string) =>
    (await read<{ items: CaseLine[] }>(`/api/staff/v1/queue?${query}`, katrin)).items;
  /** Lets days go by for the API and its jobs, in steps that are shorter than any pause of the follow-up. */
  const passDays = async (days: number) => {
    const time = jobTime(database, jobClock);
    const from = clock.now().getTime();
    for (let hours = 5; hours <= days * 24; hours += 5) {
      clock.set(new Date(from + hours * 3_600_000).toISOString());
      const before = lookups;
      await vi.waitFor(async () => {
        await time.pass(5 * 3_600_000);
        expect(lookups).toBeGreaterThan(before);
      }, patience(30_000));
    }
  };

  test('DESK-14, PAY-16: a payment that nobody answers for in days is asked about again, is never a dead job, and has a case that the answer closes', async () => {
    await pay();
    expect(await queue('kind=payment')).toEqual([]);
    expect(await checking()).toEqual([{ amount: 12_510, startedOn: '2026-11-21', by: 'system' }]);
    await passDays(3);
    expect(await stateNow()).toEqual(['started']);
    expect(await jobs.dead('payment.settle')).toEqual([]);
    expect(await checking()).toEqual([{ amount: 12_510, startedOn: '2026-11-21', by: 'staff' }]);
    const lines = await queue('kind=payment');
    expect(lines).toMatchObject([
      { kind: 'payment', about: 'Visa •••• 4821', sender: 'Anna Prófdóttir', known: true, overdue: true },
    ]);
    const [{ id = '', version = 0 } = {}] = lines;
    const path = `/api/staff/v1/cases/${id}`;
    const { matter, undecided } = await read<StaffCase>(path, katrin);
    expect(matter).toEqual({
      ...{ kind: 'payment', paymentId: expect.any(String), startedAt: '2026-11-21T12:00:00.000Z' },
      ...{ amount: 12_510, card: 'Visa •••• 4821', state: 'started' },
      instalments: [
        { id: '2', name: expect.stringMatching(/Instalment 9 of 12/i), dueDate: '2026-11-01', total: 12_510 },
      ],
    });
    // Only the answer says whether the customer was charged, so that nobody can close it before.
    expect(undecided).toBe(true);
    const act = async (body: object) => {
      const answer = await api.ask(path, {
        ...{ method: 'POST', token: katrin, headers: { 'content-type': 'application/json' } },
        body: JSON.stringify(body),
      });
      return [answer.status, ((await answer.json()) as { errorCode?: string }).errorCode];
    };
    expect(await act({ act: 'close', version: version + 0, note: 'Hringt.' })).toEqual([
      409,
      'caseUndecided',
    ]);
    // The customer does not have it among what they have sent.
    expect(await read('/api/user/v1/matters', anna)).toMatchObject({ items: [] });
    outcome = { state: 'charged', reference: 'H9' };
    await until(async () => expect(await stateNow()).toEqual(['paid']));
    expect(await queue('kind=payment')).toEqual([]);
    expect(await read<StaffCase>(path, katrin)).toMatchObject({
      ...{ state: 'closed', matter: { kind: 'payment', state: 'paid' } },
    });
    expect(await checking()).toEqual([]);
    // Other systems hear of the payment, and not of our case about it; documents may have been issued on the days that passed.
    const types = (await recordedEvents(database)).map(({ type }) => type);
    expect(types.filter((type) => type !== 'hofn.document.issued')).toEqual(['hofn.payment.made']);
  });

  test('DESK-14: a payment whose job was given up by an earlier release is found, gets a case and is asked about again', async () => {
    await pay();
    await database.db.execute(sql`delete from jobs.job where name = 'payment.settle'`);
    clock.set('2026-11-23T12:00:00Z');
    const [find] = paymentsFeature.jobs;
    const { db } = await inRoleOf('api', database);
    const services = { db, clock, logger, cards, outbox: jobs } as never;
    await find.run(services);
    expect(await queue('kind=payment')).toMatchObject([{ kind: 'payment', sender: 'Anna Prófdóttir' }]);
    outcome = { state: 'cancelled' };
    await until(async () => expect(await stateNow()).toEqual(['cancelled']));
    expect(await queue('kind=payment')).toEqual([]);
    expect(await queue('kind=payment&state=closed')).toHaveLength(1);
  });
});
