import { randomBytes } from 'node:crypto';
import { describeWithDatabase } from '@hofn/database/testing.ts';
import { describe, expect, test } from 'vitest';
import { refreshKeys } from './keys.ts';
import { activeKey, type KeySchedule, nextKey, publishedKeys, type Rotation } from './schedule.ts';

const hour = 60 * 60_000;
const rotation: Rotation = { everyMs: 48 * hour, publishMs: 24 * hour, lifeMs: 2 * hour };
const start = Date.parse('2026-11-21T12:00:00Z');
const at = (hours: number) => new Date(start + hours * hour);

describe('key rotation', () => {
  test('AUTH-14: the next key is published before it signs, and the old one until everything it signed has expired', () => {
    const keys: KeySchedule[] = [];
    const seen: [number, number | undefined, number[]][] = [];
    for (let hours = 0; hours <= 52; hours += 1) {
      const due = nextKey(keys, at(hours), rotation);
      if (due) keys.push(due);
      const known = publishedKeys(keys, at(hours), rotation).map(({ generation }) => generation);
      seen.push([hours, activeKey(keys, at(hours))?.generation, known]);
    }
    expect(seen[0]).toEqual([0, 1, [1]]);
    expect(seen[23]).toEqual([23, 1, [1]]);
    expect(seen[24]).toEqual([24, 1, [1, 2]]);
    expect(seen[47]).toEqual([47, 1, [1, 2]]);
    expect(seen[48]).toEqual([48, 2, [2, 1]]);
    expect(seen[49]).toEqual([49, 2, [2, 1]]);
    expect(seen[50]).toEqual([50, 2, [2]]);
  });

  test('AUTH-14: a service that was down during a rotation still publishes the next key before it signs', () => {
    const keys: KeySchedule[] = [{ generation: 1, publishedAt: at(0), usedFrom: at(0) }];
    const due = nextKey(keys, at(1000), rotation);
    expect(due).toEqual({ generation: 2, publishedAt: at(1000), usedFrom: at(1024) });
    expect(activeKey([...keys, ...(due ? [due] : [])], at(1000))?.generation).toBe(1);
  });
});

describeWithDatabase('keys', (open) => {
  const rotations = { token: rotation, cookie: rotation, successor: rotation };

  test('AUTH-14: replicas that start or rotate at the same time agree on the keys', async () => {
    const { db } = await open();
    const refresh = (hours: number) => refreshKeys(db, at(hours), randomBytes, rotations);
    const [first, second] = await Promise.all([refresh(0), refresh(0)]);
    expect(second).toEqual(first);
    expect(first?.token[0]).toMatchObject({ kty: 'RSA', alg: 'RS256', use: 'sig' });
    const rotated = await Promise.all([refresh(24), refresh(24)]);
    expect(rotated[1]).toEqual(rotated[0]);
    expect(rotated[0]?.token).toHaveLength(2);
    expect(rotated[0]?.token[0]?.kid).toBe(first?.token[0]?.kid);
  });
});
