import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { coreScopeNames } from '@hofn/contracts';
import { documents, policies } from '@hofn/database';
import { seedReference } from '@hofn/database/seed/reference.ts';

import { systemClock } from '@hofn/domain';
import { freePort } from '@hofn/service/testing/free-port.ts';
import { createIssuer } from '@hofn/service/testing.ts';
import { remoteKeys } from '@hofn/service/tokens.ts';
import { importJWK, SignJWT } from 'jose';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { defaultSettings } from '../apps/api/src/settings.ts';
import { startApi } from '../apps/api/src/testing.ts';
import { type CoreClients, createCoreClients } from '../apps/identity/src/core-clients/core-clients.ts';
import { newKeyPair } from '../apps/identity/src/core-clients/keys.ts';
import { createVisitor, people, startIdentity, type TestIdentity } from '../apps/identity/src/testing.ts';

const tutorial = readFileSync(fileURLToPath(new URL('../docs/core/README.md', import.meta.url)), 'utf8');

const run = (file: string, environment: Record<string, string>) =>
  new Promise<{ out: string; err: string }>((resolve) => {
    execFile(process.execPath, [file], { env: environment }, (_error, out, err) => resolve({ out, err }));
  });
let folder: string;
let identity: TestIdentity;
let api: Awaited<ReturnType<typeof startApi>>;
let clients: CoreClients;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'hofn-core-'));
  identity = await startIdentity({ port: await freePort() });
  const keys = remoteKeys(new URL('/.well-known/jwks.json', identity.url));
  const settings = { ...defaultSettings(), IDENTITY_ISSUER: `${identity.url}/` };
  api = await startApi(identity.database, await createIssuer(), { keys, settings, clock: systemClock });
  clients = createCoreClients({ db: identity.database.db, clock: systemClock });
});
afterAll(async () => {
  await api.stop();
  await identity.stop();
  rmSync(folder, { recursive: true });
});

test('CORE-1, CORE-2, CORE-15: the documented script, unchanged, gets a token and sends a policy with its customer', async () => {
  const [connect = '', send = ''] = [...tutorial.matchAll(/```js\n(.*?)```/gs)].map(([, script]) => script);
  const { database } = identity;
  const { privateJwk, publicJwk } = await newKeyPair('ES256');
  const scopes = ['core.customers.write', 'core.policies.write', 'core.billing.write'] as const;
  await seedReference(database.db);
  const clientId = await clients.add({ source: 'kjarni', scopes }, publicJwk, 365);
  const file = join(folder, 'connect.mjs');
  const keyFile = join(folder, 'trial.private.jwk');
  writeFileSync(file, connect);
  writeFileSync(keyFile, JSON.stringify(privateJwk));
  const environment = {
    HOFN_IDENTITY: identity.url,
    HOFN_API: api.url,
    CLIENT_ID: clientId,
    KEY_FILE: keyFile,
  };
  const { out, err } = await run(file, environment);
  expect(err).toBe('');
  expect(JSON.parse(out)).toEqual({ clientId, source: 'kjarni', scopes });

  writeFileSync(file, connect + send);
  const outcomes = async () =>
    [...(await run(file, environment)).out.matchAll(/"outcome":"(\w+)"/g)].map(([, word]) => word);
  expect(await outcomes()).toEqual(['created', 'created', 'created']);
  expect(await outcomes()).toEqual(['unchanged', 'unchanged', 'unchanged']);
  const [policy] = await database.db.select().from(policies);
  expect(policy).toMatchObject({ number: '9000001', productId: 'kasko', premiumPerYear: 96_000 });
  expect((await database.db.select().from(documents)).map(({ kind }) => kind)).toContain('certificate');

  await clients.revokeKey(clientId, publicJwk.kid);
  expect((await run(file, environment)).err).toContain('invalid_client');
});

test('CORE-1: tokens of the identity service: a system’s opens no call of people, a person’s none of systems', async () => {
  const { privateJwk, publicJwk } = await newKeyPair('ES256');
  const id = await clients.add({ source: 'kjarni', scopes: coreScopeNames }, publicJwk, 365);
  const { issuer } = (await (
    await fetch(new URL('/.well-known/openid-configuration', identity.url))
  ).json()) as { issuer: string };
  const assertion = await new SignJWT({ iss: id, sub: id, aud: issuer, jti: 'first' })
    .setProtectedHeader({ alg: 'ES256' })
    .setExpirationTime('30 s')
    .sign((await importJWK(privateJwk, 'ES256')) as CryptoKey);
  const answer = await fetch(new URL('/oauth/token', identity.url), {
    method: 'POST',
    body: new URLSearchParams({
      grant_type: 'client_credentials',
      client_assertion: assertion,
      client_assertion_type: 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer',
    }),
  });
  const { access_token: ofSystem } = (await answer.json()) as { access_token: string };
  const { access_token: ofCustomer } = await createVisitor(identity).tokens();
  const { username: name, password } = people.employee;
  const { access_token: ofEmployee } = await createVisitor(identity).tokens(
    { name, password },
    { connection: 'employee' },
  );
  const paths = {
    system: '/api/core/v1/client',
    customer: '/api/user/v1/info',
    staff: '/api/staff/v1/queue',
  };
  const statuses = async (token: string) =>
    Promise.all(Object.values(paths).map(async (path) => (await api.ask(path, { token })).status));
  expect(await statuses(ofSystem)).toEqual([200, 401, 401]);
  expect(await statuses(ofCustomer)).toEqual([401, 200, 403]);
  expect(await statuses(ofEmployee)).toEqual([401, 403, 200]);
});
