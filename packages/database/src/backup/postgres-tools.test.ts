import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { postgresTools } from './postgres-tools.ts';

const folder = mkdtempSync(join(tmpdir(), 'hofn-tools-'));
afterAll(() => rmSync(folder, { recursive: true }));

test('HOLD-7: a missing pg_dump, and one older than the server, are named with what to install', async () => {
  const missing = postgresTools(join(folder, 'nowhere'));
  await expect(missing.check('pg_dump', 17)).rejects.toThrow(
    /nowhere\/pg_dump was not found\. Install the client programs of PostgreSQL 17 or later, .* POSTGRES_TOOLS\./,
  );
  writeFileSync(join(folder, 'pg_dump'), '#!/bin/sh\necho "pg_dump (PostgreSQL) 15.14 (Debian 15.14-0)"\n');
  chmodSync(join(folder, 'pg_dump'), 0o755);
  const tools = postgresTools(folder);
  await expect(tools.check('pg_dump', 17)).rejects.toThrow(/15\.14.* is older than the server \(17\)\./);
  await tools.check('pg_dump', 15);
  await tools.check('pg_dump', 14);
});

test('HOLD-7, HOLD-16: restoring on a server without the services’ roles names the command that creates them', async () => {
  const error = 'pg_restore: error: could not execute query: ERROR:  role "hofn_api" does not exist';
  writeFileSync(join(folder, 'pg_restore'), `#!/bin/sh\necho '${error}' >&2\nexit 1\n`);
  chmodSync(join(folder, 'pg_restore'), 0o755);
  const restoring = postgresTools(folder).restore('postgres://hofn@localhost/hofn', 'database.dump');
  await expect(restoring).rejects.toThrow(
    'The role hofn_api does not exist on this server. Create the roles with npm run migrate -- --roles, then restore with --replace.',
  );
});
