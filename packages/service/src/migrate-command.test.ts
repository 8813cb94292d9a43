import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { findPostgres } from '@hofn/database/test-server.ts';
import { emptyDatabase, noteForTestReport, serverOfRun, urlOfRole } from '@hofn/database/testing.ts';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { databaseSettings, openFromSettings } from './database.ts';
import { createLogger } from './logger.ts';
import { readSettings } from './settings.ts';
import { startCaches } from './testing/start-caches.ts';

const command = fileURLToPath(new URL('./migrate-command.ts', import.meta.url));
const logger = createLogger('test', 'silent');

/** Runs the command as an operator does. */
const run = (environment: Record<string, string>, ...flags: string[]) =>
  new Promise<{ code: unknown; out: string; err: string }>((resolve) => {
    const { PATH = '' } = process.env;
    const env = { PATH, ...startCaches(), ...environment };
    execFile(process.execPath, [command, ...flags], { env }, (error, out, err) =>
      resolve({ code: error ? error.code : 0, out, err }),
    );
  });

test('HOLD-9: the migrate command names a missing or wrong setting, never its value', async () => {
  const unreachable = 'postgres://nobody:secret@127.0.0.1:1/hofn';
  const [missing, silent, wrong] = await Promise.all([
    run({}),
    run({ MIGRATION_DATABASE_URL: unreachable }),
    run({ MIGRATION_DATABASE_URL: unreachable, API_DATABASE_PASSWORD: 'short' }),
  ]);
  expect(missing).toMatchObject({ code: 2, out: '' });
  expect(missing.err).toMatch(/^MIGRATION_DATABASE_URL: is required[^\n]+\n$/);
  expect(silent).toMatchObject({
    code: 1,
    err: 'PostgreSQL at 127.0.0.1:1/hofn cannot be reached: connection refused.\n',
  });
  expect(wrong.code).toBe(2);
  expect(wrong.err).toMatch(/^API_DATABASE_PASSWORD: must be 16 or more[^\n]+\n$/);
});

const installation = findPostgres();
if (typeof installation === 'string') noteForTestReport(`Database tests on PostgreSQL: ${installation}.`);
else
  describe('the migrate command on PostgreSQL', () => {
    const open = (url: string) =>
      openFromSettings(
        readSettings(z.object(databaseSettings), { NODE_ENV: 'production', DATABASE_URL: url }),
        logger,
      );

    test('HOLD-9: in production an app does not migrate but names the command, and after it starts in a role that owns nothing', async () => {
      const url = await emptyDatabase(await serverOfRun());
      const environment = {
        MIGRATION_DATABASE_URL: url,
        API_DATABASE_PASSWORD: 'a password of the API'.replaceAll(' ', '-'),
      };
      await expect(open(url)).rejects.toThrow(
        /^The database lacks 0000_\S+ and \d+ more\. Run "npm run migrate" of this release first\.$/,
      );
      const dryRun = await run(environment, '--dry-run');
      expect(dryRun.code).toBe(0);
      expect(dryRun.out).toContain('CREATE TABLE "customers"');
      expect(await run(environment, '--status')).toMatchObject({
        code: 3,
        out: expect.stringMatching(/^0 migrations applied, [1-9]\d* pending\.\n/),
      });
      const migrated = await run(environment, '--roles');
      expect(migrated.err).toBe('');
      expect(migrated.code).toBe(0);
      expect(migrated.out).toMatch(
        /Rights granted to hofn_api, hofn_identity, hofn_chat, hofn_content, hofn_core\.\n$/,
      );
      expect(migrated.out).not.toContain(environment.API_DATABASE_PASSWORD);
      const status = await run(environment, '--status');
      expect(status.code).toBe(0);
      expect(status.out).toMatch(/ 0 pending\.\nThe job queue is up to date\.\nReleases that know 00\d\d_/);
      await (await open(urlOfRole(url, 'api'))).close();
    });
  });
