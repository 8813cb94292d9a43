import type { CustomerAnswer, Problem } from '@hofn/contracts';
import {
  auditEvents,
  coreRecords,
  customers,
  type Database,
  documents,
  instalments,
  ownChanges,
  payments,
  policies,
  policyCovers,
  policyItems,
  premiumParts,
  transactions,
} from '@hofn/database';
import { describeEachEngine } from '@hofn/database/testing.ts';
import { and, desc, eq, sql } from 'drizzle-orm';
import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createIssuer, fillDatabase, type Issuer, startApi } from '../testing.ts';
import { carPolicy, decemberInstalment, novemberEntry, ragnar } from './testing.ts';

const scopes = ['core.customers.write', 'core.customers.read', 'core.policies.write', 'core.billing.write'];

describeEachEngine('facts of a core system', (open) => {
  let database: Database;
  let issuer: Issuer;
  let api: Awaited<ReturnType<typeof startApi>>;
  let token: string;
  beforeAll(async () => {
    database = await open();
    await fillDatabase(database);
    issuer = await createIssuer();
    api = await startApi(database, issuer);
    token = await issuer.serviceToken(scopes);
  });
  afterAll(() => api.stop());
  beforeEach(async () => {
    await database.db.execute(sql`
      delete from documents where customer_id in (select id from core_records where type = 'customers');
    `);
    for (const table of [
      'transactions',
      'instalments',
      'policies',
      'own_changes',
      'core_records',
      'customers',
    ]) {
      const [column, ids] =
        table === 'customers'
          ? ['ssn', sql`${ragnar.ssn}`]
          : ['customer_id', sql`(select id from customers where ssn = ${ragnar.ssn})`];
      const records = table === 'core_records' ? sql`or true` : sql``;
      await database.db.execute(
        sql`delete from ${sql.identifier(table)} where ${sql.identifier(column)} = ${ids} ${records}`,
      );
    }
  });

  const put = async (
    type: string,
    key: string,
    version: unknown,
    facts: object,
    more: object = {},
    by = token,
  ) => {
    const answer = await api.ask(`/api/core/v1/${type}/${key}`, {
      method: 'PUT',
      token: by,
      language: 'en',
      body: JSON.stringify({ version, facts, ...more }),
      headers: { 'content-type': 'application/json' },
    });
    return { status: answer.status, body: (await answer.json()) as CustomerAnswer & Problem };
  };
  const outcome = async (...given: Parameters<typeof put>) => {
    const { status, body } = await put(...given);
    return status === 200 ? body.outcome : body.errors;
  };
  const putAll = async () => {
    await put('customers', 'customer-1', 1, ragnar);
    await put('policies', 'policy-1', 1, carPolicy);
    await put('instalments', 'instalment-2', 1, decemberInstalment);
    await put('ledger-entries', 'entry-1', 1, novemberEntry);
  };
  const idOf = async (key: string) =>
    (await database.db.select({ id: coreRecords.id }).from(coreRecords).where(eq(coreRecords.key, key)))[0]
      ?.id ?? '';
  const asRagnar = async (path: string, language: 'is' | 'en' = 'en') =>
    (await api.ask(path, { token: await issuer.token(await idOf('customer-1')), language })).json();

  test('CORE-2: a customer reads the policy, instalment and ledger entry that the core has sent, in both languages', async () => {
    await putAll();
    const id = await idOf('policy-1');
    for (const [language, name, use] of [
      ['is', 'Kaskótrygging', 'Einkanot'],
      ['en', 'Comprehensive motor insurance', 'Private'],
    ] as const) {
      expect(await asRagnar(`/api/policy/v2/${id}`, language)).toMatchObject({
        number: '7000001',
        name,
        status: 'active',
        premiumPerYear: 90_000,
        holder: { fullName: 'Ragnar Prófsson', ssn: ragnar.ssn },
        insuredItems: [{ facts: [{ value: 'ÞB E77' }, { value: '2023' }, { value: use }] }],
        instalments: { perYear: 12, feePercent: 2.25 },
      });
    }
    expect(await asRagnar('/api/account/v1')).toMatchObject({
      items: [{ description: 'Premium, instalment 1 of 12', amount: 7_500, balance: 7_500, policy: { id } }],
    });
    expect(await asRagnar('/api/payment/v1/installmentsOverview')).toMatchObject({
      items: [{ amount: 7_500, dueDate: '2026-12-01' }],
    });
    const issued = await database.db
      .select({ kind: documents.kind })
      .from(documents)
      .where(eq(documents.policyId, id));
    expect(issued.map(({ kind }) => kind)).toContain('certificate');
  });

  test('CORE-2: a newer version replaces the whole aggregate; the same or an older one changes nothing and says so', async () => {
    await put('customers', 'customer-1', 1, ragnar);
    expect(await outcome('policies', 'policy-2', 3, carPolicy)).toBe('created');
    const smaller = { ...carPolicy, covers: [{ id: 'collision' }], items: [], insured: null };
    expect(await outcome('policies', 'policy-2', 3, smaller)).toBe('unchanged');
    expect(await outcome('policies', 'policy-2', 2, smaller)).toBe('outdated');
    expect(await database.db.$count(policyCovers, eq(policyCovers.policyId, await idOf('policy-2')))).toBe(2);
    const newer = await put('policies', 'policy-2', 4, smaller);
    expect(newer.body).toEqual({ outcome: 'updated', version: 4, id: await idOf('policy-2') });
    const id = await idOf('policy-2');
    expect(await database.db.$count(policyCovers, eq(policyCovers.policyId, id))).toBe(1);
    expect(await database.db.$count(policyItems, eq(policyItems.policyId, id))).toBe(0);
    const [row] = await database.db.select().from(policies).where(eq(policies.id, id));
    expect(row?.insuredIs).toBeNull();
    const acts = await database.db
      .select({ version: sql<number>`(details ->> 'version')::int` })
      .from(auditEvents)
      .where(and(eq(auditEvents.object, `policies ${id}`), eq(auditEvents.action, 'core.putPolicy')))
      .orderBy(desc(auditEvents.id))
      .limit(3);
    // The two versions that changed something, and nothing of those that did not.
    expect(acts.map(({ version }) => version)).toEqual([4, 3]);
  });

  test('CORE-2: in any order, repeated and all at once, the facts end in the state of the newest versions', async () => {
    const history = [
      ...[1, 2, 3].map((version) => ({
        type: 'policies',
        key: 'policy-1',
        version,
        facts: {
          ...carPolicy,
          number: `700000${version}`,
          covers: carPolicy.covers.slice(0, version % 3),
          premiumPerYear: version * 1000,
          premiumParts: [{ id: 'base', amount: version * 1000 }],
        },
      })),
      ...[1, 2].map((version) => ({
        type: 'customers',
        key: 'customer-1',
        version: version + 1,
        facts: { ...ragnar, address: `Gata ${version}` },
      })),
      ...[1, 2].map((version) => ({
        type: 'ledger-entries',
        key: 'entry-1',
        version,
        facts: { ...novemberEntry, policy: null, amount: version * 100 },
      })),
    ];
    await fc.assert(
      fc.asyncProperty(
        fc.shuffledSubarray([...history, ...history], { minLength: history.length * 2 }),
        fc.boolean(),
        async (arrivals, atOnce) => {
          await database.db.execute(sql`delete from core_records where type <> 'customers'`);
          await database.db.execute(
            sql`delete from transactions where description_is = ${novemberEntry.description.is}`,
          );
          await database.db.execute(
            sql`delete from documents where policy_id in (select id from policies where number like '700000%')`,
          );
          await database.db.execute(sql`delete from policies where number like '700000%'`);
          await database.db.execute(sql`delete from core_records`);
          await put('customers', 'customer-1', 1, ragnar);
          const send = ({ type, key, version, facts }: (typeof history)[number]) =>
            put(type, key, version, facts);
          const answers = [];
          if (atOnce) answers.push(...(await Promise.all(arrivals.map(send))));
          else for (const arrival of arrivals) answers.push(await send(arrival));
          expect(answers.map(({ status }) => status)).toEqual(arrivals.map(() => 200));
          const id = await idOf('policy-1');
          const [row] = await database.db.select().from(policies).where(eq(policies.id, id));
          const [person] = await database.db.select().from(customers).where(eq(customers.ssn, ragnar.ssn));
          const [entry] = await database.db
            .select()
            .from(transactions)
            .where(eq(transactions.id, await idOf('entry-1')));
          expect([row?.number, row?.premiumPerYear, person?.address, entry?.amount]).toEqual([
            '7000003',
            3000,
            'Gata 2',
            200,
          ]);
          expect(await database.db.$count(policyCovers, eq(policyCovers.policyId, id))).toBe(0);
          expect(
            await database.db
              .select({ amount: premiumParts.amount })
              .from(premiumParts)
              .where(eq(premiumParts.policyId, id)),
          ).toEqual([{ amount: 3000 }]);
        },
      ),
      { numRuns: 12 },
    );
  });

  test('CORE-5: a fact that breaks a rule is refused with the field’s name, and nothing of it is stored', async () => {
    await put('customers', 'customer-1', 1, ragnar);
    const refusals: Array<[string, object, string]> = [
      ['policies', { ...carPolicy, colour: 'red' }, 'facts.colour'],
      ['policies', { ...carPolicy, premiumPerYear: 91_000 }, 'facts.premiumParts'],
      ['policies', { ...carPolicy, validTo: '2026-10-31' }, 'facts.validTo'],
      ['policies', { ...carPolicy, insured: { is: 'Bíll' } }, 'facts.insured.en'],
      ['policies', { ...carPolicy, customer: '0101851509' }, 'facts.customer'],
      ['policies', { ...carPolicy, product: 'boat', covers: [] }, 'facts.product'],
      ['policies', { ...carPolicy, covers: [{ id: 'flood' }] }, 'facts.covers.0.id'],
      ['policies', { ...carPolicy, terms: ['BK10', 'XX'] }, 'facts.terms.1'],
      ['instalments', { ...decemberInstalment, policy: 'policy-9' }, 'facts.policy'],
      [
        'instalments',
        { ...decemberInstalment, policy: null, finalDueDate: '2026-11-30' },
        'facts.finalDueDate',
      ],
      ['ledger-entries', { ...novemberEntry, policy: null, amount: 0 }, 'facts.amount'],
      ['ledger-entries', { ...novemberEntry, policy: null, amount: '7500' }, 'facts.amount'],
      ['customers', { ...ragnar, kind: 'company' }, 'facts.ssn'],
      [
        'customers',
        { ...ragnar, ssn: '0101851509', companies: [{ company: '5001141499', registeredOn: '2026-01-01' }] },
        'facts.companies.0.kind',
      ],
    ];
    const before = await database.db.$count(coreRecords);
    for (const [type, facts, path] of refusals) {
      const { status, body } = await put(type, 'refused', 1, facts);
      expect([status, Object.keys(body.errors ?? {})], path).toEqual([400, [path]]);
    }
    expect((await put('policies', 'refused', '1', carPolicy)).body.errors).toHaveProperty('version');
    expect((await put('policies', 'ref used', 1, carPolicy)).status).toBe(400);
    expect(await database.db.$count(coreRecords)).toBe(before);
    expect(await database.db.$count(policies, eq(policies.number, carPolicy.number))).toBe(0);
  });

  test('CORE-2: two systems cannot supply the same customer, and none may move a policy to another customer', async () => {
    await putAll();
    const other = await issuer.serviceToken(scopes, { sub: 'core-annad', source: 'annad' });
    expect(await outcome('customers', 'a-1', 9, ragnar, {}, other)).toHaveProperty('key');
    expect(await outcome('customers', 'customer-2', 9, ragnar)).toEqual({
      key: ['It has the key customer-1.'],
    });
    expect(await outcome('policies', 'policy-1', 2, { ...carPolicy, customer: '1402851489' })).toHaveProperty(
      ['facts.customer'],
    );
    // Its keys are its own, and it can refer to the first system's policies.
    const reference = { source: 'kerfi', key: 'policy-1' };
    const entry = { ...novemberEntry, policy: reference, sequence: 2 };
    expect(await outcome('ledger-entries', 'entry-1', 1, entry, {}, other)).toBe('created');
    expect(await outcome('ledger-entries', 'entry-2', 1, entry)).toHaveProperty(['facts.sequence']);
  });

  test('CORE-11: versions that do not acknowledge a customer’s own change do not overwrite it', async () => {
    await putAll();
    const id = await idOf('customer-1');
    const own = {
      id: 'change-1',
      customerId: id,
      part: 'contact',
      changedAt: '2026-11-20T10:00:00Z',
    } as const;
    await database.db.insert(ownChanges).values(own);
    await database.db.update(customers).set({ email: 'new@example.is' }).where(eq(customers.id, id));
    const emailAfter = async (version: number, more: object = {}) => {
      await put('customers', 'customer-1', version, { ...ragnar, town: `Staður ${version}` }, more);
      const [row] = await database.db.select().from(customers).where(eq(customers.id, id));
      return [row?.email, row?.town];
    };
    expect(await emailAfter(2)).toEqual(['new@example.is', 'Staður 2']);
    expect(await emailAfter(3, { acknowledges: ['another'] })).toEqual(['new@example.is', 'Staður 3']);
    expect(await emailAfter(4, { acknowledges: ['change-1'] })).toEqual(['ragnar@example.is', 'Staður 4']);
    expect(await emailAfter(5)).toEqual(['ragnar@example.is', 'Staður 5']);
  });

  test('CORE-11: the answer names the ids in acknowledges that no standing change of the customer has, also when the version is sent again', async () => {
    await putAll();
    await put('customers', 'customer-2', 1, { ...ragnar, ssn: '1402851489', email: null });
    const change = (key: string, id: string) =>
      idOf(key).then((customerId) =>
        database.db
          .insert(ownChanges)
          .values({ id, customerId, part: 'contact', changedAt: '2026-11-20T10:00:00Z' }),
      );
    await change('customer-1', 'change-1');
    await change('customer-2', 'change-2');
    const unknownAfter = async (version: number, acknowledges?: string[]) => {
      const { status, body } = await put('customers', 'customer-1', version, ragnar, {
        ...(acknowledges && { acknowledges }),
      });
      return [status, body.outcome, body.unknownChanges];
    };
    expect(await unknownAfter(2)).toEqual([200, 'updated', []]);
    // Mistyped, and another customer's; the change that does stand is acknowledged beside them.
    expect(await unknownAfter(3, ['chang-1', 'change-1', 'change-2', 'chang-1'])).toEqual([
      200,
      'updated',
      ['chang-1', 'change-2'],
    ]);
    const standing = await database.db.select({ id: ownChanges.id }).from(ownChanges);
    expect(standing).toEqual([{ id: 'change-2' }]);
    // The answer was lost: the same version says the same again, also of what it has acknowledged itself.
    expect(await unknownAfter(3, ['chang-1', 'change-1', 'change-2', 'chang-1'])).toEqual([
      200,
      'unchanged',
      ['chang-1', 'change-2'],
    ]);
    // Acknowledged before; and a version that is not written acknowledges nothing.
    expect(await unknownAfter(4, ['change-1'])).toEqual([200, 'updated', ['change-1']]);
    expect(await unknownAfter(4, ['change-1'])).toEqual([200, 'unchanged', ['change-1']]);
    expect(await unknownAfter(3, ['chang-1'])).toEqual([200, 'outdated', []]);
    expect(await unknownAfter(5)).toEqual([200, 'updated', []]);
    expect(await unknownAfter(5)).toEqual([200, 'unchanged', []]);
  });

  test('CORE-11: contact details that a customer saves are listed as their own change until the core acknowledges it', async () => {
    await putAll();
    const id = await idOf('customer-1');
    const answer = await api.ask('/api/user/v1/settings/generalinfo', {
      method: 'POST',
      token: await issuer.token(id),
      body: JSON.stringify({ email: ragnar.email, mobilePhone: '6150099', homePhone: '', language: 'en' }),
      headers: { 'content-type': 'application/json' },
    });
    expect(answer.status).toBe(200);
    const read = async () =>
      (await (await api.ask(`/api/core/v1/customers/by-id/${id}`, { token })).json()) as {
        mobilePhone: string;
        ownChanges: { id: string; part: string }[];
      };
    const { ownChanges: listed, ...customer } = await read();
    expect(customer).toMatchObject({
      id,
      ssn: ragnar.ssn,
      mobilePhone: '6150099',
      keys: [{ source: 'kerfi', key: 'customer-1' }],
    });
    expect(listed).toMatchObject([{ part: 'contact' }]);
    await put(
      'customers',
      'customer-1',
      2,
      { ...ragnar, mobilePhone: '6150099' },
      { acknowledges: listed.map((one) => one.id) },
    );
    expect(await read()).toMatchObject({ mobilePhone: '6150099', ownChanges: [] });
  });

  test('CORE-11: an instalment paid in the portal stays paid when the core sends a version that does not know', async () => {
    await putAll();
    const id = await idOf('instalment-2');
    await database.db.execute(sql`
      insert into payments (customer_id, id, actor_id, state, amount, card_token, card, language, created_at)
      values (${await idOf('customer-1')}, 'pay-1', 'x', 'paid', 7500, 't', 'Visa', 'en', now())`);
    await database.db
      .update(instalments)
      .set({ paidAt: '2026-11-20T10:00:00Z', paymentId: 'pay-1' })
      .where(eq(instalments.id, id));
    expect(await outcome('instalments', 'instalment-2', 2, { ...decemberInstalment, fees: 390 })).toBe(
      'updated',
    );
    const [row] = await database.db.select().from(instalments).where(eq(instalments.id, id));
    expect([row?.fees, row?.paidAt === null]).toEqual([390, false]);
    // The core books the payment itself: its entry replaces the one the portal showed meanwhile.
    await database.db.insert(transactions).values({
      customerId: await idOf('customer-1'),
      id: 'payment-pay-1',
      sequence: 1_000_000_000,
      bookedOn: '2026-11-20',
      type: 'payment',
      descriptionIs: 'Greiðsla',
      descriptionEn: 'Payment',
      amount: -7_500,
    });
    const booked = {
      ...novemberEntry,
      sequence: 2,
      type: 'payment',
      amount: -7_500,
      bookedOn: '2026-11-20',
      payment: 'pay-1',
    };
    expect(await outcome('ledger-entries', 'entry-2', 1, booked)).toBe('created');
    expect(await asRagnar('/api/account/v1')).toMatchObject({ sums: { count: 2 } });
    // And a refund of it, by the id of the refund.
    await database.db.insert(transactions).values({
      ...{ customerId: await idOf('customer-1'), id: 'refund-back-1', sequence: 1_000_000_001 },
      ...{ bookedOn: '2026-11-20', type: 'refund', amount: 500 },
      ...{ descriptionIs: 'Endurgreiðsla', descriptionEn: 'Refund' },
    });
    const refunded = { ...booked, sequence: 3, type: 'refund', amount: 500, payment: 'back-1' };
    expect(await outcome('ledger-entries', 'entry-3', 1, refunded)).toBe('created');
    expect(await asRagnar('/api/account/v1')).toMatchObject({ sums: { count: 3 } });
    await database.db.update(instalments).set({ paymentId: null }).where(eq(instalments.id, id));
    await database.db.delete(payments).where(eq(payments.id, 'pay-1'));
  });
});
