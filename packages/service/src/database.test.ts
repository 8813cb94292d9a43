import { mkdtempSync, rmSync } from 'node:fs';
import { connect, createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Database } from '@hofn/database';
import { patience } from '@hofn/database/testing/patience.ts';
import { createMigratedFolder, describeWithDatabase } from '@hofn/database/testing.ts';
import { afterAll, expect, test } from 'vitest';
import { z } from 'zod';
import { databaseSettings, inMemory, openFromSettings, withDatabase } from './database.ts';
import { createLogger } from './logger.ts';
import { readSettings, SettingsError } from './settings.ts';

const free = (server: Server): number => {
  const address = server.address();
  return typeof address === 'object' && address ? address.port : 0;
};

const logger = createLogger('test', 'silent');
const folder = mkdtempSync(join(tmpdir(), 'hofn-service-'));
afterAll(() => rmSync(folder, { recursive: true }));
const read = (environment: Record<string, string>) => readSettings(z.object(databaseSettings), environment);

test('the embedded database is refused in production with one line that says what to set', async () => {
  const production = { ...read({ DATABASE_FOLDER: inMemory }), NODE_ENV: 'production' } as const;
  const opening = openFromSettings(production, logger);
  await expect(opening).rejects.toThrow(SettingsError);
  await expect(opening).rejects.toThrow(/^The embedded database [^\n]*DATABASE_URL[^\n]*$/);
});

test('an invalid URL is refused with the name of its setting', () => {
  expect(() => read({ DATABASE_URL: 'mysql://localhost/hofn' })).toThrow(
    /^DATABASE_URL: must be as postgres:/,
  );
});

// Opening an embedded database can take seconds on a busy machine.
const inFolder = { timeout: patience(60_000) };

test('a failed start closes the database and releases its folder', inFolder, async () => {
  const place = join(folder, 'failed');
  await createMigratedFolder(place);
  const settings = read({ DATABASE_FOLDER: place });
  let opened: Database | undefined;
  const starting = withDatabase(settings, logger, async (database) => {
    opened = database;
    await database.db.execute('select 1 from schema_migrations');
    throw new Error('no luck');
  });
  await expect(starting).rejects.toThrow('no luck');
  await expect(opened?.ping()).rejects.toThrow();
  await (await openFromSettings(settings, logger)).close();
});

test(
  'a stop ends the service before the database, which keeps its folder locked until then',
  inFolder,
  async () => {
    const place = join(folder, 'running');
    await createMigratedFolder(place);
    const settings = read({ DATABASE_FOLDER: place });
    let answered = false;
    const running = await withDatabase(settings, logger, async (database) => ({
      stop: async () => {
        await database.ping();
        answered = true;
      },
    }));
    await expect(openFromSettings(settings, logger)).rejects.toThrow(SettingsError);
    await running.stop();
    expect(answered).toBe(true);
    await (await openFromSettings(settings, logger)).close();
  },
);

describeWithDatabase('a service that starts before its database', (open) => {
  test('waits until PostgreSQL accepts connections', inFolder, async () => {
    const database = await open();
    // The embedded engine is part of the process.
    if (!('url' in database.source)) return expect(database.engine).toBe('embedded');
    const target = new URL(database.source.url);
    const entrance = createServer((socket) => {
      const port = Number(target.port || 5432);
      const host = decodeURIComponent(target.hostname);
      const server = host.startsWith('/') ? connect(`${host}/.s.PGSQL.${port}`) : connect(port, host);
      socket.pipe(server).pipe(socket);
      for (const one of [socket, server]) one.on('error', () => one.destroy());
    });
    // A port that is free until the first attempt has failed.
    await new Promise<void>((resolve) => entrance.listen(0, '127.0.0.1', resolve));
    const port = free(entrance);
    await new Promise((resolve) => entrance.close(resolve));
    const url = new URL(target);
    url.hostname = '127.0.0.1';
    url.port = String(port);
    const lines: string[] = [];
    const waiting = createLogger('test', 'info', {
      write: (line: string) => {
        lines.push(line);
        if (lines.length === 1) entrance.listen(port, '127.0.0.1');
      },
    });
    const running = await withDatabase(read({ DATABASE_URL: url.href }), waiting, async (found) => {
      await found.ping();
      return { stop: async () => undefined };
    });
    expect(lines[0]).toContain(`PostgreSQL at 127.0.0.1:${port}${url.pathname} cannot be reached`);
    await running.stop();
    await new Promise((resolve) => entrance.close(resolve));
  });
});
