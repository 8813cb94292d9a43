import { randomUUID } from 'node:crypto';
import type { CoreScope } from '@hofn/contracts';
import { auditEvents, coreClientKeys, coreClients, oidcRecords } from '@hofn/database';
import { systemClock } from '@hofn/domain';
import { eq } from 'drizzle-orm';
import { createRemoteJWKSet, importJWK, type JWK, jwtVerify, SignJWT } from 'jose';
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest';
import {
  createVisitor,
  lastEvent,
  startIdentity,
  type TestIdentity,
  testCallback,
  testOrigin,
} from '../testing.ts';
import { type CoreClients, createCoreClients } from './core-clients.ts';
import { type AssertionAlgorithm, newKeyPair } from './keys.ts';

const issuer = 'http://localhost:8081/';
const confidential = {
  client_id: 'server',
  client_name: 'Samstarfsaðili',
  redirect_uris: [testCallback],
  logout_uris: [testOrigin],
  client_secret: 'a secret of at least thirty-two characters',
};

let identity: TestIdentity;
/** Another replica, on the same database. */
let replica: TestIdentity;
let clients: CoreClients;
beforeAll(async () => {
  identity = await startIdentity({ clients: [confidential] });
  replica = await startIdentity({ database: identity.database });
  clients = createCoreClients({ db: identity.database.db, clock: systemClock });
});
afterAll(async () => {
  await replica.stop();
  await identity.stop();
});

type Key = Awaited<ReturnType<typeof newKeyPair>>;
const scopes: CoreScope[] = ['core.policies.write', 'core.events.read'];

let key: Key;
let id: string;
beforeEach(async () => {
  key = await newKeyPair('ES256');
  id = await clients.add({ source: 'kerfi', scopes }, key.publicJwk, 365);
});

type Claims = Record<string, string | string[] | number | undefined>;

/** Signs an assertion; `claims` override those of a valid one. */
const assertion = async (claims: Claims = {}, { privateJwk }: Key = key, header: object = {}) => {
  const now = Math.floor(Date.now() / 1000);
  const alg = privateJwk.alg ?? '';
  return new SignJWT({ iss: id, sub: id, aud: issuer, jti: randomUUID(), iat: now, exp: now + 30, ...claims })
    .setProtectedHeader({ alg, ...header })
    .sign((await importJWK(privateJwk, alg)) as Parameters<SignJWT['sign']>[0]);
};

type Answer = { status: number; error?: string; access_token?: string; scope?: string };

const post = async (
  fields: Record<string, string>,
  { url } = identity,
  headers: Record<string, string> = {},
) => {
  const body = new URLSearchParams({ grant_type: 'client_credentials', ...fields });
  const response = await fetch(`${url}/oauth/token`, { method: 'POST', body, headers });
  const answer = (await response.json()) as object;
  return { ...answer, status: response.status } as Answer;
};
const asserting = (client_assertion: string) => ({
  client_assertion,
  client_assertion_type: 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer',
});
/** Asks for a token with an assertion. */
const ask = async (text: Promise<string> | string, fields: Record<string, string> = {}, at = identity) =>
  post({ ...asserting(await text), ...fields }, at);

const refused = { status: 401, error: 'invalid_client' };

test('CORE-1: a client gets a token for ten minutes, with its source and all its scopes', async () => {
  const answer = await ask(assertion());
  expect(answer).toMatchObject({
    status: 200,
    token_type: 'Bearer',
    expires_in: 600,
    scope: 'core.policies.write core.events.read',
  });
  expect(answer).not.toHaveProperty('refresh_token');
  const keys = createRemoteJWKSet(new URL('/.well-known/jwks.json', identity.url));
  const { payload } = await jwtVerify(answer.access_token ?? '', keys, {
    issuer,
    audience: 'https://core.hofn.example',
    typ: 'at+jwt',
  });
  expect(payload).toMatchObject({
    sub: id,
    client_id: id,
    actor_kind: 'service',
    source: 'kerfi',
    scope: 'core.policies.write core.events.read',
  });
  expect(Number(payload.exp) - Number(payload.iat)).toBe(600);
});

test('CORE-1: of the scopes asked for, the token has those of the client; with none of them there is no token', async () => {
  const scope = 'core.policies.write core.claims.write';
  expect(await ask(assertion(), { scope })).toMatchObject({ status: 200, scope: 'core.policies.write' });
  for (const other of ['core.claims.write', 'openid', 'offline_access'])
    expect(await ask(assertion(), { scope: other }), other).toMatchObject({
      status: 400,
      error: 'invalid_scope',
    });
});

