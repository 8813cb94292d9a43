import {
  customers,
  type Database,
  documentsToSign,
  mails as mailRows,
  signingTransactions,
} from '@hofn/database';
import { testDatabase } from '@hofn/database/testing.ts';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createActorStore } from '../platform/actor-store.ts';
import { createMails } from '../platform/mail/mails.ts';
import { fillDatabase, fixedClock, temporaryFiles } from '../testing.ts';
import { signingMails } from './mails.ts';
import { createSigningNotices } from './notices.ts';
import { fillSigning } from './testing/fill.ts';

const clock = fixedClock();
let database: Database;
beforeAll(async () => {
  database = await testDatabase();
  await fillDatabase(database);
});
afterAll(() => database.close());
beforeEach(async () => {
  clock.set('2026-11-21T08:20:00Z');
  await fillSigning(database, temporaryFiles());
  await database.db.delete(mailRows);
});

const notices = () => {
  const mails = createMails({ db: database.db, clock, outbox: { send: async () => undefined } });
  return createSigningNotices({ db: database.db, clock, mails });
};
const queuedMails = async () =>
  (await database.db.select().from(mailRows))
    .map(({ kind, about }) => `${kind} ${about.documentId}`)
    .toSorted();

test('a customer is notified once of each document to sign, and reminded three days before its last day', async () => {
  await notices().tell();
  // s3 has expired, s4 is signed, and the company of s5 has no address on file.
  expect(await queuedMails()).toEqual(['toSign s1', 'toSign s2']);
  await notices().tell();
  clock.set('2026-12-01T08:20:00Z');
  await notices().tell();
  expect(await queuedMails()).toHaveLength(2);
  clock.set('2026-12-02T08:20:00Z');
  await notices().tell();
  await notices().tell();
  expect(await queuedMails()).toEqual(['reminderToSign s1', 'toSign s1', 'toSign s2']);
});

test('HOLD-6: a customer without an address is notified of a document on the first day that there is one', async () => {
  await notices().tell();
  expect(await queuedMails()).not.toContain('toSign s5');
  const address = (email: string | null) =>
    database.db.update(customers).set({ email }).where(eq(customers.id, 'felag'));
  await address('felag@example.is');
  clock.set('2026-11-22T08:20:00Z');
  await notices().tell();
  await notices().tell();
  await address(null);
  expect(await queuedMails()).toEqual(['toSign s1', 'toSign s2', 'toSign s5']);
});

test('LANG-6: the e-mails are in the reader’s language, name the document and its last day, and link to the list', async () => {
  const subject = await createActorStore(database.db).customer('anna');
  if (!subject) throw new Error('There is no customer Anna');
  const compose = signingMails({ db: database.db, site: 'https://hofn.example' });
  const about = { documentId: 's1' };
  const icelandic = await compose.toSign({ subject, about, language: 'is' });
  expect(icelandic).toMatchObject({
    firstName: 'Anna',
    subject: 'Skjal bíður undirritunar',
    body: expect.stringMatching(
      /: Heimild til skuldfærslu\. Undirrita þarf það í síðasta lagi 5\.\sdesember 2026 með/,
    ),
    button: { url: expect.stringContaining('/vidskipti/undirritud-skjol') },
  });
  const english = await compose.reminderToSign({ subject, about, language: 'en' });
  expect(english?.body).toMatch(/Direct debit mandate\. The deadline is 5\sDecember 2026\./);
  // A document signed meanwhile gets no reminder, only the confirmation.
  expect(await compose.toSign({ subject, about: { documentId: 's4' }, language: 'is' })).toBeUndefined();
  const signed = await compose.documentSigned({ subject, about: { documentId: 's4' }, language: 'is' });
  expect(signed?.body).toContain('Skjalið er undirritað: Heimild til skuldfærslu.');
});

test('signings are deleted after a day, and documents are not', async () => {
  clock.set('2026-11-22T11:00:00Z');
  await notices().forget();
  expect(await database.db.$count(signingTransactions)).toBe(4);
  clock.set('2026-11-22T12:00:00Z');
  await notices().forget();
  expect(await database.db.$count(signingTransactions)).toBe(0);
  expect(await database.db.$count(documentsToSign)).toBe(5);
  expect(await database.db.$count(customers, eq(customers.id, 'anna'))).toBe(1);
});
