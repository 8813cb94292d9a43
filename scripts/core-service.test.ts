import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  applyActs,
  changeRequests,
  claimEvents,
  claimPayments,
  claims,
  coreImports,
  coreRecords,
  customers,
  type Database,
  documents,
  documentsToSign,
  instalments,
  type Jobs,
  mails,
  payments,
  policies,
  policyCovers,
  policyFigures,
  policyItems,
  premiumParts,
  proposals,
  seedReference,
  transactions,
} from '@hofn/database';
import { patience } from '@hofn/database/testing/patience.ts';
import { inRoleOf, testDatabase } from '@hofn/database/testing.ts';
import { demoFacts, demoSignIns, demoSource } from '@hofn/demo';
import { addDays, addMonths, dayOf, systemClock } from '@hofn/domain';
import { receivableOn } from '@hofn/insurance/ledger.ts';
import { createLogger } from '@hofn/service';
import { freePort } from '@hofn/service/testing/free-port.ts';
import { testSecrets } from '@hofn/service/testing/secrets.ts';
import { createIssuer } from '@hofn/service/testing.ts';
import { remoteKeys } from '@hofn/service/tokens.ts';
import { formatNumber } from '@hofn/texts';
import { and, asc, eq, getTableName, gt, isNotNull, isNull, sql } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { loadDemo } from '../apps/api/src/core/import/load-demo.ts';
import { recordEvent } from '../apps/api/src/platform/events.ts';
import { defaultSettings } from '../apps/api/src/settings.ts';
import { startApi, startJobs, temporaryFiles } from '../apps/api/src/testing.ts';
import { openApiJobs } from '../apps/api/src/work.ts';
import type { BookRecord, BookType } from '../apps/core/src/book.ts';
import type { CoreClient } from '../apps/core/src/client.ts';
import { proveBalance } from '../apps/core/src/ledger/report.ts';
import { fillInsurance, openingBook } from '../apps/core/src/opening.ts';
import { type StartedCore, startCore } from '../apps/core/src/start.ts';
import { readCalendar } from '../apps/core/src/store/calendar.ts';
import { newestEvents, openRequests, readConnection } from '../apps/core/src/store/connection.ts';
import { groupsOf } from '../apps/core/src/store/ledger.ts';
import { countUnanswered } from '../apps/core/src/store/outbox.ts';
import { recordOf, tableOf } from '../apps/core/src/store/records.ts';
import { seedCredentials } from '../apps/identity/src/index.ts';
import { createPasswords } from '../apps/identity/src/passwords.ts';
import { createVisitor, startIdentity, type TestIdentity } from '../apps/identity/src/testing.ts';
import { openDemo, registerCore } from './system/core.ts';
import { createDemoClock } from './system/demo-clock.ts';

const password = 'fjara og fjall 7';
const netmaking = '6512981489';
const sigurbjorg = '2109951459';
const gudrun = '1201741429';
const today = dayOf(systemClock.now());

let folder: string;
let identity: TestIdentity;
let api: Awaited<ReturnType<typeof startApi>>;
let jobs: Jobs;
let core: StartedCore;
const clock = createDemoClock();
const logger = createLogger('core', 'silent');

let client: CoreClient;
/** The database in the core's own role. */
let insurance: Database;

const start = (database = insurance) =>
  startCore({
    settings: {
      ...{ CORE_PORT: 0, CORE_HOST: '127.0.0.1', CORE_PAGE: true },
      ...{ CORE_API_URL: api.url, CORE_IDENTITY_URL: identity.url },
    },
    ...{ client, database, logger, clock, graceMs: 500 },
  });