test('CORE-1: a client gets tokens for the audience of systems alone', async () => {
  const resource = 'https://core.hofn.example';
  expect(await ask(assertion(), { resource })).toMatchObject({ status: 200 });
  for (const other of ['https://api.hofn.example', 'https://elsewhere.example'])
    expect(await ask(assertion(), { resource: other })).toMatchObject({
      status: 400,
      error: 'invalid_target',
    });
});

test.each<AssertionAlgorithm>(['PS256', 'EdDSA'])(
  'CORE-1: a key for %s signs assertions too',
  async (alg) => {
    const other = await newKeyPair(alg);
    expect(await clients.addKey(id, other.publicJwk, 365)).toEqual({ ok: true });
    expect(await ask(assertion({}, other))).toMatchObject({ status: 200 });
  },
);

test('CORE-1: an assertion for another or several audiences, one that lives long, or without its claims is refused', async () => {
  const now = Math.floor(Date.now() / 1000);
  const wrong: Record<string, Claims> = {
    'wrong audience': { aud: 'https://elsewhere.example/' },
    'the token endpoint as audience': { aud: `${identity.url}/oauth/token` },
    'issuer without its slash': { aud: 'http://localhost:8081' },
    'array audience': { aud: [issuer] },
    'two audiences': { aud: [issuer, 'https://elsewhere.example/'] },
    'long exp': { exp: now + 120 },
    expired: { exp: now - 30 },
    'no exp': { exp: undefined },
    'no jti': { jti: undefined },
    'another issuer': { iss: 'core-other' },
    'not valid yet': { nbf: now + 30 },
  };
  for (const [what, claims] of Object.entries(wrong))
    expect(await ask(assertion(claims)), what).toMatchObject(refused);
  expect(await ask(assertion())).toMatchObject({ status: 200 });
});

test('CORE-1: an assertion works once, in all replicas together, also when they get it at the same time', async () => {
  const first = await assertion();
  expect(await ask(first)).toMatchObject({ status: 200 });
  expect(await ask(first)).toMatchObject(refused);
  expect(await ask(first, {}, replica)).toMatchObject(refused);
  const second = await assertion();
  const answers = await Promise.all(
    Array.from({ length: 8 }, (_, index) => ask(second, {}, index % 2 ? identity : replica)),
  );
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  expect(answers.filter(({ status }) => status === 401)).toHaveLength(7);
});

test('CORE-1: an assertion signed with another key, another algorithm or none is refused', async () => {
  const unregistered = await newKeyPair('ES256');
  expect(await ask(assertion({}, unregistered))).toMatchObject(refused);
  expect(await ask(assertion({}, unregistered, { kid: key.publicJwk.kid }))).toMatchObject(refused);
  const none = Buffer.from(JSON.stringify({ alg: 'none' })).toString('base64url');
  const [, payload] = (await assertion()).split('.');
  expect(await ask(`${none}.${payload}.`)).toMatchObject(refused);
  const rsa = await newKeyPair('PS256');
  await clients.addKey(id, rsa.publicJwk, 365);
  const pkcs1 = { ...rsa, privateJwk: { ...rsa.privateJwk, alg: 'RS256' } as JWK };
  expect(await ask(assertion({}, pkcs1))).toMatchObject(refused);
});

test('CORE-1: keys rotate: two are valid at a time; an expired or revoked one is refused at the next token', async () => {
  const next = await newKeyPair('ES256');
  const third = await newKeyPair('ES256');
  expect(await clients.addKey(id, next.publicJwk, 365)).toEqual({ ok: true });
  expect(await clients.addKey(id, third.publicJwk, 365)).toEqual({ ok: false, errorCode: 'tooManyKeys' });
  for (const each of [key, next])
    expect(await ask(assertion({}, each), {}, replica)).toMatchObject({ status: 200 });

  expect(await clients.revokeKey(id, key.publicJwk.kid)).toEqual({ ok: true });
  for (const at of [identity, replica]) expect(await ask(assertion(), {}, at)).toMatchObject(refused);
  expect(await clients.addKey(id, key.publicJwk, 365)).toEqual({ ok: false, errorCode: 'keyKnown' });
  expect(await ask(assertion({}, next))).toMatchObject({ status: 200 });

  await identity.database.db
    .update(coreClientKeys)
    .set({ expiresAt: new Date() })
    .where(eq(coreClientKeys.id, next.publicJwk.kid));
  for (const at of [identity, replica]) expect(await ask(assertion({}, next), {}, at)).toMatchObject(refused);
  expect(await clients.addKey(id, third.publicJwk, 365)).toEqual({ ok: true });
  expect(await ask(assertion({}, third))).toMatchObject({ status: 200 });
});

