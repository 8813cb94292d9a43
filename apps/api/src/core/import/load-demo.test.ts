import {
  claimDrafts,
  claimEvents,
  claimMessages,
  claimPayments,
  claims,
  coreRecords,
  customers,
  type Database,
  documentsToSign,
  isEmpty,
  mails,
  policies,
  premiumParts,
  proposals,
} from '@hofn/database';
import { describeEachEngine } from '@hofn/database/testing.ts';
import { demoFacts } from '@hofn/demo';
import { eq, sql } from 'drizzle-orm';
import { beforeAll, expect, test } from 'vitest';
import { demoCustomersOf, loadDemo } from './load-demo.ts';

const today = '2026-11-21';

describeEachEngine('CORE-13: the demo, loaded by the import of the core connection', (open) => {
  let database: Database;
  beforeAll(async () => {
    database = await open();
  });

  const counted = async () => ({
    customers: await database.db.$count(customers),
    policies: await database.db.$count(policies),
    parts: await database.db.$count(premiumParts),
    claims: await database.db.$count(claims),
    claimEvents: await database.db.$count(claimEvents),
    claimPayments: await database.db.$count(claimPayments),
    claimMessages: await database.db.$count(claimMessages),
    claimDrafts: await database.db.$count(claimDrafts),
    offers: await database.db.$count(proposals),
    toSign: await database.db.$count(documentsToSign),
    records: await database.db.$count(coreRecords),
  });

  test('fills an empty database, and running it again leaves the same rows', async () => {
    expect(await isEmpty(database.db)).toBe(true);
    const signIns = await loadDemo(database, today);
    expect(await isEmpty(database.db)).toBe(false);
    const first = await counted();
    expect(first.customers).toBe(signIns.length);
    await loadDemo(database, today);
    expect(await counted()).toEqual(first);
    expect(first.records).toBe(demoFacts(today).length);
    expect(await database.db.$count(mails)).toBe(0);
  });

  test('restores changed rows, on the new day, and leaves other customers alone', async () => {
    const { db } = database;
    await db.insert(customers).values({ id: 'other', ssn: '8000000001', kind: 'person', fullName: 'Önnur' });
    const { customerId: birta = '' } =
      (await demoCustomersOf(database)).find(({ name }) => name.startsWith('Birta')) ?? {};
    await db.update(customers).set({ mobilePhone: '6000000' }).where(eq(customers.id, birta));

    await loadDemo(database, '2027-03-05');

    const [row] = await db.select().from(customers).where(eq(customers.id, birta));
    expect(row?.mobilePhone).toBeNull();
    expect(await db.$count(customers, eq(customers.id, 'other'))).toBe(1);
    const { rows } = await db.execute<{ latest: string }>(
      sql`select max(due_date) as latest from instalments`,
    );
    expect(rows[0]?.latest).toBe('2028-01-01');
  });

  test('every cover and premium part in use has its texts', async () => {
    const { rows } = await database.db.execute(sql`
      select c.id from policy_covers c
        join policies p on p.customer_id = c.customer_id and p.id = c.policy_id
        left join product_covers t on t.product_id = p.product_id and t.id = c.id
      where t.id is null
      union all
      select m.id from premium_parts m where not exists (select from premium_part_types t where t.code = m.id)
      union all
      select used.code from policies p, unnest(p.terms_codes) as used(code)
        where not exists (select from terms where terms.code = used.code)
      union all
      select key from policy_items i, jsonb_object_keys(i.facts) key
        where not exists (select from item_fact_types t where t.key = key)`);
    expect(rows).toEqual([]);
  });
});
