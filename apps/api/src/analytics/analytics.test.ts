import { type Database, outboundClicks } from '@hofn/database';
import { describeWithDatabase } from '@hofn/database/testing.ts';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { defaultSettings } from '../settings.ts';
import { createIssuer, startApi } from '../testing.ts';
import { withoutNumbers } from './analytics.ts';
import { targetsPerDay } from './store.ts';

describeWithDatabase('analytics', (open) => {
  let database: Database;
  let api: Awaited<ReturnType<typeof startApi>>;

  beforeAll(async () => {
    database = await open();
    const settings = { ...defaultSettings(), RATE_WRITE: 9 };
    api = await startApi(database, await createIssuer(), { settings });
  });
  afterAll(() => api.stop());
  beforeEach(() => database.db.delete(outboundClicks));

  const tell = (body: unknown, headers: Record<string, string> = {}) =>
    api.ask('/api/analytics/v1/event', {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
    });
  const storedClicks = () => database.db.select().from(outboundClicks);

  test('LINK-5: outbound clicks are counted by day and target, without who clicked', async () => {
    const target = { kind: 'outbound', host: 'Logreglan.example', path: '/skyrsla' };
    for (const path of ['/skyrsla', '/skyrsla', '/mal/010190-1429'])
      expect((await tell({ ...target, path })).status).toBe(204);
    const rows = await storedClicks();
    expect(rows.toSorted((a, b) => a.path.length - b.path.length)).toEqual([
      { day: '2026-11-21', host: 'logreglan.example', path: '/mal/…', count: 1 },
      { day: '2026-11-21', host: 'logreglan.example', path: '/skyrsla', count: 2 },
    ]);
  });

  test('LINK-5: invalid targets and other origins are refused, and nothing is stored', async () => {
    for (const [body, field] of [
      [{ kind: 'outbound', host: '<script>', path: '/' }, 'host'],
      [{ kind: 'outbound', host: 'a.example', path: 'skyrsla' }, 'path'],
      [{ kind: 'visit', host: 'a.example', path: '/' }, 'kind'],
    ] as const) {
      const answer = await tell(body);
      expect(answer.status).toBe(400);
      expect(JSON.stringify(await answer.json())).toContain(field);
    }
    const foreign = await tell(
      { kind: 'outbound', host: 'a.example', path: '/' },
      { origin: 'https://elsewhere.example' },
    );
    expect(foreign.status).toBe(403);
    expect(await storedClicks()).toEqual([]);
  });

  test('LINK-5: targets beyond the daily limit are counted together, and frequent callers are rate-limited', async () => {
    await database.db.insert(outboundClicks).values(
      Array.from({ length: targetsPerDay }, (_, n) => ({
        day: '2026-11-21',
        host: 'a.example',
        path: `/${n}`,
        count: 1,
      })),
    );
    expect((await tell({ kind: 'outbound', host: 'new.example', path: '/' })).status).toBe(204);
    expect((await tell({ kind: 'outbound', host: 'a.example', path: '/7' })).status).toBe(204);
    const rows = await storedClicks();
    expect(rows).toHaveLength(targetsPerDay + 1);
    expect(rows.find(({ host }) => host === '*')).toMatchObject({ path: '/', count: 1 });
    expect(rows.find(({ path }) => path === '/7')?.count).toBe(2);
    const answers = [];
    for (let at = 0; at < 10; at += 1)
      answers.push((await tell({ kind: 'outbound', host: 'a.example', path: '/7' })).status);
    expect(answers).toContain(429);
  });
});

test.each([
  ['/skyrsla/2026', '/skyrsla/2026'],
  ['/mal/0101901429', '/mal/…'],
  ['/mal/010190-1429/skjal', '/mal/…/skjal'],
])('LINK-5: the path %s is stored as %s', (path, shown) => {
  expect(withoutNumbers(path)).toBe(shown);
});
