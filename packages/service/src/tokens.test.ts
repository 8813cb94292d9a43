import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { exportSPKI, generateKeyPair, type JWTVerifyGetKey } from 'jose';
import { beforeAll, expect, test } from 'vitest';
import { createIssuer, fixedClock, type Issuer } from './testing.ts';
import { createTokenCheck, KeysUnavailable, remoteKeys, TokenRefused } from './tokens.ts';

let issuer: Issuer;
beforeAll(async () => {
  issuer = await createIssuer();
});

const checkWith = (keys: JWTVerifyGetKey = issuer.keys, clock = fixedClock()) =>
  createTokenCheck({
    keys,
    issuer: 'http://localhost:8081/',
    audience: 'https://api.hofn.example',
    clock,
  });

const base64 = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');

test('a valid token returns its claims', async () => {
  expect(await checkWith()(await issuer.token('anna'))).toMatchObject({ sub: 'anna', actorKind: 'customer' });
  expect(await checkWith()(await issuer.token('starf', { actor_kind: 'employee' }))).toMatchObject({
    sub: 'starf',
    actorKind: 'employee',
  });
});

test('HOLD-11: an invalid token is refused, whatever is wrong with it', async () => {
  const otherIssuer = await createIssuer();
  const valid = await issuer.token('anna');
  const [header, payload, signature] = valid.split('.');
  const publicKey = new TextEncoder().encode(await exportSPKI(issuer.publicKey));
  const elliptic = await generateKeyPair('ES256');
  const refused: Record<string, string> = {
    expired: await issuer.token('anna', { exp: Date.parse('2026-11-21T11:59:59Z') / 1000 }),
    'no expiry': await issuer.token('anna', { exp: undefined }),
    'signed by another issuer': await otherIssuer.token('anna'),
    'payload changed': [header, base64({ sub: 'birgir' }), signature].join('.'),
    'other audience': await issuer.token('anna', { aud: 'https://api.elsewhere.example' }),
    'other issuer': await issuer.token('anna', { iss: 'http://localhost:8081' }),
    'an id token': await issuer.token('anna', {}, { typ: 'JWT' }),
    'no typ': await issuer.token('anna', {}, { typ: undefined }),
    'alg none': `${base64({ alg: 'none', typ: 'at+jwt' })}.${payload}.`,
    'public key as shared secret': await issuer.token('anna', {}, { alg: 'HS256' }, publicKey),
    'another algorithm': await issuer.token('anna', {}, { alg: 'ES256' }, elliptic.privateKey),
    'unknown key': await issuer.token('anna', {}, { kid: 'unknown' }),
    'no subject': await issuer.token('', {}),
    'a staff member with a password alone': await issuer.token('starf', {
      actor_kind: 'employee',
      amr: ['pwd'],
    }),
    'a staff member, without how they signed in': await issuer.token('starf', {
      actor_kind: 'employee',
      amr: undefined,
    }),
    'no kind of actor': await issuer.token('anna', { actor_kind: undefined }),
    'not yet valid': await issuer.token('anna', { nbf: Date.parse('2026-11-21T12:05:00Z') / 1000 }),
    'no token at all': 'opaque',
  };
  const check = checkWith();
  for (const [why, token] of Object.entries(refused)) {
    await expect(check(token), why).rejects.toThrow(TokenRefused);
  }
});

test('a verified token is cached for a minute, and never beyond its expiry', async () => {
  let verified = 0;
  const keys: JWTVerifyGetKey = (...args) => {
    verified += 1;
    return issuer.keys(...args);
  };
  const clock = fixedClock();
  const check = checkWith(keys, clock);
  const token = await issuer.token('anna', { exp: Date.parse('2026-11-21T12:01:30Z') / 1000 });
  await check(token);
  clock.set('2026-11-21T12:00:59Z');
  await check(token);
  expect(verified).toBe(1);
  clock.set('2026-11-21T12:01:00Z');
  await check(token);
  expect(verified).toBe(2);
  clock.set('2026-11-21T12:01:30Z');
  await expect(check(token)).rejects.toThrow(TokenRefused);
});

test('while the identity provider is down, known keys still work, and an unknown key is reported as unavailable', async () => {
  const server = createServer((_request, response) => response.end(JSON.stringify(issuer.jwks)));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const check = checkWith(remoteKeys(new URL(`http://127.0.0.1:${port}/jwks.json`)));
  await check(await issuer.token('anna'));
  await new Promise((resolve) => {
    server.close(resolve);
    server.closeAllConnections();
  });

  expect(await check(await issuer.token('birgir'))).toMatchObject({ sub: 'birgir' });
  const cold = checkWith(remoteKeys(new URL(`http://127.0.0.1:${port}/jwks.json`)));
  await expect(cold(await issuer.token('anna'))).rejects.toThrow(KeysUnavailable);
});