/** What the core has of a type. */
const recordsOf = async <Type extends BookType>(type: Type) => {
  const rows = await insurance.db.select().from(tableOf(type) as PgTable);
  return rows.map((row) => recordOf(type, row)) as unknown as BookRecord<Type>[];
};
const findRecord = async <Type extends BookType>(type: Type, key: string) =>
  (await recordsOf(type)).find((record) => record.key === key);

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'hofn-demo-core-'));
  identity = await startIdentity({ port: await freePort() });
  const { database } = identity;
  await seedReference(database.db);
  await database.db.transaction((tx) => openDemo(tx, today));
  client = await registerCore(database, folder);
  insurance = await inRoleOf('core', database);
  const files = temporaryFiles();
  jobs = await openApiJobs(database, logger, testSecrets);
  const settings = {
    ...defaultSettings(),
    IDENTITY_ISSUER: `${identity.url}/`,
    REQUESTS_SETTLED_BY_CORE: ['figures' as const, 'offer' as const],
  };
  const transport = { send: async () => {} };
  await startJobs({ database, clock, logger, settings, files, jobs, transport });
  const keys = remoteKeys(new URL('/.well-known/jwks.json', identity.url));
  api = await startApi(database, await createIssuer(), {
    ...{ keys, clock, settings, files, outbox: jobs, identityClock: systemClock },
  });
});
afterAll(async () => {
  await core?.stop();
  await api.stop();
  await jobs.stop(0);
  await identity.stop();
  rmSync(folder, { recursive: true });
});

/** The id of a customer. */
const idOf = async (ssn: string): Promise<string> => {
  const [row] = await identity.database.db.select().from(customers).where(eq(customers.ssn, ssn));
  return row?.id ?? '';
};
const page = async (path = '/', language = 'en') =>
  (await fetch(`${core.url}${path}?lang=${language}`)).text();
const press = (path: string, fields: Record<string, string> = {}) =>
  fetch(`${core.url}${path}?lang=en`, { method: 'POST', body: new URLSearchParams(fields) });

const ssns = demoSignIns().map(({ ssn }) => ssn);

/** What the portal shows of the demo customers, without ids: another database has the same in its own. */
const everything = async ({ db }: Pick<Database, 'db'>) => {
  const withoutIds = (rows: object[]) =>
    rows
      // The identity service's test has customers of its own.
      .filter((row) => !('ssn' in row) || ssns.includes(String(row.ssn)))
      .map((row) => Object.entries(row).filter(([name]) => !/^id$|Id$|^createdAt$|^announcedAt$/.test(name)))
      .map((row) => JSON.stringify(row))
      .toSorted();
  const tables = [customers, policies, policyItems, policyCovers, premiumParts, policyFigures, instalments];
  const others = [transactions, claims, claimEvents, claimPayments, proposals, documentsToSign];
  const found: Record<string, string[]> = {};
  for (const table of [...tables, ...others, documents])
    found[getTableName(table)] = withoutIds(await db.select().from(table));
  return found;
};

test('CORE-13: at its first start the core loads the demo’s customers through the interface, all of its facts once', async () => {
  core = await start();
  const { db } = identity.database;
  const facts = demoFacts(today);
  expect(await db.$count(coreRecords)).toBe(facts.length);
  expect(
    await db.$count(coreRecords, and(eq(coreRecords.source, demoSource), eq(coreRecords.version, 1))),
  ).toBe(facts.length);
  expect(await db.$count(mails)).toBe(0);
  expect(await countUnanswered(insurance.db)).toBe(0);
  expect(await page()).toContain('Guðrún Helga Þorsteinsdóttir');
  expect(await page()).toContain(
    `${formatNumber('en', facts.length)} facts were loaded at the start, 0 refused.`,
  );
  expect(await page('/customers/customer-1', 'is')).toContain('2041188');

  await core.stop();
  core = await start();
  expect(await db.$count(coreImports)).toBe(1);
});

test('CORE-13: loaded in process, the demo has the same data and documents as loaded by its core', async () => {
  const other = await testDatabase();
  await loadDemo(other, today, systemClock);
  await applyActs(identity.database.db, { today, ssns });
  expect(await everything(identity.database)).toEqual(await everything(other));
  await other.close();
});

/** Waits until the core has handled the events that were recorded. */
const untilHandled = (type: string) =>
  vi.waitFor(
    async () => {
      expect((await newestEvents(insurance.db, 1))[0]?.type).toBe(type);
      expect(await countUnanswered(insurance.db)).toBe(0);
    },
    { timeout: patience(20_000) },
  );

const policyOf = async (number: string) => {
  const [row] = await identity.database.db.select().from(policies).where(eq(policies.number, number));
  return row;
};

