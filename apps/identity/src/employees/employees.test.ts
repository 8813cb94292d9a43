import type { Employee } from '@hofn/contracts';
import { employeePasskeys, employeeRoles, employees, oidcRecords, signInAttempts } from '@hofn/database';
import { rolesOfEarlierRole, type StaffRole } from '@hofn/domain/staff-roles.ts';
import { eq, ne } from 'drizzle-orm';
import { decodeJwt } from 'jose';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { findAccount } from '../accounts.ts';
import { createAuthenticator } from '../passkeys/testing.ts';
import { createVisitor, people, startIdentity, type TestIdentity, type Tokens } from '../testing.ts';

const { employee } = people;
const staff = { name: employee.username, password: employee.password };
const connection = { connection: 'employee' };
const signInOrigin = 'http://localhost:8081';

let identity: TestIdentity;
beforeAll(async () => {
  identity = await startIdentity();
});
afterAll(() => identity.stop());
beforeEach(async () => {
  const { db } = identity.database;
  // oidc-provider reads `Date`, so fake it.
  vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('2026-11-21T12:00:00Z') });
  await db.delete(signInAttempts);
  await db.delete(oidcRecords);
  await db.delete(employees).where(ne(employees.id, employee.sub));
  await db.delete(employeeRoles);
  await db
    .update(employees)
    .set({ active: true, sessionsEndedAt: null, roles: ['agent', 'admin'] })
    .where(eq(employees.id, employee.sub));
  identity.sent.length = 0;
  identity.lines.length = 0;
});

afterEach(() => {
  vi.useRealTimers();
});
const advance = (ms: number) => vi.setSystemTime(Date.now() + ms);

const request = async (token: string, method: string, path = '', body?: object) => {
  const answer = await fetch(new URL(`/idm/v1/employees${path}`, identity.url), {
    method,
    headers: {
      authorization: `Bearer ${token}`,
      'accept-language': 'en',
      ...(body && { 'content-type': 'application/json' }),
    },
    ...(body && { body: JSON.stringify(body) }),
  });
  return {
    status: answer.status,
    body: (await answer.json()) as Employee & { errorCode?: string; items: Employee[] },
  };
};
const signIn = async () => {
  const visitor = createVisitor(identity);
  return { visitor, tokens: await visitor.tokens(staff, connection) };
};
const asAdministrator = async () => (await signIn()).tokens.access_token;
/** Roles that an administrator gives, as the screen sends them. */
const given = (...roles: StaffRole[]) => ({
  given: roles.map((role) => ({ role, lines: null, from: '2026-11-01', to: null })),
});
const ari = {
  username: 'ari.karl',
  fullName: 'Ari Karl Prófsson',
  email: 'ari@hofn.example',
  ssn: '2310901429',
  ...given('service'),
};
const linkOf = (index = -1): URL => {
  const job = identity.sent.filter(({ queue }) => queue === 'employee.link.mail').at(index);
  if (!job) throw new Error('no link was sent');
  return new URL((job.data as { link: string }).link);
};
const pathOf = ({ pathname, search }: URL, page = '') => `${pathname}${page}${search}`;
const add = async (token: string, details: object = {}) => {
  const added = await request(token, 'POST', '', { ...ari, ...details });
  expect(added.status).toBe(201);
  return linkOf();
};

test('HOLD-11: an administrator adds an employee, who creates a passkey by the e-mailed link and signs in with it alone', async () => {
  const link = await add(await asAdministrator(), { ssn: null });
  const visitor = createVisitor(identity);
  const page = await (await visitor.visit(pathOf(link))).text();
  expect(page).toContain('Ari Karl Prófsson');
  expect(page).toContain('data-creates=');
  expect(page).toContain('A password needs your national ID on file');

  const key = createAuthenticator();
  const options = await visitor.visit(pathOf(link, '/passkey/options'));
  const { challenge } = (await options.json()) as { challenge: string };
  const credential = JSON.stringify(key.create(challenge, signInOrigin));
  const done = await visitor.send(pathOf(link, '/passkey'), { credential });
  expect(await done.text()).toContain('Your login is ready');
  expect(await identity.database.db.$count(employeePasskeys)).toBe(1);

  const { page: signInPage, transaction } = await visitor.openSignIn(connection);
  const asked = await visitor.visit(`${signInPage}/passkey/options`);
  const response = key.get(((await asked.json()) as { challenge: string }).challenge, signInOrigin);
  const answer = await visitor.send(`${signInPage}/passkey`, { credential: JSON.stringify(response) });
  const back = await visitor.followToClient(answer);
  const tokens = await visitor.redeem(back.searchParams.get('code') ?? '', transaction);
  const { access_token: token, id_token: idToken } = (await tokens.json()) as Tokens;
  expect(decodeJwt(token)).toMatchObject({ sub: 'employee|ari.karl', amr: ['pop', 'mfa'] });
  expect(decodeJwt(idToken)).toMatchObject({ name: ari.fullName, roles: ['service'] });
});

