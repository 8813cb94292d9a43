import { auditEvents, employees, oidcRecords, signInAttempts } from '@hofn/database';
import { desc, eq, isNotNull } from 'drizzle-orm';
import { decodeJwt } from 'jose';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { createVisitor, people, startIdentity } from '../testing.ts';
import { createEmployeeBrowser, locationOf, startFederation } from './testing.ts';

const { employee } = people;
const staff = { name: employee.username, password: employee.password };
const connection = { connection: 'employee' };

let federation: Awaited<ReturnType<typeof startFederation>>;
beforeAll(async () => {
  federation = await startFederation();
});
afterAll(async () => {
  await federation.identity.stop();
  await federation.insurer.stop();
});
beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('2026-11-21T12:00:00Z') });
  for (const { database } of [federation.identity, federation.insurer]) {
    await database.db.delete(oidcRecords);
    await database.db.delete(signInAttempts);
  }
  await federation.identity.database.db.delete(employees).where(isNotNull(employees.subject));
  await giveThere({ roles: ['agent', 'admin'], fullName: employee.fullName, email: employee.email });
});
afterEach(() => {
  vi.useRealTimers();
});
const advance = (ms: number) => vi.setSystemTime(Date.now() + ms);

const giveThere = (values: Partial<typeof employees.$inferInsert>) =>
  federation.insurer.database.db.update(employees).set(values).where(eq(employees.id, employee.sub));
/** The employees here who are linked to the insurer's provider. */
const linked = () =>
  federation.identity.database.db.select().from(employees).where(isNotNull(employees.subject));
const signedIn = async (params?: Record<string, string>) => {
  const browser = createEmployeeBrowser(federation);
  const { tokens } = await browser.signIn(params);
  if (!tokens) throw new Error('the sign-in was refused');
  return { browser, tokens };
};
const administrates = async (token: string) =>
  (
    await fetch(new URL('/idm/v1/employees', federation.identity.url), {
      headers: { authorization: `Bearer ${token}` },
    })
  ).status;

test('HOLD-11, HOLD-14: the first sign-in at the insurer’s provider creates the employee; the e-mail address decides nothing', async () => {
  const { tokens } = await signedIn();
  const rows = await linked();
  expect(rows).toMatchObject([
    {
      issuer: federation.issuer,
      subject: employee.sub,
      fullName: employee.fullName,
      email: employee.email,
      roles: ['agent', 'admin'],
      passwordHash: null,
    },
  ]);
  const [{ id = '' } = {}] = rows;
  // Another employee here has the same e-mail address, user name and subject.
  expect(id).not.toBe(employee.sub);
  expect(decodeJwt(tokens.access_token)).toMatchObject({
    sub: id,
    actor_kind: 'employee',
    amr: ['fed', 'mfa'],
  });
  expect(decodeJwt(tokens.id_token)).toMatchObject({ roles: ['service', 'admin'] });
  expect(await administrates(tokens.access_token)).toBe(200);
  const events = await federation.identity.database.db
    .select()
    .from(auditEvents)
    .orderBy(desc(auditEvents.id))
    .limit(2);
  expect(events).toMatchObject([
    { action: 'signIn', actorId: id, details: { method: 'federated' } },
    { action: 'staff.addEmployee', actorKind: 'system', object: id, details: { by: 'federation' } },
  ]);

  await giveThere({ fullName: 'Sigrún Ný', email: 'ny@hofn.example' });
  expect(decodeJwt((await signedIn()).tokens.access_token).sub).toBe(id);
  expect(await linked()).toMatchObject([{ id, fullName: 'Sigrún Ný', email: 'ny@hofn.example' }]);
});

test('HOLD-11: nobody is created without a role of ours, and the page says why', async () => {
  await giveThere({ roles: ['auditor'] });
  const { answer, tokens } = await createEmployeeBrowser(federation).signIn({ ui_locales: 'en' });
  expect([answer.status, tokens]).toEqual([403, undefined]);
  expect(await answer.text()).toContain('Your work account has no access to the staff portal');
  expect(await linked()).toEqual([]);
});

