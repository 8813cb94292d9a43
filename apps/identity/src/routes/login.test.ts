import { loginCalls, mobileLoginState, problem } from '@hofn/contracts';
import { customers, oidcRecords, signInAttempts } from '@hofn/database';
import type { EidState } from '@hofn/service/eid.ts';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { beginAttempt, limits } from '../sign-in/attempts.ts';
import {
  createVisitor,
  lastEvent,
  people,
  startIdentity,
  type TestIdentity,
  type Visitor,
} from '../testing.ts';

const { customer, other, employee } = people;
const phone = '6150001';

let identity: TestIdentity;
let state: EidState;
/** The kennitala the fake eID service confirms. */
let confirmedBy: string;
let now = new Date();
beforeAll(async () => {
  identity = await startIdentity({
    clock: { now: () => now },
    eid: {
      call: async () => 'talk',
      state: async () => state,
      collect: async () => ({ ssn: confirmedBy, cms: new Uint8Array() }),
    },
  });
  await identity.database.db
    .update(customers)
    .set({ mobilePhone: phone })
    .where(eq(customers.id, customer.sub));
});
afterAll(() => identity.stop());
beforeEach(async () => {
  now = new Date();
  state = { state: 'waiting' };
  confirmedBy = customer.ssn;
  identity.sent.length = 0;
  identity.lines.length = 0;
  await identity.database.db.delete(signInAttempts);
  await identity.database.db.delete(oidcRecords);
});

const openSignIn = async (params: Record<string, string> = {}) => {
  const visitor = createVisitor(identity);
  const { page, transaction } = await visitor.openSignIn(params);
  return { visitor, transaction, interaction: page.split('/').at(-1) ?? '' };
};
const call = async (visitor: Visitor, { path }: { path: string }, body: object, origin?: string) => {
  const answer = await visitor.visit(path, {
    method: 'POST',
    body: JSON.stringify(body),
    headers: { 'content-type': 'application/json', ...(origin && { origin }) },
  });
  const text = await answer.text();
  return { status: answer.status, headers: answer.headers, body: text === '' ? null : JSON.parse(text) };
};

test('CALL-4, AUTH-10a, HOLD-14, HOLD-24: login/password completes the open sign-in and redirects to its client', async () => {
  const { visitor, transaction, interaction } = await openSignIn();
  const { ssn, password } = customer;
  const answer = await call(visitor, loginCalls.loginPassword, {
    interaction,
    ssn: '\u202a010190\u20111429\u202c\u200b',
    password,
  });
  expect(ssn).toBe('0101901429');
  expect(answer.status).toBe(200);
  const { redirectTo } = loginCalls.loginPassword.response.parse(answer.body);
  const back = await visitor.followToClient(await visitor.visit(redirectTo));
  const tokens = await visitor.redeem(back.searchParams.get('code') ?? '', transaction);
  expect(await tokens.json()).toHaveProperty('access_token');
  expect(identity.lines).toContainEqual(expect.objectContaining({ audit: 'sign-in', sub: customer.sub }));
  expect(await lastEvent(identity)).toMatchObject({
    action: 'signIn',
    actorKind: 'customer',
    actorId: customer.sub,
    address: '127.0.0.1',
    details: { method: 'password' },
  });
  // The sign-in is complete.
  const again = await call(visitor, loginCalls.loginPassword, { interaction, ssn, password });
  expect([again.status, again.body.errorCode]).toEqual([409, 'signInOver']);
});

test('CALL-4, AUTH-10c, HOLD-11, HOLD-14: login/employee leads staff to the second factor, login/password does not', async () => {
  const { visitor, interaction } = await openSignIn({ connection: 'employee' });
  const { password } = employee;
  const asCustomer = await call(visitor, loginCalls.loginPassword, {
    interaction,
    ssn: customer.ssn,
    password,
  });
  expect([asCustomer.status, asCustomer.body.errorCode]).toEqual([409, 'signInOver']);
  const answer = await call(visitor, loginCalls.loginEmployee, {
    interaction,
    username: ' Sigrun ',
    password,
  });
  const { redirectTo } = loginCalls.loginEmployee.response.parse(answer.body);
  const page = await (await visitor.visit(redirectTo)).text();
  expect(page).toContain('Staðfestu nú með rafrænum skilríkjum');
  state = { state: 'confirmed', reference: 'session' };
  confirmedBy = employee.ssn;
  const back = await visitor.followToClient(await visitor.confirmSignIn(`/interaction/${interaction}`));
  expect(back.searchParams.get('code')).not.toBeNull();
  const by = { actorKind: 'employee', actorId: employee.sub, subjectId: null };
  expect(await lastEvent(identity)).toMatchObject({ action: 'signIn', ...by });
  // Refused sign-ins are recorded for staff alone: anyone can cause them.
  const refused = await openSignIn({ connection: 'employee' });
  const wrong = { interaction: refused.interaction, username: 'sigrun', password: 'wrong' };
  expect((await call(refused.visitor, loginCalls.loginEmployee, wrong)).status).toBe(401);
  const event = await lastEvent(identity);
  expect(event).toMatchObject({ action: 'signIn.refused', ...by, details: { reason: 'wrong' } });
  const guess = await openSignIn();
  const asPerson = { interaction: guess.interaction, ssn: customer.ssn, password: 'wrong' };
  expect((await call(guess.visitor, loginCalls.loginPassword, asPerson)).status).toBe(401);
  expect(await lastEvent(identity)).toEqual(event);
});

