import type { Socket } from 'node:net';
import pg from 'pg';
import type { DatabaseLogger } from './db.ts';

/** When a connection is considered dead. Milliseconds. */
export type SilenceLimits = {
  /** Interval between checks. */
  everyMs: number;
  /** Maximum time an idle connection may take to answer. */
  answerMs: number;
  /** Maximum silence of a full pool before the server is asked about its connections, or all are given up. */
  poolMs: number;
  /** Maximum time a statement may run without any byte received. */
  statementMs: number;
  /** Whether the pool connects to a pooler, whose process ids are not the server's. */
  isPooled: boolean;
};

const releaseMs = 1_000;

// Internals missing from the driver's types.
type ClientInternals = { connection: { stream: Socket }; readyForQuery: boolean; processID: number | null };
const internalsOf = (client: pg.ClientBase): ClientInternals => client as unknown as ClientInternals;
const socketOf = (client: pg.ClientBase): Socket => internalsOf(client).connection.stream;

/** The suspects whose statement the server is running. */
const runningAmong = async (client: pg.ClientBase, suspects: readonly pg.PoolClient[]) => {
  const { rows } = await client.query<{ pid: number }>(
    "select pid from pg_stat_activity where state = 'active' and pid = any($1)",
    [suspects.map((suspect) => internalsOf(suspect).processID)],
  );
  const running = new Set<number | null>(rows.map(({ pid }) => pid));
  return suspects.filter((suspect) => running.has(internalsOf(suspect).processID));
};

/** The same, asked over a temporary connection outside the pool. */
const runningOutside = async (pool: pg.Pool, suspects: readonly pg.PoolClient[], answerMs: number) => {
  const client = new pg.Client({
    ...pool.options,
    connectionTimeoutMillis: answerMs,
    query_timeout: answerMs,
  });
  client.on('error', () => {});
  try {
    await client.connect();
    return await runningAmong(client, suspects);
  } finally {
    // `end` would wait for the server to close the connection, which never happens if it is half open.
    socketOf(client).destroy();
  }
};

/** Releases a lost connection to its pool: Drizzle does not if it was lost while a transaction began. */
const releaseLost = (client: pg.PoolClient): void => {
  const release = client.release.bind(client);
  let isReleased = false;
  client.release = () => {
    if (isReleased) return;
    isReleased = true;
    release(true);
  };
  // Let the transaction that uses it see the error first.
  setTimeout(() => client.release(), releaseMs).unref();
};

/** Follows the connections of a pool: when each was last heard from, and which are in use. */
const followConnections = (pool: pg.Pool, logger?: DatabaseLogger) => {
  /** When data last arrived on each connection (ms). */
  const lastHeard = new Map<pg.PoolClient, number>();
  const busy = new Set<pg.PoolClient>();
  const exempt = new WeakSet<pg.PoolClient>();
  const silentFor = (client: pg.PoolClient): number => Date.now() - (lastHeard.get(client) ?? Date.now());

  pool.on('connect', (client) => {
    lastHeard.set(client, Date.now());
    socketOf(client).on('data', () => lastHeard.set(client, Date.now()));
    // Raised when a connection breaks between two statements of a transaction; without a handler it would end the
    // process.
    client.on('error', (error: Error) => {
      logger?.warn({ err: error }, 'a database connection was lost');
      if (busy.has(client)) releaseLost(client);
    });
  });
  pool.on('acquire', (client) => {
    busy.add(client);
    lastHeard.set(client, Date.now());
  });
  pool.on('release', (_error, client) => {
    busy.delete(client);
    exempt.delete(client);
  });
  pool.on('remove', (client) => {
    lastHeard.delete(client);
    busy.delete(client);
  });

  /**
   * Whether a statement has been without an answer for `ms`; a transaction waiting for its caller is not running one.
   */
  const isWaiting = (client: pg.PoolClient, ms: number): boolean =>
    busy.has(client) && !exempt.has(client) && !internalsOf(client).readyForQuery && silentFor(client) >= ms;

  const destroy = (clients: readonly pg.PoolClient[]): void => {
    for (const client of clients) {
      logger?.warn({ silentMs: silentFor(client) }, 'a silent database connection was given up');
      socketOf(client).destroy();
    }
  };
  const destroySilent = (ms: number): void =>
    destroy(
      [...lastHeard.keys()].filter(
        (client) => isWaiting(client, ms) || (!busy.has(client) && silentFor(client) >= ms),
      ),
    );

  return {
    lastHeard,
    busy,
    isWaiting,
    destroy,
    /** Destroys those that have been silent for `ms`, idle or waiting. */
    destroySilent,
    spare: (client: pg.PoolClient): void => {
      exempt.add(client);
    },
  };
};

