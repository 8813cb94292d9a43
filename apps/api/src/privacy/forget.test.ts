import {
  cases,
  claimDrafts,
  claimNotices,
  customers,
  type Database,
  idempotencyKeys,
  mails,
  outboundClicks,
  travelChecks,
  uploads,
} from '@hofn/database';
import { TestClock } from '@hofn/database/jobs.ts';
import { jobTime } from '@hofn/database/testing/job-time.ts';
import { patience } from '@hofn/database/testing/patience.ts';
import { testDatabase } from '@hofn/database/testing.ts';
import { createLogger } from '@hofn/service';
import { testSecrets } from '@hofn/service/testing/secrets.ts';
import { asc, sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { filledForm } from '../claims/testing.ts';
import { defaultSettings } from '../settings.ts';
import { fillDatabase, fixedClock, startJobs, temporaryFiles } from '../testing.ts';
import { openApiJobs } from '../work.ts';

let database: Database;
beforeAll(async () => {
  database = await testDatabase();
  await fillDatabase(database);
});
afterAll(() => database.close());

const ids = async (table: typeof mails | typeof travelChecks | typeof claimNotices | typeof cases) =>
  (await database.db.select({ id: table.id }).from(table).orderBy(asc(table.id))).map(({ id }) => id);

test('HOLD-6: the nightly jobs delete all expired rows, also more than one batch, and nothing else', {
  timeout: patience(120_000),
}, async () => {
  const { db } = database;
  const mail = {
    customerId: 'anna',
    actorId: 'anna',
    kind: 'claimStatus',
    about: {},
    recipient: 'anna@example.is',
    language: 'is',
  } as const;
  await db.insert(mails).values([
    { ...mail, id: 'fresh', createdAt: '2022-11-22T00:00:00Z' },
    { ...mail, id: 'old', createdAt: '2022-11-20T00:00:00Z' },
  ]);
  const check = {
    customerId: 'anna',
    policyId: 'p1',
    validFrom: '2025-01-01',
    createdAt: '2025-01-01T00:00:00Z',
  };
  await db.insert(travelChecks).values([
    { ...check, id: 'fresh', validTo: '2025-11-22' },
    { ...check, id: 'old', validTo: '2025-11-20' },
  ]);
  await db.insert(outboundClicks).values([
    { day: '2024-10-22', host: 'fresh.example', path: '/', count: 1 },
    { day: '2024-10-20', host: 'old.example', path: '/', count: 1 },
  ]);
  const notice = {
    line: 'home',
    form: filledForm,
    name: 'Þóra Prófsdóttir',
    ssn: '1203751489',
    policyNumber: '',
    language: 'is',
  } as const;
  await db.insert(claimNotices).values([
    { ...notice, id: 'fresh', number: 'T-91', receivedAt: '2016-11-22T00:00:00Z' },
    { ...notice, id: 'open', number: 'T-92', receivedAt: '2016-11-20T00:00:00Z' },
    { ...notice, id: 'old', number: 'T-93', receivedAt: '2016-11-20T00:00:00Z' },
    { ...notice, id: 'known', number: 'T-94', receivedAt: '2016-11-20T00:00:00Z', customerId: 'anna' },
  ]);
  const opened = {
    kind: 'claim',
    language: 'is',
    openedAt: '2016-11-20T00:00:00Z',
    dueAt: '2016-11-21T00:00:00Z',
  } as const;
  await db.insert(cases).values([
    { ...opened, id: 'open', matterId: 'open' },
    { ...opened, id: 'old', matterId: 'old', state: 'closed', closedAt: '2016-12-01T00:00:00Z' },
  ]);
  await db.insert(uploads).values(
    ['open', 'old'].map((id) => ({
      ownerId: id,
      id: `u-${id}`,
      holder: 'claimNotice',
      holderId: id,
      name: 'mynd.jpg',
      sender: 'Þóra',
      bytes: 10,
      createdAt: '2016-11-20T00:00:00Z',
    })),
  );
  // More than two batches of each.
  await db.execute(sql`insert into ${claimDrafts} (customer_id, id, line, form, step, language, created_at, changed_at, expires_at)
    select 'anna', 'd' || n, 'home', '{}', 1, 'is', '2026-01-01', '2026-01-01', '2026-02-01' from generate_series(1, 2100) as n`);
  await db.execute(sql`insert into ${idempotencyKeys} ${sql.raw('(actor_id, key, request, created_at)')}
    select 'anna', 'k' || n, 'h', '2026-01-01' from generate_series(1, 2100) as n`);

  const clock = new TestClock('2026-11-21T03:14:00Z');
  const logger = createLogger('api', 'silent');
  const jobs = await openApiJobs(database, logger, testSecrets, clock);
  await startJobs({
    database,
    clock: fixedClock(),
    logger,
    settings: defaultSettings(),
    jobs,
    files: temporaryFiles(),
  });
  await jobTime(database, clock).untilHolds(async () => {
    expect(await db.$count(claimDrafts)).toBe(0);
    expect(await db.$count(idempotencyKeys)).toBe(0);
    expect(await ids(mails)).toEqual(['fresh']);
    expect(await ids(travelChecks)).toEqual(['fresh']);
    expect((await db.select().from(outboundClicks)).map(({ host }) => host)).toEqual(['fresh.example']);
    expect(await ids(claimNotices)).toEqual(['fresh', 'known', 'open']);
    expect(await ids(cases)).toEqual(['open']);
    expect((await db.select().from(uploads)).map(({ id }) => id)).not.toContain('u-old');
  });
  await jobs.stop(1);
  expect(await db.$count(customers)).toBe(4);
});
