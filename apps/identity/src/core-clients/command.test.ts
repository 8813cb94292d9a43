import { execFile } from 'node:child_process';
import { generateKeyPairSync } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { coreScopes } from '@hofn/contracts';
import { auditEvents, type Database } from '@hofn/database';
import { createMigratedFolder, inRoleOf, testDatabase } from '@hofn/database/testing.ts';
import { systemClock } from '@hofn/domain';
import { asc } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readCoreClientCommand } from './command.ts';
import { createCoreClients } from './core-clients.ts';

const folder = mkdtempSync(join(tmpdir(), 'hofn-core-client-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const script = fileURLToPath(new URL('../core-client-command.ts', import.meta.url));
const inFolder = (name: string) => join(folder, name);

/** Runs the command behind `npm run core:client` as a program. */
const runProgram = (...words: string[]): Promise<{ code: number; out: string; err: string }> =>
  new Promise((resolve) => {
    const env = { ...process.env, DATABASE_URL: '', DATABASE_FOLDER: inFolder('database') };
    execFile(process.execPath, [script, ...words], { env, cwd: folder }, (error, out, err) =>
      resolve({ code: error ? Number(error.code) : 0, out, err }),
    );
  });

let database: Database;
beforeAll(async () => {
  await createMigratedFolder(inFolder('database'));
  database = await testDatabase();
});
afterAll(() => database.close());

/** Runs the command in this process, in the database role of the identity service. @returns what it prints */
const coreClient = async (...words: string[]): Promise<string> => {
  const lines: string[] = [];
  const command = await readCoreClientCommand(words);
  const { db } = await inRoleOf('identity', database);
  await command.run((line) => lines.push(line), createCoreClients({ db, clock: systemClock }));
  return lines.join('\n');
};
const keyId = (name: string): string =>
  (JSON.parse(readFileSync(inFolder(`${name}.public.jwk`), 'utf8')) as { kid: string }).kid;

test('CORE-1: as a program it writes a key pair that only its owner can read, and adds a client', async () => {
  const created = await runProgram('new-key', 'trial');
  expect(created).toMatchObject({ code: 0, out: 'trial.private.jwk\ntrial.public.jwk\n' });
  expect(statSync(inFolder('trial.private.jwk')).mode & 0o777).toBe(0o600);
  const details = ['--source', 'kjarni', '--scopes', 'core.imports', '--key', 'trial.public.jwk'];
  expect((await runProgram('add', ...details)).out).toMatch(/^core-kjarni-[\da-f]{8}\n$/);
  const refused = await runProgram('add', '--source', 'kjarni', '--scopes', 'core.all');
  expect(refused).toMatchObject({ code: 2, err: expect.stringContaining('«core.all» is none of') });
});

test('CORE-1: the command adds a client, rotates its key, disables and enables it; each change is audited', async () => {
  for (const name of ['one', 'two', 'three']) await coreClient('new-key', inFolder(name));
  await expect(coreClient('new-key', inFolder('one'))).rejects.toThrow('cannot be written');
  expect(await coreClient('list')).toBe('No clients.');

  const details = ['--source', 'kjarni', '--scopes', 'core.policies.write,core.events.read'];
  const key = (name: string) => ['--key', inFolder(`${name}.public.jwk`)];
  const id = await coreClient('add', ...details, ...key('one'));
  expect(await coreClient('add-key', id, ...key('two'), '--days', '30')).toContain(`key ${keyId('two')}`);
  await expect(coreClient('add-key', id, ...key('three'))).rejects.toThrow('has two valid keys');
  expect(await coreClient('revoke-key', id, keyId('one'))).toMatch(
    new RegExp(`key ${keyId('one')}  ES256  added .* revoked `),
  );
  await expect(coreClient('revoke-key', id, keyId('one'))).rejects.toThrow('is revoked already');
  const line = (state: string) =>
    new RegExp(`^${id}  ${state}  kjarni  core.policies.write,core.events.read$`, 'm');
  expect(await coreClient('disable', id)).toMatch(line('disabled'));
  expect(await coreClient('enable', id)).toMatch(line('enabled'));
  expect(await coreClient('list')).toMatch(new RegExp(`key ${keyId('two')}  ES256  added .* expires `));

  const change = { action: 'core.actOnClient', actorKind: 'system', object: id };
  expect(await database.db.select().from(auditEvents).orderBy(asc(auditEvents.id))).toMatchObject([
    {
      action: 'core.addClient',
      object: id,
      details: { source: 'kjarni', key: keyId('one'), by: 'npm run core:client' },
    },
    { ...change, details: { act: 'addKey', key: keyId('two'), days: 30 } },
    { ...change, details: { act: 'revokeKey', key: keyId('one') } },
    { ...change, details: { act: 'disable' } },
    { ...change, details: { act: 'enable' } },
  ]);
});

test('CORE-1: a key whose id begins with a hyphen is revoked by its id', async () => {
  const key = { kty: 'OKP', crv: 'Ed25519', x: '_iME0Um6BZOzW02FG5tMYBKi_kPunQvMf7Tp2oRpb8c' };
  const thumbprint = '-MNacDtLDUTCQXdCa6cre_LPmQTkflbv3OcScGTZphw';
  writeFileSync(inFolder('hyphen'), JSON.stringify(key));
  const details = ['--source', 'kjarni', '--scopes', 'core.imports', '--key', inFolder('hyphen')];
  const id = await coreClient('add', ...details);
  expect(await coreClient('revoke-key', id, thumbprint)).toContain(`key ${thumbprint}  EdDSA  added`);
  for (const words of [[thumbprint], ['--days=1', thumbprint], ['--', thumbprint]])
    await expect(coreClient('revoke-key', id, ...words)).rejects.toThrow('is revoked already');
});

test('CORE-1: keys are read as JWK or PEM; a private, weak or unsuitable one is refused', async () => {
  const register = async (text: string) => {
    writeFileSync(inFolder('key'), text);
    return coreClient('add', '--source', 'kjarni', '--scopes', 'core.imports', '--key', inFolder('key'));
  };
  const spki = { type: 'spki', format: 'pem' } as const;
  const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 });
  expect(await register(rsa.publicKey.export(spki).toString())).toMatch(/^core-kjarni-/);
  const pem = rsa.privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
  const jwk = JSON.stringify(rsa.privateKey.export({ format: 'jwk' }));
  for (const text of [pem, jwk]) await expect(register(text)).rejects.toThrow('This is a private key');
  const weak = generateKeyPairSync('rsa', { modulusLength: 1024 }).publicKey;
  const curve = generateKeyPairSync('ec', { namedCurve: 'P-384' }).publicKey;
  for (const key of [weak, curve])
    await expect(register(key.export(spki).toString())).rejects.toThrow('The key must be of P-256');
  for (const text of ['', '{}', '{', 'no key'])
    await expect(register(text)).rejects.toThrow('has no public key');
});

test.each([
  [['add', '--source', 'Kjarni', '--scopes', 'core.imports', '--key', 'x'], '--source must be'],
  [['add', '--source', 'kjarni', '--scopes', '', '--key', 'x'], '«» is none of'],
  [['add', '--source', 'kjarni', '--scopes', 'core.imports'], '--key is missing'],
  [['add', '--source', 'kjarni', '--scopes', 'core.imports', '--key', 'absent'], 'cannot be read'],
  [['disable', 'core-nobody'], 'There is no such client.'],
  [['disable'], 'A name is missing'],
  [['new-key', 'rsa', '--alg', 'RS256'], '--alg must be one of ES256, PS256, EdDSA.'],
])('CORE-1: the command refuses %j', async (words, message) => {
  await expect(coreClient(...words)).rejects.toThrow(message);
});

test('CORE-1: the help lists every scope with a sentence', async () => {
  const help = await coreClient('--help');
  for (const sentence of Object.values(coreScopes)) expect(help).toContain(sentence);
});
