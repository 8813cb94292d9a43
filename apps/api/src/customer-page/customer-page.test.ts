// The page of a customer at the desk: what each role sees on it, and how opening it is recorded.
import type { CustomerPage, StaffView } from '@hofn/contracts';
import {
  accessGrants,
  auditEvents,
  cases,
  claims,
  companyInvolvement,
  customers,
  type Database,
  documents,
  employeeRoles,
  recordAuditEvent,
  staffViews,
  transactions,
} from '@hofn/database';
import { describeEachEngine } from '@hofn/database/testing.ts';
import type { StaffRole } from '@hofn/domain/staff-roles.ts';
import { and, eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { defaultSettings } from '../settings.ts';
import {
  createIssuer,
  fillDatabase,
  fillDocuments,
  fillStaff,
  fixedClock,
  noon,
  startApi,
} from '../testing.ts';

const una = 'employee|una';
const came = '2026-11-20T12:00:00Z';

describeEachEngine('the page of a customer at the desk', (open) => {
  const clock = fixedClock();
  let database: Database;
  let api: Awaited<ReturnType<typeof startApi>>;
  let token: string;
  let anna: string;

  beforeAll(async () => {
    database = await open();
    await fillDatabase(database);
    await fillDocuments(database);
    await fillStaff(database);
    const { db } = database;
    const item = { language: 'is', openedAt: came, dueAt: came, customerId: 'anna' } as const;
    const loss = { customerId: 'anna', titleIs: 'Tjón', titleEn: 'Loss', changedAt: came } as const;
    await db.insert(claims).values([
      {
        ...loss,
        id: 'injury',
        number: 'T-3',
        status: 'inProgress',
        dateOfLoss: '2026-10-01',
        line: 'accident',
      },
      { ...loss, id: 'old', number: 'T-4', status: 'closed', dateOfLoss: '2023-11-20', line: 'home' },
      { ...loss, id: 'else', number: 'T-5', status: 'received', dateOfLoss: '2026-11-01', unverified: true },
    ]);
    await db.delete(cases);
    await db.insert(cases).values([
      { ...item, id: 'kc1', kind: 'claim', matterId: 'c1' },
      { ...item, id: 'kinjury', kind: 'claim', matterId: 'injury' },
      { ...item, id: 'kelse', kind: 'claim', matterId: 'else' },
      { ...item, id: 'kmemo', kind: 'memo', matterId: 'm1', state: 'closed' },
      { ...item, id: 'kprivacy', kind: 'privacy', matterId: 'x1' },
    ]);
    const paper = { customerId: 'anna', kind: 'claimDecision', issuedOn: '2026-11-19' } as const;
    await db.insert(documents).values([
      { ...paper, id: 'dc1', titleIs: 'Ákvörðun 1', titleEn: 'Decision 1', claimId: 'c1' },
      { ...paper, id: 'dinjury', titleIs: 'Ákvörðun 2', titleEn: 'Decision 2', claimId: 'injury' },
    ]);
    const entry = { customerId: 'anna', descriptionIs: 'Færsla', descriptionEn: 'Entry' };
    await db.insert(transactions).values([
      { ...entry, id: 't1', sequence: 1, bookedOn: '2026-10-01', type: 'premium', amount: 9_000 },
      { ...entry, id: 't2', sequence: 2, bookedOn: '2026-10-05', type: 'payment', amount: -8_000 },
    ]);
    const grant = { validFrom: '2026-11-01', validTo: '2027-10-31', givenAt: came } as const;
    await db.insert(accessGrants).values([
      { ...grant, customerId: 'anna', id: 'g1', holderId: 'birgir', role: 'Full', givenBy: 'anna' },
      { ...grant, customerId: 'birgir', id: 'g2', holderId: 'anna', role: 'Readonly', givenBy: 'birgir' },
    ]);
    await db.insert(companyInvolvement).values({
      ...{ customerId: 'anna', companyId: 'felag', involvement: 'procuration', registeredOn: '2020-01-01' },
    });
    const issuer = await createIssuer();
    const often = 100_000;
    const settings = { ...defaultSettings(), RATE_WRITE: often, RATE_READ: often, STAFF_LOOKUPS: 200 };
    api = await startApi(database, issuer, { clock, settings });
    // Later than the other clocks of this test.
    const exp = Date.parse('2100-01-01') / 1000;
    token = await issuer.token(una, { actor_kind: 'employee', exp });
    anna = await issuer.token('anna', { exp });
  });
  afterAll(() => api.stop());

  const giveRoles = async (...roles: StaffRole[]) => {
    const { db } = database;
    await db.delete(employeeRoles);
    for (const role of roles)
      await db.insert(employeeRoles).values({
        ...{ employeeId: una, role, lines: null, validFrom: '2026-01-01', validTo: null },
        ...{ givenBy: 'Katrín', givenAt: new Date(came) },
      });
  };
  beforeEach(async () => {
    clock.set(noon);
    await database.db.delete(staffViews);
    await giveRoles('service', 'claims', 'injuries', 'adviser', 'finance', 'privacy');
  });

  const ask = (id: string, body: object = { reason: 'service' }, language: 'is' | 'en' = 'is') =>
    api.ask(`/api/staff/v1/customers/${id}`, {
      ...{ method: 'POST', token, language, body: JSON.stringify(body) },
      headers: { 'content-type': 'application/json' },
    });
  const openPage = async (id = 'anna', language: 'is' | 'en' = 'is'): Promise<CustomerPage> => {
    const answer = await ask(id, undefined, language);
    expect(answer.status).toBe(200);
    return (await answer.json()) as CustomerPage;
  };

  test('ROLE-7: one call returns who the customer is, policies, claims of three years, cases, payments, documents and access', async () => {
    const page = await openPage();
    expect(page).toMatchObject({
      ...{ id: 'anna', kind: 'person', name: 'Anna Prófdóttir', ssn: '1402851489', language: 'is' },
      ...{ bornOn: '1985-02-14', age: 41, email: 'anna@example.is', mobilePhone: '6150001' },
      contactConfirmedOn: '2026-03-01',
    });
    expect(page.since).toBe(page.policies.map(({ validFrom }) => validFrom).toSorted()[0]);
    expect(page.policies).toContainEqual(
      expect.objectContaining({ number: '1000001', name: 'Kaskótrygging', status: 'active' }),
    );
    expect(page.claims.map(({ id, case: item }) => [id, item])).toEqual([
      ['c1', 'kc1'],
      ['else', 'kelse'],
      ['injury', 'kinjury'],
      ['c2', null],
    ]);
    // Whose claim `else` is, nobody has decided.
    expect(page.openCases.map(({ id }) => id).toSorted()).toEqual(['kc1', 'kinjury', 'kprivacy']);
    expect(page.pastCases.map(({ id }) => id)).toEqual(['kmemo']);
    expect(page.payments).toMatchObject({ balance: 1_000, last: { on: '2026-10-05', amount: 8_000 } });
    expect(page.documents.map(({ id }) => id).toSorted()).toEqual(['d1', 'dc1', 'dinjury']);
    expect(page.given).toMatchObject([{ name: 'Birgir Prófsson', role: 'Full' }]);
    expect(page.received).toMatchObject([{ name: 'Birgir Prófsson', role: 'Readonly' }]);
    expect(page.companies).toMatchObject([{ name: 'Prófunarfélagið ehf.', involvement: ['procuration'] }]);
    expect((await openPage('anna', 'en')).policies).toContainEqual(
      expect.objectContaining({ name: 'Comprehensive motor insurance' }),
    );
    expect(await openPage('felag')).toMatchObject({
      kind: 'company',
      bornOn: null,
      age: null,
      companies: [],
      people: [{ id: 'anna', name: 'Anna Prófdóttir', involvement: 'procuration' }],
    });
    expect(page.people).toEqual([]);
  });

  test('ROLE-1, ROLE-2, ROLE-7: claims, their cases and documents are shown as far as the roles open them', async () => {
    const shown = async () => {
      const { claims: losses, openCases, documents: papers } = await openPage();
      return [losses, openCases, papers].map((list) => list.map(({ id }) => id).toSorted());
    };
    await giveRoles('claims', 'supervisor');
    expect(await shown()).toEqual([['c1', 'c2', 'else'], ['kc1'], ['d1', 'dc1']]);
    await giveRoles('injuries');
    expect(await shown()).toEqual([['injury'], ['kinjury'], ['d1', 'dinjury']]);
    await giveRoles('finance');
    expect(await shown()).toEqual([[], [], ['d1']]);
    await giveRoles('auditor');
    expect((await ask('anna')).status).toBe(403);
  });

  test('HOLD-14, ROLE-7, STAFF-4: it needs a reason, is recorded, and the customer reads who opened it, when and why', async () => {
    expect((await ask('anna', {})).status).toBe(400);
    expect((await ask('anna', { reason: 'curiosity' })).status).toBe(400);
    expect((await ask('nobody')).status).toBe(404);
    expect(await database.db.$count(staffViews)).toBe(0);
    await ask('anna', { reason: 'claim' });
    const answer = await api.ask('/api/user/v1/settings/views', { token: anna });
    expect(await answer.json()).toMatchObject({
      total: 1,
      items: [
        {
          ...{ employee: 'Una Prófdóttir', reason: 'claim', parts: ['overview'] },
          openedAt: noon.replace('Z', '.000Z'),
        } satisfies Partial<StaffView>,
      ],
    });
    const [event] = await database.db
      .select()
      .from(auditEvents)
      .where(and(eq(auditEvents.action, 'staff.customerPage'), eq(auditEvents.authorityDetail, 'claim')));
    expect(event).toMatchObject({ actorId: una, subjectId: 'anna', authority: 'staffView' });
  });

  test('ROLE-7: what changed within two weeks is shown as a warning, with when, and whether somebody else did it', async () => {
    const { db } = database;
    const change = {
      actorKind: 'customer',
      subjectId: 'nyr',
      authority: 'self',
      authorityDetail: null,
    } as const;
    const add = (action: 'bank.change' | 'contact.change' | 'card.register' | 'access.give', rest: object) =>
      recordAuditEvent(db, {
        ...{ ...change, actorId: 'nyr', action, object: null, details: null, before: null, after: null },
        ...{ address: null, requestId: null },
        ...rest,
      });
    // As this release records it, with what changed; and as the release before it did.
    await add('contact.change', { details: { changed: ['email'] }, before: {}, after: {} });
    await add('contact.change', { before: { homePhone: null }, after: { homePhone: '•••199' } });
    await add('contact.change', { details: { changed: [] }, before: { email: 'a' }, after: { email: 'b' } });
    await add('card.register', { details: { refused: 'cardDeclined' } });
    await add('bank.change', { actorId: 'birgir', authority: 'grant' });
    await add('access.give', { object: 'grant g9' });
    // The log has the time of the database’s clock.
    clock.set(new Date(Date.now() + 13 * 86_400_000).toISOString());
    const { changedLately, contactChangedAt } = await openPage('nyr');
    expect(changedLately.map(({ what, by }) => [what, by])).toEqual([
      ['access', 'self'],
      ['bankAccount', 'other'],
      ['phone', 'self'],
      ['email', 'self'],
    ]);
    expect(contactChangedAt).toBe(changedLately[2]?.at);
    clock.set(new Date(Date.now() + 15 * 86_400_000).toISOString());
    const later = await openPage('nyr');
    expect(later).toMatchObject({ changedLately: [], contactChangedAt });
  });

  test('DATA-3b, ROLE-7: the page of a customer whose data was erased is not there', async () => {
    await database.db.update(customers).set({ leftAt: came }).where(eq(customers.id, 'birgir'));
    expect((await ask('birgir')).status).toBe(404);
    await database.db.update(customers).set({ leftAt: null }).where(eq(customers.id, 'birgir'));
  });

  test('HOLD-13, ROLE-7: opened pages count as look-ups of the day', async () => {
    const statuses = new Set<number>();
    for (let count = 0; count <= 200; count++) statuses.add((await ask('nobody')).status);
    expect([...statuses]).toEqual([404, 429]);
  });
});