test('HOLD-11: roles follow the claim at each sign-in; with the last one gone, every session ends', async () => {
  const { browser, tokens } = await signedIn();
  await giveThere({ roles: ['agent'] });
  await signedIn();
  expect(await administrates(tokens.access_token)).toBe(403);
  expect((await browser.here.refresh(tokens.refresh_token)).status).toBe(200);

  advance(2000);
  const { tokens: before } = await signedIn();
  advance(2000);
  await giveThere({ roles: ['auditor'] });
  expect((await createEmployeeBrowser(federation).signIn()).answer.status).toBe(403);
  expect(await linked()).toMatchObject([{ roles: [], active: true }]);
  expect((await browser.here.refresh(before.refresh_token)).status).toBe(400);

  await giveThere({ roles: ['agent'] });
  await signedIn();
  expect(await linked()).toMatchObject([{ roles: ['agent'] }]);
});

test('HOLD-11: a dismissed employee is refused although the insurer’s provider signs them in', async () => {
  const { browser, tokens } = await signedIn();
  const { db } = federation.identity.database;
  await db.update(employees).set({ active: false }).where(isNotNull(employees.subject));
  expect((await browser.signIn()).answer.status).toBe(403);
  expect((await browser.here.refresh(tokens.refresh_token)).status).toBe(400);
  expect(await administrates(tokens.access_token)).toBe(403);
  expect(await linked()).toHaveLength(1);
});

test('HOLD-11: signing in twice at once creates one employee', async () => {
  await Promise.all([signedIn(), signedIn()]);
  expect(await linked()).toHaveLength(1);
});

test('HOLD-11: prompt=login asks again at the insurer’s provider, and the browser cannot leave that out', async () => {
  const { browser } = await signedIn();
  advance(6 * 60_000);
  const { url } = await browser.openThere({ prompt: 'login' });
  const without = new URL(url);
  without.searchParams.delete('prompt');
  without.searchParams.delete('max_age');
  const refused = await browser.finish(await browser.signInThere(without.href));
  expect([refused.status, await refused.text()]).toEqual([
    200,
    expect.stringContaining('var hætt eða henni var hafnað'),
  ]);
  const again = await browser.finish(
    await browser.signInThere((await browser.openThere({ prompt: 'login' })).url),
  );
  expect(again.status).toBe(303);
});

test('HOLD-11: a response counts once, and only in the browser whose sign-in it belongs to', async () => {
  const browser = createEmployeeBrowser(federation);
  const callback = await browser.signInThere((await browser.openThere()).url);
  const thief = createEmployeeBrowser(federation);
  const own = await thief.openThere();
  expect((await thief.finish(callback)).status).toBe(400);
  expect((await browser.finish(callback)).status).toBe(303);
  // The thief's own sign-in does not take somebody else's response either.
  const other = await browser.signInThere((await browser.openThere({ prompt: 'login' })).url);
  expect((await thief.here.visit(`${own.page}/federated/done?${other.split('?')[1]}`)).status).toBe(400);
  expect((await browser.here.visit(callback)).status).toBe(400);
  expect(await linked()).toHaveLength(1);
});

test('HOLD-11: the employee can give up there, and the provider can be out of order', async () => {
  const browser = createEmployeeBrowser(federation);
  const { url } = await browser.openThere();
  const state = new URL(url).searchParams.get('state') ?? '';
  const query = new URLSearchParams({ error: 'access_denied', state, iss: federation.issuer });
  const declined = await browser.finish(`/federation/callback?${query}`);
  expect(await declined.text()).toContain('var hætt eða henni var hafnað');

  const environment = { ...federation.environment, FEDERATION_ISSUER: 'http://localhost:9/' };
  const { database } = federation.identity;
  const other = await startIdentity({ database, environment });
  const visitor = createVisitor(other);
  const { page } = await visitor.openSignIn(connection);
  const down = await visitor.visit(`${page}/federated`);
  expect([down.status, await down.text()]).toEqual([503, expect.stringContaining('svarar ekki')]);
  await other.stop();
});

