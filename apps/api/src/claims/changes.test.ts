import { type Claim, type ClaimStatus, claimStatus } from '@hofn/contracts';
import { claims, customers, type Database, mails } from '@hofn/database';
import { testDatabase } from '@hofn/database/testing.ts';
import { and, eq, sql } from 'drizzle-orm';
import { beforeEach, expect, test } from 'vitest';
import { createMails } from '../platform/mail/mails.ts';
import { fillDatabase, fixedClock } from '../testing.ts';
import { createClaimChanges } from './changes.ts';
import { createClaimStore } from './claim-store.ts';
import { timelineOf } from './claims.ts';
import { fillClaims } from './testing.ts';

let database: Database;
beforeEach(async () => {
  database = await testDatabase();
  await fillDatabase(database);
  await fillClaims(database);
});

const context = {
  actor: { kind: 'employee', id: 'starf' },
  subject: { id: 'anna', kind: 'person', ssn: '1402851489', fullName: 'Anna Prófdóttir' },
} as const;
const make = () => {
  const { db } = database;
  const clock = fixedClock();
  return createClaimChanges({
    db,
    clock,
    mails: createMails({ db, clock, outbox: { send: async () => {} } }),
  });
};
type Role = 'customer' | 'handler' | 'surveyor' | 'system';
const change = (status: ClaimStatus, role: Role = 'handler') =>
  database.db.transaction((tx) =>
    make().change(tx, context, 'c1', { status, by: { role, name: 'Prófa Fulltrúadóttir' } }),
  );
/** What the customer has been told of. */
const told = async (): Promise<string[]> =>
  (
    await database.db
      .select({ status: sql<string>`about ->> 'status'` })
      .from(mails)
      .where(and(eq(mails.customerId, 'anna'), eq(mails.kind, 'claimStatus')))
  ).map(({ status }) => status);
const timeline = async (): Promise<Claim['timeline']> => {
  const cases = createClaimStore(database.db);
  const claim = await cases.one(context.subject, 'is', 'c1');
  if (!claim) throw new Error('The claim is not there');
  return timelineOf(claim, await cases.events(context.subject, 'c1'), 'is');
};

/** A way through every status that a claim can come to. */
const way: ClaimStatus[] = [
  'awaitingDocuments',
  'assessment',
  'partlyApproved',
  'settled',
  'reopened',
  'rejected',
  'reopened',
  'approved',
  'closed',
  'reopened',
  'withdrawn',
];

test('DATA-9: every change of a claim’s state reaches the customer, by e-mail and in the timeline', async () => {
  // Filed and taken up before this test begins.
  expect(new Set<string>([...way, 'received', 'inProgress'])).toEqual(new Set(claimStatus.options));
  const before = (await timeline()).filter(({ state }) => state !== 'next').length;
  for (const status of way) await change(status);
  expect((await told()).toSorted()).toEqual(way.toSorted());
  const steps = (await timeline()).slice(before).map(({ step }) => step);
  expect(steps).toEqual(way);
});

test.each(['customer', 'surveyor', 'system'] as const)(
  'DATA-9: a change reaches the customer whoever makes it, as “%s”',
  async (role) => {
    await change('withdrawn', role);
    expect(await told()).toEqual(['withdrawn']);
  },
);

test('DATA-9: a change that is not made tells nobody, and one who has no e-mail address reads it in the timeline', async () => {
  await database.db.update(customers).set({ email: null }).where(eq(customers.id, 'anna'));
  await change('assessment');
  expect(await told()).toEqual([]);
  expect((await timeline()).find(({ state }) => state === 'now')?.step).toBe('assessment');
  await database.db.update(customers).set({ email: 'anna@example.is' }).where(eq(customers.id, 'anna'));
  await expect(change('received')).rejects.toMatchObject({ code: 'conflict' });
  expect(await told()).toEqual([]);
  expect(await database.db.$count(claims, eq(claims.status, 'assessment'))).toBe(1);
});
