import { randomBytes } from 'node:crypto';
import { credentials, type Database, mails, oidcRecords, signInAttempts } from '@hofn/database';
import { describeWithDatabase } from '@hofn/database/testing.ts';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createPasswords, type Passwords } from '../passwords.ts';
import {
  createVisitor,
  people,
  startIdentity,
  storePeople,
  type TestIdentity,
  testOrigin,
} from '../testing.ts';
import { passwordFault } from './change.ts';

test('AUTH-15: a new password has ten characters and is not on the list of common ones', () => {
  const faults = {
    'fjara og 7': undefined,
    'fjara og ': 'passwordTooShort',
    // An accent typed after its letter is no character of its own.
    'ée\u0301e\u0301e\u0301e\u0301': 'passwordTooShort',
    'fjara og fjall': undefined,
    Qwertyuiop: 'passwordTooCommon',
    'Lykilorð2026!': 'passwordTooCommon',
    password1234: 'passwordTooCommon',
    dragondragon: 'passwordTooCommon',
    'Reykjavík 101': 'passwordTooCommon',
    'Hekla gýs við sólsetur': undefined,
    ['a1'.repeat(101)]: 'tooLong',
  };
  for (const [password, fault] of Object.entries(faults))
    expect(passwordFault(password), password).toBe(fault);
});

