import pg from 'pg';
import type { Database } from './open.ts';

/** Locks of this process on an embedded database, which only one process can open. */
const embeddedLocks = new WeakMap<object, Set<string>>();

/**
 * Takes a lock for long work that one process at a time may do. On PostgreSQL a connection of its own holds it, so that it
 * ends with the process, even one that was killed. If the connection is lost the lock is lost too: the work must
 * remain correct, only not economical, when two processes do it.
 * @returns a function that releases it; undefined while another process holds the lock
 */
export const holdLock = async (
  source: Database['source'],
  name: string,
): Promise<(() => Promise<void>) | undefined> => {
  if ('client' in source) {
    const locks = embeddedLocks.get(source.client) ?? new Set();
    embeddedLocks.set(source.client, locks);
    if (locks.has(name)) return undefined;
    locks.add(name);
    return async () => {
      locks.delete(name);
    };
  }
  const client = new pg.Client({
    connectionString: source.url,
    application_name: 'hofn-lock',
    connectionTimeoutMillis: 5_000,
    keepAlive: true,
  });
  // Without a handler a lost connection would end the process.
  client.on('error', () => {});
  await client.connect();
  const { rows } = await client.query<{ held: boolean }>(
    'select pg_try_advisory_lock(hashtextextended($1, 0)) as held',
    [name],
  );
  const release = () => client.end();
  if (rows[0]?.held) return release;
  await release();
  return undefined;
};
