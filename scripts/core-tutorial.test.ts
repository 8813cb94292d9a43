import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
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

test('CORE-1, CORE-15: the script of the documentation gets a token and makes a call, as it stands', async () => {
  const [, script = ''] = /```js\n(.*?)```/s.exec(tutorial) ?? [];
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
  const scopes = ['core.policies.write', 'core.events.read'] as const;
  const clientId = await clients.add({ source: 'kjarni', scopes }, publicJwk, 365);
  const file = join(folder, 'connect.mjs');
  const keyFile = join(folder, 'trial.private.jwk');
  writeFileSync(file, script);
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

  await clients.revokeKey(clientId, publicJwk.kid);
  expect((await run(file, environment)).err).toContain('invalid_client');
});
