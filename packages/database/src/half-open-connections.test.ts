import { connect, createServer, type Server, type Socket } from 'node:net';
import { sql } from 'drizzle-orm';
import { afterEach, expect, test, vi } from 'vitest';
import { openJobs } from './jobs.ts';
import { type Database, openDatabase } from './open.ts';
import { findPostgres } from './test-server.ts';
import { patience } from './testing/patience.ts';
import { emptyDatabase, noteForTestReport, serverOfRun } from './testing.ts';

/** A TCP proxy whose connections a test can freeze: they stay open but no more bytes pass. */
const startProxy = async (socketFolder: string) => {
  const frozen = new WeakSet<Socket>();
  let isCut = false;
  const open = new Set<Socket>();
  const server: Server = createServer((near) => {
    const far = connect(`${socketFolder}/.s.PGSQL.5432`);
    const pass = (from: Socket, to: Socket) => {
      open.add(from);
      from.on('error', () => {});
      from.on('data', (bytes) => {
        if (isCut || frozen.has(from)) frozen.add(near).add(far);
        else to.write(bytes);
      });
      from.on('close', () => {
        open.delete(from);
        // In a half-open connection neither side sees the other's end.
        if (!frozen.has(from)) to.destroy();
      });
    };
    pass(near, far);
    pass(far, near);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  return {
    port: typeof address === 'object' && address ? address.port : 0,
    /** Freezes every connection, including new ones, until `restore`. */
    cut: () => {
      isCut = true;
      for (const socket of open) frozen.add(socket);
    },
    /** Lets new connections through; frozen ones stay frozen. */
    restore: () => {
      isCut = false;
    },
    stop: () => {
      for (const socket of open) socket.destroy();
      server.close();
    },
  };
};

const ends: Array<() => unknown> = [];
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end();
});

const installation = findPostgres();
if (typeof installation === 'string') noteForTestReport(`Half-open connections: ${installation}.`);

const pool = { connections: 4, connectMs: 1_000, lockMs: 250, watchMs: 500 };

/** A database through a proxy, with a pool of four. */
const openThroughProxy = async () => {
  const direct = new URL(await emptyDatabase(await serverOfRun()));
  const proxy = await startProxy(decodeURIComponent(direct.hostname));
  ends.push(() => proxy.stop());
  const url = `postgres://hofn@127.0.0.1:${proxy.port}${direct.pathname}`;
  const database = await openDatabase({ url, pool });
  ends.push(() => database.close());
  return { database, proxy, direct: direct.href };
};
const read = ({ db }: Database) => db.execute(sql`select 1`);
const recovery = patience(10_000);

test.runIf(typeof installation !== 'string')(
  'HOLD-5: a process recovers within seconds once the network is back, after idle and busy connections were dropped silently',
  { timeout: patience(60_000) },
  async () => {
    for (const isBusy of [false, true]) {
      const { database, proxy } = await openThroughProxy();
      await Promise.all(Array.from({ length: 4 }, () => read(database)));
      const queries = isBusy
        ? Array.from({ length: 4 }, () => database.db.execute(sql`select pg_sleep(0.2)`))
        : [];
      const ended = Promise.allSettled(queries);
      proxy.cut();
      // Queries meanwhile fail without ending the process.
      await Promise.allSettled([read(database), database.ping()]);
      proxy.restore();
      await vi.waitFor(() => read(database), recovery);
      expect((await ended).every(({ status }) => status === 'rejected')).toBe(true);
    }
  },
);

test.runIf(typeof installation !== 'string')(
  'HOLD-5: a full pool keeps its connections while the server is running their statements',
  async () => {
    const url = await emptyDatabase(await serverOfRun());
    const database = await openDatabase({ url, pool: { ...pool, watchMs: 1_000 } });
    ends.push(() => database.close());
    const slow = Array.from({ length: 4 }, () => database.db.execute(sql`select pg_sleep(2.5)`));
    expect((await Promise.allSettled(slow)).map(({ status }) => status)).toEqual(Array(4).fill('fulfilled'));
  },
);

test.runIf(typeof installation !== 'string')(
  'HOLD-5: jobs sent after a silent connection loss are run',
  { timeout: patience(90_000) },
  async () => {
    const { database, proxy } = await openThroughProxy();
    const queue = {
      name: 'errands',
      concurrency: 2,
      retries: 3,
      delay: 60,
      longestDelay: 3600,
      expires: 30,
    };
    const jobs = await openJobs(database, [queue], { queryMs: 1_000 });
    ends.push(() => jobs.stop(1));
    const done: object[] = [];
    await jobs.work(queue.name, async (job) => {
      done.push(job);
    });
    proxy.cut();
    proxy.restore();
    const send = () => database.db.transaction((tx) => jobs.send(tx, queue.name, { id: 'after' }));
    await vi.waitFor(send, patience(30_000));
    await vi.waitFor(() => expect(done).not.toEqual([]), patience(60_000));
  },
);

test.runIf(typeof installation !== 'string')(
  'HOLD-5: the database ends a statement that waits too long for a lock, and an idle transaction',
  async () => {
    const { database, direct } = await openThroughProxy();
    await database.db.execute(sql`create table locked (id int)`);
    const other = await openDatabase({ url: direct, pool: { idleInTransactionMs: 100, connectMs: 1_000 } });
    ends.push(() => other.close());
    await database.db.transaction(async (tx) => {
      await tx.execute(sql`lock table locked`);
      const waiting = openDatabase({ url: direct, pool: { lockMs: 100 } });
      const impatient = await waiting;
      ends.push(() => impatient.close());
      await expect(impatient.db.execute(sql`select * from locked`)).rejects.toMatchObject({
        cause: { code: '55P03' },
      });
    });
    const idle = other.db.transaction(async (tx) => {
      await tx.execute(sql`select 1`);
      // Ended by the server's timeout.
      await vi.waitFor(async () => {
        const { rows } = await database.db.execute(
          sql`select pid from pg_stat_activity where state = 'idle in transaction' and datname = current_database() and query = 'select 1'`,
        );
        expect(rows).toEqual([]);
      }, patience(10_000));
      await tx.execute(sql`select 2`);
    });
    await expect(idle).rejects.toThrow();
    await read(other);
  },
);
