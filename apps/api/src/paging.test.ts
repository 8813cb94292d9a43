import { hash, randomUUID } from 'node:crypto';
import { type Call, coreScopeNames } from '@hofn/contracts';
import {
  cases,
  changeRequests,
  claimPayments,
  claims,
  complaints,
  contents,
  coreWebhookDeliveries,
  type Database,
  documents,
  documentsToSign,
  instalments,
  mails,
  openDatabase,
  policies,
  recordAuditEvent,
  signedDocuments,
  staffViews,
  tariffs,
  transactions,
} from '@hofn/database';
import { tariff } from '@hofn/database/seed/rating.ts';
import { describeWithDatabase } from '@hofn/database/testing.ts';
import { addDays } from '@hofn/domain';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { apiCalls, createIssuer, fillDatabase, fillStaff, type Issuer, noon, startApi } from './testing.ts';
import { fillWebhooks } from './webhooks/testing-fill.ts';

/** Rows of each list: several pages of `pageSize`, yet one page of the largest size that a call allows. */
const count = 60;
const pageSize = 7;
const joins = ['nestloop', 'hashjoin', 'mergejoin'] as const;

/** Positions of a row by instant and id that the database cannot compare with. */
const instants = [
  '["soon","r1"]',
  '["2026-02-30T10:00:00Z","r1"]',
  '["0000-01-01T10:00:00Z","r1"]',
  '["2026-06-02 10:00:00+99","r1"]',
  '["2026-06-02T10:00:00Z","\\u0000"]',
  '[1,2]',
];

/** A cursor with the right checksum that the service did not write. */
const forge = (json: string, list: string): string => {
  const text = Buffer.from(json).toString('base64url');
  return `${hash('sha256', `${list}\n${text}`, 'base64url').slice(0, 11)}.${text}`;
};

/** Rows written in no particular order, three a day, half of them about a policy. */
const scattered = Array.from({ length: count }, (_, n) => {
  const n7 = (n * 37) % count;
  const day = addDays('2026-06-01', Math.floor(n7 / 3));
  const policyId = n7 % 2 === 0 ? null : `q${n7 % 10}`;
  return { n: n7, id: `r${hash('sha256', String(n7)).slice(0, 8)}`, day, at: `${day}T10:00:00Z`, policyId };
});

const fillDeliveries = async (database: Database): Promise<void> => {
  await fillWebhooks(database);
  const attempt = { attempts: 1, attemptedAt: new Date(noon), status: 204, failure: null, duration: 12 };
  await database.db.insert(coreWebhookDeliveries).values(
    scattered.map(({ n }) => ({
      ...{ ...attempt, webhookId: 'w1', seq: 100 + n, eventId: randomUUID() },
      ...{ type: 'hofn.document.signed', state: 'delivered' as const },
    })),
  );
};