/**
 * Destroys half-open connections of a pool: a firewall or a failed host may drop them silently, and a query on one
 * would wait forever. Every few seconds the database is queried over an idle connection. If that does not answer, all
 * connections that have been silent as long are destroyed; if it does, so are those that wait for a statement the
 * server is not running. For a full pool the query goes over a temporary connection, so that slow statements of a busy
 * server keep theirs. If even that fails, or behind a pooler, whose process ids are not the server's, a silent full
 * pool is given up. The next query then opens a new connection.
 * @returns functions to exempt a connection whose statements may take any time, to stop watching, and to destroy every
 * connection
 */
export const watchSilence = (
  pool: pg.Pool,
  limits: SilenceLimits,
  logger?: DatabaseLogger,
): { spare(client: pg.PoolClient): void; stop(): void; destroyAll(): void } => {
  const connections = followConnections(pool, logger);
  const { lastHeard, busy, isWaiting, destroy, destroySilent } = connections;

  const destroyLost = (suspects: readonly pg.PoolClient[], running: readonly pg.PoolClient[]): void =>
    destroy(suspects.filter((each) => isWaiting(each, limits.answerMs) && !running.includes(each)));

  const ask = async (suspects: readonly pg.PoolClient[]): Promise<void> => {
    const client = await pool.connect();
    const askedAt = Date.now();
    const timer = setTimeout(() => {
      // A busy event loop processes received data only after this timer.
      setImmediate(() =>
        setImmediate(() => {
          if ((lastHeard.get(client) ?? 0) <= askedAt) destroySilent(limits.answerMs);
        }),
      );
    }, limits.answerMs);
    try {
      const running = await runningAmong(client, suspects);
      client.release();
      destroyLost(suspects, running);
    } catch (error) {
      client.release(true);
      logger?.warn({ err: error }, 'the database does not answer');
    } finally {
      clearTimeout(timer);
    }
  };
  const askOutside = async (suspects: readonly pg.PoolClient[]): Promise<void> => {
    try {
      destroyLost(suspects, await runningOutside(pool, suspects, limits.answerMs));
    } catch (error) {
      logger?.warn({ err: error }, 'the database does not answer');
      // A server that refuses the connection is alive, and may be running the pool's statements.
      if (!(error instanceof pg.DatabaseError)) destroySilent(limits.poolMs);
    }
  };

  let isAsking = false;
  const check = (): void => {
    const waiting = (ms: number) => [...busy].filter((client) => isWaiting(client, ms));
    const isFull = pool.totalCount >= (pool.options.max ?? 10) && pool.idleCount === 0;
    const isSilent = isFull && waiting(limits.poolMs).length >= pool.totalCount;
    if (isSilent && limits.isPooled) destroySilent(limits.poolMs);
    destroy(waiting(limits.statementMs));
    const suspects = limits.isPooled ? [] : waiting(isFull ? limits.poolMs : limits.answerMs);
    if (isAsking || (suspects.length === 0 && (isFull || pool.idleCount === 0))) return;
    isAsking = true;
    (isFull ? askOutside(suspects) : ask(suspects))
      .catch(() => {})
      .finally(() => {
        isAsking = false;
      });
  };
  const watch = setInterval(check, limits.everyMs).unref();
  return {
    spare: connections.spare,
    stop: () => clearInterval(watch),
    destroyAll: () => destroy([...lastHeard.keys()]),
  };
};
