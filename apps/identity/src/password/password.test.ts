import { randomBytes } from 'node:crypto';
import { auditEvents, credentials, type Database, mails, oidcRecords, signInAttempts } from '@hofn/database';
import { describeWithDatabase } from '@hofn/database/testing.ts';
import { desc, eq } from 'drizzle-orm';
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
import { validatePassword } from './change.ts';

test('AUTH-15: a new password has ten characters and is not on the list of common ones', () => {
  const expectedErrors = {
    'fjara og 7': undefined,
    'fjara og ': 'passwordTooShort',
    // A combining accent is not a character of its own.
    'ée\u0301e\u0301e\u0301e\u0301': 'passwordTooShort',
    'fjara og fjall': undefined,
    Qwertyuiop: 'passwordTooCommon',
    'Lykilorð2026!': 'passwordTooCommon',
    password1234: 'passwordTooCommon',
    dragondragon: 'passwordTooCommon',
    'Reykjavík 101': 'passwordTooCommon',
    'Höfn tryggingar 1': 'passwordTooCommon',
    'Mínar síður 2026': 'passwordTooCommon',
    'Hekla gýs við sólsetur': undefined,
    ['a1'.repeat(101)]: 'tooLong',
  };
  for (const [password, error] of Object.entries(expectedErrors))
    expect(validatePassword(password), password).toBe(error);
});