test('HOLD-11, HOLD-24: an employee chooses a password by the link, which works once and only for what is accepted', async () => {
  const link = await add(await asAdministrator());
  const visitor = createVisitor(identity);
  const choose = (password: string) => visitor.send(pathOf(link, '/password'), { password });
  const unstorable = await choose('lundi og selur\u0000 12');
  expect([unstorable.status, await unstorable.text()]).toEqual([
    400,
    expect.stringMatching(/id="password-error">[^<]*(stýritákn|control character)/),
  ]);
  // A mail scanner follows the link first.
  expect((await visitor.visit(pathOf(link))).status).toBe(200);
  expect((await choose('short')).status).toBe(400);
  expect(await (await choose('lundi og selur 12')).text()).toContain('Your login is ready');
  expect((await choose('lundi og selur 13')).status).toBe(410);
  expect((await visitor.visit(pathOf(link))).status).toBe(410);
  const { page } = await visitor.openSignIn(connection);
  const answer = await visitor.send(page, { name: 'ari.karl', password: 'lundi og selur 12' });
  expect(answer.headers.get('location')).toContain('way=eid');
  // The default fake electronic ID is another employee's.
  expect(await (await visitor.confirmSignIn(page)).text()).toContain('öðrum rafrænum skilríkjum');
});

test('HOLD-11: a link expires after 24 hours', async () => {
  const link = await add(await asAdministrator());
  advance(24 * 60 * 60_000);
  const answer = await createVisitor(identity).visit(pathOf(link));
  expect([answer.status, (await answer.text()).includes('valid for 24 hours')]).toEqual([410, true]);
});

test('HOLD-11: dismissal ends sessions, refresh tokens, links and the calls of valid tokens, and restoring revives none', async () => {
  const administrator = await asAdministrator();
  const link = await add(administrator, given('service', 'admin'));
  const visitor = createVisitor(identity);
  await visitor.send(pathOf(link, '/password'), { password: 'lundi og selur 12' });
  const mine = await signIn();
  expect((await request(mine.tokens.access_token, 'GET')).status).toBe(200);

  // Ari's account administers; Sigrún is dismissed.
  advance(2000);
  const second = await request(administrator, 'POST', '/ari.karl', { act: 'sendLink' });
  expect(second.status).toBe(200);
  const dismissed = await request(mine.tokens.access_token, 'POST', '/sigrun', { act: 'dismiss' });
  expect(dismissed.body).toMatchObject({ key: 'sigrun', active: false, you: true });
  expect((await request(mine.tokens.access_token, 'GET')).status).toBe(403);
  expect((await mine.visitor.refresh(mine.tokens.refresh_token)).status).toBe(400);
  const silent = () => mine.visitor.visit(mine.visitor.request({ ...connection, prompt: 'none' }).path);
  expect((await silent()).headers.get('location')).toContain('error=login_required');
  const { page } = await mine.visitor.openSignIn(connection);
  expect(await (await mine.visitor.send(page, staff)).text()).toContain('passa ekki saman');

  await identity.database.db.update(employees).set({ active: true }).where(eq(employees.id, employee.sub));
  expect((await request(mine.tokens.access_token, 'GET')).status).toBe(403);
  expect((await mine.visitor.refresh(mine.tokens.refresh_token)).status).toBe(400);
});

test('HOLD-11: ending sessions logs an employee out everywhere, and they can log in again', async () => {
  const { visitor, tokens } = await signIn();
  advance(2000);
  expect((await request(tokens.access_token, 'POST', '/sigrun', { act: 'endSessions' })).status).toBe(200);
  expect((await request(tokens.access_token, 'GET')).status).toBe(403);
  expect((await visitor.refresh(tokens.refresh_token)).status).toBe(400);
  expect((await request(await asAdministrator(), 'GET')).status).toBe(200);
});

