// What staff find by one field, what is left out, and what is recorded.
import { type findCalls, maxFound, type Problem } from '@hofn/contracts';
import {
  auditEvents,
  cases,
  changeRequests,
  claimNotices,
  claims,
  customers,
  customerWords,
  type Database,
  employeeRoles,
} from '@hofn/database';
import { describeEachEngine } from '@hofn/database/testing.ts';
import type { StaffRole } from '@hofn/domain/staff-roles.ts';
import { desc, eq, sql } from 'drizzle-orm';
import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { z } from 'zod';
import { fillClaims, filledForm } from '../claims/testing.ts';
import { filledForms } from '../forms/testing.ts';
import { fillOffers } from '../offers/testing.ts';
import { defaultSettings } from '../settings.ts';
import { createIssuer, fillDatabase, fillStaff, fixedClock, startApi } from '../testing.ts';
import { nameWordsOf } from './search-terms.ts';

type Found = z.infer<typeof findCalls.find.response>;
const una = 'employee|una';
const came = '2026-11-20T12:00:00Z';

describeEachEngine('staff’s search for customers and cases', (open) => {
  let database: Database;
  let api: Awaited<ReturnType<typeof startApi>>;
  let token: string;

  beforeAll(async () => {
    database = await open();
    await fillDatabase(database);
    await fillClaims(database);
    await fillOffers(database);
    await fillStaff(database);
    const { db } = database;
    await db
      .update(customers)
      .set({ email: 'anna-p@example.is', mobilePhone: '6174821', homePhone: '5550199', town: 'Reykjavík' })
      .where(eq(customers.id, 'anna'));
    const report = { form: filledForm, language: 'is', receivedAt: came, policyNumber: '' } as const;
    await db.insert(claimNotices).values([
      { ...report, id: 'n1', number: 'T-2026-100001', line: 'vehicle', name: 'Gestur', ssn: '2012991449' },
      { ...report, id: 'n2', number: 'T-2026-100002', line: 'accident', name: 'Gestur', ssn: '2012991449' },
    ]);
    await db.delete(cases);
    const item = { language: 'is', openedAt: came, dueAt: came } as const;
    await db.insert(cases).values([
      { ...item, id: 'claim', kind: 'claim', matterId: 'c1', customerId: 'anna' },
      { ...item, id: 'vehicle', kind: 'claim', matterId: 'n1' },
      { ...item, id: 'accident', kind: 'claim', matterId: 'n2' },
      { ...item, id: 'memo', kind: 'memo', matterId: 'm1', customerId: 'anna', state: 'closed' },
      { ...item, id: 'privacy', kind: 'privacy', matterId: 'x1', customerId: 'anna' },
      // Of another customer than the claim and the offer with the same ids.
      { ...item, id: 'other', kind: 'change', matterId: 'r2', customerId: 'birgir' },
    ]);
    await db.insert(changeRequests).values(
      (['anna', 'birgir'] as const).map((customerId) => ({
        ...{ customerId, id: customerId === 'anna' ? 'r1' : 'r2', actorId: customerId, premium: 60_000 },
        ...{ proposalId: customerId === 'anna' ? 'o1' : null, after: {}, tariffVersion: 'test-1' },
        ...{ language: 'is' as const, createdAt: came, effectiveOn: '2026-12-01' },
      })),
    );
    const issuer = await createIssuer();
    const often = 100_000;
    const settings = { ...defaultSettings(), RATE_READ: often, RATE_FORM: often, FORM_SUBMISSIONS: often };
    api = await startApi(database, issuer, {
      clock: fixedClock(),
      settings,
      register: { find: async () => 'found' as const },
    });
    token = await issuer.token(una, { actor_kind: 'employee' });
    const sent = await api.ask('/api/form/v1/inquiry', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({
        ...filledForms.inquiry,
        name: 'Ægir Þór Prófsson',
        ssn: '',
        email: 'aegir@example.is',
      }),
    });
    expect(sent.status).toBe(201);
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
  beforeEach(() => giveRoles('service', 'claims', 'injuries', 'adviser', 'finance', 'privacy'));

  const ask = (q: string, language: 'is' | 'en' = 'is') =>
    api.ask(`/api/staff/v1/find?${new URLSearchParams({ q })}`, { token, language });
  const find = async (q: string): Promise<Found> => {
    const answer = await ask(q);
    expect(answer.status, q).toBe(200);
    return (await answer.json()) as Found;
  };
  const people = async (q: string) => (await find(q)).customers.map(({ id, by }) => `${id} by ${by}`);
  const caseIds = async (q: string) => (await find(q)).cases.map(({ id }) => id).toSorted();

  test('ROLE-6: a customer is found by name, kennitala, phone, e-mail, plate and the numbers of a policy, an offer and a claim, however they are typed', async () => {
    for (const [q, expected] of [
      ['Anna Prófdóttir', ['anna by name']],
      ['profdottir an', ['anna by name']],
      ['140285-1489', ['anna by ssn']],
      ['1402 85', ['anna by ssn']],
      ['617 4821', ['anna by phone']],
      ['+354 555-0199', ['anna by phone']],
      ['ANNA-P@example.is', ['anna by email']],
      ['1000001', ['anna by policy']],
      ['þb-x42', ['anna by plate']],
      ['ÞBX42', ['anna by plate']],
      ['9000003', ['anna by offer']],
      ['Prófunarfélag', ['felag by name']],
      ['enginn heitir þetta', []],
      ["o'brien \\ 'x", []],
    ] as const)
      expect(await people(q), q).toEqual(expected);
    const [claim] = await database.db.select().from(claims).where(eq(claims.id, 'c1'));
    expect(await people(claim?.number ?? '')).toEqual(['anna by claim']);
    const [anna] = (await find('anna')).customers;
    // No more of them than tells two of one name apart.
    expect(anna).toEqual({
      ...{ id: 'anna', kind: 'person', name: 'Anna Prófdóttir', ssn: '1402851489', town: 'Reykjavík' },
      by: 'name',
    });
  });

  test('ROLE-6: a case is found by its sender, its reference, and its customer, also once it is closed', async () => {
    const { cases: sent } = await find('aegir thor');
    expect(sent).toMatchObject([{ kind: 'inquiry', sender: 'Ægir Þór Prófsson', by: 'case' }]);
    const own = sent.map(({ id }) => id);
    expect(await caseIds(sent[0]?.reference ?? '')).toEqual(own);
    expect(await caseIds('AEGIR@example.is')).toEqual(own);
    expect(await caseIds('T-2026-100001')).toEqual(['vehicle']);
    expect(await caseIds('t2026100001')).toEqual(['vehicle']);
    await database.db.insert(cases).values({
      ...{ id: 'change', kind: 'change', matterId: 'r1', customerId: 'anna', language: 'is' },
      ...{ openedAt: '2026-11-19T12:00:00Z', dueAt: came },
    });
    const offered = (await find('9000001')).cases.filter(({ by }) => by === 'case');
    expect(offered.map(({ id }) => id)).toEqual(['change']);
    await database.db.delete(cases).where(eq(cases.id, 'change'));
    const numbered = (await find('T-1')).cases.filter(({ by }) => by === 'case');
    expect(numbered.map(({ id }) => id)).toEqual(['claim']);
    expect((await find('Anna Prófdóttir')).cases.map(({ id, by, state }) => [id, by, state])).toEqual([
      ['claim', 'customer', 'open'],
      ['privacy', 'customer', 'open'],
      ['memo', 'customer', 'closed'],
    ]);
    // A claim that nobody has verified is found by what its reporter wrote, not by the customer's own details.
    await database.db.update(claims).set({ unverified: true }).where(eq(claims.id, 'c1'));
    expect(await caseIds('Anna Prófdóttir')).toEqual(['memo', 'privacy']);
    await database.db.update(claims).set({ unverified: false }).where(eq(claims.id, 'c1'));
  });

  test('ROLE-1, ROLE-2, ROLE-6: cases that the roles do not open are left out, and their numbers find nobody', async () => {
    const [claim] = await database.db.select().from(claims).where(eq(claims.id, 'c1'));
    const number = claim?.number ?? '';
    await giveRoles('claims', 'supervisor', 'service');
    expect(await caseIds('Gestur')).toEqual(['vehicle']);
    expect(await caseIds('T-2026-100002')).toEqual([]);
    expect(await caseIds('Anna Prófdóttir')).toEqual(['claim', 'memo']);
    await giveRoles('injuries');
    expect(await caseIds('Gestur')).toEqual(['accident']);
    expect(await caseIds('Anna Prófdóttir')).toEqual([]);
    expect(await people(number)).toEqual([]);
    await giveRoles('finance');
    expect(await people(number)).toEqual([]);
    expect(await people('Anna Prófdóttir')).toEqual(['anna by name']);
    await giveRoles('admin', 'auditor');
    expect((await ask('anna')).status).toBe(403);
  });

  test('ROLE-6: one letter, or fewer than four digits, is refused with what is needed', async () => {
    for (const q of ['', 'a', 'Á ', '123', '12-3', '-', '& | ! :*']) {
      const answer = await ask(q, 'en');
      const { errorCode, errors } = (await answer.json()) as Problem;
      expect([q, answer.status, errorCode, errors]).toEqual([
        q,
        400,
        'validation',
        { q: ['Type at least two letters, or four digits'] },
      ]);
    }
    for (const q of ['an', '1402']) expect((await ask(q)).status, q).toBe(200);
  });

  test('HOLD-14, ROLE-6: a search that shows somebody is recorded once, with who was shown and not what was typed', async () => {
    const recorded = () =>
      database.db
        .select()
        .from(auditEvents)
        .where(eq(auditEvents.action, 'staff.find'))
        .orderBy(desc(auditEvents.id));
    const before = (await recorded()).length;
    await find('enginn heitir þetta');
    await ask('a');
    expect((await recorded()).length).toBe(before);
    await find('140285-1489');
    const [event, ...earlier] = await recorded();
    expect(earlier).toHaveLength(before);
    expect(event).toMatchObject({
      ...{ actorId: una, subjectId: 'anna', authority: 'staffRole' },
      details: { by: ['ssn'], customers: ['anna'], cases: expect.arrayContaining(['claim']) },
    });
    expect(JSON.stringify(event)).not.toMatch(/140285|Prófdóttir/);
  });

  test('ROLE-6: at most ten are shown, those of the whole name first, and it is said that there are more', async () => {
    const { db } = database;
    const many = Array.from({ length: maxFound + 5 }, (_, index) => ({
      id: `jon${index}`,
      ssn: `80000000${String(index).padStart(2, '0')}`,
      kind: 'person' as const,
      fullName: `Jónatan Prófsson ${String(index).padStart(2, '0')}`,
    }));
    await db
      .insert(customers)
      .values([...many, { id: 'jon', ssn: '8000000099', kind: 'person', fullName: 'Jón Prófsson' }]);
    const { customers: found, moreCustomers } = await find('Jón');
    expect([found.length, moreCustomers, found[0]?.id]).toEqual([maxFound, true, 'jon']);
    await db.delete(customers).where(sql`${customers.id} like 'jon%'`);
    expect((await find('anna')).moreCustomers).toBe(false);
  });

  test('ROLE-6: a customer whose data was erased is not found', async () => {
    await database.db.update(customers).set({ leftAt: came }).where(eq(customers.id, 'nyr'));
    expect(await people('2012991449')).toEqual([]);
    await database.db.update(customers).set({ leftAt: null }).where(eq(customers.id, 'nyr'));
    expect(await people('2012991449')).toEqual(['nyr by ssn']);
  });

  test('HOLD-23, ROLE-6: the database splits and folds a name in Latin, Greek or Cyrillic letters as the search does', async () => {
    const letters = fc.constantFrom(..."abðþæöÁÉłŁøØßščŽñΑάΣςБйЩ .-'’/0127");
    const db = database.db;
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: letters, minLength: 1, maxLength: 20 }), async (name) => {
        await db.update(customers).set({ fullName: name }).where(eq(customers.id, 'nyr'));
        const [row] = await db
          .select({ words: sql<string[]>`tsvector_to_array(${customerWords})` })
          .from(customers)
          .where(eq(customers.id, 'nyr'));
        expect(row?.words).toEqual(expect.arrayContaining(nameWordsOf(name).filter(Boolean)));
      }),
      { numRuns: 60 },
    );
    await db.update(customers).set({ fullName: 'Nýr Prófsson' }).where(eq(customers.id, 'nyr'));
  });
});
