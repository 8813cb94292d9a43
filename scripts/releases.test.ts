import { randomBytes } from 'node:crypto';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { openDatabase } from '@hofn/database';
import { readMigrations } from '@hofn/database/migrations.ts';
import type { Service } from '@hofn/database/roles/table-access.ts';
import { findPostgres } from '@hofn/database/test-server.ts';
import {
  connectionTo,
  migratedDatabase,
  noteForTestReport,
  serverOfRun,
  urlOfRole,
} from '@hofn/database/testing.ts';
import { afterAll, describe, expect, test } from 'vitest';
import { fillDatabase } from '../apps/api/src/testing.ts';
import { createPasswords, seedCredentials } from '../apps/identity/src/index.ts';
import { type Connections, runSmokeTest, startRelease } from './release/processes.ts';
import {
  checkKnown,
  hasHistory,
  isAncestor,
  migrationsOf,
  readReleases,
  unpackRelease,
} from './release/releases.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const password = 'fjara og fjall 7';
const anna = { name: '1402851489', password };

const folders: string[] = [];
afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});
const temporaryFolder = (): string => {
  const folder = mkdtempSync(join(tmpdir(), 'hofn-releases-'));
  folders.push(folder);
  return folder;
};

/** A database with the schema of this release and a customer who can sign in. */
const filledDatabase = async (): Promise<string> => {
  const url = await migratedDatabase(await serverOfRun());
  const database = await openDatabase({ url });
  await fillDatabase(database);
  await seedCredentials(
    { db: database.db, passwords: createPasswords(randomBytes), now: new Date() },
    { customerIds: ['anna'], password },
  );
  await database.close();
  return url;
};

const { previous, oldest } = readReleases();

test('HOLD-9: release.json names the commits of earlier releases', () => {
  for (const commit of [previous, oldest]) expect(commit).toMatch(/^[0-9a-f]{40}$/);
});

const hasGit = hasHistory();
if (!hasGit)
  noteForTestReport(
    'Earlier releases on the database of this one: the git history is missing (git fetch --unshallow).',
  );
else
  test('HOLD-9: the oldest release that this one says it works with knows the floor of every migration', () => {
    checkKnown(previous);
    checkKnown(oldest);
    expect(isAncestor(oldest, previous)).toBe(true);
    const known = migrationsOf(oldest);
    const broken = readMigrations().filter(({ floor }) => floor && !known.includes(floor));
    expect(broken.map(({ name, floor }) => `${name} needs ${floor}`)).toEqual([]);
  });

const installation = findPostgres();
if (typeof installation === 'string')
  noteForTestReport(`Releases and database roles, on PostgreSQL: ${installation}.`);
else
  describe('a release on PostgreSQL', () => {
    const smokeTest = async (folder: string, connections: Connections, files: string): Promise<void> => {
      const running = await startRelease(folder, connections, files);
      try {
        expect(await runSmokeTest(running, anna)).toContain('p1');
      } finally {
        await running.stop();
      }
    };

    test('HOLD-16: each service starts and works in its own database role', async () => {
      const url = await filledDatabase();
      const server = await serverOfRun();
      const inRole = (service: Service) => connectionTo(server, urlOfRole(url, service));
      const connections = {
        identity: inRole('identity'),
        api: inRole('api'),
        chat: inRole('chat'),
        content: inRole('content'),
        core: inRole('core'),
      };
      await smokeTest(root, connections, temporaryFolder());
    });

    if (hasGit || process.env.CI)
      test('HOLD-9: the previous release runs on the database of this one, and restarts', async () => {
        const url = await filledDatabase();
        const server = await serverOfRun();
        const files = temporaryFolder();
        for (const commit of new Set([previous, oldest])) {
          const folder = unpackRelease(commit);
          folders.push(folder);
          // Releases before the roles connect as the owner.
          const hasRoles = existsSync(join(folder, 'packages/database/src/roles'));
          const inRole = (service: Service) => connectionTo(server, hasRoles ? urlOfRole(url, service) : url);
          const connections = { identity: inRole('identity'), api: inRole('api'), chat: inRole('chat') };
          await smokeTest(folder, connections, files);
          await smokeTest(folder, connections, files);
        }
      });
  });