test('HOLD-11, ROLE-5: the last administrator cannot be dismissed, and nobody changes their own roles', async () => {
  const token = await asAdministrator();
  const details = { fullName: employee.fullName, email: employee.email, ssn: employee.ssn };
  const act = (body: object) => request(token, 'POST', '/sigrun', body);
  expect((await act({ act: 'dismiss' })).body.errorCode).toBe('lastAdministrator');
  expect((await act({ act: 'change', ...details, ...given('service') })).body.errorCode).toBe('ownRoles');
  // Of two administrators who dismiss each other at once, one stays.
  await add(token, given('service', 'admin'));
  const both = await Promise.all([
    act({ act: 'dismiss' }),
    request(token, 'POST', '/ari.karl', { act: 'dismiss' }),
  ]);
  expect(both.map(({ status }) => status).toSorted()).not.toEqual([200, 200]);
  expect(await identity.database.db.$count(employees, eq(employees.active, true))).toBe(1);
});

test('ROLE-1: a role applies from its first day until its last, and an employee without any is refused', async () => {
  const token = await asAdministrator();
  const day = (role: StaffRole, from: string, to: string | null, lines: string[] | null = null) => ({
    ...{ role, from, to, lines },
  });
  const claims = day('claims', '2026-11-20', '2026-11-22', ['home']);
  await add(token, { given: [claims, day('finance', '2026-11-23', null)] });
  const listed = async () => (await request(token, 'GET')).body.items.find(({ key }) => key === 'ari.karl');
  expect(await listed()).toMatchObject({ roles: ['claims'], given: [claims, { role: 'finance' }] });
  const account = async (today: string) =>
    (await findAccount(identity.database.db, 'employee|ari.karl', today))?.roles;
  expect(await account('2026-11-19')).toBeUndefined();
  expect(await account('2026-11-22')).toEqual(['claims']);
  expect(await account('2026-11-23')).toEqual(['finance']);
  // What stays keeps its giver and its days, also for the release that knows fewer roles.
  const change = (body: object) => request(token, 'POST', '/ari.karl', { ...ari, act: 'change', ...body });
  expect((await change({ given: [day('finance', '2026-11-23', null)] })).body.given).toMatchObject([
    { role: 'finance', by: employee.fullName },
  ]);
  const [row] = await identity.database.db.select().from(employees).where(eq(employees.username, 'ari.karl'));
  expect(row?.roles).toEqual(['agent']);
  const refused = [
    [day('claims', '2026-11-20', '2026-11-19')],
    [day('finance', '2026-11-20', null, ['home'])],
    [claims, claims],
    [day('agent' as StaffRole, '2026-11-20', null)],
  ];
  for (const wrong of refused) expect((await change({ given: wrong })).body.errorCode).toBe('validation');
  expect((await change({ given: [] })).body).toMatchObject({ roles: [], given: [] });
  expect(await account('2026-11-23')).toBeUndefined();
});

test('HOLD-11: user names, addresses and kennitala numbers belong to one employee; only administrators may look', async () => {
  const token = await asAdministrator();
  await add(token);
  const refusalOf = async (details: object) =>
    (await request(token, 'POST', '', { ...ari, username: 'nyr', ...details })).body.errorCode;
  expect(await refusalOf({ username: 'ari.karl' })).toBe('usernameTaken');
  expect(await refusalOf({ email: 'ARI@hofn.example', ssn: null })).toBe('emailTaken');
  expect(await refusalOf({ email: 'nyr@hofn.example' })).toBe('ssnTaken');
  expect(await refusalOf({ username: 'Not OK' })).toBe('validation');
  const { items } = (await request(token, 'GET')).body;
  expect(items.map(({ username, you }) => [username, you])).toEqual([
    ['ari.karl', false],
    ['sigrun', true],
  ]);
  expect(items[0]).toMatchObject({
    roles: ['service'],
    given: [{ role: 'service', lines: null, from: '2026-11-01', to: null, by: employee.fullName }],
  });
  // As the release before roles of their own stored them.
  expect(items[1]).toMatchObject({
    signIn: { password: true, passkeys: 0 },
    roles: [...rolesOfEarlierRole, 'admin'],
  });

  await identity.database.db
    .update(employees)
    .set({ roles: ['auditor'] })
    .where(eq(employees.id, employee.sub));
  expect((await request(token, 'GET')).status).toBe(403);
  const { access_token: customer } = await createVisitor(identity).tokens();
  expect((await request(customer, 'GET')).status).toBe(403);
  expect((await request('none', 'GET')).status).toBe(401);
});
