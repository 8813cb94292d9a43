import type { PasskeyList, SessionList, StaffSignIn } from '@hofn/contracts';
import { employeePasskeys, employees, oidcRecords, signInAttempts } from '@hofn/database';
import { eq } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { createAuthenticator } from '../passkeys/testing.ts';
import { createVisitor, lastEvent, people, startIdentity, type TestIdentity } from '../testing.ts';

const { employee } = people;
const staff = { name: employee.username, password: employee.password };
const connection = { connection: 'employee' };
const staffOrigin = 'http://staff.localhost:8080';
const minute = 60_000;

let identity: TestIdentity;
let passwordHash: string | null;
beforeAll(async () => {
  identity = await startIdentity();
  const [row] = await identity.database.db.select().from(employees).where(eq(employees.id, employee.sub));
  passwordHash = row?.passwordHash ?? null;
});
afterAll(() => identity.stop());
beforeEach(async () => {
  const { db } = identity.database;
  // oidc-provider reads `Date`, so fake it.
  vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('2026-11-21T12:00:00Z') });
  await db.delete(signInAttempts);
  await db.delete(oidcRecords);
  await db.delete(employeePasskeys);
  await set({
    passwordHash,
    ssn: employee.ssn,
    issuer: null,
    subject: null,
    active: true,
    sessionsEndedAt: null,
  });
  identity.sent.length = 0;
});
afterEach(() => {
  vi.useRealTimers();
});

const advance = (ms: number) => vi.setSystemTime(Date.now() + ms);
const set = (values: Partial<typeof employees.$inferInsert>) =>
  identity.database.db.update(employees).set(values).where(eq(employees.id, employee.sub));
const signIn = async (password: string = employee.password, visitor = createVisitor(identity)) =>
  (await visitor.tokens({ ...staff, password }, connection)).access_token;
const request = async <Body>(token: string, method: string, path: string, body?: object) => {
  const answer = await fetch(new URL(`/idm/v1/${path}`, identity.url), {
    method,
    headers: {
      authorization: `Bearer ${token}`,
      'accept-language': 'en',
      ...(body && { 'content-type': 'application/json' }),
    },
    ...(body && { body: JSON.stringify(body) }),
  });
  const text = await answer.text();
  return { status: answer.status, body: (text ? JSON.parse(text) : {}) as Body & { errorCode?: string } };
};
const challengeFor = async (token: string) =>
  (await request<{ challenge: string }>(token, 'POST', 'passkeys/options', {})).body.challenge;
const add = async (token: string, name = 'Sími') => {
  const credential = createAuthenticator().create(await challengeFor(token), staffOrigin);
  return request<{ id: string }>(token, 'POST', 'passkeys', { name, credential });
};
const listPasskeys = async (token: string) => (await request<PasskeyList>(token, 'GET', 'passkeys')).body;
const notices = () =>
  identity.sent.filter(({ queue }) => queue === 'employee.notice.mail').map(({ data }) => data);
const noticeOf = (kind: string) => ({
  employeeId: employee.sub,
  kind,
  at: new Date().toISOString(),
  language: 'en',
});

test('HOLD-11, HOLD-12, HOLD-14: an employee adds, renames and removes a passkey, is e-mailed, and it is recorded', async () => {
  const token = await signIn();
  expect((await request<StaffSignIn>(token, 'GET', 'staff-sign-in')).body).toEqual({
    federated: false,
    password: true,
  });
  const added = await add(token);
  expect(added.status).toBe(201);
  const { id } = added.body;
  expect(await lastEvent(identity)).toMatchObject({
    action: 'passkey.add',
    actorKind: 'employee',
    actorId: employee.sub,
    subjectId: null,
    authority: 'staffRole',
  });
  expect(notices()).toEqual([noticeOf('passkeyAdded')]);
  expect((await request(token, 'POST', `passkeys/${id}`, { name: '  ' })).status).toBe(400);
  expect((await request(token, 'POST', `passkeys/${id}`, { name: 'Tölvan' })).body).toMatchObject({
    id,
    name: 'Tölvan',
  });
  expect(await lastEvent(identity)).toMatchObject({ action: 'passkey.rename', actorId: employee.sub });
  expect((await listPasskeys(token)).items).toMatchObject([{ id, name: 'Tölvan', usedAt: null }]);
  expect((await request(token, 'DELETE', `passkeys/${id}`)).status).toBe(204);
  expect(await lastEvent(identity)).toMatchObject({ action: 'passkey.remove', actorId: employee.sub });
  expect(notices()).toEqual([noticeOf('passkeyAdded'), noticeOf('passkeyRemoved')]);
  expect((await listPasskeys(token)).items).toEqual([]);
});

test('HOLD-12: ten minutes after signing in an employee cannot add a passkey, although staff sign-ins are strong', async () => {
  const visitor = createVisitor(identity);
  const { refresh_token: refreshToken } = await visitor.tokens(staff, connection);
  advance(11 * minute);
  const renewed = (await (await visitor.refresh(refreshToken)).json()) as { access_token: string };
  const token = renewed.access_token;
  expect((await listPasskeys(token)).mayAdd).toBe(false);
  expect(await request(token, 'POST', 'passkeys/options', {})).toMatchObject({
    status: 403,
    body: { errorCode: 'freshSignInNeeded' },
  });
  expect((await listPasskeys(await signIn())).mayAdd).toBe(true);
});

