import type { Socket } from 'node:net';
import type pg from 'pg';
import type { DatabaseLogger } from './open.ts';

/** How the watch takes a connection for dead. Milliseconds. */
export type SilenceLimits = {
  /** Between two looks. */
  everyMs: number;
  /** Longest that an idle connection may take to answer. */
  answerMs: number;
  /** Longest that every connection of a full pool may be silent at once. */
  poolMs: number;
  /** Longest that a statement may run without a byte of an answer. */
  statementMs: number;
  /** Whether the pool leads to a pooler, which gives process ids of its own. */
  isPooled: boolean;
};

const releaseMs = 1_000;

// What the driver's types leave out.
type Inside = { connection: { stream: Socket }; readyForQuery: boolean; processID: number | null };
const insideOf = (client: pg.PoolClient): Inside => client as unknown as Inside;
const socketOf = (client: pg.PoolClient): Socket => insideOf(client).connection.stream;

/**
 * Destroys connections of a pool that are half open: a firewall or a failed host drops them without a word, and a query
 * on one would wait for ever. The database is asked every few seconds: when an idle connection does not answer, or all of
 * a full pool are silent, those that have been silent as long are destroyed, and so is one that waits for the answer to a
 * statement which the server does not run. The next query then opens a new connection.
 * @returns what spares a connection whose statements may take any time, what ends the watch, and what
 * breaks every connection
 */
export const watchSilence = (
  pool: pg.Pool,
  limits: SilenceLimits,
  logger?: DatabaseLogger,
): { spare(client: pg.PoolClient): void; stop(): void; destroyAll(): void } => {
  /** Since when each connection has been silent. */
  const heard = new Map<pg.PoolClient, number>();
  const busy = new Set<pg.PoolClient>();
  const spared = new WeakSet<pg.PoolClient>();
  const silentFor = (client: pg.PoolClient): number => Date.now() - (heard.get(client) ?? Date.now());

  /** Gives a lost connection back to its pool: Drizzle never does when it was lost while a transaction began. */
  const giveBack = (client: pg.PoolClient): void => {
    const release = client.release.bind(client);
    let isReleased = false;
    client.release = () => {
      if (isReleased) return;
      isReleased = true;
      release(true);
    };
    // The transaction that has it is told first.
    setTimeout(() => client.release(), releaseMs).unref();
  };

  pool.on('connect', (client) => {
    heard.set(client, Date.now());
    socketOf(client).on('data', () => heard.set(client, Date.now()));
    // A connection that breaks between two statements of a transaction raises this; unheard it would end the process.
    client.on('error', (error: Error) => {
      logger?.warn({ err: error }, 'a database connection was lost');
      if (busy.has(client)) giveBack(client);
    });
  });
  pool.on('acquire', (client) => {
    busy.add(client);
    heard.set(client, Date.now());
  });
  pool.on('release', (_error, client) => {
    busy.delete(client);
    spared.delete(client);
  });
  pool.on('remove', (client) => {
    heard.delete(client);
    busy.delete(client);
  });

  /** Whether a statement has had no answer for so long; a transaction that waits for its caller has none under way. */
  const isWaiting = (client: pg.PoolClient, ms: number): boolean =>
    busy.has(client) && !spared.has(client) && !insideOf(client).readyForQuery && silentFor(client) >= ms;

  const destroy = (clients: readonly pg.PoolClient[]): void => {
    for (const client of clients) {
      logger?.warn({ silentMs: silentFor(client) }, 'a silent database connection was given up');
      socketOf(client).destroy();
    }
  };
  const destroySilent = (ms: number): void =>
    destroy(
      [...heard.keys()].filter(
        (client) => isWaiting(client, ms) || (!busy.has(client) && silentFor(client) >= ms),
      ),
    );

  const ask = async (suspects: readonly pg.PoolClient[]): Promise<void> => {
    const client = await pool.connect();
    const asked = Date.now();
    const timer = setTimeout(() => {
      // A busy event loop reads what has come only after this timer.
      setImmediate(() =>
        setImmediate(() => {
          if ((heard.get(client) ?? 0) <= asked) destroySilent(limits.answerMs);
        }),
      );
    }, limits.answerMs);
    try {
      const { rows } = await client.query<{ pid: number }>(
        "select pid from pg_stat_activity where state = 'active' and pid = any($1)",
        [suspects.map((suspect) => insideOf(suspect).processID)],
      );
      client.release();
      const runs = (suspect: pg.PoolClient) => rows.some(({ pid }) => pid === insideOf(suspect).processID);
      destroy(suspects.filter((suspect) => isWaiting(suspect, limits.answerMs) && !runs(suspect)));
    } catch (error) {
      client.release(true);
      logger?.warn({ err: error }, 'the database does not answer');
    } finally {
      clearTimeout(timer);
    }
  };

  let asking = false;
  const look = (): void => {
    const waiting = (ms: number) => [...busy].filter((client) => isWaiting(client, ms));
    const isFull = pool.totalCount >= (pool.options.max ?? 10) && pool.idleCount === 0;
    if (isFull && waiting(limits.poolMs).length >= pool.totalCount) destroySilent(limits.poolMs);
    destroy(waiting(limits.statementMs));
    const suspects = limits.isPooled ? [] : waiting(limits.answerMs);
    if (asking || isFull || (pool.idleCount === 0 && suspects.length === 0)) return;
    asking = true;
    ask(suspects)
      .catch(() => {})
      .finally(() => {
        asking = false;
      });
  };
  const watch = setInterval(look, limits.everyMs).unref();
  return {
    spare: (client) => spared.add(client),
    stop: () => clearInterval(watch),
    destroyAll: () => destroy([...heard.keys()]),
  };
};
