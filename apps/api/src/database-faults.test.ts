import type { Database } from '@hofn/database';
import { describeWithDatabase } from '@hofn/database/testing.ts';
import { sql } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { createIssuer, fillDatabase, type Issuer, startApi } from './testing.ts';

type Ready = { ready: boolean; parts: Record<string, boolean> };

describeWithDatabase('faults of the database', (open) => {
  let database: Database;
  let issuer: Issuer;
  let api: Awaited<ReturnType<typeof startApi>>;
  beforeAll(async () => {
    database = await open();
    issuer = await createIssuer();
    await fillDatabase(database);
    api = await startApi(database, issuer);
  });
  afterEach(() => void vi.useRealTimers());
  afterAll(() => api.stop());

  const ready = async () => {
    const response = await api.ask('/ready');
    return { status: response.status, ...((await response.json()) as Ready) };
  };

  test('a clock that is off from that of the database by more than a few minutes is not ready, in either direction', async () => {
    expect(await ready()).toMatchObject({ status: 200, parts: { clock: true } });
    for (const [minutes, isReady] of [
      [2, true],
      [24 * 60, false],
      [-10, false],
    ] as const) {
      const now = Date.now();
      vi.useFakeTimers({ toFake: ['Date'], now: now + minutes * 60_000 });
      expect(await ready(), `${minutes}`).toMatchObject({ ready: isReady, parts: { clock: isReady } });
      const metrics = await (await api.ask('/metrics')).text();
      const offset = Number(/^database_clock_offset_seconds\S* (\S+)$/m.exec(metrics)?.[1]);
      expect(Math.round(offset / 60)).toBe(-minutes);
      vi.useRealTimers();
    }
    expect(api.lines).toContainEqual(
      expect.objectContaining({
        part: 'clock',
        err: expect.objectContaining({ message: expect.stringContaining('s ahead of the database') }),
      }),
    );
  });

  test.each(['53100', '53200', '53400'])(
    'SQLSTATE %s, the database is out of disk or memory, is 503 with Retry-After; reads go on, and /ready reports a full disk',
    async (state) => {
      await database.db.execute(
        sql.raw(
          `create or replace function refuse() returns trigger language plpgsql as $$ begin raise exception 'could not extend file' using errcode = '${state}'; end $$`,
        ),
      );
      await database.db.execute(
        sql`create or replace trigger refuse before insert on popups_put_off for each row execute function refuse()`,
      );
      const token = await issuer.token('anna');
      const write = await api.ask('/api/user/v1/savepopup', {
        method: 'POST',
        token,
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ popup: 'bank', outcome: 'dismissed' }),
      });
      expect(write.status).toBe(503);
      expect(write.headers.get('retry-after')).toBe('5');
      expect(await write.json()).toMatchObject({ errorCode: 'unavailable' });
      expect((await api.ask('/api/user/v1/info', { token })).status).toBe(200);
      expect(await ready()).toMatchObject({ status: 200, parts: { databaseSpace: false } });
    },
  );
});