describeWithDatabase('changing a password', (open) => {
  const free = createPasswords(randomBytes);
  const full = createPasswords(randomBytes, { atOnce: 0, waiting: 0 });
  let now: Pick<Passwords, 'verify'> = free;
  const passwords: Passwords = { ...free, verify: (...asked) => now.verify(...asked) };
  const { customer, other } = people;
  let database: Database;
  let identity: TestIdentity;
  beforeAll(async () => {
    database = await open();
    await storePeople(database, passwords);
    identity = await startIdentity({ database, passwords });
  });
  afterAll(() => identity.stop());
  beforeEach(async () => {
    await database.db.delete(signInAttempts);
    await database.db.delete(oidcRecords);
    await database.db.delete(mails);
    identity.sent.length = 0;
    const passwordHash = await passwords.hash(customer.password);
    await database.db
      .update(credentials)
      .set({ passwordHash })
      .where(eq(credentials.customerId, customer.sub));
  });

  const post = async (path: string, body: object, headers: Record<string, string> = {}) => {
    const answer = await fetch(new URL(path, identity.url), {
      method: 'POST',
      body: JSON.stringify(body),
      headers: { 'content-type': 'application/json', 'accept-language': 'is', ...headers },
    });
    const text = await answer.text();
    const parsed = (text ? JSON.parse(text) : {}) as {
      token: string;
      errorCode?: string;
      errors?: Record<string, string[]>;
    };
    return { status: answer.status, headers: answer.headers, ...parsed };
  };
  const askRight = (accessToken: string, currentPassword: string) =>
    post('/idm/v1/passwordtoken', { currentPassword }, { authorization: `Bearer ${accessToken}` });
  const set = (token: string, newPassword: string) =>
    post('/idm/v1/password', { token, newPassword }, { origin: testOrigin });
  const signedIn = async (who: { ssn: string; password: string } = customer) => {
    const visitor = createVisitor(identity);
    return { visitor, tokens: await visitor.tokens({ name: who.ssn, password: who.password }) };
  };

  test('AUTH-15: the present password gives a right, and with it the new one is set, once', async () => {
    const { tokens } = await signedIn();
    const right = await askRight(tokens.access_token, customer.password);
    expect(right.status).toBe(200);
    expect((await set(right.token, 'stutt')).errors).toEqual({
      newPassword: [expect.stringContaining('tíu stafir')],
    });
    expect((await set(right.token, 'Lykilorð123')).errors).toHaveProperty('newPassword');
    expect((await set(right.token, customer.password)).errors).toEqual({
      newPassword: [expect.stringContaining('með núna')],
    });
    const done = await set(right.token, 'Hekla gýs við sólsetur');
    expect([done.status, done.headers.get('access-control-allow-origin')]).toEqual([204, testOrigin]);
    expect((await set(right.token, 'Katla gýs við sólsetur')).errorCode).toBe('passwordTokenExpired');

    expect(
      await createVisitor(identity).tokens({ name: customer.ssn, password: 'Hekla gýs við sólsetur' }),
    ).toHaveProperty('access_token');
    // The old one leads back to the form, where there would be a way on.
    const old = createVisitor(identity).tokens({ name: customer.ssn, password: customer.password });
    await expect(old).rejects.toThrow('no redirect');
    const [mail] = await identity.database.db.select().from(mails);
    expect(mail).toMatchObject({ kind: 'passwordChanged', recipient: customer.email });
    expect(identity.sent).toEqual([{ queue: 'mail.send', data: { customerId: customer.sub, id: mail?.id } }]);
    expect(identity.lines).toContainEqual(
      expect.objectContaining({ audit: 'password.changed', sub: customer.sub }),
    );
    expect(JSON.stringify(identity.lines)).not.toMatch(/Hekla|fjara/);
  });

  test('AUTH-15: every other sign-in of the account ends, and nobody else’s', async () => {
    const [here, elsewhere, someone] = [await signedIn(), await signedIn(), await signedIn(other)];
    const right = await askRight(here.tokens.access_token, customer.password);
    const second = await askRight(elsewhere.tokens.access_token, customer.password);
    expect((await set(right.token, 'Hekla gýs við sólsetur')).status).toBe(204);
    const refreshed = async ({ visitor, tokens }: Awaited<ReturnType<typeof signedIn>>) =>
      (await visitor.refresh(tokens.refresh_token)).status;
    expect([await refreshed(here), await refreshed(elsewhere), await refreshed(someone)]).toEqual([
      200, 400, 200,
    ]);
    // Rights that were given elsewhere are gone too.
    expect((await set(second.token, 'Katla gýs við sólsetur')).errorCode).toBe('passwordTokenExpired');
    const asksWho = async ({ visitor }: Awaited<ReturnType<typeof signedIn>>) =>
      (await visitor.openSignIn()).page.includes('/interaction/');
    expect([await asksWho(here), await asksWho(elsewhere), await asksWho(someone)]).toEqual([
      false,
      true,
      false,
    ]);
  });

  test('AUTH-13, AUTH-15: five wrong ones and the account waits, whatever the sign-in page is tried with', async () => {
    const { tokens } = await signedIn();
    for (let attempt = 0; attempt < 5; attempt += 1)
      expect((await askRight(tokens.access_token, 'rangt')).errorCode).toBe('passwordWrong');
    const waiting = await askRight(tokens.access_token, customer.password);
    expect([waiting.status, waiting.errorCode]).toEqual([429, 'passwordWait']);
    expect(waiting.headers.get('retry-after')).toBe('30');
    expect(
      await createVisitor(identity).tokens({ name: customer.ssn, password: customer.password }),
    ).toHaveProperty('access_token');
  });

  test('AUTH-13: while too many passwords wait one is turned away, which is no failure and no fault in the log', async () => {
    const { visitor, tokens } = await signedIn();
    const { page } = await visitor.openSignIn({ prompt: 'login' });
    identity.lines.length = 0;
    now = full;
    try {
      for (let attempt = 0; attempt < 6; attempt += 1) {
        expect((await askRight(tokens.access_token, customer.password)).status).toBe(503);
        expect((await visitor.send(page, { name: customer.ssn, password: customer.password })).status).toBe(
          503,
        );
      }
    } finally {
      now = free;
    }
    expect((await askRight(tokens.access_token, customer.password)).status).toBe(200);
    expect((await visitor.send(page, { name: customer.ssn, password: customer.password })).status).toBe(303);
    expect(identity.lines.filter(({ level }) => Number(level) >= 50)).toEqual([]);
    expect(identity.lines).toContainEqual(expect.objectContaining({ level: 40, msg: 'turned away' }));
  });

  test('AUTH-10a: a sign-in that runs out of time gets a time to try again', async () => {
    const visitor = createVisitor(identity);
    const { page } = await visitor.openSignIn();
    now = {
      verify: () => Promise.reject(Object.assign(new Error('no answer'), { statusCode: 504 })),
    };
    try {
      const answer = await visitor.send(page, { name: customer.ssn, password: customer.password });
      expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '10']);
    } finally {
      now = free;
    }
  });

  test('AUTH-15: of many at once with one right, one sets the password', async () => {
    const { tokens } = await signedIn();
    const { token } = await askRight(tokens.access_token, customer.password);
    const many = await Promise.all(
      ['Hekla', 'Katla', 'Askja'].map((name) => set(token, `${name} gýs við sólsetur`)),
    );
    expect(many.map(({ status }) => status).toSorted()).toEqual([204, 409, 409]);
  });

  test('AUTH-15: a right takes a customer’s access token, and another origin’s page reads nothing', async () => {
    expect((await askRight('none', customer.password)).status).toBe(401);
    const { employee } = people;
    const staff = await createVisitor(identity).tokens(
      { name: employee.username, password: employee.password },
      { connection: 'employee' },
    );
    expect((await askRight(staff.access_token, employee.password)).status).toBe(403);
    const foreign = await post(
      '/idm/v1/password',
      { token: 'x', newPassword: 'y' },
      { origin: 'https://elsewhere.example' },
    );
    expect(foreign.headers.get('access-control-allow-origin')).toBeNull();
    const ask = (origin: string) =>
      fetch(new URL('/idm/v1/password', identity.url), { method: 'OPTIONS', headers: { origin } });
    expect((await ask(testOrigin)).headers.get('access-control-allow-methods')).toBe('POST');
    expect((await ask('https://elsewhere.example')).headers.get('access-control-allow-methods')).toBeNull();
  });
});
