import type { CaseLine } from '@hofn/contracts';
import { auditEvents, cases, changeRequests, customers, type Database } from '@hofn/database';
import { describeWithDatabase } from '@hofn/database/testing.ts';
import { foldForSearch } from '@hofn/texts';
import { asc, eq, sql } from 'drizzle-orm';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { fillClaims, filledForm } from '../claims/testing.ts';
import { filledForms } from '../forms/testing.ts';
import { fillOffers } from '../offers/testing.ts';
import { folded } from '../platform/sql.ts';
import { defaultSettings } from '../settings.ts';
import { createIssuer, fillDatabase, fillStaff, fixedClock, startApi, temporaryFiles } from '../testing.ts';

const json = { 'content-type': 'application/json' };
/** The ways in which people type a space or a dash inside a number, and what they paste around it. */
const gaps = ['', ' ', '-', '\u00a0', '\u2011', '\u2013', '\u200b'];

describeWithDatabase('the search of the work queue', (open) => {
  let database: Database;
  let api: Awaited<ReturnType<typeof startApi>>;
  let katrin: string;

  beforeAll(async () => {
    database = await open();
    await fillDatabase(database);
    await fillClaims(database);
    await fillStaff(database);
    await fillOffers(database);
    await database.db
      .update(customers)
      .set({ email: 'anna-p@example.is', mobilePhone: '6174821', homePhone: '5550199' })
      .where(eq(customers.id, 'anna'));
    const issuer = await createIssuer();
    const often = 100_000;
    const rates = { RATE_READ: often, RATE_WRITE: often, RATE_FORM: often, FORM_SUBMISSIONS: often };
    api = await startApi(database, issuer, {
      settings: { ...defaultSettings(), ...rates },
      clock: fixedClock(),
      files: temporaryFiles(),
      register: { find: async () => 'found' as const },
    });
    katrin = await issuer.token('employee|katrin', { actor_kind: 'employee' });
    const anna = await issuer.token('anna');
    await database.db.delete(cases);
    await post('/api/document/v1/memo', { subject: 'Bíllinn', text: 'Má lána hann?', policyId: 'p1' }, anna);
    const claim = { draft: 'd1', line: 'home', form: filledForm, declaration: true };
    await post('/api/claim/v1/claims', claim, anna);
    const feedback = { ...filledForms.communication, anonymous: '', wishedOutcome: 'Símtal.' };
    const sender = { name: 'Ægir Prófsson', ssn: '1402851539', email: 'aegir@example.is', phone: '5551234' };
    await post('/api/form/v1/communication', { ...feedback, ...sender, kind: 'complaint' });
    await post('/api/form/v1/communication', filledForms.communication);
    await database.db.insert(changeRequests).values({
      ...{ customerId: 'anna', id: 'r1', policyId: 'p2', kind: 'cover', actorId: 'anna', premium: 60_000 },
      tariffVersion: 'test-1',
      ...{ createdAt: '2026-11-20T10:00:00Z', effectiveOn: '2026-12-01', language: 'is' },
      before: {},
      after: { act: 'add', productName: { is: 'Innbúskaskó', en: 'Contents all-risk' } },
    });
    await database.db.insert(cases).values({
      ...{ id: 'k-r1', kind: 'change', matterId: 'r1', customerId: 'anna', language: 'is' },
      ...{ openedAt: '2026-11-20T10:00:00Z', dueAt: '2026-11-24T10:00:00Z' },
    });
  });
  afterAll(() => api.stop());

  const post = async (path: string, body: object, token?: string): Promise<void> => {
    const { status } = await api.ask(path, {
      method: 'POST',
      body: JSON.stringify(body),
      headers: json,
      ...(token && { token }),
    });
    expect(status).toBe(201);
  };
  const list = async (query: Record<string, string>): Promise<CaseLine[]> => {
    const answer = await api.ask(`/api/staff/v1/queue?${new URLSearchParams({ sort: 'oldest', ...query })}`, {
      token: katrin,
    });
    expect(answer.status).toBe(200);
    return ((await answer.json()) as { items: CaseLine[] }).items;
  };
  const found = async (search: string) => (await list({ search })).map(({ kind }) => kind).toSorted();

  test('STAFF-6: a case is found by everything that it prints of its sender and of what it is about', async () => {
    const all = ['change', 'claim', 'memo'];
    for (const [search, kinds] of [
      ['Anna Prófdóttir', all],
      ['140285-1489', all],
      ['617 4821', all],
      ['+354 555-0199', all],
      ['ANNA-P@example.is', all],
      ['1000001', ['memo']],
      ['NB X42', []],
      ['þb-x42', ['memo']],
      ['Kaskótrygging', ['memo']],
      ['lána hann', ['memo']],
      ['Heimilistrygging', ['change', 'claim']],
      ['1000002', ['change', 'claim']],
      ['615 0001', ['claim']],
      ['Parket', ['claim']],
      ['innbuskasko', ['change']],
      ['140285-1539', ['form']],
      ['Ægir', ['form']],
      ['aegir@example.is', ['form']],
      ['555-1234', ['form']],
      ['wishedOutcome', []],
      ['%', []],
    ] as const)
      expect(await found(search), search).toEqual(kinds);
    const [complaint] = await list({ search: '5551234' });
    expect(await found(complaint?.reference ?? '')).toEqual(['form']);
  });

  test('STAFF-6, HOLD-23: a sender is found by a name in any Latin, Greek or Cyrillic letters, with or without marks', async () => {
    const names = ['Zażółć Łękowska', 'Dvořák Šárka Nguyễn', 'Αλέξανδρος ΠΑΠΑΣ', 'Їжак ЩЕРБА Йорданов'];
    for (const name of names) {
      await post('/api/form/v1/inquiry', { ...filledForms.inquiry, name, ssn: '' });
      const plainName = name.normalize('NFD').replaceAll(/\p{M}/gu, '');
      for (const word of `${name} ${plainName} ${name.toUpperCase()} ${name.normalize('NFD')}`.split(' '))
        expect(await found(word), word).toEqual(['inquiry']);
    }
  });

  test('HOLD-23: the database folds letters for search as the browser does', async () => {
    const blocks = [
      ...([
        [0x41, 0x24f],
        [0x1e00, 0x1fff],
      ] as const), // Latin and Greek, with marks
      ...([
        [0x386, 0x3ce],
        [0x400, 0x45f],
        [0x490, 0x491],
      ] as const), // Greek and Cyrillic as written today
    ];
    // Letters of other languages are compared as they are.
    const isFolded = (letter: string) => /^[a-zþæßα-ωа-яґ]$/u.test(foldForSearch(letter));
    const words = blocks
      .flatMap(([first, last]) => Array.from({ length: last - first + 1 }, (_, index) => first + index))
      .map((code) => String.fromCodePoint(code))
      .filter((letter) => /\p{L}/u.test(letter) && isFolded(letter))
      .flatMap((letter) => [letter, `${letter}A${letter} `]);
    const { rows } = await database.db.execute(
      sql`select word, ${folded(sql`word`)} as folded from unnest(${sql.param(words)}::text[]) as word`,
    );
    expect(rows).toHaveLength(words.length);
    expect(rows.filter((row) => row.folded !== foldForSearch(String(row.word)))).toEqual([]);
  });

  test('STAFF-6: a kennitala, phone, plate or number is found however its parts are separated', async () => {
    const numbers = fc.constantFrom('1402851489', '6174821', 'þbx42', 'ÞBX42', '1000001');
    await fc.assert(
      fc.asyncProperty(
        numbers,
        fc.array(fc.constantFrom(...gaps), { minLength: 10, maxLength: 10 }),
        async (number, between) => {
          const typed = [...number].map((letter, place) => letter + (between[place] ?? '')).join('');
          expect(await found(typed), JSON.stringify(typed)).toContain('memo');
        },
      ),
      { numRuns: 40 },
    );
  });

  test('HOLD-14, STAFF-6: a search beyond own and unassigned open cases is recorded with the customers that it showed, and the audit screen reads so', async () => {
    const searches = async () =>
      database.db
        .select()
        .from(auditEvents)
        .where(eq(auditEvents.action, 'staff.search'))
        .orderBy(asc(auditEvents.id));
    const recordedBy = async (query: Record<string, string>) => {
      const before = (await searches()).length;
      await list(query);
      return (await searches()).slice(before);
    };
    for (const query of [
      { state: 'all' },
      { whose: 'mine', search: 'anna' },
      { whose: 'unassigned', search: 'anna' },
    ])
      expect(await recordedBy(query), JSON.stringify(query)).toEqual([]);
    for (const query of [
      { search: 'anna' },
      { search: 'anna', state: 'closed' },
      { search: 'anna', whose: 'mine', state: 'all' },
      { search: 'anna', whose: 'unassigned', state: 'answered' },
    ])
      expect(await recordedBy(query), JSON.stringify(query)).toHaveLength(1);
    const [event] = await recordedBy({ search: '140285-1489', state: 'all' });
    expect(event).toMatchObject({
      ...{ actorId: 'employee|katrin', subjectId: 'anna', authority: 'staffRole' },
      details: { state: 'all', whose: 'all', customers: ['anna'], cases: expect.arrayContaining(['k-r1']) },
    });
    expect(JSON.stringify(event)).not.toMatch(/140285|Prófdóttir/);
    const [nobody] = await recordedBy({ search: 'enginn heitir þetta' });
    expect(nobody).toMatchObject({ subjectId: null, details: { cases: [], customers: [] } });
    const answer = await api.ask('/api/staff/v1/audit?action=staff.search&customer=anna', { token: katrin });
    expect(await answer.json()).toMatchObject({
      items: expect.arrayContaining([
        expect.objectContaining({
          action: 'staff.search',
          customer: expect.objectContaining({ id: 'anna' }),
        }),
      ]),
    });
  });

  test('STAFF-6: a complaint is marked in the list, and can be filtered without compliments', async () => {
    expect((await list({ kind: 'form' })).map(({ feedback }) => feedback).toSorted()).toEqual([
      'complaint',
      'compliment',
    ]);
    expect(await list({ feedback: 'complaint' })).toMatchObject([
      { form: 'communication', feedback: 'complaint', sender: 'Ægir Prófsson' },
    ]);
    expect((await list({ kind: 'memo' })).map(({ feedback }) => feedback)).toEqual([null]);
  });
});
