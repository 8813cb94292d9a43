import type { Problem } from '@hofn/contracts';
import { type Database, visits } from '@hofn/database';
import { describeWithDatabase } from '@hofn/database/testing.ts';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { defaultSettings } from '../settings.ts';
import {
  createIssuer,
  fillDatabase,
  fillStaff,
  fixedClock,
  type Issuer,
  noon,
  startApi,
} from '../testing.ts';
import { deleteOldCounts } from './shared-counter.ts';

describeWithDatabase('limits by address and account', (open) => {
  const clock = fixedClock();
  let database: Database;
  let issuer: Issuer;
  let api: Awaited<ReturnType<typeof startApi>>;
  beforeAll(async () => {
    database = await open();
    await fillDatabase(database);
    await fillStaff(database);
    issuer = await createIssuer();
    const settings = {
      ...defaultSettings(),
      RATE_FORM: 3,
      RATE_SIGN_IN: 1000,
      NAME_LOOKUPS: 3,
      STAFF_LOOKUPS: 2,
    };
    api = await startApi(database, issuer, { clock, settings });
  });
  beforeEach(() => clock.set(noon));
  afterAll(() => api.stop());

  const post = async (
    path: string,
    body: object,
    { token, from }: { token?: string; from?: string } = {},
  ) => {
    const answer = await api.ask(path, {
      method: 'POST',
      body: JSON.stringify(body),
      headers: { 'content-type': 'application/json', ...(from && { 'x-forwarded-for': from }) },
      ...(token && { token }),
    });
    return {
      status: answer.status,
      wait: Number(answer.headers.get('retry-after')),
      body: (await answer.json()) as Partial<Problem>,
    };
  };

  test('HOLD-13: the addresses of one IPv6 network are one visitor, and nothing is stored over the limit', async () => {
    const visit = (from: string) => post('/api/upload/v1/visits', {}, { from });
    for (let n = 1; n <= 3; n += 1) expect((await visit(`2001:db8:7:1::${n}`)).status).toBe(201);
    const begun = await database.db.$count(visits);
    const refused = await visit('2001:db8:7:1:ffff::9');
    expect(refused).toMatchObject({ status: 429, body: { errorCode: 'tooManyRequests' } });
    expect(refused.wait).toBeGreaterThan(0);
    expect(await database.db.$count(visits)).toBe(begun);
    expect((await visit('2001:db8:7:2::1')).status).toBe(201);
    expect((await visit('::ffff:203.0.113.7')).status).toBe(201);
    expect((await visit('203.0.113.7')).status).toBe(201);
    expect((await visit('203.0.113.7')).status).toBe(201);
    expect((await visit('203.0.113.7')).status).toBe(429);
  });

  test('HOLD-13: an account may look up so many names a day, by looking and by giving access together', async () => {
    const token = async () => issuer.token('anna', { exp: Date.parse(noon) / 1000 + 3 * 86_400 });
    const name = async (ssn: string) =>
      post('/api/user/v1/settings/accessgrants/name', { ssn }, { token: await token() });
    const give = async (ssn: string) =>
      post('/api/user/v1/settings/accessgrants', { ssn, role: 'Readonly' }, { token: await token() });
    expect((await name('201299-1449')).status).not.toBe(429);
    expect((await give('303383-1459')).status).not.toBe(429);
    expect((await name('101190-1509')).status).not.toBe(429);
    const refused = await name('201299-1449');
    expect(refused).toMatchObject({ status: 429, body: { errorCode: 'tooManyRequests' } });
    // Until midnight.
    expect(refused.wait).toBe(12 * 3600);
    expect((await give('201299-1449')).status).toBe(429);

    // The count lasts for its day, however often old counts are deleted, and no longer than the next.
    clock.set('2026-11-21T23:59:30Z');
    await deleteOldCounts(database.db, clock.now());
    expect((await name('201299-1449')).status).toBe(429);
    clock.set('2026-11-22T00:00:00Z');
    expect((await name('201299-1449')).status).not.toBe(429);
    await deleteOldCounts(database.db, new Date('2026-11-23T02:00:00Z'));
  });

  test('HOLD-13: a staff member may look up, and begin to view, so many customers a day', async () => {
    const token = await issuer.token('employee|katrin', { actor_kind: 'employee' });
    const ssn = '1402851489';
    expect((await post('/api/user/v1/login/ssnlookup', { ssn }, { token })).status).toBe(200);
    const view = () => post('/api/user/v1/switchoverviewuser', { ssn, reason: 'service' }, { token });
    expect((await view()).status).toBe(200);
    expect(await view()).toMatchObject({ status: 429, body: { errorCode: 'tooManyRequests' } });
    expect((await post('/api/user/v1/login/ssnlookup', { ssn }, { token })).status).toBe(429);
  });
});