describeWithDatabase('changing a password', (open) => {
  const free = createPasswords(randomBytes);
  const full = createPasswords(randomBytes, { atOnce: 0, waiting: 0 });
  let hashing: Pick<Passwords, 'verify'> = free;
  const passwords: Passwords = { ...free, verify: (...args) => hashing.verify(...args) };
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
  const requestToken = (accessToken: string, currentPassword: string) =>
    post('/idm/v1/passwordtoken', { currentPassword }, { authorization: `Bearer ${accessToken}` });
  const setPassword = (token: string, newPassword: string) =>
    post('/idm/v1/password', { token, newPassword }, { origin: testOrigin });
  const signedIn = async (who: { ssn: string; password: string } = customer) => {
    const visitor = createVisitor(identity);
    return { visitor, tokens: await visitor.tokens({ name: who.ssn, password: who.password }) };
  };

  const lastSetting = () =>
    identity.database.db
      .select()
      .from(auditEvents)
      .where(eq(auditEvents.action, 'password.set'))
      .orderBy(desc(auditEvents.id))
      .limit(1);

  test('AUTH-15, HOLD-14: the current password gives a token that sets the new one, once', async () => {
    const { tokens } = await signedIn();
    const granted = await requestToken(tokens.access_token, customer.password);
    expect(granted.status).toBe(200);
    expect((await setPassword(granted.token, 'stutt')).errors).toEqual({
      newPassword: [expect.stringContaining('tíu stafir')],
    });
    expect((await setPassword(granted.token, 'Lykilorð123')).errors).toHaveProperty('newPassword');
    expect((await setPassword(granted.token, customer.password)).errors).toEqual({
      newPassword: [expect.stringContaining('með núna')],
    });
    const done = await setPassword(granted.token, 'Hekla gýs við sólsetur');
    expect([done.status, done.headers.get('access-control-allow-origin')]).toEqual([204, testOrigin]);
    expect((await setPassword(granted.token, 'Katla gýs við sólsetur')).errorCode).toBe(
      'passwordTokenExpired',
    );

    expect(
      await createVisitor(identity).tokens({ name: customer.ssn, password: 'Hekla gýs við sólsetur' }),
    ).toHaveProperty('access_token');
    // The old password shows the form again instead of redirecting.
    const old = createVisitor(identity).tokens({ name: customer.ssn, password: customer.password });
    await expect(old).rejects.toThrow('no redirect');
    const [mail] = await identity.database.db.select().from(mails);
    expect(mail).toMatchObject({ kind: 'passwordChanged', recipient: customer.email });
    expect(identity.sent).toEqual([{ queue: 'mail.send', data: { customerId: customer.sub, id: mail?.id } }]);
    expect(identity.lines).toContainEqual(
      expect.objectContaining({ audit: 'password.changed', sub: customer.sub }),
    );
    expect(await lastSetting()).toMatchObject([
      { actorId: customer.sub, subjectId: customer.sub, authority: 'self', details: { by: 'password' } },
    ]);
    expect(JSON.stringify(identity.lines)).not.toMatch(/Hekla|fjara/);
  });

  test('AUTH-15: a change ends every other session of the account, and nobody else’s', async () => {
    const [here, elsewhere, someone] = [await signedIn(), await signedIn(), await signedIn(other)];
    const granted = await requestToken(here.tokens.access_token, customer.password);
    const second = await requestToken(elsewhere.tokens.access_token, customer.password);
    expect((await setPassword(granted.token, 'Hekla gýs við sólsetur')).status).toBe(204);
    const refreshed = async ({ visitor, tokens }: Awaited<ReturnType<typeof signedIn>>) =>
      (await visitor.refresh(tokens.refresh_token)).status;
    expect([await refreshed(here), await refreshed(elsewhere), await refreshed(someone)]).toEqual([
      200, 400, 200,
    ]);
    // Tokens issued in other sessions are gone too.
    expect((await setPassword(second.token, 'Katla gýs við sólsetur')).errorCode).toBe(
      'passwordTokenExpired',
    );
    const mustSignIn = async ({ visitor }: Awaited<ReturnType<typeof signedIn>>) =>
      (await visitor.openSignIn()).page.includes('/interaction/');
    expect([await mustSignIn(here), await mustSignIn(elsewhere), await mustSignIn(someone)]).toEqual([
      false,
      true,
      false,
    ]);
  });

  test('AUTH-13, AUTH-15: after five wrong passwords the change has to wait, the sign-in page does not', async () => {
    const { tokens } = await signedIn();
    for (let attempt = 0; attempt < 5; attempt += 1)
      expect((await requestToken(tokens.access_token, 'rangt')).errorCode).toBe('passwordWrong');
    const waiting = await requestToken(tokens.access_token, customer.password);
    expect([waiting.status, waiting.errorCode]).toEqual([429, 'passwordWait']);
    expect(waiting.headers.get('retry-after')).toBe('30');
    expect(
      await createVisitor(identity).tokens({ name: customer.ssn, password: customer.password }),
    ).toHaveProperty('access_token');
  });

  test('AUTH-13: a full hashing queue refuses attempts without counting them or logging errors', async () => {
    const { visitor, tokens } = await signedIn();
    const { page } = await visitor.openSignIn({ prompt: 'login' });
    identity.lines.length = 0;
    hashing = full;
    try {
      for (let attempt = 0; attempt < 6; attempt += 1) {
        expect((await requestToken(tokens.access_token, customer.password)).status).toBe(503);
        expect((await visitor.send(page, { name: customer.ssn, password: customer.password })).status).toBe(
          503,
        );
      }
    } finally {
      hashing = free;
    }
    expect((await requestToken(tokens.access_token, customer.password)).status).toBe(200);
    expect((await visitor.send(page, { name: customer.ssn, password: customer.password })).status).toBe(303);
    expect(identity.lines.filter(({ level }) => Number(level) >= 50)).toEqual([]);
    expect(identity.lines).toContainEqual(expect.objectContaining({ level: 40, msg: 'request refused' }));
  });

  test('AUTH-10a: a sign-in that times out answers 503 with Retry-After', async () => {
    const visitor = createVisitor(identity);
    const { page } = await visitor.openSignIn();
    hashing = {
      verify: () => Promise.reject(Object.assign(new Error('no answer'), { statusCode: 504 })),
    };
    try {
      const answer = await visitor.send(page, { name: customer.ssn, password: customer.password });
      expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '10']);
    } finally {
      hashing = free;
    }
  });

  test('AUTH-15: of several concurrent changes with one token, one succeeds', async () => {
    const { tokens } = await signedIn();
    const { token } = await requestToken(tokens.access_token, customer.password);
    const many = await Promise.all(
      ['Hekla', 'Katla', 'Askja'].map((name) => setPassword(token, `${name} gýs við sólsetur`)),
    );
    expect(many.map(({ status }) => status).toSorted()).toEqual([204, 409, 409]);
  });

  test('AUTH-15: a token needs the owner’s access token, and other origins cannot read the response', async () => {
    expect((await requestToken('none', customer.password)).status).toBe(401);
    const { employee } = people;
    const staff = await createVisitor(identity).tokens(
      { name: employee.username, password: employee.password },
      { connection: 'employee' },
    );
    // An employee’s token is for their own password, never a customer’s.
    expect((await requestToken(staff.access_token, customer.password)).status).toBe(400);
    expect((await requestToken(staff.access_token, employee.password)).status).toBe(200);
    const foreign = await post(
      '/idm/v1/password',
      { token: 'x', newPassword: 'y' },
      { origin: 'https://elsewhere.example' },
    );
    expect(foreign.headers.get('access-control-allow-origin')).toBeNull();
    const preflight = (origin: string) =>
      fetch(new URL('/idm/v1/password', identity.url), { method: 'OPTIONS', headers: { origin } });
    expect((await preflight(testOrigin)).headers.get('access-control-allow-methods')).toBe('POST');
    expect(
      (await preflight('https://elsewhere.example')).headers.get('access-control-allow-methods'),
    ).toBeNull();
  });
});
