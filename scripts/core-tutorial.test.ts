import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { documents, policies } from '@hofn/database';
import { seedReference } from '@hofn/database/seed/reference.ts';
import { testDatabase } from '@hofn/database/testing.ts';
import { systemClock } from '@hofn/domain';
import { createIssuer } from '@hofn/service/testing.ts';
import { remoteKeys } from '@hofn/service/tokens.ts';
import { expect, onTestFinished, test } from 'vitest';
import { startApi } from '../apps/api/src/testing.ts';
import { createCoreClients } from '../apps/identity/src/core-clients/core-clients.ts';
import { newKeyPair } from '../apps/identity/src/core-clients/keys.ts';
import { startIdentity } from '../apps/identity/src/testing.ts';

const tutorial = readFileSync(fileURLToPath(new URL('../docs/core/README.md', import.meta.url)), 'utf8');

const run = (file: string, environment: Record<string, string>) =>
  new Promise<{ out: string; err: string }>((resolve) => {
    execFile(process.execPath, [file], { env: environment }, (_error, out, err) => resolve({ out, err }));
  });

test('CORE-1, CORE-3, CORE-15: the script of the documentation gets a token and sends a policy that its customer reads, as it stands', async () => {
  const [connect = '', send = ''] = [...tutorial.matchAll(/```js\n(.*?)```/gs)].map(([, script]) => script);
  const folder = mkdtempSync(join(tmpdir(), 'hofn-core-'));
  const database = await testDatabase();
  const identity = await startIdentity({ database });
  const keys = remoteKeys(new URL('/.well-known/jwks.json', identity.url));
  const api = await startApi(database, await createIssuer(), { keys, clock: systemClock });
  onTestFinished(async () => {
    await api.stop();
    await identity.stop();
    await database.close();
    rmSync(folder, { recursive: true });
  });
  const clients = createCoreClients({ db: database.db, clock: systemClock });
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
  const outcomes = async () => [...(await run(file, environment)).out.matchAll(/"outcome":"(\w+)"/g)].map(([, word]) => word);
  expect(await outcomes()).toEqual(['created', 'created', 'created']);
  expect(await outcomes()).toEqual(['unchanged', 'unchanged', 'unchanged']);
  const [policy] = await database.db.select().from(policies);
  expect(policy).toMatchObject({ number: '9000001', productId: 'kasko', premiumPerYear: 96_000 });
  expect((await database.db.select().from(documents)).map(({ kind }) => kind)).toContain('certificate');

  await clients.revokeKey(clientId, publicJwk.kid);
  expect((await run(file, environment)).err).toContain('invalid_client');
});