test('CORE-13: a claim filed in the portal is adopted, also a visitor’s that nobody has verified, and a payment in the portal is booked', async () => {
  const { db } = identity.database;
  const customerId = await idOf(gudrun);
  const owed = and(eq(instalments.customerId, customerId), isNull(instalments.paidAt));
  const [instalment] = await db.select().from(instalments).where(owed).orderBy(asc(instalments.dueDate));
  await db.transaction(async (tx) => {
    await tx.insert(claims).values({
      ...{ customerId, id: 'filed-1', number: 'T-2026-100001', policyId: (await policyOf('1760415'))?.id },
      ...{ titleIs: 'Brotinn skjár', titleEn: 'Broken screen', status: 'received', dateOfLoss: today },
      ...{ changedAt: `${today}T09:00:00Z`, line: 'home' },
    });
    const data = { claimId: 'filed-1', number: 'T-2026-100001', policyId: null };
    await recordEvent(tx, 'claim.filed', customerId, data);
    await tx.insert(claims).values({
      ...{ customerId, id: 'noticed-1', number: 'T-2026-100002', unverified: true, line: 'home' },
      ...{ titleIs: 'Vatn á gólfi', titleEn: 'Water on the floor', status: 'received', dateOfLoss: today },
      changedAt: `${today}T09:00:00Z`,
    });
    const matched = { claimId: 'noticed-1', number: 'T-2026-100002' };
    await recordEvent(tx, 'claim.noticeMatched', customerId, matched);
    await tx.insert(payments).values({
      ...{ customerId, id: 'portal-1', actorId: customerId, state: 'paid', amount: instalment?.amount ?? 0 },
      ...{ card: 'Visa •••• 4821', cardToken: 'demo-4821', language: 'is', createdAt: `${today}T09:00:00Z` },
    });
    await tx
      .update(instalments)
      .set({ paymentId: 'portal-1' })
      .where(eq(instalments.id, instalment?.id ?? ''));
    const paid = { paymentId: 'portal-1', instalmentIds: [instalment?.id ?? ''] };
    await recordEvent(tx, 'payment.made', customerId, paid);
  });
  await untilHandled('hofn.payment.made');
  const [record] = await db.select().from(coreRecords).where(eq(coreRecords.id, 'filed-1'));
  expect(record).toMatchObject({ type: 'claims', version: 1 });
  const [noticed] = await db.select().from(claims).where(eq(claims.id, 'noticed-1'));
  expect(noticed).toMatchObject({ unverified: true, status: 'received' });
  expect(await findRecord('claims', 'claim-T-2026-100002')).toMatchObject({ version: 1 });
  const [claim] = await db.select().from(claims).where(eq(claims.id, 'filed-1'));
  expect(claim).toMatchObject({ dateOfLoss: today, titleEn: 'Broken screen', line: 'home' });
  const [paid] = await db
    .select()
    .from(instalments)
    .where(eq(instalments.id, instalment?.id ?? ''));
  expect(paid).toMatchObject({ paidAt: expect.any(String), lapsesOn: null });
  const balance = await db
    .select({ sum: sql<number>`sum(amount)::int` })
    .from(transactions)
    .where(eq(transactions.customerId, customerId));
  expect(balance).toEqual([{ sum: 0 }]);
  expect(await page()).toContain('payment.made');
});

