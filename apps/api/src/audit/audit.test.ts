import { type Call, coreScopeNames } from '@hofn/contracts';
import { auditEvents, type Database, employees, privacyRequests, staffViews } from '@hofn/database';
import { testDatabase } from '@hofn/database/testing.ts';
import { auditActions } from '@hofn/domain/audit.ts';
import { and, desc, eq, gt } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { apiCalls, type Issuer } from '../testing.ts';
import { addressOf, bodyOf, expectedRefusals, type FilledApi, startFilledApi } from '../testing-calls.ts';

let database: Database;
let filled: FilledApi;
let issuer: Issuer;
let api: FilledApi['api'];
let staff: string;
let anna: string;
beforeAll(async () => {
  database = await testDatabase();
  filled = await startFilledApi(database);
  ({ issuer, api } = filled);
  await database.db.insert(employees).values({
    id: 'employee|jon',
    username: 'jon',
    fullName: 'Jón Prófsson',
    email: 'jon@example.is',
    passwordHash: 'none',
  });
  staff = await issuer.token('employee|katrin', { actor_kind: 'employee' });
  anna = await issuer.token('anna');
});
afterAll(async () => {
  await filled.stop();
  await database.close();
});
beforeEach(() => filled.fill());

/** In the examples these are repetitions of a signing that is done; `signing.test.ts` makes the real ones. */
const signedBefore = ['finishMobileSigning', 'finishAppSigning'];

const lastId = async () =>
  (await database.db.select().from(auditEvents).orderBy(desc(auditEvents.id)).limit(1))[0]?.id ?? 0;
const eventsAfter = (id: number) =>
  database.db.select().from(auditEvents).where(gt(auditEvents.id, id)).orderBy(auditEvents.id);
/** Runs `work` and returns its answer with the events it recorded. */
const recording = async <Answer>(work: () => Promise<Answer>) => {
  const before = await lastId();
  const answer = await work();
  return { answer, events: await eventsAfter(before) };
};
const tokenFor = async ({ who }: Call): Promise<string | undefined> => {
  if (who.kind === 'employee') return staff;
  if (who.kind === 'visitor') return filled.visit();
  if (who.kind === 'public') return undefined;
  if (who.kind === 'service') return issuer.serviceToken(coreScopeNames);
  return who.subject === 'companies' ? issuer.token('felag') : anna;
};
const post = (path: string, body: object, options: { token: string; headers?: Record<string, string> }) =>
  api.ask(path, {
    method: 'POST',
    body: JSON.stringify(body),
    token: options.token,
    headers: { 'content-type': 'application/json', ...options.headers },
  });
const readLog = async (query = '', token = staff) => {
  const response = await api.ask(`/api/staff/v1/audit${query}`, { token });
  const body = (await response.json()) as {
    items: Array<Record<string, unknown>>;
    nextCursor: string | null;
    errorCode: string;
  };
  return { status: response.status, ...body };
};

test('HOLD-14: a call that writes and declares no audit action, or one without a name, fails', () => {
  const undeclared = apiCalls.filter(([, row]) => row.method !== 'GET' && row.audit === undefined);
  expect(undeclared.map(([name]) => name)).toEqual([]);
  const declared = apiCalls.flatMap(([, { audit = '' }]) =>
    typeof audit === 'string' ? audit : 'identity' in audit ? audit.identity : '',
  );
  const unknown = declared.filter((action) => action && !auditActions.some((known) => known === action));
  expect(unknown).toEqual([]);
});

test('HOLD-14: every call that writes records its declared event with actor, address and request, others none', async () => {
  for (const [name, row] of apiCalls) {
    const { audit } = row;
    if (audit === undefined || name === 'audit') continue;
    const token = await tokenFor(row);
    // A request that is still open is not made again.
    const isRequest = name === 'requestOverview' || name === 'requestErasure';
    if (isRequest) await database.db.delete(privacyRequests);
    // What has been done to the case before would be refused by itself.
    if (name === 'actOnCases') await filled.fill();
    const { answer, events } = await recording(async () => {
      const response = await api.ask(addressOf(name, row.path), {
        method: row.method,
        ...(token !== undefined && { token }),
        ...bodyOf(name, row),
      });
      await response.arrayBuffer();
      return response;
    });
    if (isRequest) await filled.fill();
    if (expectedRefusals[name] !== undefined) continue;
    expect(answer.ok, name).toBe(true);
    const actions = events.map(({ action }) => action);
    if (typeof audit !== 'string') {
      expect(actions, name).toEqual([]);
      continue;
    }
    if (signedBefore.includes(name)) continue;
    expect(actions, name).toEqual([audit]);
    const [event] = events;
    const isPublic = row.who.kind === 'public' || row.who.kind === 'visitor';
    expect(event, name).toMatchObject({
      actorKind: isPublic ? 'visitor' : row.who.kind,
      address: isPublic ? null : '127.0.0.1',
      requestId: answer.headers.get('x-request-id'),
    });
    if (!isPublic) expect(event?.actorId, name).toMatch(/^(anna|felag|employee\|katrin|core-kerfi)$/);
  }
});

