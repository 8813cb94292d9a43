import type { Problem, StaffView, User } from '@hofn/contracts';
import { type Database, documents, staffReads, staffViews } from '@hofn/database';
import { describeEachEngine, inRoleOf } from '@hofn/database/testing.ts';
import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { defaultSettings } from '../settings.ts';
import {
  apiCalls,
  createIssuer,
  fillDatabase,
  fillDocuments,
  fillStaff,
  fixedClock,
  type Issuer,
  noon,
  startApi,
} from '../testing.ts';
import { deleteOldViews } from './store.ts';
import { partOf } from './views.ts';

const annaSsn = '1402851489';
const later = (minutes: number, ms = 0): string =>
  new Date(Date.parse(noon) + minutes * 60_000 + ms).toISOString();

describeEachEngine('views by staff', (open) => {
  const clock = fixedClock();
  let database: Database;
  let issuer: Issuer;
  let api: Awaited<ReturnType<typeof startApi>>;
  let katrin: string;
  let anna: string;

  beforeAll(async () => {
    database = await open();
    await fillDatabase(database);
    await fillDocuments(database);
    await fillStaff(database);
    issuer = await createIssuer();
    const often = 100_000;
    const rates = { RATE_READ: often, RATE_WRITE: often, RATE_COSTLY: often, RATE_FORM: often };
    const settings = { ...defaultSettings(), ...rates, RATE_UPLOAD: often, RATE_SIGN_IN: often };
    api = await startApi(database, issuer, { clock, settings });
    katrin = await staff('katrin');
    anna = await issuer.token('anna', { exp: tomorrow });
  });
  beforeEach(async () => {
    clock.set(noon);
    await database.db.delete(staffViews);
  });
  afterAll(() => api.stop());

  const tomorrow = Date.parse(noon) / 1000 + 86_400;
  const staff = (name: string) => issuer.token(`employee|${name}`, { actor_kind: 'employee', exp: tomorrow });
  const post = (path: string, token: string, body: object, headers: Record<string, string> = {}) =>
    api.ask(path, {
      method: 'POST',
      token,
      body: JSON.stringify(body),
      headers: { 'content-type': 'application/json', ...headers },
    });
  const begin = (ssn = annaSsn, reason = 'service', token = katrin) =>
    post('/api/user/v1/switchoverviewuser', token, { ssn, reason });
  const look = (path: string, { token = katrin, ssn = annaSsn } = {}) =>
    api.ask(path, { token, headers: { 'impersonate-ssn': ssn } });
  const codeOf = async (answer: Response) => [answer.status, ((await answer.json()) as Problem).errorCode];
  const viewsOf = async (token: string, query = '') =>
    (await (await api.ask(`/api/user/v1/settings/views${query}`, { token })).json()) as {
      items: StaffView[];
      total: number;
      nextCursor: string | null;
    };

  test('STAFF-2b, HOLD-24: a customer is looked up by kennitala, which is recorded; an unknown one is reported', async () => {
    const found = await post('/api/user/v1/login/ssnlookup', katrin, { ssn: annaSsn });
    expect(await found.json()).toEqual({ id: 'anna', name: 'Anna Prófdóttir' });
    expect(api.lines.find(({ event }) => event === 'staff.lookUp')).toMatchObject({
      actor: 'employee|katrin',
      subject: 'anna',
    });
    // HOLD-24: as it is pasted from our own pages.
    const pasted = await post('/api/user/v1/login/ssnlookup', katrin, { ssn: '140285\u20111489\u200b' });
    expect(await pasted.json()).toMatchObject({ id: 'anna' });
    expect(await codeOf(await post('/api/user/v1/login/ssnlookup', katrin, { ssn: '8123456789' }))).toEqual([
      404,
      'ssnNotFound',
    ]);
    expect((await post('/api/user/v1/login/ssnlookup', katrin, { ssn: '140285' })).status).toBe(400);
  });

  test('DATA-1, SITE-8, STAFF-3: a view needs a current staff member and a reason; without a view no data of the customer is returned', async () => {
    expect(await codeOf(await look('/api/policy/v2'))).toEqual([403, 'viewEnded']);
    expect((await begin(annaSsn, 'curiosity')).status).toBe(400);
    expect((await begin(annaSsn, 'service', await staff('farinn'))).status).toBe(401);
    expect(await codeOf(await begin('8123456789'))).toEqual([404, 'ssnNotFound']);
    expect(await database.db.$count(staffViews)).toBe(0);
    const begun = (await (await begin()).json()) as User;
    expect(begun).toMatchObject({
      id: 'anna',
      isEmployeeImpersonating: true,
      spouseName: 'Birgir Prófsson',
      currentProxyUser: { id: 'anna', via: 'staff', role: 'Readonly' },
      view: { reason: 'service', endsAt: later(30) },
      popupinfo: { showPopup: false, email: null, mobilePhone: null },
      bankInfo: null,
      paymentMethod: { ccardInfo: null },
    });
    // Staff see neither the card nor the account.
    const details = (await (await look('/api/user/v1/settings/paymentmethod')).json()) as object;
    expect(details).toMatchObject({ method: 'ccard', ccardInfo: null, bankInfo: null });
    expect(Object.keys(details).toSorted()).toEqual([
      ...['bankInfo', 'cardInUse', 'ccardInfo', 'change', 'claimFee', 'method', 'next'],
    ]);
    expect(await (await look('/api/user/v1/info')).json()).toEqual(begun);
    expect(await (await look('/api/policy/v2')).json()).toMatchObject({ items: [{}, {}, {}, {}] });
    // It says nothing about her spouse (rule SITE-8).
    expect(await codeOf(await look('/api/policy/v2', { ssn: '0303831459' }))).toEqual([403, 'viewEnded']);
    // Nor to a colleague.
    const other = await staff('una');
    expect(await codeOf(await look('/api/policy/v2', { token: other }))).toEqual([403, 'viewEnded']);
  });

  test('STAFF-3: a customer’s token that names a viewed customer is refused, even for the customer themselves', async () => {
    await begin();
    for (const ssn of [annaSsn, '0303831459'])
      expect(await codeOf(await look('/api/policy/v2', { token: anna, ssn }))).toEqual([403, 'forbidden']);
  });

  test('STAFF-3: the log records who saw whose data, what, when and why, before it is returned', async () => {
    await begin(annaSsn, 'claim');
    clock.set(later(1));
    await look('/api/policy/v2/p1');
    // A request that fails validation is refused before it is logged.
    expect((await look('/api/policy/v2/%00')).status).toBe(404);
    // A request for something that does not exist is logged all the same.
    await look('/api/claim/v1/getclaim/none');
    const log = await database.db
      .select({
        who: staffViews.employeeId,
        why: staffViews.reason,
        whom: staffReads.customerId,
        call: staffReads.call,
        target: staffReads.target,
        at: staffReads.readAt,
      })
      .from(staffReads)
      .innerJoin(staffViews, eq(staffViews.id, staffReads.viewId))
      .orderBy(staffReads.call);
    const line = { who: 'employee|katrin', why: 'claim', whom: 'anna' };
    expect(log.map(({ at, ...rest }) => ({ ...rest, at: new Date(at).toISOString() }))).toEqual([
      { ...line, call: 'beginView', target: null, at: later(0) },
      { ...line, call: 'claim', target: 'none', at: later(1) },
      { ...line, call: 'policy', target: 'p1', at: later(1) },
    ]);
  });

  test('PORT-19, STAFF-4: the customer reads who has viewed what, when and why, newest first and page by page', async () => {
    await begin();
    await look('/api/policy/v2');
    await look('/api/policy/v2/p1');
    await look('/api/account/v1');
    clock.set(later(40));
    await begin(annaSsn, 'fault');
    const { items, total, nextCursor } = await viewsOf(anna, '?limit=1');
    expect(total).toBe(2);
    expect(items).toEqual([
      {
        id: expect.any(String),
        employee: 'Katrín Ósk Prófdóttir',
        reason: 'fault',
        openedAt: later(40),
        endedAt: null,
        parts: ['details'],
      },
    ]);
    const rest = await viewsOf(anna, `?limit=1&cursor=${nextCursor}`);
    expect(rest).toMatchObject({
      items: [
        {
          reason: 'service',
          openedAt: noon.replace('Z', '.000Z'),
          endedAt: later(30),
          parts: ['details', 'payments', 'policies'],
        },
      ],
      nextCursor: null,
    });
    // Filtered and sorted (rule PORT-19); each filter has its own cursors.
    const reasonsOf = async (query: string) => (await viewsOf(anna, query)).items.map(({ reason }) => reason);
    const all = await reasonsOf('');
    expect(await reasonsOf('?sort=oldest')).toEqual(all.toReversed());
    expect(await reasonsOf('?search=KATRIN')).toEqual(all);
    expect(await reasonsOf('?search=xyz')).toEqual([]);
    expect(await reasonsOf('?reason=service')).toEqual(['service']);
    const day = noon.slice(0, 10);
    expect(await reasonsOf(`?from=${day}&to=${day}`)).toEqual(all);
    expect(await reasonsOf('?to=2001-01-01')).toEqual([]);
    const upsideDown = await api.ask(`/api/user/v1/settings/views?from=${day}&to=2001-01-01`, {
      token: anna,
    });
    expect(upsideDown.status).toBe(400);
    const other = await api.ask(`/api/user/v1/settings/views?sort=oldest&cursor=${nextCursor}`, {
      token: anna,
    });
    expect(other.status).toBe(400);
    const csv = await api.ask('/api/user/v1/settings/views?reason=service', {
      token: anna,
      headers: { accept: 'text/csv' },
    });
    expect((await csv.text()).trim().split('\r\n').slice(1)).toEqual([
      expect.stringMatching(/^2026-.*Z;Katrín Ósk Prófdóttir;þjónusta;/),
    ]);
    // Another customer reads their own list, and cannot use her cursor.
    const birgir = await issuer.token('birgir', { exp: tomorrow });
    expect((await viewsOf(birgir)).items).toEqual([]);
    const stolen = await api.ask(`/api/user/v1/settings/views?cursor=${nextCursor}`, { token: birgir });
    expect(stolen.status).toBe(400);
  });

  test('STAFF-5: a view ends after 30 minutes, when it is ended, and when another replaces it', async () => {
    await begin();
    clock.set(later(30, -1));
    expect((await look('/api/policy/v2')).status).toBe(200);
    clock.set(later(30));
    expect(await codeOf(await look('/api/policy/v2'))).toEqual([403, 'viewEnded']);
    await begin();
    const ended = await post('/api/staff/v1/views/end', katrin, { ssn: annaSsn });
    expect(ended.status).toBe(204);
    expect(await codeOf(await look('/api/policy/v2'))).toEqual([403, 'viewEnded']);
    await Promise.all([begin(), begin(), begin()]);
    expect((await look('/api/policy/v2')).status).toBe(200);
    const { items } = await viewsOf(anna);
    expect(items.filter(({ endedAt }) => endedAt === null)).toHaveLength(1);
    const ends = items.flatMap(({ endedAt }) => endedAt ?? []);
    expect(ends).toEqual(Array(4).fill(later(30)));
  });

  test('STAFF-5: nothing is written, sent or marked as read in the customer’s name', async () => {
    await begin();
    const writes = apiCalls.filter(([, { who, method }]) => who.kind === 'customer' && method !== 'GET');
    expect(writes.length).toBeGreaterThan(30);
    const seen = (await (await look('/api/user/v1/info')).json()) as User;
    expect(seen.currentProxyUser).toMatchObject({ via: 'staff', role: 'Readonly' });
    for (const [name, row] of writes) {
      const answer = await api.ask(row.path.replaceAll(/\{\w+\}/g, 'p1'), {
        method: row.method,
        token: katrin,
        headers: {
          'impersonate-ssn': annaSsn,
          ...(row.bytes && { 'content-type': 'application/octet-stream' }),
        },
        ...(row.bytes && { body: 'a' }),
      });
      expect([answer.status, name]).toEqual([403, name]);
    }
    const [unread] = await database.db.select().from(documents).where(eq(documents.customerId, 'anna'));
    expect((await look(`/api/document/v1/download/${unread?.id}`)).status).toBe(200);
    const [row] = await database.db
      .select()
      .from(documents)
      .where(eq(documents.id, unread?.id ?? ''));
    expect([unread?.readAt, row?.readAt]).toEqual([null, null]);
  });

  test('HOLD-9: views are deleted after two years by the database’s clock, with the log of what was seen', async () => {
    const { db } = await inRoleOf('api', database);
    await begin();
    await look('/api/policy/v2');
    await deleteOldViews(db, later(1));
    expect((await viewsOf(anna)).items).toHaveLength(1);
    const days = 800;
    const age = sql.raw(`interval '${days} days'`);
    await database.db
      .update(staffViews)
      .set({ openedAt: sql`${staffViews.openedAt} - ${age}`, endsAt: sql`${staffViews.endsAt} - ${age}` });
    await deleteOldViews(db, later(-days * 24 * 60));
    expect((await viewsOf(anna)).items).toHaveLength(1);
    await deleteOldViews(db, later(-days * 24 * 60 + 1));
    expect((await viewsOf(anna)).items).toEqual([]);
    expect(await database.db.$count(staffReads)).toBe(0);
  });
});

describe('partOf', () => {
  test.each([
    ['policyOverview', 'overview'],
    ['policy', 'policies'],
    ['receipt', 'payments'],
    ['claimMessages', 'claims'],
    ['signables', 'documents'],
    ['proposal', 'offers'],
    ['generalInfo', 'details'],
    ['gone since', 'details'],
  ])('STAFF-4: %s belongs to %s', (call, part) => expect(partOf(call)).toBe(part));
});
