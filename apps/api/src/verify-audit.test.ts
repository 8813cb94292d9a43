import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Database, openDatabase } from '@hofn/database';
import { testDatabase } from '@hofn/database/testing.ts';
import { startCaches } from '@hofn/service/testing/start-caches.ts';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { auditSystem } from './platform/audit.ts';

const folder = mkdtempSync(join(tmpdir(), 'hofn-audit-'));
let database: Database | undefined;
beforeAll(async () => {
  database = await testDatabase();
});
afterAll(async () => {
  await database?.close();
  rmSync(folder, { recursive: true, force: true });
});

/** Works on the database that the command opens afterwards: PostgreSQL, or a folder of the embedded engine. */
const within = async (work: (opened: Database) => Promise<unknown>): Promise<void> => {
  if (database?.engine === 'postgres') {
    await work(database);
    return;
  }
  const opened = await openDatabase({ folder });
  await opened.migrate();
  await work(opened);
  await opened.close();
};
const run = (...parameters: string[]) => {
  const source = database?.source;
  const place = source && 'url' in source ? { DATABASE_URL: source.url } : { DATABASE_FOLDER: folder };
  const command = fileURLToPath(new URL('./verify-audit.ts', import.meta.url));
  const { status, stdout, stderr } = spawnSync(process.execPath, [command, ...parameters], {
    env: { ...startCaches(), ...place },
    encoding: 'utf8',
  });
  return { status, output: stdout + stderr };
};

test('HOLD-14: the command ends with 0 for an intact chain, and with 1 and the first broken link for a changed row', async () => {
  await within(async ({ db }) => {
    for (const request of ['a', 'b', 'c']) await auditSystem(db, 'privacy.erase', { object: { request } });
  });
  const intact = run();
  expect(intact).toMatchObject({ status: 0, output: expect.stringContaining('audit chain is intact') });
  expect(run('2:oops').status).toBe(2);
  const { seq, hash } = JSON.parse(intact.output.trim().split('\n').at(-1) ?? '{}') as {
    seq: number;
    hash: string;
  };
  expect(run(`${seq}:${hash}`).status).toBe(0);
  const other = run(`2:${'0'.repeat(64)}`);
  expect(other).toMatchObject({ status: 1, output: expect.stringContaining('"seq":2') });
  await within(async ({ db }) => {
    await db.execute(sql`alter table audit_events disable trigger audit_events_update`);
    await db.execute(sql`update audit_events set object = 'request x' where id = 2`);
    await db.execute(sql`alter table audit_events enable trigger audit_events_update`);
  });
  const { status, output } = run();
  expect(status).toBe(1);
  expect(output).toMatch(
    /"seq":2,"event":2,"reason":"the event or its link was changed".*audit chain is broken/,
  );
});