test('HOLD-11: the last way to sign in with two factors cannot be removed, also by two requests at once', async () => {
  const token = await signIn();
  const [first, second] = [await add(token, 'a'), await add(token, 'b')];
  // Without a kennitala no electronic ID confirms the password.
  await set({ ssn: null });
  const remove = ({ body }: typeof first) => request(token, 'DELETE', `passkeys/${body.id}`);
  const outcomes = await Promise.all([remove(first), remove(second)]);
  expect(outcomes.map(({ status }) => status).sort()).toEqual([204, 409]);
  expect(outcomes.find(({ status }) => status === 409)?.body.errorCode).toBe('passkeyLast');
  expect((await listPasskeys(token)).items).toHaveLength(1);
  await set({ ssn: employee.ssn });
  const [left] = (await listPasskeys(token)).items;
  expect((await request(token, 'DELETE', `passkeys/${left?.id}`)).status).toBe(204);
});

test('HOLD-11: an employee of the insurer’s own provider adds no passkey here and changes no password', async () => {
  const token = await signIn();
  await set({ issuer: 'https://login.example.is/', subject: 'oid-1' });
  expect((await request<StaffSignIn>(token, 'GET', 'staff-sign-in')).body).toEqual({
    federated: true,
    password: false,
  });
  expect((await listPasskeys(token)).mayAdd).toBe(false);
  for (const [path, body] of [
    ['passkeys/options', {}],
    ['passkeys', { name: 'a', credential: { id: 'k' } }],
  ] as const)
    expect((await request(token, 'POST', path, body)).body.errorCode).toBe('managedElsewhere');
  const right = { currentPassword: employee.password };
  expect((await request(token, 'POST', 'passwordtoken', right)).body.errorCode).toBe('passwordWrong');
});

test('HOLD-11: an employee sees and ends their own sessions, and idle ones are over', async () => {
  const idle = createVisitor(identity, undefined, 'Firefox/1 Windows');
  await idle.tokens(staff, connection);
  advance(31 * minute);
  const other = createVisitor(identity, undefined, 'Chrome/1 Macintosh');
  const { refresh_token: refreshToken } = await other.tokens(staff, connection);
  advance(minute);
  const token = await signIn();
  const { items } = (await request<SessionList>(token, 'GET', 'sessions')).body;
  expect(items).toMatchObject([
    { current: true, way: 'electronicId', lastUsedAt: new Date().toISOString() },
    { current: false, browser: 'Chrome', lastUsedAt: new Date(Date.now() - minute).toISOString() },
  ]);
  expect((await request(token, 'DELETE', `sessions/${items[1]?.id}`)).status).toBe(204);
  expect(await lastEvent(identity)).toMatchObject({ action: 'session.end', actorKind: 'employee' });
  expect((await other.refresh(refreshToken)).status).toBe(400);
  expect((await request<SessionList>(token, 'GET', 'sessions')).body.items).toHaveLength(1);
});

test('HOLD-11, AUTH-15: an employee changes their own password, which ends every other session and is e-mailed', async () => {
  const visitor = createVisitor(identity);
  const { access_token: token, refresh_token: mine } = await visitor.tokens(staff, connection);
  const other = createVisitor(identity);
  const { refresh_token: theirs } = await other.tokens(staff, connection);
  const right = async (currentPassword: string) =>
    request<{ token: string }>(token, 'POST', 'passwordtoken', { currentPassword });
  expect((await right('not this one')).body.errorCode).toBe('passwordWrong');
  const change = async (newPassword: string) => {
    const { body } = await right(employee.password);
    return request(token, 'POST', 'password', { token: body.token, newPassword });
  };
  expect((await change('short')).status).toBe(400);
  expect((await change('lundi og selur 12')).status).toBe(204);
  expect(await lastEvent(identity)).toMatchObject({ action: 'password.set', actorId: employee.sub });
  expect(notices()).toEqual([noticeOf('passwordChanged')]);
  // The browser's own session still counts as used.
  const { body } = await request<SessionList>(token, 'GET', 'sessions');
  expect(body.items).toMatchObject([{ current: true }]);
  expect((await other.refresh(theirs)).status).toBe(400);
  expect((await visitor.refresh(mine)).status).toBe(200);
  expect(await signIn('lundi og selur 12')).toBeTruthy();
  const { db } = identity.database;
  const [stored] = await db.select().from(employees).where(eq(employees.id, employee.sub));
  expect(stored?.passwordHash).toMatch(/^\$argon2id\$/);
});

test('HOLD-11: a dismissed employee’s token reads and changes nothing', async () => {
  const token = await signIn();
  await set({ active: false });
  for (const path of ['staff-sign-in', 'passkeys', 'sessions'])
    expect((await request(token, 'GET', path)).status, path).toBe(403);
});
