// Which cases an employee may open, by role, in lists, counts, single cases, files, previews and drafts.
import type { CaseLine, Problem } from '@hofn/contracts';
import {
  caseDrafts,
  cases,
  claimNotices,
  claims,
  type Database,
  documentsToSign,
  employeeRoles,
} from '@hofn/database';
import { describeWithDatabase } from '@hofn/database/testing.ts';
import type { ClaimForm, ClaimLine } from '@hofn/domain/claim-form.ts';
import type { StaffRole } from '@hofn/domain/staff-roles.ts';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { fillClaims, filledForm } from '../claims/testing.ts';
import { createIssuer, fillDatabase, fillStaff, fixedClock, startApi } from '../testing.ts';

const came = '2026-11-20T12:00:00Z';
const una = 'employee|una';

type Queue = { items: CaseLine[]; total: number; mine: number; unassigned: number };

describeWithDatabase('which cases an employee may open', (open) => {
  const clock = fixedClock();
  let database: Database;
  let api: Awaited<ReturnType<typeof startApi>>;
  let token: string;

  beforeAll(async () => {
    database = await open();
    await fillDatabase(database);
    await fillClaims(database);
    await fillStaff(database);
    const issuer = await createIssuer();
    token = await issuer.token(una, { actor_kind: 'employee' });
    api = await startApi(database, issuer, { clock });
  });
  afterAll(() => api.stop());

  /** Opens a case of each kind, and of claims an ordinary one, one of an accident, and one where somebody was hurt. */
  const openCases = async () => {
    const { db } = database;
    await db.delete(cases);
    await db.delete(claimNotices);
    const common = { customerId: 'anna', language: 'is', openedAt: came, dueAt: came } as const;
    const form = filledForm;
    const [claim] = await db.select().from(claims).where(eq(claims.id, 'c1'));
    if (!claim) throw new Error('no claim');
    await db.update(claims).set({ line: 'home', form }).where(eq(claims.id, 'c1'));
    const notice = (id: string, line: ClaimLine, reported: ClaimForm): typeof claimNotices.$inferInsert => ({
      ...{ id, number: `T-${id}`, line, form: reported, name: 'Gestur', ssn: '1402851489' },
      ...{ policyNumber: '', language: 'is', receivedAt: came },
    });
    const hurt = { ...form, details: { ...form.details, injured: 'yes' } };
    await db
      .insert(claimNotices)
      .values([
        notice('slys', 'accident', form),
        notice('arekstur', 'vehicle', hurt),
        notice('ruda', 'windscreen', form),
      ]);
    await db.insert(cases).values([
      { ...common, id: 'home', kind: 'claim', matterId: 'c1' },
      { ...common, customerId: null, id: 'accident', kind: 'claim', matterId: 'slys' },
      { ...common, customerId: null, id: 'hurt', kind: 'claim', matterId: 'arekstur' },
      { ...common, customerId: null, id: 'windscreen', kind: 'claim', matterId: 'ruda' },
      ...(['inquiry', 'form', 'memo', 'change', 'privacy'] as const).map((kind) => ({
        ...{ ...common, id: kind, kind, matterId: kind },
      })),
      ...(['payment', 'signing', 'mail'] as const).map((problem) => ({
        ...{ ...common, id: problem, kind: 'claim' as const, problem, matterId: `${problem} 1` },
      })),
    ]);
  };

  const giveRoles = async (
    ...given: Array<StaffRole | { role: StaffRole; lines?: string[]; from?: string; to?: string }>
  ) => {
    const { db } = database;
    await db.delete(employeeRoles);
    for (const one of given) {
      const {
        role,
        lines = null,
        from = '2026-01-01',
        to = null,
      } = typeof one === 'string' ? { role: one } : one;
      await db.insert(employeeRoles).values({
        ...{ employeeId: una, role, lines, validFrom: from, validTo: to },
        ...{ givenBy: 'Katrín', givenAt: new Date(came) },
      });
    }
  };
  beforeEach(openCases);

  const queue = async (query = '') => {
    const answer = await api.ask(`/api/staff/v1/queue?whose=all&limit=100${query}`, { token });
    return (await answer.json()) as Queue;
  };
  const listed = async (query = '') => (await queue(query)).items.map(({ id }) => id).toSorted();
  const service = ['change', 'form', 'inquiry', 'memo', 'signing'];

  test.each<[name: string, given: Parameters<typeof giveRoles>, cases: string[]]>([
    ['service', ['service'], [...service, 'mail']],
    ['adviser', ['adviser'], service],
    ['finance', ['finance'], ['payment']],
    ['privacy officer', ['privacy'], ['privacy']],
    ['claims', ['claims'], ['home', 'windscreen']],
    ['injuries', ['injuries'], ['accident', 'hurt']],
    ['claims of homes', [{ role: 'claims', lines: ['home', 'property'] }], ['home']],
    ['injuries of vehicles', [{ role: 'injuries', lines: ['vehicle'] }], ['hurt']],
    ['supervisor', ['supervisor'], [...service, 'home', 'mail', 'payment', 'windscreen']],
    [
      'claims until yesterday and finance from today',
      [
        { role: 'claims', to: '2026-11-20' },
        { role: 'finance', from: '2026-11-21' },
      ],
      ['payment'],
    ],
  ])(
    'ROLE-1, ROLE-2: %s: lists, counts and search show what the role opens, and nothing else',
    async (_name, given, expected) => {
      await giveRoles(...given);
      const { items, total, unassigned } = await queue();
      expect(items.map(({ id }) => id).toSorted()).toEqual(expected.toSorted());
      expect([total, unassigned]).toEqual([expected.length, expected.length]);
      await database.db.update(cases).set({ assigneeId: una, assigneeName: 'Una' });
      expect((await queue()).mine).toBe(expected.length);
      // A visitor's report is found by the name of its sender.
      expect(await listed('&search=gestur')).toEqual(
        expected.filter((id) => ['accident', 'hurt', 'windscreen'].includes(id)).toSorted(),
      );
    },
  );

  test('ROLE-2: without the role an injury case is not there: by its address, its file, preview and drafts, and no act changes it', async () => {
    await giveRoles('claims', 'service', 'adviser', 'finance', 'supervisor');
    const draft = { changedAt: null, fields: { text: 'x' } };
    const calls: Array<[path: string, body?: object]> = [
      ['accident'],
      ['accident', { act: 'assign', version: 0 }],
      ['accident', { act: 'close', version: 0, note: 'x' }],
      [
        'accident/preview',
        { result: 'refused', texts: { is: 'Bíllinn er seldur.', en: 'The car has been sold.' } },
      ],
      ['accident/proof'],
      ['accident/files/a1'],
      ['accident/drafts'],
      ['accident/drafts/answer', draft],
      ['privacy'],
      ['privacy/drafts/answer', draft],
    ];
    for (const [path, body] of calls) {
      const answer = await api.ask(`/api/staff/v1/cases/${path}`, {
        token,
        headers: { 'content-type': 'application/json' },
        ...(body && { method: 'POST', body: JSON.stringify(body) }),
      });
      const { errorCode } = (await answer.json()) as Problem;
      expect([path, answer.status, errorCode]).toEqual([path, 404, 'notFound']);
    }
    expect(await database.db.$count(caseDrafts)).toBe(0);
    expect(await database.db.select().from(cases).where(eq(cases.id, 'accident'))).toMatchObject([
      { version: 0, state: 'open', assigneeId: null },
    ]);
    await giveRoles('injuries');
    const opened = await api.ask('/api/staff/v1/cases/accident', { token });
    expect(opened.status).toBe(200);
  });

  test('ROLE-2: a document that cannot be signed needs the role for injuries when it belongs to a claim about one', async () => {
    const { db } = database;
    const id = '1';
    await db.insert(documentsToSign).values({
      ...{ customerId: 'anna', id, titleIs: 'Sátt um slysabætur', titleEn: 'Settlement', claimId: 'c1' },
      ...{ terms: { kind: 'settlement', amount: 1000, account: '0133-26-004821' } },
      ...{ issuedOn: '2026-11-18', signBy: '2026-12-05' },
    });
    const shown = async (line: ClaimLine, ...roles: StaffRole[]) => {
      await db.update(claims).set({ line }).where(eq(claims.id, 'c1'));
      await giveRoles(...roles);
      return (await listed('&kind=signing')).length;
    };
    expect(await shown('home', 'service')).toBe(1);
    expect(await shown('accident', 'service')).toBe(0);
    expect(await shown('accident', 'service', 'supervisor', 'claims')).toBe(0);
    expect(await shown('accident', 'service', 'injuries')).toBe(1);
    await db.delete(documentsToSign).where(eq(documentsToSign.id, id));
  });

  test('ROLE-1: a role that is taken away while a case is open ends what its holder may do with it', async () => {
    await giveRoles('claims');
    const act = async () => {
      const answer = await api.ask('/api/staff/v1/cases/windscreen', {
        ...{ token, method: 'POST', headers: { 'content-type': 'application/json' } },
        body: JSON.stringify({ act: 'assign', version: 0 }),
      });
      return answer.status;
    };
    expect((await api.ask('/api/staff/v1/cases/windscreen', { token })).status).toBe(200);
    await giveRoles('service');
    expect(await act()).toBe(404);
    await giveRoles();
    // The release before roles of their own made everybody an agent, who opens everything.
    expect(await act()).toBe(200);
    await giveRoles({ role: 'claims', to: '2026-11-20' });
    expect((await api.ask('/api/staff/v1/queue', { token })).status).toBe(401);
  });
});
