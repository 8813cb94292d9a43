import { credentials, employees, oidcRecords, signInAttempts } from '@hofn/database';
import { eq } from 'drizzle-orm';
import { decodeJwt } from 'jose';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { createVisitor, people, startIdentity, type TestIdentity, type Tokens } from '../testing.ts';

const { employee, customer } = people;
const staff = { name: employee.username, password: employee.password };
const connection = { connection: 'employee' };
const start = Date.parse('2026-11-21T12:00:00Z');
const minute = 60_000;
const hour = 60 * minute;

// oidc-provider reads `Date`, so fake it.
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: start });
});
afterEach(() => {
  vi.useRealTimers();
});
const moveTo = (ms: number) => vi.setSystemTime(start + ms);

let identity: TestIdentity;
/** The kennitala the fake eID service confirms. */
let confirmedBy: string;
beforeAll(async () => {
  identity = await startIdentity({
    eid: {
      call: async () => 'talk',
      state: async () => ({ state: 'confirmed', reference: 'session' }),
      collect: async () => ({ ssn: confirmedBy, cms: new Uint8Array() }),
    },
  });
});
afterAll(() => identity.stop());
beforeEach(async () => {
  const { db } = identity.database;
  confirmedBy = employee.ssn;
  await db.delete(signInAttempts);
  await db.delete(oidcRecords);
  await db
    .update(employees)
    .set({ ssn: employee.ssn, active: true, sessionsEndedAt: null, roles: ['agent'] })
    .where(eq(employees.id, employee.sub));
});

const refreshed = async (visitor: ReturnType<typeof createVisitor>, token: string | undefined) => {
  const response = await visitor.refresh(token);
  return { status: response.status, ...((await response.json()) as Partial<Tokens>) };
};
const silently = async (visitor: ReturnType<typeof createVisitor>) =>
  (await visitor.visit(visitor.request({ ...connection, prompt: 'none' }).path)).headers.get('location') ??
  '';

describe('two factors', () => {
  test('HOLD-11: a password alone signs no employee in; the electronic ID of the same person does', async () => {
    const visitor = createVisitor(identity);
    const { page, transaction } = await visitor.openSignIn(connection);
    const answer = await visitor.send(page, staff);
    expect([answer.status, answer.headers.get('location')]).toEqual([303, `${page}?way=eid&language=is`]);
    expect(await silently(visitor)).toContain('error=login_required');
    const confirming = await (await visitor.visit(`${page}?way=eid`)).text();
    expect(confirming).toContain('Staðfestu hver þú ert');

    confirmedBy = customer.ssn;
    const stranger = await (await visitor.confirmSignIn(page)).text();
    expect(stranger).toContain('öðrum rafrænum skilríkjum en þeim sem eru skráð á þig');
    expect(await silently(visitor)).toContain('error=login_required');

    confirmedBy = employee.ssn;
    const back = await visitor.followToClient(await visitor.confirmSignIn(page));
    const tokens = await visitor.redeem(back.searchParams.get('code') ?? '', transaction);
    const { access_token: token } = (await tokens.json()) as Tokens;
    expect(decodeJwt(token)).toMatchObject({
      sub: employee.sub,
      actor_kind: 'employee',
      amr: ['pwd', 'mca', 'mfa'],
      auth_time: start / 1000,
    });
  });

  test('HOLD-11: the second factor needs the password given in the same sign-in, and waits ten minutes', async () => {
    const visitor = createVisitor(identity);
    const { page } = await visitor.openSignIn(connection);
    await visitor.send(page, staff);
    moveTo(11 * minute);
    const late = await visitor.send(`${page}/electronic-id`, { method: 'mobile', called: '615 0001' });
    expect(late.status).toBe(400);
    const other = createVisitor(identity);
    const opened = await other.openSignIn(connection);
    expect((await other.send(`${opened.page}/electronic-id`, { method: 'app' })).status).toBe(400);
  });

  test('HOLD-11: an employee without a kennitala is led from the password to the passkey', async () => {
    await identity.database.db.update(employees).set({ ssn: null }).where(eq(employees.id, employee.sub));
    const visitor = createVisitor(identity);
    const { page } = await visitor.openSignIn(connection);
    const answer = await visitor.send(page, staff);
    expect(answer.headers.get('location')).toBe(`${page}?way=passkey&language=is`);
  });

  test('HOLD-11: sessions and refresh tokens of one factor, from an earlier release, are not accepted', async () => {
    const visitor = createVisitor(identity);
    const { refresh_token: token } = await visitor.tokens(staff, connection);
    for (const { model, id, payload } of await identity.database.db.select().from(oidcRecords))
      if (payload.amr)
        await identity.database.db
          .update(oidcRecords)
          .set({ payload: { ...payload, amr: ['pwd'] } })
          .where(eq(oidcRecords.id, id))
          .then(() => model);
    expect(await refreshed(visitor, token)).toMatchObject({ status: 400, error: 'invalid_grant' });
    expect(await silently(visitor)).toContain('error=login_required');
  });
});

describe('length of a staff sign-in', () => {
  test('HOLD-11: it ends after 30 minutes without use, for refresh tokens and silent sign-in alike', async () => {
    const visitor = createVisitor(identity);
    const { refresh_token: first, expires_in: seconds } = await visitor.tokens(staff, connection);
    expect(seconds).toBe(300);
    moveTo(29 * minute);
    const second = await refreshed(visitor, first);
    expect(second.status).toBe(200);
    // The session was used 29 minutes ago, by renewing its tokens.
    moveTo(58 * minute);
    expect(await silently(visitor)).toContain('code=');
    moveTo(58 * minute + 30 * minute + 1000);
    expect(await refreshed(visitor, second.refresh_token)).toMatchObject({ status: 400 });
    expect(await silently(visitor)).toContain('error=login_required');
  });

  test('HOLD-11: it ends 8 hours after the sign-in, however much it is used', async () => {
    const visitor = createVisitor(identity);
    let { refresh_token: token } = await visitor.tokens(staff, connection);
    for (let at = 25 * minute; at < 8 * hour; at += 25 * minute) {
      moveTo(at);
      const next = await refreshed(visitor, token);
      expect(next.status, `after ${at / minute} minutes`).toBe(200);
      token = next.refresh_token;
    }
    moveTo(8 * hour - 60_000);
    const last = await refreshed(visitor, token);
    expect(last).toMatchObject({ status: 200, expires_in: 60 });
    expect(await silently(visitor)).toContain('code=');
    moveTo(8 * hour + 1000);
    expect(await refreshed(visitor, last.refresh_token)).toMatchObject({ status: 400 });
    expect(await silently(visitor)).toContain('error=login_required');
  });

  test('HOLD-11: signing out within the idle time revokes what was renewed meanwhile', async () => {
    const visitor = createVisitor(identity);
    const { refresh_token: first } = await visitor.tokens(staff, connection);
    moveTo(29 * minute);
    const second = await refreshed(visitor, first);
    moveTo(50 * minute);
    await visitor.visit('/v2/logout?client_id=hofn-web');
    expect(await refreshed(visitor, second.refresh_token)).toMatchObject({ status: 400 });
  });

  test('HOLD-11: customers keep their own lifetimes', async () => {
    const visitor = createVisitor(identity);
    const { refresh_token: token, expires_in: seconds } = await visitor.tokens();
    expect(seconds).toBe(900);
    moveTo(9 * hour);
    expect((await refreshed(visitor, token)).status).toBe(200);
    expect(await identity.database.db.$count(credentials)).toBeGreaterThan(0);
  });
});