const fillLists = async ({ db }: Database): Promise<void> => {
  const customerId = 'anna';
  await db.insert(complaints).values(
    scattered.map(({ n, id }) => ({
      ...{ customerId, id, reference: `K-2026-${200_000 + n}`, actorId: customerId },
      ...{ about: 'other' as const, aboutId: null, text: 'Löng bið', wishes: '', language: 'is' as const },
      // Several at the same instant.
      ...{ receivedAt: `2026-0${1 + (n % 6)}-02T10:00:00Z`, dueOn: '2026-07-01' },
    })),
  );
  await db.insert(policies).values(
    scattered.map(({ n }) => ({
      customerId,
      id: `q${n}`,
      number: String(1_100_000 + n),
      productId: n % 2 === 0 ? 'kasko' : 'home',
      insuredIs: `Eign ${n}`,
      insuredEn: `Property ${n}`,
      premiumPerYear: 10_000 + n,
      validFrom: '2026-03-01',
      validTo: '2027-02-28',
      instalmentsPerYear: 12,
      instalmentFeePercent: 2.25,
      termsCodes: [],
    })),
  );
  await db.insert(instalments).values(
    scattered.map(({ n, id, day, policyId }) => ({
      customerId,
      id,
      policyId,
      sequence: n,
      sequenceOf: count,
      dueDate: addDays(day, 150),
      finalDueDate: addDays(day, 165),
      amount: 5_000 + (n % 4),
      method: 'claim' as const,
    })),
  );
  await db.insert(transactions).values(
    scattered.map(({ n, id, day, policyId }) => ({
      customerId,
      id,
      policyId,
      sequence: n + 1,
      bookedOn: day,
      type: n % 2 === 0 ? ('premium' as const) : ('payment' as const),
      descriptionIs: 'Iðgjald',
      descriptionEn: 'Premium',
      amount: n % 2 === 0 ? 1_000 : -1_000,
    })),
  );
  await db.insert(claims).values(
    scattered.map(({ n, id, day, at, policyId }) => ({
      customerId,
      id,
      policyId,
      number: `T-${n + 10}`,
      titleIs: 'Tjón',
      titleEn: 'Loss',
      status: n % 3 === 0 ? ('settled' as const) : ('inProgress' as const),
      dateOfLoss: day,
      changedAt: at,
    })),
  );
  await db.insert(claimPayments).values(
    scattered.map(({ n, id, day }) => ({
      ...{ customerId, claimId: id, id: 'p', titleIs: 'Bætur', titleEn: 'Compensation' },
      // Several on the same day.
      ...{ recipient: 'Anna', amount: 1_000 + (n % 3), state: 'paid' as const, paidOn: day },
    })),
  );
  await db.insert(documents).values(
    scattered.map(({ id, day, policyId }) => ({
      customerId,
      id,
      policyId,
      kind: 'memo' as const,
      titleIs: 'Bréf',
      titleEn: 'Letter',
      issuedOn: day,
    })),
  );
  await db.insert(cases).values(
    scattered.map(({ id, at }) => ({
      id,
      kind: 'memo' as const,
      matterId: id,
      customerId,
      language: 'is' as const,
      openedAt: at,
      dueAt: at,
    })),
  );
  await db.insert(tariffs).values({ version: 'test-1', validFrom: '2026-01-01', tables: tariff });
  await db.insert(changeRequests).values(
    scattered.map(({ id, at, day }) => ({
      customerId,
      id,
      actorId: customerId,
      after: {},
      effectiveOn: day,
      premium: 1,
      tariffVersion: 'test-1',
      language: 'is' as const,
      createdAt: at,
    })),
  );
  await db.insert(mails).values(
    scattered.map(({ id, at }) => ({
      customerId,
      id,
      actorId: customerId,
      kind: 'claimStatus',
      about: {},
      recipient: 'anna@example.is',
      language: 'is' as const,
      createdAt: at,
      subject: 'Tjón',
    })),
  );
  await db.insert(staffViews).values(
    scattered.map(({ id, at, day }) => ({
      customerId,
      id,
      employeeId: 'employee|katrin',
      employeeName: 'Katrín',
      reason: 'service' as const,
      openedAt: at,
      endsAt: `${day}T10:30:00Z`,
      endedAt: `${day}T10:10:00Z`,
    })),
  );
  await db.insert(contents).values(scattered.map(({ id, at }) => ({ key: hash('sha256', id), putAt: at })));
  await db.insert(documentsToSign).values(
    scattered.map(({ id, day, policyId }) => ({
      customerId,
      id,
      policyId,
      titleIs: 'Skjal',
      titleEn: 'Document',
      terms: { kind: 'directDebit' as const, account: '0133-26-004821' },
      issuedOn: day,
      signBy: '2026-12-31',
    })),
  );
  for (const { id } of scattered)
    await recordAuditEvent(db, {
      action: 'bank.change',
      actorKind: 'customer',
      actorId: customerId,
      subjectId: customerId,
      authority: 'self',
      object: id,
    });
  await db.insert(signedDocuments).values(
    scattered.map(({ id, at }) => ({
      customerId,
      id,
      file: hash('sha256', id),
      language: 'is' as const,
      method: 'app' as const,
      signerName: 'Anna Prófdóttir',
      signerSsn: '1402851489',
      certificateIssuer: 'Útgefandi',
      actorId: customerId,
      signedAt: at,
    })),
  );
};

type Page = { items: unknown[]; nextCursor: string | null };

/** Each paged list of the contract, in each of its orders: path, and the query without page and size. */
const lists = apiCalls.flatMap(([name, call]: [string, Call]) => {
  const shape = call.query instanceof z.ZodObject ? call.query.shape : {};
  if (!('cursor' in shape)) return [];
  const sort = 'sort' in shape ? (shape.sort as z.ZodDefault<z.ZodEnum>) : undefined;
  const orders = sort ? sort.unwrap().options.map((order) => `sort=${order}`) : [''];
  // Reading the audit is an event too, and would lengthen the list between two pages.
  const ofSome = { audit: ['action=bank.change'], moneyMovements: ['from=2026-01-01&to=2026-12-31'] };
  const queries = Object.hasOwn(ofSome, name) ? ofSome[name as keyof typeof ofSome] : orders;
  return queries.map((order) => ({ name, path: call.path.replace('{id}', 'w1'), order, who: call.who.kind }));
});

