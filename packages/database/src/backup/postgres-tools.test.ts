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
