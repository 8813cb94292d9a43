import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import {
  insuranceCustomers,
  insuranceLedgerEntries,
  insurancePolicies,
} from '@hofn/database/schema/insurance.ts';
import { findPostgres } from '@hofn/database/test-server.ts';
import { patience } from '@hofn/database/testing/patience.ts';
import {
  connectionTo,
  describeWithDatabase,
  serverOfRun,
  settingsOf,
  urlOfRole,
} from '@hofn/database/testing.ts';
import { addDays, dayOf, systemClock } from '@hofn/domain';
import { startCaches } from '@hofn/service/testing/start-caches.ts';
import { eq } from 'drizzle-orm';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { fillCustomers, startFront, testClient } from './testing.ts';

const until = (check: () => Promise<void>) => vi.waitFor(check, { timeout: patience(20_000), interval: 50 });

const main = fileURLToPath(new URL('main.ts', import.meta.url));

/** Runs the service as an operator does. */
const spawnCore = (environment: Record<string, string>, ...flags: string[]) => {
  const child = spawn(process.execPath, [main, ...flags], {
    env: { PATH: process.env.PATH ?? '', ...startCaches(), ...environment },
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (part) => (output += part));
  const exit = new Promise<number | null>((resolve) => child.on('close', resolve));
  return { child, exit, output: () => output };
};

describe('the core’s program', () => {
  test('INS-9, HOLD-8: without its client it stops with one line, and --help names every setting', async () => {
    const help = spawnCore({}, '--help');
    expect(await help.exit).toBe(0);
    for (const name of [
      'CORE_PORT',
      'CORE_CLIENT_ID',
      'CORE_KEY_FILE',
      'CORE_SECRET',
      'CORE_PAGE',
      'DATABASE_URL',
      'STOP_MS',
    ])
      expect(help.output()).toContain(name);
    const addresses = { CORE_API_URL: 'http://api:8088/', CORE_IDENTITY_URL: 'http://identity:8081/' };
    const url = 'postgres://hofn_core@127.0.0.1:1/hofn';
    const unset = spawnCore({
      ...{ NODE_ENV: 'production', DATABASE_URL: url, CORE_CLIENT_ID: 'core-1', ...addresses },
    });
    expect([await unset.exit, unset.output()]).toEqual([
      2,
      'core: CORE_KEY_FILE: is missing\nCORE_SECRET: is missing\n',
    ]);
    const inDevelopment = spawnCore({ DATABASE_FOLDER: '/dev/null/none' });
    expect([await inDevelopment.exit, inDevelopment.output()]).toEqual([
      2,
      'core: CORE_CLIENT_ID: is missing; npm run core:client -- add prints it\n',
    ]);
    const wrongKey = spawnCore({ CORE_CLIENT_ID: 'core-1', CORE_KEY_FILE: main });
    expect([await wrongKey.exit, wrongKey.output()]).toEqual([
      2,
      expect.stringMatching(/^core: CORE_KEY_FILE: must name a file with a private P-256 key[^\n]+\n$/),
    ]);
  });
});

if (typeof findPostgres() !== 'string')
  describeWithDatabase('the core’s program on PostgreSQL', (open) => {
    test('INS-6: kill -9 in the middle of a night loses and repeats nothing, and SIGTERM stops within the deadline', async () => {
      const owner = await open();
      const front = await startFront();
      onTestFinished(() => front.stop());
      const folder = mkdtempSync(join(tmpdir(), 'hofn-core-'));
      onTestFinished(() => rmSync(folder, { recursive: true }));
      const CORE_KEY_FILE = join(folder, 'core.private.jwk');
      writeFileSync(CORE_KEY_FILE, JSON.stringify(testClient.privateKey));
      // The real clock: the calendar of the tests begins the day before.
      const realToday = dayOf(systemClock.now());
      const ssns = await fillCustomers(owner.db, 1500, addDays(realToday, -1));
      if (!('url' in owner.source)) throw new Error('This test is about PostgreSQL');
      const connection = connectionTo(await serverOfRun(), urlOfRole(owner.source.url, 'core'));
      const environment = {
        ...{ ...settingsOf(connection), CORE_PORT: '0', CORE_CLIENT_ID: 'core-1', CORE_KEY_FILE },
        ...{ CORE_API_URL: front.url, CORE_IDENTITY_URL: front.url },
      };
      const worked = () => owner.db.$count(insuranceCustomers, eq(insuranceCustomers.workedOn, realToday));
      const first = spawnCore(environment);
      await until(async () => expect(await worked()).toBeGreaterThan(0));
      first.child.kill('SIGKILL');
      await first.exit;
      const left = await worked();
      expect(left).toBeLessThan(ssns.length);
      const second = spawnCore(environment);
      const third = spawnCore(environment);
      await until(async () => expect(await worked()).toBe(ssns.length));
      const versions = await owner.db
        .selectDistinct({ version: insurancePolicies.version })
        .from(insurancePolicies);
      expect(versions).toEqual([{ version: 2 }]);
      expect(await owner.db.$count(insuranceLedgerEntries)).toBe(ssns.length * 2);
      for (const { child, exit } of [second, third]) {
        child.kill('SIGTERM');
        expect(await exit).toBe(0);
      }
    });
  });
