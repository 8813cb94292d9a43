import { type Claim, type ClaimStatus, claimStatus } from '@hofn/contracts';
import { claims, customers, type Database, mails } from '@hofn/database';
import { testDatabase } from '@hofn/database/testing.ts';
import { and, eq, sql } from 'drizzle-orm';
import { beforeEach, expect, test } from 'vitest';
import { createMails } from '../platform/mail/mails.ts';
import { fillDatabase, fixedClock } from '../testing.ts';
import { createClaimStore } from './claim-store.ts';
import { timelineOf } from './claims.ts';
import { changeClaim, fillClaims } from './testing.ts';

let database: Database;
beforeEach(async () => {
  database = await testDatabase();
  await fillDatabase(database);
  await fillClaims(database);
});

const subject = { id: 'anna' };
type Role = 'customer' | 'handler' | 'surveyor' | 'system';
const change = (status: ClaimStatus, role: Role = 'handler') => {
  const { db } = database;
  const clock = fixedClock();
  const mails = createMails({ db, clock, outbox: { send: async () => {} } });
  return changeClaim({ db, clock, mails }, 'anna', 'c1', {
    status,
    by: { role, name: 'Prófa Fulltrúadóttir' },
  });
};
/** Statuses that the customer was notified of by e-mail. */
const notifiedStatuses = async (): Promise<string[]> =>
  (
    await database.db
      .select({ status: sql<string>`about ->> 'status'` })
      .from(mails)
      .where(and(eq(mails.customerId, 'anna'), eq(mails.kind, 'claimStatus')))
  ).map(({ status }) => status);
const timeline = async (): Promise<Claim['timeline']> => {
  const store = createClaimStore(database.db);
  const claim = await store.one(subject, 'is', 'c1');
  if (!claim) throw new Error('There is no claim c1');
  return timelineOf(claim, await store.events(subject, 'c1'), 'is');
};

/** Transitions through every status of a claim. */
const transitions: ClaimStatus[] = [
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

test('DATA-9: the customer is notified of every change of a claim’s status, by e-mail and in the timeline', async () => {
  // The claim was received and in progress before the test.
  expect(new Set<string>([...transitions, 'received', 'inProgress'])).toEqual(new Set(claimStatus.options));
  const before = (await timeline()).filter(({ state }) => state !== 'next').length;
  for (const status of transitions) await change(status);
  expect((await notifiedStatuses()).toSorted()).toEqual(transitions.toSorted());
  const steps = (await timeline()).slice(before).map(({ step }) => step);
  expect(steps).toEqual(transitions);
});

test.each(['customer', 'surveyor', 'system'] as const)(
  'DATA-9: the customer is notified of a change made by “%s”',
  async (role) => {
    await change('withdrawn', role);
    expect(await notifiedStatuses()).toEqual(['withdrawn']);
  },
);

test('DATA-9: a customer without an e-mail address reads a change in the timeline', async () => {
  await database.db.update(customers).set({ email: null }).where(eq(customers.id, 'anna'));
  await change('assessment');
  expect(await notifiedStatuses()).toEqual([]);
  expect((await timeline()).find(({ state }) => state === 'now')?.step).toBe('assessment');
  expect(await database.db.$count(claims, eq(claims.status, 'assessment'))).toBe(1);
});
