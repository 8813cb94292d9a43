import type { Socket } from 'node:net';
import pg from 'pg';
import type { DatabaseLogger } from './open.ts';

/** How the watch takes a connection for dead. Milliseconds. */
export type SilenceLimits = {
  /** Between two looks. */
  everyMs: number;
  /** Longest that an idle connection may take to answer. */
  answerMs: number;
  /** Longest that connections of a full pool may be silent before the server is asked about them, or all given up. */
  poolMs: number;
  /** Longest that a statement may run without a byte of an answer. */
  statementMs: number;
  /** Whether the pool leads to a pooler, which gives process ids of its own. */
  isPooled: boolean;
};

const releaseMs = 1_000;

// What the driver's types leave out.
type Inside = { connection: { stream: Socket }; readyForQuery: boolean; processID: number | null };
const insideOf = (client: pg.ClientBase): Inside => client as unknown as Inside;
const socketOf = (client: pg.ClientBase): Socket => insideOf(client).connection.stream;

/** Those of some connections whose statement the server runs. */
const runningAmong = async (client: pg.ClientBase, suspects: readonly pg.PoolClient[]) => {
  const { rows } = await client.query<{ pid: number }>(
    "select pid from pg_stat_activity where state = 'active' and pid = any($1)",
    [suspects.map((suspect) => insideOf(suspect).processID)],
  );
  const running = new Set<number | null>(rows.map(({ pid }) => pid));
  return suspects.filter((suspect) => running.has(insideOf(suspect).processID));
};

/** Asks the same on a connection outside the pool, which is closed afterwards. */
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
    // `end` would wait for the server to close the connection, which a half-open one never sees.
    socketOf(client).destroy();
  }
};

/**
 * Destroys connections of a pool that are half open: a firewall or a failed host drops them without a word, and a query
 * on one would wait for ever. The database is asked every few seconds: when an idle connection does not answer, those that
 * have been silent as long are destroyed, and so is one that waits for the answer to a statement which the server does not
 * run. For a full pool the question goes over a connection of its own, so that slow statements of a busy server keep
 * theirs; without an answer, and behind a pooler, whose process ids are not the server's, a full pool that is silent is
 * given up. The next query then opens a new connection.
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
    // The transaction that has it learns of the error first.
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

  const destroyLost = (suspects: readonly pg.PoolClient[], running: readonly pg.PoolClient[]): void =>
    destroy(suspects.filter((each) => isWaiting(each, limits.answerMs) && !running.includes(each)));

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
      // A server that refuses a connection answers, and may run what the pool waits for.
      if (!(error instanceof pg.DatabaseError)) destroySilent(limits.poolMs);
    }
  };

  let asking = false;
  const look = (): void => {
    const waiting = (ms: number) => [...busy].filter((client) => isWaiting(client, ms));
    const isFull = pool.totalCount >= (pool.options.max ?? 10) && pool.idleCount === 0;
    const isSilent = isFull && waiting(limits.poolMs).length >= pool.totalCount;
    if (isSilent && limits.isPooled) destroySilent(limits.poolMs);
    destroy(waiting(limits.statementMs));
    const suspects = limits.isPooled ? [] : waiting(isFull ? limits.poolMs : limits.answerMs);
    if (asking || (suspects.length === 0 && (isFull || pool.idleCount === 0))) return;
    asking = true;
    (isFull ? askOutside(suspects) : ask(suspects))
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
