import { setImmediate } from 'node:timers/promises';
import { eq, sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { forgetEvents, insertCoreEvents, readEvents, stampEvents } from './core-events.ts';
import type { Database, Db } from './open.ts';
import { openDatabase } from './open.ts';
import { coreEvents } from './schema/core-events.ts';
import { describeEachEngine, describeWithDatabase } from './testing.ts';

const record = (tx: Db, subject: string, version = 0) =>
  insertCoreEvents(tx, [{ type: 'test', subject, data: { version } }]);
const subjectsFrom = async (db: Db, after?: number) =>
  (await readEvents(db, { after, limit: 1000 })).events.map(({ subject }) => subject);

describeEachEngine('the event feed', (open) => {
  test('CORE-7: an event is in the feed once its transaction was committed, and never when it was rolled back', async () => {
    const { db } = await open();
    await db.transaction((tx) => record(tx, 'kept'));
    await db
      .transaction(async (tx) => {
        await record(tx, 'undone');
        throw new Error('undone');
      })
      .catch(() => undefined);
    expect(await subjectsFrom(db)).toEqual([]);
    expect(await stampEvents(db)).toBe(1);
    expect(await stampEvents(db)).toBe(0);
    const { events, next } = await readEvents(db, { limit: 10 });
    expect(events).toMatchObject([{ seq: 1, type: 'test', subject: 'kept', data: { version: 0 } }]);
    expect(events[0]?.id).toMatch(/^[\da-f]{8}-[\da-f]{4}-7[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/);
    expect(Math.abs(Date.parse(events[0]?.occurredAt ?? '') - Date.now())).toBeLessThan(60_000);
    const [id = ''] = events.map((event) => event.id);
    // The first 48 bits are the time.
    expect(Math.abs(Number.parseInt(id.replaceAll('-', '').slice(0, 12), 16) - Date.now())).toBeLessThan(
      60_000,
    );
    expect(next).toBe(1);
  });

  test('CORE-8: events are read in pages, by type, from the beginning or after a position; the next position is always known', async () => {
    const { db } = await open();
    expect(await readEvents(db, { limit: 10 })).toMatchObject({ events: [], next: 0 });
    await insertCoreEvents(
      db,
      Array.from({ length: 25 }, (_, n) => ({
        type: n % 5 === 0 ? 'rare' : 'usual',
        subject: `${n}`,
        data: {},
      })),
    );
    // In portions smaller than what waits.
    expect(await stampEvents(db, 10)).toBe(25);
    const first = await readEvents(db, { limit: 10 });
    expect(first.events.map(({ seq }) => seq)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
    expect(first.events.map(({ subject }) => subject)).toEqual(Array.from({ length: 10 }, (_, n) => `${n}`));
    expect(first.next).toBe(10);
    const last = await readEvents(db, { after: 20, limit: 10 });
    expect(last).toMatchObject({ next: 25 });
    expect(last.events).toHaveLength(5);
    const rare = await readEvents(db, { after: 5, limit: 10, types: ['rare'] });
    expect(rare.events.map(({ subject }) => subject)).toEqual(['5', '10', '15', '20']);
    // Past the events of other types that follow.
    expect(rare.next).toBe(25);
    expect((await readEvents(db, { after: 25, limit: 10 })).next).toBe(25);
  });

  test('CORE-8: events older than the retention are deleted from the beginning, and a position before them is refused', async () => {
    const { db } = await open();
    for (const n of [1, 2, 3, 4, 5]) await record(db, `${n}`);
    await stampEvents(db);
    await record(db, 'unstamped');
    const age = (subjects: string[]) =>
      db
        .update(coreEvents)
        .set({ occurredAt: sql`clock_timestamp() - interval '91 days'` })
        .where(sql`${coreEvents.subject} = any(${sql.param(subjects)}::text[])`);
    await age(['1', '2', '3', '5', 'unstamped']);
    expect(await forgetEvents(db, 90, 2)).toBe(3);
    expect(await forgetEvents(db, 90)).toBe(0);
    expect(await readEvents(db, { after: 2, limit: 10 })).toMatchObject({
      events: [],
      next: undefined,
      forgotten: 3,
    });
    expect(await subjectsFrom(db, 3)).toEqual(['4', '5']);
    expect(await subjectsFrom(db)).toEqual(['4', '5']);
    // What no reader has seen yet is kept, whatever its age.
    await stampEvents(db);
    expect(await subjectsFrom(db)).toEqual(['4', '5', 'unstamped']);
    await age(['4']);
    expect(await forgetEvents(db, 90)).toBe(3);
    expect(await readEvents(db, { limit: 10 })).toMatchObject({ events: [], next: 6, forgotten: 6 });
    // A position that this database has not reached yet, such as after a restored backup.
    expect(await readEvents(db, { after: 7, limit: 10 })).toMatchObject({ next: undefined });
  });
});

describeWithDatabase('the event feed with several connections', (open) => {
  const another = async ({ source }: Database) =>
    'url' in source ? openDatabase({ url: source.url }) : undefined;

  test('CORE-8: an event whose transaction commits late is not skipped by a reader who is already further', async () => {
    const database = await open();
    const second = await another(database);
    if (!second) return;
    let commit = () => {};
    const held = new Promise<void>((resolve) => {
      commit = resolve;
    });
    const late = second.db.transaction(async (tx) => {
      await record(tx, 'late');
      await held;
    });
    await expect
      .poll(async () => {
        const { rows } = await database.db.execute(
          sql`select from pg_locks where relation = 'core_events'::regclass and mode = 'RowExclusiveLock'`,
        );
        return rows.length;
      })
      .toBeGreaterThan(0);
    await record(database.db, 'early');
    await stampEvents(database.db);
    const before = await readEvents(database.db, { limit: 10 });
    expect(before.events.map(({ subject }) => subject)).toEqual(['early']);
    commit();
    await late;
    await stampEvents(database.db);
    expect(await subjectsFrom(database.db, before.next)).toEqual(['late']);
    await second.close();
  });

  test('CORE-8: a relay that is killed while stamping loses nothing, and the next one stamps', async () => {
    const database = await open();
    const second = await another(database);
    if (!second) return;
    await record(database.db, 'before');
    const killed = second.db.transaction(async (tx) => {
      await tx.execute(sql`select from core_events_head for update`);
      await tx.execute(sql`update core_events set seq = 1`);
      await tx.execute(sql`update core_events_head set seq = 1`);
      const { rows } = await tx.execute<{ pid: number }>(sql`select pg_backend_pid() as pid`);
      await database.db.execute(sql`select pg_terminate_backend(${rows[0]?.pid ?? 0})`);
      await tx.execute(sql`select 1`);
    });
    await expect(killed).rejects.toThrow();
    expect(await subjectsFrom(database.db)).toEqual([]);
    await stampEvents(database.db);
    expect(await subjectsFrom(database.db)).toEqual(['before']);
    await second.close();
  });

  test('CORE-8: with overlapping and undone transactions and two relays no reader misses an event or sees a subject out of order', async () => {
    const database = await open();
    const second = await another(database);
    if (!second) return;
    const { db } = database;
    await db.execute(sql`create table aggregates (id text primary key, version integer not null)`);
    const aggregates = Array.from({ length: 20 }, (_, n) => `aggregate${n}`);
    for (const id of aggregates) await db.execute(sql`insert into aggregates values (${id}, 0)`);
    let committed = 0;
    const write = async (n: number) => {
      for (let round = 0; round < 60; round += 1) {
        const id = aggregates[(n * 7 + round * 3) % aggregates.length] ?? '';
        const isUndone = (n + round) % 10 === 0;
        const act = [database, second][n % 2]?.db.transaction(async (tx) => {
          const { rows } = await tx.execute<{ version: number }>(
            sql`update aggregates set version = version + 1 where id = ${id} returning version`,
          );
          await record(tx, id, rows[0]?.version);
          // Transactions overlap, and end in another order than they began.
          await tx.execute(sql`select pg_sleep(${((n * round) % 12) / 1000})`);
          if (isUndone) throw new Error('undone');
        });
        await act?.then(
          () => {
            committed += 1;
          },
          (error: Error) => {
            if (error.message !== 'undone') throw error;
          },
        );
      }
    };
    let isWriting = true;
    let isStamped = false;
    const relay = async (relayDb: Db) => {
      while (isWriting) {
        await stampEvents(relayDb, 7);
        await setImmediate();
      }
    };
    const read = async () => {
      const seen: Array<{ subject: string; version: unknown }> = [];
      let after: number | undefined;
      for (let isLast = false; !isLast; ) {
        isLast = isStamped;
        const page = await readEvents(db, { after, limit: 50 });
        after = page.next;
        seen.push(...page.events.map(({ subject, data }) => ({ subject, version: data.version })));
        isLast &&= page.events.length === 0;
      }
      return seen;
    };
    const relays = [relay(db), relay(second.db)];
    const readers = [read(), read()];
    await Promise.all(Array.from({ length: 6 }, (_, n) => write(n)));
    isWriting = false;
    await Promise.all(relays);
    await stampEvents(db);
    isStamped = true;
    const seenByReaders = await Promise.all(readers);
    expect(committed).toBeGreaterThan(300);
    const { rows } = await db.execute<{ seq: number; subject: string; version: number }>(
      sql`select seq::int, subject, (data->>'version')::int as version from core_events order by seq`,
    );
    expect(rows.map(({ seq }) => seq)).toEqual(Array.from({ length: committed }, (_, n) => n + 1));
    const whole = rows.map(({ subject, version }) => ({ subject, version }));
    for (const seen of seenByReaders) expect(seen).toEqual(whole);
    for (const id of aggregates) {
      const versions = whole.filter(({ subject }) => subject === id).map(({ version }) => version);
      expect(versions).toEqual(versions.toSorted((a, b) => a - b));
      const [row] = (
        await db.execute<{ version: number }>(sql`select version from aggregates where id = ${id}`)
      ).rows;
      expect(versions).toHaveLength(row?.version ?? -1);
    }
    expect(await db.$count(coreEvents, eq(coreEvents.type, 'test'))).toBe(committed);
    await second.close();
  });
});