test('HOLD-11: with the insurer’s provider, passwords, passkeys and links of our own are off', async () => {
  const visitor = createVisitor(federation.identity);
  const { page } = await visitor.openSignIn(connection);
  for (const way of ['', '?way=password', '?way=passkey', '?way=eid']) {
    const shown = await (await visitor.visit(`${page}${way}`)).text();
    expect(shown).toContain('Skrá mig inn með vinnuaðgangi');
    expect(shown).not.toMatch(/<form|aðgangslykil/);
  }
  expect((await visitor.send(page, staff)).headers.get('location')).toBeNull();
  expect((await visitor.visit(`${page}/passkey/options`)).status).toBe(400);
  expect((await visitor.send(`${page}/electronic-id`, { method: 'app' })).status).toBe(400);
  const uid = page.split('/').at(-1) ?? '';
  const called = await visitor.visit('/login/employee', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ interaction: uid, username: staff.name, password: staff.password }),
  });
  expect(called.status).toBeGreaterThanOrEqual(400);
  // Customers are not concerned.
  expect(await createVisitor(federation.identity).tokens()).toHaveProperty('access_token');
});

test('HOLD-11: a setting lets employees who are not linked sign in here too, and no others', async () => {
  const { database } = federation.identity;
  const environment = { ...federation.environment, FEDERATION_LOCAL_SIGN_IN: 'true' };
  const both = await startIdentity({ database, environment });
  const visitor = createVisitor(both);
  const { page } = await visitor.openSignIn(connection);
  const shown = await (await visitor.visit(page)).text();
  expect(shown).toContain('way=password');
  expect(await (await visitor.visit(`${page}?way=password`)).text()).toContain('name="password"');
  const local = await createVisitor(both).tokens(staff, connection);
  expect(decodeJwt(local.access_token)).toMatchObject({ sub: employee.sub, amr: ['pwd', 'mca', 'mfa'] });

  const link = { issuer: federation.issuer, subject: 'somebody' };
  await database.db.update(employees).set(link).where(eq(employees.id, employee.sub));
  expect((await visitor.send(page, staff)).headers.get('location')).toBeNull();
  await database.db
    .update(employees)
    .set({ issuer: null, subject: null })
    .where(eq(employees.id, employee.sub));
  expect(locationOf(await visitor.send(page, staff))).toContain('way=eid');
  await both.stop();
});

test('HOLD-11: what the insurer’s provider decides cannot be changed on the screen', async () => {
  const { tokens } = await signedIn();
  const [row] = await linked();
  const request = async (path: string, body: object) => {
    const answer = await fetch(new URL(`/idm/v1/employees${path}`, federation.identity.url), {
      method: 'POST',
      headers: { authorization: `Bearer ${tokens.access_token}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    return { status: answer.status, ...((await answer.json()) as { errorCode?: string }) };
  };
  const key = row?.id.split('|')[1] ?? '';
  const details = { fullName: 'Sigrún', email: 'nytt@hofn.example', ssn: null };
  const elsewhere = { status: 409, errorCode: 'managedElsewhere' };
  const given = (...roles: string[]) =>
    roles.map((role) => ({ role, lines: null, from: '2026-11-21', to: null }));
  expect(await request('', { ...details, username: 'nyr', given: [] })).toMatchObject(elsewhere);
  const change = { act: 'change', ...details };
  expect(await request(`/${key}`, { ...change, given: given('service') })).toMatchObject(elsewhere);
  expect(await request(`/${key}`, { act: 'sendLink' })).toMatchObject(elsewhere);
  const changed = await request(`/${key}`, { ...change, given: given('service', 'admin') });
  expect(changed).toMatchObject({ status: 200, fullName: 'Sigrún', signIn: { federated: true } });
});