test('CORE-13, LIFE-8: a change of figures is asked about, refused or accepted by hand, undone when it was taken back, and accepted by rule', async () => {
  const { database } = identity;
  const passwords = createPasswords(randomBytes);
  const company = await idOf(netmaking);
  await seedCredentials(
    { db: database.db, passwords, now: new Date() },
    { customerIds: [company], password },
  );
  const { access_token: token } = await createVisitor(identity).tokens({ name: netmaking, password });
  const record = (await recordsOf('policies')).find(
    ({ facts }) => facts.customer === netmaking && facts.figures && 'staff' in facts.figures,
  );
  const number = record?.facts.number ?? '';
  const figures = record?.facts.figures as Record<string, unknown>;
  const request = async (staff: number): Promise<string> => {
    const change = {
      ...{ cover: 'liability', policyId: (await policyOf(number))?.id, effectiveOn: today },
      figures: { ...figures, staff },
    };
    const answer = await api.ask('/api/company/v1/requestupdate', {
      ...{ method: 'POST', token, body: JSON.stringify(change) },
      headers: { 'content-type': 'application/json' },
    });
    const { id } = (await answer.json()) as { id: string };
    return id;
  };
  const isOpen = (id: string, state = 'open') =>
    vi.waitFor(
      async () =>
        expect((await openRequests(insurance.db)).find((each) => each.id === id)).toMatchObject({ state }),
      { timeout: patience(20_000) },
    );
  const figuresOf = async () => (await findRecord('policies', record?.key ?? ''))?.facts.figures;

  const texts = { is: 'Hvaða starfsfólk er þetta?', en: 'Who are these employees?' };
  const refused = await request(31);
  await isOpen(refused);
  expect(await page()).toContain('<code>staff</code>');
  await press(`/requests/${refused}/ask`, texts);
  await isOpen(refused, 'moreInformation');
  const short = await press(`/requests/${refused}/refuse`, { is: 'Nei', en: 'No' });
  expect(await short.text()).toContain('Höfn refused the answer');
  await press(`/requests/${refused}/refuse`, texts);
  expect(await openRequests(insurance.db)).toEqual([]);

  const accepted = await request(32);
  await isOpen(accepted);
  const [waiting] = await openRequests(insurance.db);
  await press(`/requests/${accepted}/accept`);
  expect(await policyOf(number)).toMatchObject({ premiumPerYear: waiting?.premium });

  const retracted = await request(40);
  await isOpen(retracted);
  const before = await policyOf(number);
  // Taken back between the core's reading and its answer.
  await database.db
    .update(changeRequests)
    .set({ state: 'retracted' })
    .where(eq(changeRequests.id, retracted));
  const late = await press(`/requests/${retracted}/accept`);
  expect(await late.text()).toContain('The customer has taken the request back.');
  expect(await openRequests(insurance.db)).toEqual([]);
  expect(await figuresOf()).toMatchObject({ staff: 32 });
  expect(await policyOf(number)).toMatchObject({ premiumPerYear: before?.premiumPerYear });

  await press('/rule/on');
  await request(33);
  await vi.waitFor(async () => expect(await figuresOf()).toMatchObject({ staff: 33 }), {
    timeout: patience(20_000),
  });
  expect(await page()).toContain('Requests are accepted automatically.');
  expect(await page()).not.toContain('class="refused"');
});

