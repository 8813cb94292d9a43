import { type Database, oidcRecords } from '@hofn/database';
import { describeEachEngine } from '@hofn/database/testing.ts';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { createAdapter, deleteExpired, revokeGrants } from './records.ts';

describeEachEngine('records of the OpenID provider', (open) => {
  let database: Database;
  let now = new Date('2026-11-21T12:00:00Z');
  const advance = (ms: number) => {
    now = new Date(now.getTime() + ms);
  };
  beforeAll(async () => {
    database = await open();
  });
  beforeEach(() => database.db.delete(oidcRecords));
  const records = (model: string) => createAdapter(database.db, { now: () => now })(model);

  test('a stored record is found by id and by uid', async () => {
    await records('Session').upsert(
      'cookie-id',
      { kind: 'Session', jti: 'cookie-id', uid: 'u1', accountId: 'c1' },
      60,
    );
    expect(await records('Session').find('cookie-id')).toEqual({
      kind: 'Session',
      jti: 'cookie-id',
      uid: 'u1',
      accountId: 'c1',
    });
    expect(await records('Session').findByUid('u1')).toMatchObject({ accountId: 'c1' });
    expect(await records('Grant').find('cookie-id')).toBeUndefined();
  });

  test('AUTH-14: the table contains no id that could be redeemed', async () => {
    const session = { accountId: 'c1', cookie: 'session-cookie', uid: 'u1' };
    await records('RefreshToken').upsert('refresh-secret', { jti: 'refresh-secret', grantId: 'g1' }, 60);
    await records('Interaction').upsert('interaction-id', { jti: 'interaction-id', session }, 60);
    const text = JSON.stringify(await database.db.select().from(oidcRecords));
    for (const secret of ['refresh-secret', 'interaction-id', 'session-cookie'])
      expect(text).not.toContain(secret);
  });

  test('AUTH-3: of eight concurrent attempts to consume a code, one succeeds', async () => {
    const codes = records('AuthorizationCode');
    await codes.upsert('code', { grantId: 'g1' }, 60);
    const outcomes = await Promise.allSettled(Array.from({ length: 8 }, () => codes.consume('code')));
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(outcomes.find(({ status }) => status === 'rejected')).toMatchObject({
      reason: { error: 'invalid_grant' },
    });
  });

  test('AUTH-3: a consumed code stays consumed when it is saved again', async () => {
    const codes = records('AuthorizationCode');
    await codes.upsert('code', { grantId: 'g1' }, 60);
    await codes.consume('code');
    await codes.upsert('code', { grantId: 'g1' }, 60);
    expect(await codes.find('code')).toMatchObject({ consumed: now.getTime() / 1000 });
  });

  test('AUTH-14: a rotated refresh token reads as unused for 10 seconds, then as consumed', async () => {
    const tokens = records('RefreshToken');
    await tokens.upsert('token', { grantId: 'g1' }, 60);
    await tokens.consume('token');
    advance(10_000);
    expect(await tokens.find('token')).not.toHaveProperty('consumed');
    await expect(tokens.consume('token')).resolves.toBeUndefined();
    advance(1);
    expect(await tokens.find('token')).toHaveProperty('consumed');
    await expect(tokens.consume('token')).rejects.toMatchObject({ error: 'invalid_grant' });
  });

  test('revoking a grant deletes everything issued under it, and nothing else', async () => {
    await records('Grant').upsert('g1', { accountId: 'c1' }, 60);
    await records('Grant').upsert('g2', { accountId: 'c1' }, 60);
    await records('RefreshToken').upsert('t1', { grantId: 'g1' }, 60);
    await records('AuthorizationCode').upsert('a1', { grantId: 'g1' }, 60);
    await records('RefreshToken').upsert('t2', { grantId: 'g2' }, 60);
    await revokeGrants(database.db, ['g1']);
    expect(await records('Grant').find('g1')).toBeUndefined();
    expect(await records('RefreshToken').find('t1')).toBeUndefined();
    expect(await records('AuthorizationCode').find('a1')).toBeUndefined();
    expect(await records('Grant').find('g2')).toBeDefined();
    expect(await records('RefreshToken').find('t2')).toBeDefined();
  });

  test('only expired records are deleted, in batches', async () => {
    for (let count = 0; count < 5; count += 1) await records('Session').upsert(`old-${count}`, {}, 60);
    await records('Session').upsert('young', {}, 3600);
    advance(61_000);
    expect(await deleteExpired(database.db, now, 2)).toBe(5);
    expect(await database.db.select().from(oidcRecords)).toHaveLength(1);
  });
});
