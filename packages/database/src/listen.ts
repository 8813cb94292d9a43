import { setTimeout } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import pg from 'pg';
import type { Database, DatabaseLogger, Db } from './open.ts';

/** Delay before reconnecting. */
const reconnectMs = 1_000;

/** Sends a notification to all listeners on a channel, in any process. */
export const notify = async (db: Db, channel: string, payload: string): Promise<void> => {
  await db.execute(sql`select pg_notify(${channel}, ${payload})`);
};

/**
 * Calls `onNotification` for each notification on a channel. On PostgreSQL it uses a separate connection and reconnects
 * when that is lost. Notifications sent meanwhile are missed, and none arrive through a pooler in transaction mode, so
 * callers must also poll.
 * @returns after the first attempt to connect, successful or not
 */
export const listenTo = async (
  source: Database['source'],
  channel: string,
  onNotification: (payload: string) => void,
  logger?: DatabaseLogger,
): Promise<{ stop(): Promise<void> }> => {
  if ('client' in source) {
    const unlisten = await source.client.listen(channel, onNotification);
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
    client.on('notification', ({ payload = '' }) => onNotification(payload));
    client.on('error', (error) => logger?.warn({ err: error, channel }, 'listening connection lost'));
    client.once('end', () => void reconnect());
    try {
      await client.connect();
      await client.query(`listen ${pg.escapeIdentifier(channel)}`);
    } catch (error) {
      logger?.warn({ err: error, channel }, 'not listening');
      // The `end` event triggers a reconnect, but a client that never connected may not emit it.
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
