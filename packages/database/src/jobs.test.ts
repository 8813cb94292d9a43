import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { sql } from 'drizzle-orm';
import { afterEach, beforeAll, expect, test, vi } from 'vitest';
import type { JobCipher } from './job-cipher.ts';
import { type Jobs, openJobs, type Queue, TestClock } from './jobs.ts';
import { type Database, openDatabase } from './open.ts';
import { patience } from './testing/patience.ts';
import { createMigratedFolder, describeEachEngine } from './testing.ts';

const queue: Queue = {
  name: 'errands',
  concurrency: 2,
  retries: 3,
  delay: 60,
  longestDelay: 3600,
  expires: 30,
};
const second = 1000;
/** Advances the queue's clock: each of its timers fires once. */
const jump = async (clock: TestClock, ms: number) => {
  await clock.setTime(clock.now() + ms);
  await clock.tick(second);
  await new Promise(setImmediate);
};
// The queue runs on its own clock; real time depends on the machine.
vi.setConfig({ testTimeout: patience(120_000) });

describeEachEngine('jobs', (open) => {
  let database: Database;
  const running: Jobs[] = [];
  const logger = { warn: vi.fn(), error: vi.fn() };
  const start = async (clock?: TestClock, service = 'api', schema = '0040') => {
    const jobs = await openJobs(database, [queue], { logger, service, schema, ...(clock && { clock }) });
    running.push(jobs);
    return jobs;
  };
  beforeAll(async () => {
    database = await open();
    await database.db.execute(sql`create table errands (id text primary key)`);
  });
  afterEach(async () => {
    for (const jobs of running.splice(0)) await jobs.stop(1);
    await database.db.execute(sql`truncate table errands`);
    await database.db.execute(sql`drop schema jobs cascade`);
  });

  test('HOLD-16: jobs of an encrypted queue are stored encrypted, and a wrong key is noticed at the start', async () => {
    const letters: Queue = { ...queue, name: 'letters', retries: 0, encrypted: true };
    // Enough to see what is stored; the services' cipher has its own tests.
    const cipherOf = (key: string): JobCipher => ({
      encrypt: async (use, text) => Buffer.from(`${key} ${use} ${text}`).toString('base64'),
      decrypt: async (use, encrypted) => {
        const text = Buffer.from(encrypted, 'base64').toString();
        if (!text.startsWith(`${key} ${use} `)) throw new Error('wrong key');
        return text.slice(`${key} ${use} `.length);
      },
    });
    const open = async (key: string) => {
      const jobs = await openJobs(database, [letters], { logger, cipher: cipherOf(key) });
      running.push(jobs);
      return jobs;
    };
    const jobs = await open('right');
    const link = 'https://innskraning.hofn.is/password?key=secret';
    await database.db.transaction((tx) => jobs.send(tx, letters.name, { link }));
    const stored = sql`select data::text as data from jobs.job where name = ${letters.name}`;
    const [row] = (await database.db.execute<{ data: string }>(stored)).rows;
    expect(row?.data).toMatch(/^\{"encrypted": ?"[\w+/=]+"\}$/);
    await expect(open('wrong')).rejects.toThrow('wrong key');
    const seen: object[] = [];
    await jobs.work(letters.name, async (data) => {
      seen.push(data);
      throw new Error('the mail server refuses it');
    });
    await vi.waitFor(async () => expect(await jobs.dead(letters.name)).toEqual([{ link }]), {
      timeout: patience(60_000),
    });
    expect(seen).toEqual([{ link }]);
  });

  test('a job exists if and only if the transaction that sent it committed', async () => {
    const jobs = await start();
    const done: string[] = [];
    await jobs.work<{ id: string }>(queue.name, async ({ id }) => {
      done.push(id);
    });
    const sendErrand = (id: string, fails: boolean) =>
      database.db.transaction(async (tx) => {
        await tx.execute(sql`insert into errands values (${id})`);
        await jobs.send(tx, queue.name, { id });
        if (fails) throw new Error('on purpose');
      });
    await expect(sendErrand('undone', true)).rejects.toThrow('on purpose');
    await sendErrand('done', false);
    await vi.waitFor(() => expect(done).toEqual(['done']), patience(10_000));
  });

  test('each job is run by one of several processes', async () => {
    const [first, other] = [await start(), await start()];
    const done: string[] = [];
    for (const jobs of [first, other]) {
      await jobs.work<{ id: string }>(queue.name, async ({ id }) => {
        done.push(id);
      });
    }
    const ids = Array.from({ length: 6 }, (_, n) => String(n));
    for (const id of ids) await database.db.transaction((tx) => first.send(tx, queue.name, { id }));
    await vi.waitFor(() => expect(done.toSorted()).toEqual(ids), patience(15_000));
  });

  test('a failing job is retried with growing delays, then moved to the dead-letter queue, and can be revived', async () => {
    const clock = new TestClock(Date.now());
    const jobs = await start(clock);
    const tries: number[] = [];
    let isFixed = false;
    await jobs.work(queue.name, async () => {
      tries.push(clock.now());
      if (!isFixed) throw new Error('not today');
    });
    await database.db.transaction((tx) => jobs.send(tx, queue.name, { id: 'never' }));
    await vi.waitFor(async () => {
      await jump(clock, 15 * second);
      expect(await jobs.dead(queue.name)).toEqual([{ id: 'never' }]);
    }, patience(30_000));
    expect(tries).toHaveLength(4);
    const failure = expect.objectContaining({ queue: queue.name, err: new Error('not today') });
    const lines = (calls: unknown[][]) => calls.filter(([, message]) => message !== 'job queue');
    expect(lines(logger.warn.mock.calls)).toEqual(Array(3).fill([failure, 'job failed, will be retried']));
    expect(lines(logger.error.mock.calls)).toEqual([[failure, 'job given up']]);
    const waits = tries.slice(1).map((at, n) => at - (tries[n] ?? 0));
    expect(waits[0]).toBeGreaterThanOrEqual(30 * second);
    expect(waits[2]).toBeGreaterThan(waits[0] ?? 0);

    isFixed = true;
    expect(await jobs.revive(queue.name)).toBe(1);
    await vi.waitFor(async () => {
      await jump(clock, 15 * second);
      expect(tries).toHaveLength(5);
    }, patience(30_000));
    expect(await jobs.dead(queue.name)).toEqual([]);
  });

  /** Sends jobs that are due on the queue's clock, which then stops: no further poll becomes due. */
  const sendAll = async (jobs: Jobs, clock: TestClock, ids: readonly string[], priority = 0) => {
    await database.db.transaction(async (tx) => {
      for (const id of ids) await jobs.send(tx, queue.name, { id }, { priority });
    });
    // Jobs sent over other connections than the queue's own are due by the system clock.
    await clock.setTime(Math.max(clock.now(), Date.now() + second));
  };
  const numbered = (count: number) => Array.from({ length: count }, (_, n) => String(n).padStart(2, '0'));

  test('HOLD-5: an existing backlog is drained without waiting for a poll', async () => {
    const clock = new TestClock(Date.now());
    const jobs = await start(clock);
    const ids = numbered(50);
    await sendAll(jobs, clock, ids);
    const done: string[] = [];
    await jobs.work<{ id: string }>(queue.name, async ({ id }) => {
      done.push(id);
    });
    await vi.waitFor(() => expect(done.toSorted()).toEqual(ids), patience(30_000));
  });

  test('HOLD-5: retries that become due together are all run after one poll', async () => {
    const clock = new TestClock(Date.now());
    const jobs = await start(clock);
    const ids = numbered(20);
    const failed = new Set<string>();
    const done: string[] = [];
    await sendAll(jobs, clock, ids);
    await jobs.work<{ id: string }>(queue.name, async ({ id }) => {
      if (failed.has(id)) done.push(id);
      else {
        failed.add(id);
        throw new Error('not today');
      }
    });
    await vi.waitFor(async () => {
      expect(failed.size).toBe(ids.length);
      const [depth] = (await jobs.depths()).filter((each) => each.queue === queue.name);
      expect(depth?.active).toBe(0);
    }, patience(30_000));
    await clock.setTime(clock.now() + 2 * queue.delay * second);
    await clock.tick(second);
    await vi.waitFor(() => expect(done.toSorted()).toEqual(ids), patience(30_000));
  });

  test('HOLD-5: urgent jobs jump the backlog, and as many run concurrently as the queue allows', async () => {
    const clock = new TestClock(Date.now());
    const jobs = await start(clock);
    await sendAll(jobs, clock, numbered(10));
    await sendAll(jobs, clock, ['urgent'], 1);
    const begun: string[] = [];
    let finish = () => {};
    const finished = new Promise<void>((resolve) => {
      finish = resolve;
    });
    await jobs.work<{ id: string }>(queue.name, async ({ id }) => {
      begun.push(id);
      await finished;
    });
    await vi.waitFor(() => expect(begun).toHaveLength(queue.concurrency), patience(30_000));
    expect(begun).toContain('urgent');
    expect((await jobs.depths()).find((each) => each.queue === queue.name)).toMatchObject({
      active: 2,
      waiting: 9,
      dead: 0,
    });
    finish();
    await vi.waitFor(() => expect(begun).toHaveLength(11), patience(30_000));
  });

  test('HOLD-6: a nightly run may take longer than the default of pg-boss, and the next does not overlap it', async () => {
    const clock = new TestClock('2030-01-01T02:59:00Z');
    const jobs = await start(clock);
    let begun = 0;
    let finish = () => {};
    const finished = new Promise<void>((resolve) => {
      finish = resolve;
    });
    await jobs.every('tidy', '*/15 * * * *', async () => {
      begun += 1;
      await finished;
    });
    await vi.waitFor(async () => {
      await jump(clock, 30 * second);
      expect(begun).toBe(1);
    }, patience(30_000));
    // Past pg-boss's default of fifteen minutes, and past the next two scheduled times.
    for (let step = 0; step < 40; step += 1) await jump(clock, 60 * second);
    expect(begun).toBe(1);
    finish();
    await vi.waitFor(async () => {
      await jump(clock, 60 * second);
      expect(begun).toBe(2);
    }, patience(30_000));
  });

  test('HOLD-6: a schedule dropped by a release is removed with its queue, and those of other services stay', async () => {
    const former = await start(undefined, 'api', '0039');
    await former.every('dropped', '0 3 * * *', async () => {});
    await former.every('kept', '0 3 * * *', async () => {});
    const chat = await start(undefined, 'chat');
    await chat.every('chats', '0 3 * * *', async () => {});
    await former.stop(1);
    const next = await start();
    await next.every('kept', '0 3 * * *', async () => {});
    await next.removeOldSchedules();
    const { rows } = await database.db.execute<{ name: string }>(
      sql`select name from jobs.schedule order by name`,
    );
    expect(rows.map(({ name }) => name)).toEqual(['chats', 'kept']);
    expect((await next.depths()).map((each) => each.queue)).toEqual(['chats', 'errands', 'kept']);
  });

  test('HOLD-9: a release that starts again beside a newer one leaves its schedules alone', async () => {
    const newer = await start();
    await newer.every('new', '0 3 * * *', async () => {});
    const former = await start(undefined, 'api', '0039');
    await former.every('kept', '0 3 * * *', async () => {});
    await former.removeOldSchedules();
    expect((await former.depths()).map((each) => each.queue)).toEqual(['errands', 'kept', 'new']);
  });

  test('a scheduled job runs once across all processes', async () => {
    const clock = new TestClock('2030-01-01T02:59:00Z');
    const [first, other] = [await start(clock), await start(clock)];
    let times = 0;
    for (const jobs of [first, other]) {
      await jobs.every('tidy', '0 3 * * *', async () => {
        times += 1;
      });
    }
    await vi.waitFor(async () => {
      await jump(clock, 30 * second);
      expect(times).toBe(1);
    }, patience(30_000));
    for (let step = 0; step < 10; step += 1) await jump(clock, 30 * second);
    expect(times).toBe(1);
  });
});

