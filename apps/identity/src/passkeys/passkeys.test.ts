import type { PasskeyList, SessionList } from '@hofn/contracts';
import { oidcRecords, passkeys, signInAttempts } from '@hofn/database';
import { decodeJwt } from 'jose';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import {
  createVisitor,
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
/** Whose electronic ID confirms. */
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

/** Signed in by electronic ID, after which a key may be made. */
const strong = async (ssn: string = customer.ssn, userAgent = 'node'): Promise<Tokens> => {
  confirmedBy = ssn;
  const visitor = createVisitor(identity, undefined, userAgent);
  const { page, transaction } = await visitor.openSignIn();
  const begun = await visitor.send(`${page}/electronic-id`, { method: 'app', called: ssn });
  const back = await visitor.followToClient(await visitor.visit(begun.headers.get('location') ?? ''));
  return (await visitor.redeem(back.searchParams.get('code') ?? '', transaction)).json() as Promise<Tokens>;
};
const ask = async <Body>(token: string, method: string, path: string, body?: object) => {
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
  (await ask<{ challenge: string }>(token, 'POST', 'passkeys/options', {})).body.challenge;
const add = (token: string, credential: object) =>
  ask<{ id: string }>(token, 'POST', 'passkeys', { name: 'Síminn minn', credential });
/** A key that is enrolled. */
const enrolled = async (ssn?: string) => {
  const { access_token: token } = await strong(ssn);
  const key = createAuthenticator();
  const added = await add(token, key.create(await challengeFor(token), testOrigin));
  expect(added.status).toBe(201);
  return { key, token, id: added.body.id };
};
const opened = async (params: Record<string, string> = {}) => {
  const visitor = createVisitor(identity);
  const { page, transaction } = await visitor.openSignIn(params);
  const challenge = async () =>
    ((await (await visitor.visit(`${page}/passkey/options`)).json()) as { challenge: string }).challenge;
  const answer = (credential: unknown) =>
    visitor.send(`${page}/passkey`, { credential: JSON.stringify(credential) });
  return { visitor, page, transaction, challenge, answer };
};
const refused = async (answer: Response) => {
  expect(answer.status).toBe(200);
  expect(await answer.text()).toContain('Aðgangslykillinn virkaði ekki');
};

test('AUTH-10e: a key made after an electronic ID signs its owner in', async () => {
  const { key, token } = await enrolled();
  const place = await opened();
  const back = await place.visitor.followToClient(
    await place.answer(key.get(await place.challenge(), signInOrigin)),
  );
  const tokens = await place.visitor.redeem(back.searchParams.get('code') ?? '', place.transaction);
  const { id_token: idToken, access_token: byKey } = (await tokens.json()) as Tokens;
  expect(decodeJwt(idToken)).toMatchObject({ sub: customer.sub, amr: ['pop', 'mfa'] });
  const { body } = await ask<PasskeyList>(token, 'GET', 'passkeys');
  expect(body).toMatchObject({ mayAdd: true, items: [{ name: 'Síminn minn', usedAt: now.toISOString() }] });
  // A key is as good as an electronic ID to make the next one after.
  expect((await ask<PasskeyList>(byKey, 'GET', 'passkeys')).body.mayAdd).toBe(true);
});

test('AUTH-10e: a password alone makes no key', async () => {
  const { access_token: token } = await createVisitor(identity).tokens();
  expect((await ask<PasskeyList>(token, 'GET', 'passkeys')).body).toEqual({ mayAdd: false, items: [] });
  const options = await ask(token, 'POST', 'passkeys/options', {});
  expect([options.status, options.body.errorCode]).toEqual([403, 'strongSignInNeeded']);
  const { access_token: elsewhere } = await strong();
  const made = createAuthenticator().create(await challengeFor(elsewhere), testOrigin);
  expect((await add(token, made)).body.errorCode).toBe('strongSignInNeeded');
});

test('AUTH-10e: a challenge is answered once, by the sign-in that it was made for, within five minutes', async () => {
  const { key } = await enrolled();
  const [one, two] = [await opened(), await opened()];
  const stolen = key.get(await one.challenge(), signInOrigin);
  await two.challenge();
  await refused(await two.answer(stolen));
  await refused(await two.answer(stolen));
  const answer = key.get(await one.challenge(), signInOrigin);
  expect((await one.answer(answer)).status).toBe(303);
  const three = await opened();
  const late = key.get(await three.challenge(), signInOrigin);
  now = new Date(now.getTime() + 5 * 60_000);
  await refused(await three.answer(late));
});

test('AUTH-10e: what another origin or host was answered, what does not check its owner, and what is no answer is refused', async () => {
  const { key } = await enrolled();
  const place = await opened();
  await refused(await place.answer(key.get(await place.challenge(), 'https://elsewhere.example')));
  // The owner was there, and was not checked.
  await refused(await place.answer(key.get(await place.challenge(), signInOrigin, 0b0000_0001)));
  await refused(await place.answer(createAuthenticator().get(await place.challenge(), signInOrigin)));
  const foreign = { ...createAuthenticator('elsewhere.example').get(await place.challenge(), signInOrigin) };
  await refused(await place.answer({ ...foreign, id: key.id, rawId: key.id }));
  for (const nothing of [null, 'x', {}, { id: key.id }]) {
    await place.challenge();
    await refused(await place.answer(nothing));
  }
  expect((await place.answer(key.get(await place.challenge(), signInOrigin))).status).toBe(303);
});

test('AUTH-10e: a counter that does not go on is a copy, which is refused and noted', async () => {
  const { key } = await enrolled();
  const first = await opened();
  expect((await first.answer(key.get(await first.challenge(), signInOrigin))).status).toBe(303);
  key.rewind(0);
  const copy = await opened();
  await refused(await copy.answer(key.get(await copy.challenge(), signInOrigin)));
  expect(identity.lines).toContainEqual(
    expect.objectContaining({ audit: 'sign-in refused', method: 'passkey' }),
  );
});

test('AUTH-10e: a key that does not count signs in time after time', async () => {
  const { key } = await enrolled();
  key.stopCounting();
  for (const time of ['first', 'second']) {
    const place = await opened();
    const answer = await place.answer(key.get(await place.challenge(), signInOrigin));
    expect(answer.status, time).toBe(303);
  }
});

test('AUTH-10e: a key belongs to one account, and is made by the answer to the session’s own challenge', async () => {
  const { key } = await enrolled();
  const { access_token: theirs } = await strong(other.ssn);
  const again = await add(theirs, key.create(await challengeFor(theirs), testOrigin));
  expect([again.status, again.body.errorCode]).toEqual([409, 'passkeyFailed']);
  const { access_token: mine } = await strong();
  const made = createAuthenticator();
  const forTheirs = await challengeFor(theirs);
  await challengeFor(mine);
  expect((await add(mine, made.create(forTheirs, testOrigin))).status).toBe(409);
  expect((await add(mine, made.create(await challengeFor(mine), signInOrigin))).status).toBe(409);
  expect((await add(mine, made.create(await challengeFor(mine), testOrigin))).status).toBe(201);
  expect((await add(mine, made.create('used', testOrigin))).status).toBe(409);
});

test('AUTH-10e: a key that is taken away signs nobody in, and nobody takes another’s', async () => {
  const { key, token, id } = await enrolled();
  const { access_token: theirs } = await strong(other.ssn);
  expect((await ask(theirs, 'DELETE', `passkeys/${id}`)).status).toBe(404);
  expect((await ask(token, 'DELETE', `passkeys/${id}`)).status).toBe(204);
  expect((await ask<PasskeyList>(token, 'GET', 'passkeys')).body.items).toEqual([]);
  const place = await opened();
  await refused(await place.answer(key.get(await place.challenge(), signInOrigin)));
});

test('AUTH-10e, AUTH-10c: staff sign in with no key, and have none', async () => {
  const { employee } = people;
  const staff = await createVisitor(identity).tokens(
    { name: employee.username, password: employee.password },
    { connection: 'employee' },
  );
  expect((await ask(staff.access_token, 'GET', 'passkeys')).status).toBe(403);
  const { key } = await enrolled();
  const place = await opened({ connection: 'employee' });
  expect((await place.answer(key.get('x', signInOrigin))).status).toBe(400);
  expect((await ask('none', 'GET', 'passkeys')).status).toBe(401);
});

test('AUTH-11: where one is signed in is listed, and each other sign-in can be ended', async () => {
  const phone = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Version/18.0 Mobile Safari/604.1';
  const here = createVisitor(identity);
  const mine = await here.tokens();
  await strong(customer.ssn, phone);
  const { access_token: theirs } = await strong(other.ssn);
  const list = async () => (await ask<SessionList>(mine.access_token, 'GET', 'sessions')).body.items;
  const items = await list();
  expect(items).toHaveLength(2);
  expect(items).toContainEqual(expect.objectContaining({ current: true, way: 'password' }));
  const away = items.find(({ current }) => !current);
  expect(away).toMatchObject({ browser: 'Safari', system: 'iPhone', way: 'electronicId' });
  expect((await ask(theirs, 'DELETE', `sessions/${away?.id}`)).status).toBe(404);
  expect((await ask(mine.access_token, 'DELETE', `sessions/${away?.id}`)).status).toBe(204);
  expect(await list()).toHaveLength(1);

  const elsewhere = createVisitor(identity);
  const { refresh_token: refresh } = await elsewhere.tokens();
  expect((await ask(mine.access_token, 'DELETE', 'sessions/others')).status).toBe(204);
  expect((await elsewhere.refresh(refresh)).status).toBe(400);
  expect((await here.refresh(mine.refresh_token)).status).toBe(200);
  expect(await list()).toMatchObject([{ current: true }]);
  expect((await ask<SessionList>(theirs, 'GET', 'sessions')).body.items).toHaveLength(1);
});
