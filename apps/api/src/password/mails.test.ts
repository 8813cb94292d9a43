import { hash } from 'node:crypto';
import { type CredentialsJob, customers, type Database, employees, type SignInNotice } from '@hofn/database';
import { testDatabase } from '@hofn/database/testing.ts';
import { createLogger } from '@hofn/service';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type Outgoing, Refused } from '../platform/mail/transport.ts';
import { fillDatabase, fillStaff, fixedClock, noon } from '../testing.ts';
import { createCredentialsMail, createEmployeeNoticeMail, passwordMails } from './mails.ts';

let database: Database;
let fault: Error | undefined;
const sent: Outgoing[] = [];
const lines: string[] = [];
beforeAll(async () => {
  database = await testDatabase();
  await fillDatabase(database);
  await fillStaff(database);
  await database.db.update(customers).set({ email: 'anna@hofn.example' }).where(eq(customers.id, 'anna'));
});
afterAll(() => database.close());
beforeEach(() => {
  sent.length = 0;
  lines.length = 0;
  fault = undefined;
});

const link = 'http://localhost:8081/password?key=leyndarmal&language=is';
const parts = () => ({
  db: database.db,
  clock: fixedClock(),
  logger: createLogger('api', 'info', { write: (line: string) => lines.push(line) }),
  transport: {
    send: async (mail: Outgoing) => {
      if (fault) throw fault;
      sent.push(mail);
    },
  },
});
const send = (job: Partial<CredentialsJob> = {}) =>
  createCredentialsMail(parts())({
    customerId: 'anna',
    link,
    language: 'is',
    expiresAt: new Date(Date.parse(noon) + 1000).toISOString(),
    ...job,
  });

test('AUTH-10d: the link is sent to the address on file, and is in no log', async () => {
  await send();
  await send({ language: 'en' });
  expect(sent.map(({ recipient, letter }) => [recipient, letter.subject, letter.button?.url])).toEqual([
    ['anna@hofn.example', 'Slóð til að velja nýtt lykilorð', link],
    ['anna@hofn.example', 'Link to choose a new password', link],
  ]);
  // Sent twice after a crash, both are the same message.
  expect(sent[0]?.id).toBe(`credentials-${hash('sha256', link, 'base64url').slice(0, 22)}`);
  expect(lines.join()).toContain('credentials sent');
  expect(lines.join()).not.toMatch(/leyndarmal|anna@/);
});

test('AUTH-10d: nothing is sent without a customer, without an address, or with an expired link', async () => {
  await send({ customerId: null });
  await send({ expiresAt: new Date(Date.parse(noon)).toISOString() });
  await database.db.update(customers).set({ email: null }).where(eq(customers.id, 'birgir'));
  await send({ customerId: 'birgir' });
  expect(sent).toEqual([]);
  await send();
  expect(sent).toHaveLength(1);
});

test('a mail server that is down is retried, and a refusal is final', async () => {
  fault = new Error('away');
  await expect(send()).rejects.toThrow('away');
  fault = new Refused('RCPT TO 550');
  await send();
  expect(lines.join()).toContain('credentials given up');
});

test('AUTH-15: after a password change the customer is notified of the time and of a phone number to call', async () => {
  const compose = passwordMails({ site: 'https://hofn.example' }).passwordChanged;
  const subject = { id: 'anna', kind: 'person', ssn: '', fullName: 'Anna Prófdóttir' } as const;
  const letter = await compose({ subject, language: 'is', about: { at: noon } });
  expect(letter).toMatchObject({ firstName: 'Anna', subject: 'Lykilorðinu þínu var breytt' });
  expect(letter?.body).toMatch(/21\.\snóvember\s2026/);
  expect(letter?.body).toMatch(/560.5000/);
  const english = await compose({ subject, language: 'en', about: { at: noon } });
  expect(english?.body).toMatch(/21\sNovember\s2026/);
});

test('HOLD-12: an employee is notified of each change of how they sign in, unless dismissed', async () => {
  const employeeId = 'employee|una';
  const notify = (kind: SignInNotice, language: 'is' | 'en' = 'en') =>
    createEmployeeNoticeMail(parts())({ employeeId, kind, at: noon, language });
  await notify('passkeyAdded');
  await notify('passkeyRemoved');
  await notify('passwordChanged', 'is');
  expect(sent.map(({ letter }) => letter.subject)).toEqual([
    'A passkey has been added to your staff portal login',
    'A passkey has been removed from your staff portal login',
    'Lykilorðinu þínu að starfsmannagátt var breytt',
  ]);
  expect(sent[0]?.letter.body).toMatch(/21\sNovember\s2026[\s\S]*security officer/);
  expect(new Set(sent.map(({ id }) => id)).size).toBe(3);
  await database.db.update(employees).set({ active: false }).where(eq(employees.id, employeeId));
  await notify('passkeyAdded');
  expect(sent).toHaveLength(3);
});