describeWithDatabase('lists in pages', (open) => {
  let database: Database;
  let issuer: Issuer;
  let tokens: { anna: string; katrin: string; system: string };
  const planned = new Map<string, { database: Database; api: Awaited<ReturnType<typeof startApi>> }>();
  beforeAll(async () => {
    database = await open();
    await fillDatabase(database);
    await fillStaff(database);
    await fillLists(database);
    await fillDeliveries(database);
    issuer = await createIssuer();
    tokens = {
      anna: await issuer.token('anna'),
      katrin: await issuer.token('employee|katrin', { actor_kind: 'employee' }),
      system: await issuer.serviceToken(coreScopeNames),
    };
    for (const join of joins) {
      const { source } = database;
      if ('client' in source) continue;
      // Only new connections take over the settings of their database, so each kind of join gets its own API.
      const name = new URL(source.url).pathname.slice(1);
      const set = (setting: string) => database.db.execute(sql.raw(`alter database ${name} set ${setting}`));
      for (const other of joins) await set(`enable_${other} = ${other === join ? 'on' : 'off'}`);
      // A plan that needs a disabled join looks expensive enough to be compiled, which takes seconds.
      await set('jit = off');
      const own = await openDatabase({ url: source.url });
      await own.ping();
      planned.set(join, { database: own, api: await startApi(own, issuer) });
    }
    if (planned.size === 0) planned.set('nestloop', { database, api: await startApi(database, issuer) });
  });
  afterAll(async () => {
    for (const each of planned.values()) {
      await each.api.stop();
      if (each.database !== database) await each.database.close();
    }
  });

  const read = async (join: string, { path, order, who }: (typeof lists)[number], query: object) => {
    const api = planned.get(join)?.api;
    if (!api) throw new Error(`No API plans with ${join}`);
    const parameters = new URLSearchParams({ ...(query as Record<string, string>) });
    const answer = await api.ask(`${path}?${order}&${parameters}`, {
      token: who === 'service' ? tokens.system : who === 'employee' ? tokens.katrin : tokens.anna,
    });
    expect(answer.status, `${path}?${order}`).toBe(200);
    return (await answer.json()) as Page;
  };

  test('the lists of the contract are the expected ones', () => {
    expect([...new Set(lists.map(({ name }) => name))].toSorted()).toEqual([
      'audit',
      'claims',
      'complaintRegister',
      'coreRequests',
      'coreWebhookDeliveries',
      'documents',
      'instalmentsOverview',
      'matters',
      'moneyMovements',
      'notifications',
      'policies',
      'queue',
      'signedDocuments',
      'transactions',
      'views',
    ]);
  });

  /** Checksum contents of some lists, as the calls write them, and positions of a wrong kind. */
  const forged: ReadonlyArray<[path: string, list: string, positions: string[]]> = [
    ['/api/user/v1/settings/notifications', 'anna', instants],
    ['/api/user/v1/settings/views', JSON.stringify(['anna', { sort: 'newest' }]), instants],
    ['/api/user/v1/matters', JSON.stringify(['anna', { sort: 'newest' }]), instants],
    ['/api/core/v1/requests', '', instants],
    // Whether a case has returned comes before its time.
    [
      '/api/staff/v1/queue',
      JSON.stringify([{ whose: 'all', state: 'open' }, 'due']),
      [...instants.map((position) => position.replace('[', '[1,')), '["x","2026-06-02 10:00:00+00","r1"]'],
    ],
  ];

  test.each(forged)(
    'PAY-16: %s refuses a cursor whose position is of a wrong kind',
    async (path, list, positions) => {
      const api = planned.values().next().value?.api;
      const token = path.endsWith('/queue')
        ? tokens.katrin
        : path.includes('/core/')
          ? tokens.system
          : tokens.anna;
      const ask = (position: string) => api?.ask(`${path}?cursor=${forge(position, list)}`, { token });
      // The checksum is right: a good position is accepted.
      const good = path.endsWith('/queue') ? '[1,' : '[';
      expect((await ask(`${good}"2026-06-02 10:00:00+00","r1"]`))?.status).toBe(200);
      for (const position of positions) {
        const response = await ask(position);
        expect(response?.status, position).toBe(400);
        expect(response?.headers.get('content-type')).toContain('application/problem+json');
        expect(await response?.json()).toMatchObject({ errors: { cursor: expect.anything() } });
      }
    },
  );

  describe.each(lists)('$name $order', (list) => {
    test('PAY-16: all pages together are the whole list in order, whatever plan the database chooses', async () => {
      let first: Page | undefined;
      for (const join of planned.keys()) {
        const whole = await read(join, list, { limit: '100' });
        expect(whole.items.length).toBeGreaterThanOrEqual(count);
        expect(whole.nextCursor).toBeNull();
        first ??= whole;
        // The totals and summaries beside the list too, but for where the news of the queue begin.
        expect({ ...whole, news: '' }).toEqual({ ...first, news: '' });

        const walked: unknown[] = [];
        let cursor: string | null = null;
        do {
          const page: Page = await read(join, list, { limit: String(pageSize), ...(cursor && { cursor }) });
          expect(page.items.length).toBeLessThanOrEqual(pageSize);
          expect(page.items.length).toBeGreaterThan(0);
          walked.push(...page.items);
          cursor = page.nextCursor;
        } while (cursor !== null && walked.length < whole.items.length + pageSize);
        expect(walked).toEqual(whole.items);
      }
    });
  });
});
