import type { PasskeyList, SessionList } from '@hofn/contracts';
import { mails, oidcRecords, passkeys, signInAttempts } from '@hofn/database';
import { decodeJwt } from 'jose';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import {
  createVisitor,
  lastEvent,
  people,
  startIdentity,
  type TestIdentity,
  type Tokens,
  testOrigin,
} from '../testing.ts';
import { createAuthenticator } from './testing.ts';

const { customer, other } = people;
const signInOrigin = 'http://localhost:8081';

let identity: TestIdentity;
let now = new Date();
/** The kennitala the fake eID service confirms. */
let confirmedBy: string = customer.ssn;
beforeAll(async () => {
  identity = await startIdentity({
    clock: { now: () => now },
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
  now = new Date();
  confirmedBy = customer.ssn;
  await db.delete(signInAttempts);
  await db.delete(oidcRecords);
  await db.delete(passkeys);
  identity.lines.length = 0;
});

/** Signs in by electronic ID, which allows enrolling a passkey. */
const strongSignIn = async (ssn: string = customer.ssn, userAgent = 'node'): Promise<Tokens> => {
  confirmedBy = ssn;
  const visitor = createVisitor(identity, undefined, userAgent);
  const { page, transaction } = await visitor.openSignIn();
  const begun = await visitor.send(`${page}/electronic-id`, { method: 'app', called: ssn });
  const back = await visitor.followToClient(await visitor.visit(begun.headers.get('location') ?? ''));
  return (await visitor.redeem(back.searchParams.get('code') ?? '', transaction)).json() as Promise<Tokens>;
};
const request = async <Body>(token: string, method: string, path: string, body?: object) => {
  const answer = await fetch(new URL(`/idm/v1/${path}`, identity.url), {
    method,
    headers: {
      authorization: `Bearer ${token}`,
      'accept-language': 'is',
      ...(body && { 'content-type': 'application/json' }),
    },
    ...(body && { body: JSON.stringify(body) }),
  });
  const text = await answer.text();
  return { status: answer.status, body: (text ? JSON.parse(text) : {}) as Body & { errorCode?: string } };
};
const challengeFor = async (token: string) =>
  (await request<{ challenge: string }>(token, 'POST', 'passkeys/options', {})).body.challenge;
const add = (token: string, credential: object) =>
  request<{ id: string }>(token, 'POST', 'passkeys', { name: 'Síminn minn', credential });
/** Enrols a new passkey. */
const enrol = async (ssn?: string) => {
  const { access_token: token } = await strongSignIn(ssn);
  const key = createAuthenticator();
  const added = await add(token, key.create(await challengeFor(token), testOrigin));
  expect(added.status).toBe(201);
  return { key, token, id: added.body.id };
};
const openSignIn = async (params: Record<string, string> = {}) => {
  const visitor = createVisitor(identity);
  const { page, transaction } = await visitor.openSignIn(params);
  const challenge = async () =>
    ((await (await visitor.visit(`${page}/passkey/options`)).json()) as { challenge: string }).challenge;
  const answer = (credential: unknown) =>
    visitor.send(`${page}/passkey`, { credential: JSON.stringify(credential) });
  return { visitor, page, transaction, challenge, answer };
};
const expectRefused = async (answer: Response) => {
  expect(answer.status).toBe(200);
  expect(await answer.text()).toContain('Aðgangslykillinn virkaði ekki');
};

test('AUTH-10e: a passkey enrolled after an eID sign-in signs its owner in', async () => {
  const { key, token } = await enrol();
  const opened = await openSignIn();
  const back = await opened.visitor.followToClient(
    await opened.answer(key.get(await opened.challenge(), signInOrigin)),
  );
  const tokens = await opened.visitor.redeem(back.searchParams.get('code') ?? '', opened.transaction);
  const { id_token: idToken, access_token: byKey } = (await tokens.json()) as Tokens;
  expect(decodeJwt(idToken)).toMatchObject({ sub: customer.sub, amr: ['pop', 'mfa'] });
  const { body } = await request<PasskeyList>(token, 'GET', 'passkeys');
  expect(body).toMatchObject({ mayAdd: true, items: [{ name: 'Síminn minn', usedAt: now.toISOString() }] });
  // Signing in with a passkey also allows enrolling the next one.
  expect((await request<PasskeyList>(byKey, 'GET', 'passkeys')).body.mayAdd).toBe(true);
});

test('AUTH-10e, HOLD-12: its owner is e-mailed about a new passkey', async () => {
  const { db } = identity.database;
  await db.delete(mails);
  await enrol();
  expect(await db.select().from(mails)).toMatchObject([
    {
      customerId: customer.sub,
      kind: 'passkeyAdded',
      recipient: customer.email,
      about: { at: now.toISOString() },
    },
  ]);
});

test('AUTH-10e, HOLD-12: its owner is e-mailed about a removed passkey', async () => {
  const { db } = identity.database;
  const { token, id } = await enrol();
  await db.delete(mails);
  expect((await request(token, 'POST', `passkeys/${id}`, { name: 'Gamli síminn' })).body).toMatchObject({
    name: 'Gamli síminn',
  });
  expect(await lastEvent(identity)).toMatchObject({ action: 'passkey.rename', subjectId: customer.sub });
  expect((await request(token, 'DELETE', `passkeys/${id}`)).status).toBe(204);
  expect(await db.select().from(mails)).toMatchObject([
    { customerId: customer.sub, kind: 'passkeyRemoved', recipient: customer.email },
  ]);
});

test('AUTH-10e: a password sign-in cannot enrol a passkey', async () => {
  const { access_token: token } = await createVisitor(identity).tokens();
  expect((await request<PasskeyList>(token, 'GET', 'passkeys')).body).toEqual({ mayAdd: false, items: [] });
  const options = await request(token, 'POST', 'passkeys/options', {});
  expect([options.status, options.body.errorCode]).toEqual([403, 'strongSignInNeeded']);
  const { access_token: elsewhere } = await strongSignIn();
  const made = createAuthenticator().create(await challengeFor(elsewhere), testOrigin);
  expect((await add(token, made)).body.errorCode).toBe('strongSignInNeeded');
});

test('AUTH-10e: a challenge is valid once, for its own sign-in, for five minutes', async () => {
  const { key } = await enrol();
  const [first, second] = [await openSignIn(), await openSignIn()];
  const stolen = key.get(await first.challenge(), signInOrigin);
  await second.challenge();
  await expectRefused(await second.answer(stolen));
  await expectRefused(await second.answer(stolen));
  const answer = key.get(await first.challenge(), signInOrigin);
  expect((await first.answer(answer)).status).toBe(303);
  const third = await openSignIn();
  const late = key.get(await third.challenge(), signInOrigin);
  now = new Date(now.getTime() + 5 * 60_000);
  await expectRefused(await third.answer(late));
});

test('AUTH-10e: a wrong origin or host, missing user verification and malformed responses are refused', async () => {
  const { key } = await enrol();
  const opened = await openSignIn();
  await expectRefused(await opened.answer(key.get(await opened.challenge(), 'https://elsewhere.example')));
  // User present, but not verified.
  await expectRefused(await opened.answer(key.get(await opened.challenge(), signInOrigin, 0b0000_0001)));
  await expectRefused(await opened.answer(createAuthenticator().get(await opened.challenge(), signInOrigin)));
  const foreign = { ...createAuthenticator('elsewhere.example').get(await opened.challenge(), signInOrigin) };
  await expectRefused(await opened.answer({ ...foreign, id: key.id, rawId: key.id }));
  for (const malformed of [null, 'x', {}, { id: key.id }]) {
    await opened.challenge();
    await expectRefused(await opened.answer(malformed));
  }
  expect((await opened.answer(key.get(await opened.challenge(), signInOrigin))).status).toBe(303);
});

test('AUTH-10e: a counter that does not increase means a cloned key: refused and logged', async () => {
  const { key } = await enrol();
  const first = await openSignIn();
  expect((await first.answer(key.get(await first.challenge(), signInOrigin))).status).toBe(303);
  key.rewind(0);
  const copy = await openSignIn();
  await expectRefused(await copy.answer(key.get(await copy.challenge(), signInOrigin)));
  expect(identity.lines).toContainEqual(
    expect.objectContaining({ audit: 'sign-in refused', method: 'passkey' }),
  );
});

test('AUTH-10e: a key without a counter can sign in repeatedly', async () => {
  const { key } = await enrol();
  key.stopCounting();
  for (const time of ['first', 'second']) {
    const opened = await openSignIn();
    const answer = await opened.answer(key.get(await opened.challenge(), signInOrigin));
    expect(answer.status, time).toBe(303);
  }
});

test('AUTH-10e: a key belongs to one account, and is enrolled with the session’s own challenge', async () => {
  const { key } = await enrol();
  const { access_token: theirs } = await strongSignIn(other.ssn);
  const again = await add(theirs, key.create(await challengeFor(theirs), testOrigin));
  expect([again.status, again.body.errorCode]).toEqual([409, 'passkeyFailed']);
  const { access_token: mine } = await strongSignIn();
  const made = createAuthenticator();
  const forTheirs = await challengeFor(theirs);
  await challengeFor(mine);
  expect((await add(mine, made.create(forTheirs, testOrigin))).status).toBe(409);
  expect((await add(mine, made.create(await challengeFor(mine), signInOrigin))).status).toBe(409);
  expect((await add(mine, made.create(await challengeFor(mine), testOrigin))).status).toBe(201);
  expect((await add(mine, made.create('used', testOrigin))).status).toBe(409);
});

test('AUTH-10e, HOLD-14: a removed key cannot sign in, and nobody can remove another customer’s', async () => {
  const { key, token, id } = await enrol();
  const mine = { actorId: customer.sub, subjectId: customer.sub, authority: 'self', object: id };
  expect(await lastEvent(identity)).toMatchObject({ action: 'passkey.add', ...mine });
  const { access_token: theirs } = await strongSignIn(other.ssn);
  expect((await request(theirs, 'DELETE', `passkeys/${id}`)).status).toBe(404);
  expect(await lastEvent(identity)).toMatchObject({ action: 'signIn', actorId: other.sub });
  expect((await request(token, 'DELETE', `passkeys/${id}`)).status).toBe(204);
  expect(await lastEvent(identity)).toMatchObject({ action: 'passkey.remove', ...mine });
  expect((await request<PasskeyList>(token, 'GET', 'passkeys')).body.items).toEqual([]);
  const opened = await openSignIn();
  await expectRefused(await opened.answer(key.get(await opened.challenge(), signInOrigin)));
});

test('AUTH-10e, HOLD-11: staff cannot use a customer’s passkey, nor see it, nor enrol one on the customers’ portal', async () => {
  const { employee } = people;
  confirmedBy = employee.ssn;
  const staff = await createVisitor(identity).tokens(
    { name: employee.username, password: employee.password },
    { connection: 'employee' },
  );
  const { key, id } = await enrol();
  const listed = await request<PasskeyList>(staff.access_token, 'GET', 'passkeys');
  expect([listed.status, listed.body.items]).toEqual([200, []]);
  expect((await request(staff.access_token, 'DELETE', `passkeys/${id}`)).status).toBe(404);
  const made = createAuthenticator().create(await challengeFor(staff.access_token), testOrigin);
  expect((await add(staff.access_token, made)).body.errorCode).toBe('passkeyFailed');
  const opened = await openSignIn({ connection: 'employee' });
  await expectRefused(await opened.answer(key.get(await opened.challenge(), signInOrigin)));
  expect((await request('none', 'GET', 'passkeys')).status).toBe(401);
});

test('AUTH-11, HOLD-14: a customer can list and end their sessions', async () => {
  const phone = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Version/18.0 Mobile Safari/604.1';
  const here = createVisitor(identity);
  const mine = await here.tokens();
  await strongSignIn(customer.ssn, phone);
  const { access_token: theirs } = await strongSignIn(other.ssn);
  const list = async () => (await request<SessionList>(mine.access_token, 'GET', 'sessions')).body.items;
  const items = await list();
  expect(items).toHaveLength(2);
  expect(items).toContainEqual(expect.objectContaining({ current: true, way: 'password' }));
  const away = items.find(({ current }) => !current);
  expect(away).toMatchObject({ browser: 'Safari', system: 'iPhone', way: 'electronicId' });
  expect((await request(theirs, 'DELETE', `sessions/${away?.id}`)).status).toBe(404);
  expect((await request(mine.access_token, 'DELETE', `sessions/${away?.id}`)).status).toBe(204);
  expect(await list()).toHaveLength(1);

  const elsewhere = createVisitor(identity);
  const { refresh_token: refresh } = await elsewhere.tokens();
  expect((await request(mine.access_token, 'DELETE', 'sessions/others')).status).toBe(204);
  const ended = { action: 'session.end', actorId: customer.sub, object: 'others' };
  expect(await lastEvent(identity)).toMatchObject(ended);
  expect((await elsewhere.refresh(refresh)).status).toBe(400);
  expect((await here.refresh(mine.refresh_token)).status).toBe(200);
  expect(await list()).toMatchObject([{ current: true }]);
  expect((await request<SessionList>(theirs, 'GET', 'sessions')).body.items).toHaveLength(1);
});
