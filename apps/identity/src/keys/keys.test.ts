import { randomBytes } from 'node:crypto';
import { identityKeys } from '@hofn/database';
import { describeWithDatabase } from '@hofn/database/testing.ts';
import { createSecrets } from '@hofn/service/secrets.ts';
import { testKey, testSecrets } from '@hofn/service/testing/secrets.ts';
import { describe, expect, test } from 'vitest';
import { encryptKeys, hasClearKeys, refreshKeys } from './keys.ts';
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
    const refresh = (hours: number) =>
      refreshKeys({ db, random: randomBytes, secrets: testSecrets }, at(hours), rotations);
    const [first, second] = await Promise.all([refresh(0), refresh(0)]);
    expect(second).toEqual(first);
    expect(first?.token[0]).toMatchObject({ kty: 'RSA', alg: 'RS256', use: 'sig' });
    const rotated = await Promise.all([refresh(24), refresh(24)]);
    expect(rotated[1]).toEqual(rotated[0]);
    expect(rotated[0]?.token).toHaveLength(2);
    expect(rotated[0]?.token[0]?.kid).toBe(first?.token[0]?.kid);
  });

  test('HOLD-16: keys are stored encrypted, and a wrong SECRETS_KEY is one line', async () => {
    const { db } = await open();
    const keys = await refreshKeys({ db, random: randomBytes, secrets: testSecrets }, at(0), rotations);
    const stored = JSON.stringify(await db.select().from(identityKeys));
    for (const secret of [keys.token[0]?.d, keys.token[0]?.p, ...keys.cookie, ...keys.successor])
      expect(stored).not.toContain(secret);
    const wrong = createSecrets([randomBytes(32)]);
    await expect(refreshKeys({ db, random: randomBytes, secrets: wrong }, at(0), rotations)).rejects.toThrow(
      /^SECRETS_KEY: no key decrypts identity_keys (token|cookie|successor) 1\.[^\n]+$/,
    );
  });

  test('HOLD-16: while keys of the previous release are in clear text, new ones are too; then the command encrypts all', async () => {
    const { db } = await open();
    const parts = { db, random: randomBytes, secrets: testSecrets };
    const clear = { secret: 'of the previous release' };
    await db
      .insert(identityKeys)
      .values({ purpose: 'cookie', generation: 1, material: clear, publishedAt: at(0), usedFrom: at(0) });
    const before = await refreshKeys(parts, at(24), rotations);
    expect(before.cookie[0]).toBe(clear.secret);
    const readable = await db.select().from(identityKeys);
    // The previous release reads these columns.
    for (const { purpose, material } of readable)
      expect(Object.keys(material)).toContain(purpose === 'token' ? 'kty' : 'secret');
    expect(await hasClearKeys(db)).toBe(true);

    expect(await encryptKeys(db, testSecrets)).toBe(readable.length);
    expect(await hasClearKeys(db)).toBe(false);
    expect(JSON.stringify(await db.select().from(identityKeys))).not.toContain(clear.secret);
    expect(await refreshKeys(parts, at(24), rotations)).toEqual(before);
    // Keys created from now on are encrypted.
    await refreshKeys(parts, at(72), rotations);
    expect(await hasClearKeys(db)).toBe(false);

    // A new key for the secrets: both decrypt, and the command encrypts everything with the first.
    const next = randomBytes(32);
    const rotating = createSecrets([next, testKey]);
    expect(await encryptKeys(db, rotating)).toBeGreaterThan(0);
    expect(await encryptKeys(db, rotating)).toBe(0);
    const after = await refreshKeys({ ...parts, secrets: createSecrets([next]) }, at(24), rotations);
    expect(after.cookie[0]).toBe(clear.secret);
  });
});
