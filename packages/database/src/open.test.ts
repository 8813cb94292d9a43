import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { sql } from 'drizzle-orm';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { lockFolder } from './folder-lock.ts';
import { openDatabase } from './open.ts';
import { createMigratedFolder } from './testing.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'hofn-db-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** Another process that locks the folder and writes numbers continuously, printing each one committed. */
const startWriter = () => {
  const script = `
    const { openDatabase } = await import(${JSON.stringify(new URL('./open.ts', import.meta.url).href)});
    const { sql } = await import(${JSON.stringify(import.meta.resolve('drizzle-orm'))});
    const { db } = await openDatabase({ folder: ${JSON.stringify(folder)} });
    await db.execute(sql\`create table numbers (n int primary key, filling text)\`);
    for (let n = 0; ; n += 1) {
      await db.transaction(async (tx) => {
        await tx.execute(sql\`insert into numbers values (\${n * 2}, repeat('x', 2000))\`);
        await tx.execute(sql\`insert into numbers values (\${n * 2 + 1}, repeat('x', 2000))\`);
      });
      process.stdout.write(n + '\\n');
    }`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', script], {
    cwd: fileURLToPath(new URL('.', import.meta.url)),
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const lines = createInterface({ input: child.stdout });
  return { child, lines };
};

describe('the embedded database in a folder', () => {
  test('keeps its data, and can be reopened after closing', async () => {
    const first = await openDatabase({ folder });
    await first.migrate();
    await first.db.execute(sql`create table notes (note text)`);
    await first.db.execute(sql`insert into notes values ('geymt')`);
    await first.close();
    const second = await openDatabase({ folder });
    expect((await second.db.execute(sql`select note from notes`)).rows).toEqual([{ note: 'geymt' }]);
    await second.close();
  });

  test('cannot be opened twice in the same process', async () => {
    await createMigratedFolder(folder);
    const first = await openDatabase({ folder });
    await expect(openDatabase({ folder })).rejects.toThrow(`already open in this process (${process.pid})`);
    await first.close();
  });

  test('locked by another process, it is refused with the pid; after that process is killed mid-write, the data is intact', async () => {
    await createMigratedFolder(folder);
    const { child, lines } = startWriter();
    let last = -1;
    for await (const line of lines) {
      last = Number(line);
      if (last === 20) break;
    }
    await expect(openDatabase({ folder })).rejects.toThrow(`is in use by process ${child.pid}.`);

    const gone = once(child, 'exit');
    child.kill('SIGKILL');
    await gone;

    const database = await openDatabase({ folder });
    const { rows } = await database.db.execute(
      sql`select count(*)::int as written, max(n) as highest, sum(length(filling))::int as filling from numbers`,
    );
    const { written, highest, filling } = rows[0] as Record<string, number>;
    // Each transaction wrote a pair, so an intact database has an even count, no gap, and every number printed.
    expect(written).toBe((highest ?? 0) + 1);
    expect((written ?? 0) % 2).toBe(0);
    expect(written).toBeGreaterThanOrEqual((last + 1) * 2);
    expect(filling).toBe((written ?? 0) * 2000);
    await database.close();
  });

  test('is refused in production unless allowed', async () => {
    await createMigratedFolder(folder);
    await expect(openDatabase({ folder, production: true })).rejects.toThrow('ALLOW_EMBEDDED_IN_PRODUCTION');
    const warnings: string[] = [];
    const logger = { warn: (_: object, message: string) => warnings.push(message), error: () => {} };
    const database = await openDatabase({ folder, production: true, allowEmbedded: true, logger });
    expect(warnings).toEqual(['embedded database in production: power loss may lose the last writes']);
    await database.close();
  });

  test('HOLD-9: a schema that needs newer code is refused, and the folder is free again', async () => {
    await createMigratedFolder(folder);
    const database = await openDatabase({ folder });
    await database.db.execute(
      sql`insert into schema_history (name, hash, floor) values ('9999_next_year', 'x', '9998_new_year')`,
    );
    await database.close();
    await expect(openDatabase({ folder })).rejects.toThrow(/too old .* since 9999_next_year it needs/);
    expect(readdirSync(folder).filter((file) => file.startsWith('lock'))).toEqual([]);
  });
});

describe('the folder lock', () => {
  const leaveLock = (owner: object) => writeFileSync(join(folder, 'lock-left.json'), JSON.stringify(owner));

  test('left by a process whose pid has been reused, is taken over', async () => {
    leaveLock({ pid: process.ppid, host: hostname(), startedAt: 'another boot:1' });
    const release = await lockFolder(folder);
    expect(readdirSync(folder)).toHaveLength(1);
    release();
    expect(readdirSync(folder)).toEqual([]);
  });

  test('left by another machine, is not taken over, and the file is named', async () => {
    leaveLock({ pid: 1, host: 'annar-thjonn', startedAt: null });
    await expect(lockFolder(folder)).rejects.toThrow(/process 1 on annar-thjonn.*delete .*lock-left\.json/);
  });

  test('is never held by two of many concurrent attempts', async () => {
    const attempts = await Promise.allSettled(Array.from({ length: 8 }, () => lockFolder(folder)));
    const acquired = attempts.filter((attempt) => attempt.status === 'fulfilled');
    expect(acquired.length).toBeLessThanOrEqual(1);
    for (const { value } of acquired) value();
    const release = await lockFolder(folder);
    release();
  });
});

describe('an unusable URL', () => {
  test.each(['mysql://localhost/hofn', 'localhost:5432', 'hofn'])('%s is refused', async (url) => {
    await expect(openDatabase({ url })).rejects.toThrow(/DATABASE_URL is not the address|cannot be reached/);
  });

  test('the host of an unreachable server is named, the password is not', async () => {
    const failure = await openDatabase({ url: 'postgres://a:leyndarmal@127.0.0.1:1/hofn' }).catch(
      (error: Error) => error.message,
    );
    expect(failure).toBe('PostgreSQL at 127.0.0.1:1/hofn cannot be reached: connection refused.');
  });
});
