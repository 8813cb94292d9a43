import { setTimeout } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import pg from 'pg';
import type { Database, DatabaseLogger, Db } from './open.ts';

/** How long after a lost connection another is opened. */
const reconnectMs = 1_000;

/** Sends a notification to all who listen on a channel, in whichever process. */
export const notify = async (db: Db, channel: string, payload: string): Promise<void> => {
  await db.execute(sql`select pg_notify(${channel}, ${payload})`);
};

/**
 * Calls `heard` with each notification on a channel. On PostgreSQL it has a connection of its own, which is opened again
 * when it is lost; what is sent in between is not heard, and nothing is heard through a pooler that shares connections
 * between transactions: whoever listens must also look by themselves.
 * @returns once it listens, or has failed to for the first time
 */
export const listenTo = async (
  source: Database['source'],
  channel: string,
  heard: (payload: string) => void,
  logger?: DatabaseLogger,
): Promise<{ stop(): Promise<void> }> => {
  if ('client' in source) {
    const unlisten = await source.client.listen(channel, heard);
    return { stop: () => (source.client.closed ? Promise.resolve() : unlisten()) };
  }
  const stopped = new AbortController();
  let current: pg.Client | undefined;
  const connect = async (): Promise<void> => {
    const client = new pg.Client({
      connectionString: source.url,
      application_name: 'hofn-listen',
      connectionTimeoutMillis: 5_000,
      keepAlive: true,
    });
    current = client;
    client.on('notification', ({ payload = '' }) => heard(payload));
    client.on('error', (error) => logger?.warn({ err: error, channel }, 'listening connection lost'));
    client.once('end', () => void reconnect());
    try {
      await client.connect();
      await client.query(`listen ${pg.escapeIdentifier(channel)}`);
    } catch (error) {
      logger?.warn({ err: error, channel }, 'not listening');
      // Ends the client, which opens the next one; a client that never connected says so by itself.
      await client.end().catch(() => {});
      void reconnect();
    }
  };
  let isWaiting = false;
  const reconnect = async (): Promise<void> => {
    if (isWaiting || stopped.signal.aborted) return;
    isWaiting = true;
    await setTimeout(reconnectMs, undefined, { signal: stopped.signal, ref: false }).catch(() => {});
    isWaiting = false;
    if (!stopped.signal.aborted) await connect();
  };
  await connect();
  return {
    stop: async () => {
      stopped.abort();
      await current?.end().catch(() => {});
    },
  };
};