/** Kills a process in the middle of a job. @returns time on the queue's clock until the next process has run it */
const timeUntilRecovered = async (queue: Queue): Promise<number> => {
  const folder = mkdtempSync(join(tmpdir(), 'hofn-jobs-'));
  await createMigratedFolder(folder);
  const script = `
    const { openDatabase } = await import(${JSON.stringify(new URL('./open.ts', import.meta.url).href)});
    const { openJobs } = await import(${JSON.stringify(new URL('./jobs.ts', import.meta.url).href)});
    const database = await openDatabase({ folder: ${JSON.stringify(folder)} });
    const jobs = await openJobs(database, [${JSON.stringify(queue)}]);
    await database.db.transaction((tx) => jobs.send(tx, 'errands', { id: 'cut off' }));
    await jobs.work('errands', async () => {
      process.stdout.write('working\\n');
      await new Promise(() => {});
    });`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', script], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  for await (const line of createInterface({ input: child.stdout })) if (line === 'working') break;
  const gone = once(child, 'exit');
  child.kill('SIGKILL');
  await gone;

  const database = await openDatabase({ folder });
  const began = Date.now();
  const clock = new TestClock(began);
  const jobs = await openJobs(database, [queue], { clock });
  const done: object[] = [];
  await jobs.work(queue.name, async (data) => {
    done.push(data);
  });
  try {
    await vi.waitFor(async () => {
      await jump(clock, 30 * second);
      expect(done).toEqual([{ id: 'cut off' }]);
    }, patience(30_000));
    return clock.now() - began;
  } finally {
    await jobs.stop(1);
    await database.close();
    rmSync(folder, { recursive: true });
  }
};

test('a job whose process was killed is run by the next process', async () => {
  expect(await timeUntilRecovered(queue)).toBeGreaterThan(0);
});

test('HOLD-5: a killed process is detected by its missing heartbeat, long before its job would expire', async () => {
  const waited = await timeUntilRecovered({ ...queue, expires: 3600, delay: 10, heartbeat: 30 });
  expect(waited).toBeLessThan(5 * 60 * second);
});
