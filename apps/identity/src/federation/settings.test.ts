import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { systemClock } from '@hofn/domain';
import { rolesOfEarlierRole } from '@hofn/domain/staff-roles.ts';
import { readSettings } from '@hofn/service';
import { serving } from '@hofn/service/testing/serving.ts';
import { createLocalJWKSet, exportJWK, generateKeyPair, jwtVerify } from 'jose';
import { expect, onTestFinished, test } from 'vitest';
import { settingsSchema } from '../settings.ts';
import { createOutsideProvider } from './outside-provider.ts';
import { rolesOf } from './settings.ts';

const complete = {
  FEDERATION_ISSUER: 'https://login.hofn.is',
  FEDERATION_CLIENT_ID: 'hofn',
  FEDERATION_CLIENT_SECRET: 'R2tKc1VqQm9xZ1hZ',
  FEDERATION_ROLES: 'CN=hofn staff=agent, hofn-admins=admin, hofn-claims=claims',
};
const refusalOf = (changes: Record<string, string | undefined>): string => {
  try {
    readSettings(settingsSchema, { ...complete, ...changes });
    return '';
  } catch (error) {
    return (error as Error).message;
  }
};

test('HOLD-11: the insurer’s provider needs a client with a secret or a key, and roles', () => {
  expect(refusalOf({})).toBe('');
  const missing = refusalOf({
    FEDERATION_CLIENT_ID: undefined,
    FEDERATION_CLIENT_SECRET: undefined,
    FEDERATION_ROLES: undefined,
  });
  for (const name of ['FEDERATION_CLIENT_ID', 'FEDERATION_CLIENT_SECRET', 'FEDERATION_ROLES'])
    expect(missing).toContain(`${name}: `);
  expect(refusalOf({ FEDERATION_CLIENT_KEY_FILE: '/key.json' })).toContain(
    'set either it or FEDERATION_CLIENT_KEY_FILE',
  );
  expect(refusalOf({ FEDERATION_ROLES: 'hofn-staff=owner' })).toContain('must be pairs');
  expect(refusalOf({ FEDERATION_ISSUER: undefined, SCIM_TOKEN: 'x' })).toContain('SCIM_TOKEN: needs');
  expect(refusalOf({ FEDERATION_SCOPES: 'email' })).toContain('must contain openid');
});

test('HOLD-8: production refuses a provider without TLS, a short secret and a short SCIM token', () => {
  const unsafe = refusalOf({
    NODE_ENV: 'production',
    FEDERATION_ISSUER: 'http://login.hofn.is/',
    FEDERATION_CLIENT_SECRET: 'short',
    SCIM_TOKEN: 'q3Jr8ZxW1nVb6TyK0pLs4HdGfC7mXe2A,short',
  });
  expect(unsafe).toContain('SCIM_TOKEN: must have at least 32 characters');
  expect(unsafe).toContain('FEDERATION_ISSUER: must be https');
  expect(unsafe).toContain('FEDERATION_CLIENT_SECRET: must have at least 16 characters');
});

test('HOLD-11, ROLE-1: roles are those of the table, also by the name that earlier releases had for all', () => {
  const settings = readSettings(settingsSchema, complete);
  expect(rolesOf(settings, ['hofn-admins', 'others', 'hofn-claims'])).toEqual(['claims', 'admin']);
  expect(rolesOf(settings, 'CN=hofn staff')).toEqual([...rolesOfEarlierRole]);
  for (const claimed of [undefined, [], ['others'], { 'hofn-admins': true }, 'admin'])
    expect(rolesOf(settings, claimed)).toEqual([]);
});

test('HOLD-11: a private key in a file proves us to the provider instead of a secret', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'federation-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const { privateKey, publicKey } = await generateKeyPair('ES256', { extractable: true });
  const file = join(folder, 'key.json');
  writeFileSync(file, JSON.stringify({ ...(await exportJWK(privateKey)), alg: 'ES256', kid: 'k1' }));
  const asserted: URLSearchParams[] = [];
  const issuer = await serving((request, response) => {
    response.setHeader('content-type', 'application/json');
    if (request.url?.startsWith('/.well-known/'))
      return response.end(
        JSON.stringify({ issuer, authorization_endpoint: `${issuer}a`, token_endpoint: `${issuer}t` }),
      );
    let body = '';
    request.on('data', (part) => {
      body += String(part);
    });
    request.on('end', () => {
      asserted.push(new URLSearchParams(body));
      response.writeHead(400).end('{"error":"invalid_grant"}');
    });
    return undefined;
  });
  const settings = (keyFile: string) =>
    readSettings(settingsSchema, {
      ...complete,
      FEDERATION_ISSUER: issuer,
      FEDERATION_CLIENT_SECRET: undefined,
      FEDERATION_CLIENT_KEY_FILE: keyFile,
    });
  const provider = await createOutsideProvider(settings(file), 'https://id.hofn.is/callback', systemClock);
  const begun = await provider?.begin(false, 'is');
  const { state = '' } = begun?.transaction ?? {};
  await expect(
    provider?.complete(new URLSearchParams({ code: 'c', state }).toString(), begun?.transaction as never),
  ).rejects.toMatchObject({ reason: 'invalid' });
  const keys = createLocalJWKSet({ keys: [{ ...(await exportJWK(publicKey)), alg: 'ES256', kid: 'k1' }] });
  const assertion = await jwtVerify(asserted[0]?.get('client_assertion') ?? '', keys, { audience: issuer });
  expect(assertion.payload).toMatchObject({ iss: 'hofn', sub: 'hofn' });
  expect(asserted[0]?.get('client_secret')).toBeNull();

  writeFileSync(file, JSON.stringify({ ...(await exportJWK(publicKey)), alg: 'ES256' }));
  await expect(createOutsideProvider(settings(file), 'https://id.hofn.is/c', systemClock)).rejects.toThrow(
    'FEDERATION_CLIENT_KEY_FILE',
  );
});