test('HOLD-14: settings are kept before and after, masked; a delegate is the actor, by grant, for the subject', async () => {
  const { events } = await recording(() =>
    post(
      '/api/user/v1/settings/bankinfo',
      { bank: '0133', ledger: '26', account: '004899' },
      { token: anna },
    ),
  );
  expect(events).toMatchObject([
    { authority: 'self', before: { bank: '0133', account: '•••821' }, after: { account: '•••899' } },
  ]);
  const given = await post(
    '/api/user/v1/settings/accessgrants',
    { ssn: '2012991449', role: 'Full' },
    { token: anna },
  );
  expect(given.status).toBe(201);
  const delegate = await issuer.token('nyr', { sid: 'for-anna' });
  await post('/api/user/v1/login/switchcustomer', { ssn: '1402851489' }, { token: delegate });
  const { events: acts } = await recording(() =>
    post('/api/user/v1/settings/paymentmethod', { method: 'claim' }, { token: delegate }),
  );
  expect(acts).toMatchObject([
    {
      action: 'paymentMethod.change',
      actorId: 'nyr',
      subjectId: 'anna',
      authority: 'grant',
      authorityDetail: 'Full',
    },
  ]);
});

test('HOLD-14: an act that fails records nothing', async () => {
  const { answer, events } = await recording(() =>
    post('/api/user/v1/settings/bankinfo', { bank: 'x', ledger: '26', account: '1' }, { token: anna }),
  );
  expect(answer.status).toBe(400);
  expect(events).toEqual([]);
});

test('HOLD-14, STAFF-3: a look-up, a view with its reason, and what is read in it are recorded', async () => {
  const ssn = '1402851489';
  const { events } = await recording(async () => {
    await post('/api/user/v1/login/ssnlookup', { ssn }, { token: staff });
    await post('/api/user/v1/switchoverviewuser', { ssn, reason: 'claim' }, { token: staff });
    await api.ask('/api/policy/v2/p1', { token: staff, headers: { 'impersonate-ssn': ssn } });
    await post('/api/staff/v1/views/end', { ssn }, { token: staff });
  });
  const by = { actorKind: 'employee', actorId: 'employee|katrin', subjectId: 'anna' };
  expect(events).toMatchObject([
    { action: 'staff.lookUp', ...by, authority: 'staffRole' },
    { action: 'staff.beginView', ...by, authority: 'staffView', authorityDetail: 'claim' },
    { action: 'staff.read', ...by, authority: 'staffView', authorityDetail: 'claim', object: 'item p1' },
    { action: 'staff.endView', ...by },
  ]);
});

test('HOLD-14, STAFF-4: an employee who opens a request for personal data leaves a view that the customer sees', async () => {
  const mine = and(eq(staffViews.customerId, 'anna'), eq(staffViews.reason, 'privacy'));
  const before = await database.db.$count(staffViews, mine);
  expect((await api.ask('/api/staff/v1/privacy/x1', { token: staff })).status).toBe(200);
  expect(await database.db.$count(staffViews, mine)).toBe(before + 1);
});

test('HOLD-14: the log is for current employees with the role auditor, as the database says at each call', async () => {
  const jon = await issuer.token('employee|jon', { actor_kind: 'employee', roles: ['auditor'] });
  const setRoles = (roles: string[]) =>
    database.db.update(employees).set({ roles }).where(eq(employees.id, 'employee|jon'));
  expect(await readLog('', jon)).toMatchObject({ status: 403, errorCode: 'forbidden' });
  await setRoles(['agent', 'auditor']);
  expect((await readLog('', jon)).status).toBe(200);
  await database.db.update(employees).set({ active: false }).where(eq(employees.id, 'employee|jon'));
  expect((await readLog('', jon)).status).toBe(401);
  expect((await readLog('', anna)).status).toBe(403);
});

test('HOLD-14: the log is filtered by customer, actor, action and day, in pages, and reading it is an event', async () => {
  await post('/api/user/v1/login/ssnlookup', { ssn: '1402851489' }, { token: staff });
  const { answer: byAnna, events } = await recording(() => readLog('?customer=anna&limit=2'));
  expect(byAnna.items).toHaveLength(2);
  expect(byAnna.items.every(({ customer }) => (customer as { id: string }).id === 'anna')).toBe(true);
  expect(events).toMatchObject([
    {
      action: 'audit.read',
      actorId: 'employee|katrin',
      subjectId: 'anna',
      details: { filter: { customer: 'anna' } },
    },
  ]);
  const { items: next } = await readLog(`?customer=anna&limit=2&cursor=${byAnna.nextCursor}`);
  expect(Number(next[0]?.id)).toBeLessThan(Number(byAnna.items[1]?.id));
  const byName = await readLog('?actor=katr%C3%ADn&action=staff.lookUp');
  expect(byName.items[0]).toMatchObject({
    action: 'staff.lookUp',
    actor: { id: 'employee|katrin', name: 'Katrín Ósk Prófdóttir' },
    customer: { id: 'anna', ssn: '1402851489', name: 'Anna Prófdóttir' },
  });
  expect((await readLog('?actor=ekki-til')).items).toEqual([]);
  const today = String(byName.items[0]?.at).slice(0, 10);
  expect((await readLog(`?from=${today}&to=${today}`)).items.length).toBeGreaterThan(0);
  expect((await readLog('?to=2020-01-01')).items).toEqual([]);
  expect(await readLog('?from=2026-02-02&to=2026-02-01')).toMatchObject({ status: 400 });
});

test('HOLD-14, PORT-19: the CSV has ids, address and values before and after', async () => {
  await post(
    '/api/user/v1/settings/bankinfo',
    { bank: '0133', ledger: '26', account: '004821' },
    { token: anna },
  );
  const response = await api.ask('/api/staff/v1/audit?action=bank.change', {
    token: staff,
    language: 'en',
    headers: { accept: 'text/csv' },
  });
  const text = await response.text();
  expect(text).toContain('Bank account changed');
  expect(text).toContain('bank.change');
  expect(text).toContain('•••821');
  expect(text).toContain('127.0.0.1');
});