test('CORE-1: a disabled client gets no token in any replica until it is enabled', async () => {
  await clients.setDisabled(id, true);
  for (const at of [identity, replica]) expect(await ask(assertion(), {}, at)).toMatchObject(refused);
  await clients.setDisabled(id, false);
  expect(await ask(assertion())).toMatchObject({ status: 200 });
});

test('CORE-1: a shared secret is refused, of the client and of a client that people sign in with', async () => {
  const secret = 'a secret of at least thirty-two characters';
  const basic = `Basic ${Buffer.from(`${id}:${secret}`).toString('base64')}`;
  expect(await post({ client_id: id, client_secret: secret })).toMatchObject(refused);
  expect(await post({}, identity, { authorization: basic })).toMatchObject(refused);
  expect(await post({ client_id: id })).toMatchObject(refused);
  const hmac = await new SignJWT({ iss: id, sub: id, aud: issuer, jti: 'one', exp: Date.now() / 1000 + 30 })
    .setProtectedHeader({ alg: 'HS256' })
    .sign(new TextEncoder().encode(secret));
  expect(await ask(hmac)).toMatchObject(refused);
  const { client_id, client_secret } = confidential;
  expect(await post({ client_id, client_secret })).toMatchObject({ status: 400, error: 'invalid_request' });
  expect(await post({ client_id: 'hofn-web' })).toMatchObject({ status: 400, error: 'invalid_request' });
});

test('CORE-1: nobody signs in through a system’s client, and no page may use it', async () => {
  const visitor = createVisitor(identity, id);
  const answer = await visitor.visit(visitor.request({ ui_locales: 'en' }).path);
  expect([answer.status, answer.headers.get('location')]).toEqual([400, null]);
  const code = { grant_type: 'authorization_code', code: 'x', redirect_uri: testCallback };
  expect(await ask(assertion(), code)).toMatchObject({ status: 400, error: 'invalid_request' });
  const fromPage = { origin: testOrigin };
  expect(await post(asserting(await assertion()), identity, fromPage)).toMatchObject({ status: 400 });
});

test('CORE-1: a refusal of a known client is logged, and audited with its reason up to a limit per address', async () => {
  const own = await startIdentity();
  onTestFinished(() => own.stop());
  const ownClients = createCoreClients({ db: own.database.db, clock: systemClock });
  id = await ownClients.add({ source: 'kerfi', scopes }, key.publicJwk, 365);
  await ask(assertion({ aud: [issuer] }), {}, own);
  const why = 'audience (aud) must be the issuer, as a single string';
  expect(await lastEvent(own)).toMatchObject({
    action: 'core.refused',
    actorKind: 'service',
    actorId: id,
    address: expect.any(String),
    requestId: expect.stringMatching(/./),
    details: { why },
  });
  expect(own.lines).toContainEqual(
    expect.objectContaining({ audit: 'core client refused', client: id, why }),
  );
  const refusals = () => own.database.db.$count(auditEvents, eq(auditEvents.action, 'core.refused'));
  await ask(assertion({ iss: 'core-nobody', sub: 'core-nobody' }), {}, own);
  expect(await refusals()).toBe(1);
  await ownClients.setDisabled(id, true);
  await ask(assertion(), {}, own);
  expect(await refusals()).toBe(2);
  for (let index = 0; index < 70; index += 1) await post({ client_id: id }, own);
  // Two minutes may be touched.
  expect(await refusals()).toBeLessThanOrEqual(60);
  expect(own.lines.filter(({ audit }) => audit === 'core client refused')).toHaveLength(72);
});

test('CORE-1: a refusal is audited with the address that it came from, whatever its headers claim', async () => {
  const own = await startIdentity();
  onTestFinished(() => own.stop());
  const ownClients = createCoreClients({ db: own.database.db, clock: systemClock });
  id = await ownClients.add({ source: 'kerfi', scopes }, key.publicJwk, 365);
  await post({ client_id: id }, own, { 'x-forwarded-for': '203.0.113.7' });
  const { address } = (await lastEvent(own)) ?? {};
  expect(address).toMatch(/^(?:::ffff:)?127\.0\.0\.1$|^::1$/);
});

test('CORE-1: neither a token nor a private key is stored', async () => {
  const answer = await ask(assertion());
  const { db } = identity.database;
  const stored = JSON.stringify([
    await db.select().from(oidcRecords),
    await db.select().from(coreClients),
    await db.select().from(coreClientKeys),
  ]);
  expect(stored).not.toContain(answer.access_token);
  expect(stored).not.toContain(key.privateJwk.d);
});
