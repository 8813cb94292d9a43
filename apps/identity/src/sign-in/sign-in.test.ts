import { randomBytes } from 'node:crypto';
import { credentials, type Database, employees, signInAttempts } from '@hofn/database';
import { describeWithDatabase } from '@hofn/database/testing.ts';
import { eq } from 'drizzle-orm';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { createPasswords, type Passwords, TooBusyError } from '../passwords.ts';
import { people, storePeople } from '../testing.ts';
import { beginAttempt, limits } from './attempts.ts';
import { type Attempt, normalizeName, signIn } from './sign-in.ts';

const real = createPasswords(randomBytes);

describeWithDatabase('signing in', (open) => {
  let database: Database;
  let verifiedWithHash: boolean[] = [];
  // Hashing dominates the response time, so count the hashes.
  const passwords: Passwords = {
    ...real,
    verify: (password, hash) => {
      verifiedWithHash.push(hash !== undefined);
      return real.verify(password, hash);
    },
  };
  beforeAll(async () => {
    database = await open();
    await storePeople(database, real);
  });
  beforeEach(async () => {
    verifiedWithHash = [];
    await database.db.delete(signInAttempts);
  });

  const now = new Date('2026-11-21T12:00:00Z');
  const attempt = (fields: Partial<Attempt> = {}, using = passwords) =>
    signIn(
      { db: database.db, clock: { now: () => now }, passwords: using },
      {
        connection: 'customer',
        name: people.customer.ssn,
        password: people.customer.password,
        address: '203.0.113.7',
        ...fields,
      },
    );

  test('AUTH-10a: a customer signs in with kennitala and password', async () => {
    expect(await attempt()).toEqual({ signedIn: true, sub: people.customer.sub });
    expect(await attempt({ password: 'fjara og fjall 8' })).toMatchObject({
      signedIn: false,
      reason: 'wrong',
    });
  });

  test('AUTH-10c: an employee signs in with a user name, only through the employee connection', async () => {
    const { username: name, password, sub } = people.employee;
    expect(await attempt({ connection: 'employee', name, password })).toEqual({ signedIn: true, sub });
    expect(await attempt({ connection: 'customer', name, password })).toMatchObject({ reason: 'unknown' });
    expect(await attempt({ connection: 'employee' })).toMatchObject({ reason: 'unknown' });
  });

  test('AUTH-10c: a former employee cannot sign in', async () => {
    const { username: name, password, sub } = people.employee;
    await database.db.update(employees).set({ active: false }).where(eq(employees.id, sub));
    expect(await attempt({ connection: 'employee', name, password })).toMatchObject({ reason: 'unknown' });
    await database.db.update(employees).set({ active: true }).where(eq(employees.id, sub));
  });

  test('AUTH-13: unknown, wrong and waiting do the same work: one hash each', async () => {
    await attempt({ name: '0101901699' });
    expect(verifiedWithHash).toEqual([false]);
    await attempt({ password: 'wrong' });
    expect(verifiedWithHash).toEqual([false, true]);
    for (let failure = 0; failure < 4; failure += 1) await attempt({ password: 'wrong' });
    verifiedWithHash = [];
    expect(await attempt()).toMatchObject({ signedIn: false, reason: 'waiting' });
    expect(verifiedWithHash).toEqual([false]);
  });

  test('AUTH-13: an unknown account has to wait like an existing one', async () => {
    const reasons = [];
    for (let failure = 0; failure < 6; failure += 1) {
      const outcome = await attempt({ name: '0101901699' });
      reasons.push(outcome.signedIn ? 'signed in' : outcome.reason);
    }
    expect(reasons).toEqual(['unknown', 'unknown', 'unknown', 'unknown', 'unknown', 'waiting']);
  });

  test('AUTH-13: a successful sign-in clears earlier failures', async () => {
    for (let round = 0; round < 3; round += 1) {
      for (let failure = 0; failure < 4; failure += 1) await attempt({ password: 'wrong' });
      expect(await attempt()).toMatchObject({ signedIn: true });
    }
  });

  test('AUTH-13: an address over its limit has to wait for every account; successful sign-ins do not count', async () => {
    const address = '203.0.113.8';
    for (let failure = 1; failure < limits.address.failures; failure += 1)
      await beginAttempt(database.db, 'address', address, now);
    expect(await attempt({ address })).toMatchObject({ signedIn: true });
    expect(await attempt({ address, password: 'wrong' })).toMatchObject({ reason: 'wrong' });
    const { ssn: name, password } = people.other;
    expect(await attempt({ address, name, password })).toMatchObject({ reason: 'address' });
    expect(await attempt({ name, password })).toMatchObject({ signedIn: true });
  });

  test('AUTH-13: a sign-in refused because the hashing queue is full is not a failure', async () => {
    const full = createPasswords(randomBytes, { atOnce: 0, waiting: 0 });
    const address = '203.0.113.9';
    for (let failure = 0; failure < limits.account.failures + 1; failure += 1)
      await expect(attempt({ address }, full)).rejects.toThrow(TooBusyError);
    expect(await attempt({ address })).toMatchObject({ signedIn: true });
    for (let failure = 0; failure < limits.address.failures + 1; failure += 1)
      await expect(attempt({ address, name: people.other.ssn }, full)).rejects.toThrow(TooBusyError);
    expect(await attempt({ address })).toMatchObject({ signedIn: true });
    expect(await attempt({ address, password: 'wrong' })).toMatchObject({ reason: 'wrong' });
  });

  test('HOLD-13: an address over its limit is refused without hashing, across its whole IPv6 network', async () => {
    const { failures } = limits.address;
    for (let failure = 0; failure < failures; failure += 1)
      await beginAttempt(database.db, 'address', `2001:db8:7:1::${failure}`, now);
    const address = '2001:db8:7:1:ffff::1';
    expect(await attempt({ address })).toEqual({ signedIn: false, reason: 'address', retryAfterSeconds: 30 });
    expect(verifiedWithHash).toEqual([]);
    expect(await attempt({ address: '2001:db8:7:2::1' })).toMatchObject({ signedIn: true });
  });

  test('AUTH-13: a hash with a lower cost is replaced at sign-in', async () => {
    const storedHash = async () => {
      const rows = await database.db
        .select()
        .from(credentials)
        .where(eq(credentials.customerId, people.other.sub));
      return rows[0]?.passwordHash ?? '';
    };
    const weaker: Passwords = { ...passwords, isOutdated: () => true };
    const before = await storedHash();
    const { ssn: name, password } = people.other;
    await signIn(
      { db: database.db, clock: { now: () => now }, passwords: weaker },
      { connection: 'customer', name, password, address: '203.0.113.7' },
    );
    expect(await storedHash()).not.toBe(before);
    expect(await attempt({ name, password })).toMatchObject({ signedIn: true });
  });

  test('KT-10: spaces and a dash are accepted in a kennitala', () => {
    for (const typed of ['0101901429', '010190-1429', ' 010190 1429 ', '010190–1429']) {
      expect(normalizeName('customer', typed)).toBe('0101901429');
    }
    expect(normalizeName('employee', ' Sigrun ')).toBe('sigrun');
  });
});