test('CALL-4, AUTH-10b: login/mobile returns the code on the phone and a URL to poll', async () => {
  const { visitor, transaction, interaction } = await openSignIn();
  const answer = await call(visitor, loginCalls.loginMobile, { interaction, phone: '615 0001' });
  const { challengeCode, pollUrl } = loginCalls.loginMobile.response.parse(answer.body);
  expect(challengeCode).toMatch(/^\d{4}$/);
  const poll = async () => mobileLoginState.parse(await (await visitor.visit(pollUrl)).json());
  expect(await poll()).toEqual({ state: 'waiting' });
  state = { state: 'confirmed', reference: 'session' };
  now = new Date(now.getTime() + 2_000);
  const { redirectTo = '', ...rest } = await poll();
  expect(rest).toEqual({ state: 'confirmed' });
  const back = await visitor.followToClient(await visitor.visit(redirectTo));
  const tokens = await visitor.redeem(back.searchParams.get('code') ?? '', transaction);
  expect(await tokens.json()).toHaveProperty('access_token');

  const app = await openSignIn();
  const byApp = await call(app.visitor, loginCalls.loginMobile, {
    interaction: app.interaction,
    ssn: customer.ssn,
  });
  expect(byApp.status).toBe(200);
});

test('CALL-4, AUTH-10d, AUTH-13: login/requestcredentials answers 202 for any kennitala after the same work', async () => {
  const visitor = createVisitor(identity);
  const known = await call(visitor, loginCalls.requestCredentials, { ssn: '010190-1429' });
  const unknown = await call(visitor, loginCalls.requestCredentials, { ssn: '0101901699' });
  expect([known.status, known.body]).toEqual([202, null]);
  expect([unknown.status, unknown.body]).toEqual([202, null]);
  expect(identity.sent.map(({ data }) => (data as { customerId: string | null }).customerId)).toEqual([
    customer.sub,
    null,
  ]);
  const misshapen = await call(visitor, loginCalls.requestCredentials, { ssn: '123' });
  expect(problem.parse(misshapen.body)).toMatchObject({
    errorCode: 'validation',
    errors: { ssn: [expect.stringContaining('tíu tölustafir')] },
  });
});

test('HOLD-13, AUTH-13: calls and pages share their limits', async () => {
  const { visitor, interaction } = await openSignIn();
  const { ssn } = other;
  for (let failure = 0; failure < limits.account.failures; failure += 1)
    expect(
      (await call(visitor, loginCalls.loginPassword, { interaction, ssn, password: 'guess' })).status,
    ).toBe(401);
  const page = `/interaction/${interaction}`;
  const waiting = await visitor.send(page, { name: ssn, password: other.password });
  expect([waiting.status, waiting.headers.get('location')]).toEqual([200, null]);

  const { db } = identity.database;
  const exhaust = async (kind: 'address' | 'callAddress' | 'letterAddress') => {
    for (let n = 0; n < limits[kind].failures; n += 1) await beginAttempt(db, kind, '127.0.0.1', now);
  };
  await exhaust('address');
  await exhaust('callAddress');
  await exhaust('letterAddress');
  const { password } = customer;
  const byPassword = await call(visitor, loginCalls.loginPassword, {
    interaction,
    ssn: customer.ssn,
    password,
  });
  expect([byPassword.status, byPassword.body.errorCode]).toEqual([429, 'tooManyRequests']);
  expect(Number(byPassword.headers.get('retry-after'))).toBeGreaterThan(0);
  expect((await call(visitor, loginCalls.loginMobile, { interaction, phone })).status).toBe(429);
  expect((await call(visitor, loginCalls.requestCredentials, { ssn: customer.ssn })).status).toBe(202);
  expect(identity.sent).toEqual([]);
});

test('AUTH-13: guesses by others do not lock the owner out of the calls in a known browser', async () => {
  const { ssn, password } = customer;
  const owner = createVisitor(identity);
  await owner.signIn();
  const { visitor: attacker, interaction } = await openSignIn();
  const guess = { interaction, ssn, password: 'guess' };
  for (let failure = 0; failure < limits.account.failures; failure += 1)
    await call(attacker, loginCalls.loginPassword, guess);
  const refused = await call(attacker, loginCalls.loginPassword, { interaction, ssn, password });
  expect(refused.status).toBe(401);
  const { page } = await owner.openSignIn({ prompt: 'login' });
  const own = { interaction: page.split('/').at(-1), ssn, password };
  expect((await call(owner, loginCalls.loginPassword, own)).status).toBe(200);
});

test('AUTH-6a: only the browser that started a sign-in can continue it, and no page of another origin', async () => {
  const { visitor, interaction } = await openSignIn();
  const { ssn, password } = customer;
  const body = { interaction, ssn, password };
  const attacker = await call(createVisitor(identity), loginCalls.loginPassword, body);
  expect([attacker.status, attacker.body.errorCode]).toEqual([409, 'signInOver']);
  const otherPage = await call(visitor, loginCalls.loginPassword, body, 'http://localhost:8080');
  expect([otherPage.status, otherPage.body.errorCode]).toEqual([403, 'forbidden']);
  expect((await call(visitor, loginCalls.loginPassword, body, 'http://localhost:8081')).status).toBe(200);
});