test('CORE-13, INS-5: a month and a half later instalments are invoiced and paid, a reminder is sent, an unpaid policy lapses, one renews, and claims are settled; what customers read as their accounts is what the ledger says', async () => {
  const { db } = identity.database;
  // An instalment is due within a month, to be paid in 14 days, and the reminder follows.
  const daysAfterMonth = 16;
  const end = addDays(addMonths(today, 1), daysAfterMonth);
  const renewing = await policyOf('1987342');
  await press('/forward/month');
  for (let day = 0; day < daysAfterMonth; day += 1) await press('/forward/day');
  expect((await readCalendar(insurance.db)).today).toBe(end);
  expect(dayOf(clock.now())).toBe(end);
  expect(await countUnanswered(insurance.db)).toBe(0);
  expect(await page()).not.toContain('class="refused"');

  expect(await policyOf('2055612')).toMatchObject({ lapsedOn: expect.any(String), renews: false });
  expect(await policyOf('2055610')).toMatchObject({ lapsedOn: null });
  const owed = and(eq(instalments.customerId, await idOf(sigurbjorg)), isNull(instalments.paidAt));
  expect(
    await db.$count(instalments, and(owed, gt(instalments.dueDate, today), gt(instalments.fees, 0))),
  ).toBeGreaterThan(0);
  expect(await policyOf('1987342')).toMatchObject({
    validFrom: addDays(renewing?.validTo ?? '', 1),
    // What was told before is what it costs.
    premiumPerYear: renewing?.nextPeriod?.premiumPerYear ?? 0,
  });
  const isNew = and(eq(documents.kind, 'invoice'), gt(documents.issuedOn, today));
  expect(await db.$count(documents, isNew)).toBeGreaterThan(0);
  expect(
    await db.$count(
      instalments,
      and(gt(instalments.dueDate, today), isNotNull(instalments.paidAt), eq(instalments.method, 'bank')),
    ),
  ).toBeGreaterThan(0);
  const [claim] = await db.select().from(claims).where(eq(claims.id, 'filed-1'));
  expect(claim).toMatchObject({
    status: 'settled',
    handlerName: 'Vala Stefánsdóttir',
    compensation: 150_000,
  });
  const [noticed] = await db.select().from(claims).where(eq(claims.id, 'noticed-1'));
  // Whose it is, no rule of the core decides.
  expect(noticed).toMatchObject({ status: 'received', unverified: true });
  const queued = await db
    .select({ kind: mails.kind })
    .from(mails)
    .where(eq(mails.customerId, await idOf(gudrun)));
  expect(queued.map(({ kind }) => kind)).toEqual(expect.arrayContaining(['claimStatus', 'claimPayment']));

  const { balance, faults } = await proveBalance(insurance.db, { from: today, to: end });
  expect(faults).toEqual([]);
  expect(balance.find(({ account }) => account === 'claimsPaid')?.debit).toBeGreaterThanOrEqual(150_000);
  const accounts = await db
    .select({ ssn: customers.ssn, owed: sql<number>`sum(${transactions.amount})::int` })
    .from(transactions)
    .innerJoin(customers, eq(customers.id, transactions.customerId))
    .groupBy(customers.ssn);
  expect(accounts.length).toBeGreaterThan(5);
  for (const { ssn, owed } of accounts)
    expect([ssn, receivableOn(await groupsOf(insurance.db, ssn), { customer: ssn, day: end })]).toEqual([
      ssn,
      owed,
    ]);
});

test('CORE-13: a stopped core continues with its own records, and signs in with the same key', async () => {
  const { today: day, daysAhead } = await readCalendar(insurance.db);
  await core.stop();
  const { cursor } = await readConnection(insurance.db);
  expect(await registerCore(identity.database, folder)).toEqual(client);
  core = await start();
  expect(await readCalendar(insurance.db)).toMatchObject({ today: day, daysAhead });
  // Events may have arrived since.
  const placeOf = (of: string | null) => Number(Buffer.from(of?.split('.').at(-1) ?? '', 'base64url'));
  expect(placeOf(cursor)).toBeGreaterThan(0);
  expect(placeOf((await readConnection(insurance.db)).cursor)).toBeGreaterThanOrEqual(placeOf(cursor));
  expect(await countUnanswered(insurance.db)).toBe(0);
});

test('CORE-13: a fact that the core was opened with and Höfn refuses is on the page with the reason, and not sent again', async () => {
  const own = await testDatabase();
  const { records, ...days } = openingBook(today);
  const [customer] = records.filter(({ type }) => type === 'customers');
  const [good, bad] = records.filter(({ type }) => type === 'policies');
  if (good?.type !== 'policies' || bad?.type !== 'policies' || customer?.type !== 'customers')
    throw new Error('The demo has no policies');
  const facts = { ...good.facts, customer: customer.facts.ssn, number: '9900001' };
  const refused = {
    ...bad.facts,
    customer: customer.facts.ssn,
    number: '9900002',
    product: 'none',
    covers: [],
  };
  await fillInsurance(own.db, {
    ...days,
    records: [
      // As Höfn has it by now.
      { ...customer, version: 1000 },
      { ...good, key: 'extra-1', facts },
      { ...bad, key: 'extra-2', facts: refused },
    ],
  });
  const imports = () => identity.database.db.$count(coreImports);
  const before = await imports();
  let second = await start(own);
  expect(await countUnanswered(own.db)).toBe(0);
  expect(await imports()).toBe(before + 1);
  const html = await (await fetch(`${second.url}/?lang=en`)).text();
  expect(html).toContain('2 facts were loaded at the start, 1 refused.');
  expect(html).toContain('<span class="refused">refused</span>');
  expect(html).toContain('facts.product: No product has this code.');
  await second.stop();
  second = await start(own);
  expect(await imports()).toBe(before + 1);
  await second.stop();
  await own.close();
});
