import { type Database, type Db, documents, instalments, policies, seedCustomers } from '@hofn/database';
import { patience } from '@hofn/database/testing/patience.ts';
import { describeWithDatabase } from '@hofn/database/testing.ts';
import { and, asc, eq, gt, sql } from 'drizzle-orm';
import { beforeAll, expect, test } from 'vitest';
import { recordedEvents } from '../events/testing.ts';
import { fixedClock, noon } from '../testing.ts';
import { nightOf } from './testing.ts';

const today = noon.slice(0, 10);

/** The database for a process that dies in its nth transaction. */
const dyingAt = (database: Database, number: number): Database => {
  let begun = 0;
  const dies: Db['transaction'] = (work, config) => {
    begun += 1;
    if (begun < number) return database.db.transaction(work, config);
    return database.db.transaction(async (tx) => {
      await work(tx);
      throw new Error('killed');
    }, config);
  };
  const db = new Proxy(database.db, {
    get: (target, name) => (name === 'transaction' ? dies : Reflect.get(target, name)),
  });
  return { ...database, db };
};

describeWithDatabase('the nightly issue of documents', (open) => {
  const clock = fixedClock();
  let database: Database;
  beforeAll(async () => {
    database = await open();
    // More than one batch.
    await seedCustomers(database, { customers: 620, seed: 1, today, history: true });
  });
  const issued = (db = database.db) =>
    db
      .select({ customerId: documents.customerId, id: documents.id, kind: documents.kind })
      .from(documents)
      .orderBy(asc(documents.customerId), asc(documents.id));
  const nightAt = async (instant: string, on = database) => {
    clock.set(instant);
    await (await nightOf(on, clock))();
  };

  test(
    'HOLD-6, CORE-7: killed between batches and run again, the job issues every document exactly once, each with its event',
    async () => {
      await expect(nightAt(noon, dyingAt(database, 2))).rejects.toThrow('killed');
      const first = await issued();
      expect(first.length).toBeGreaterThan(0);
      await expect(nightAt(noon, dyingAt(database, 2))).rejects.toThrow('killed');
      const second = await issued();
      expect(second.length).toBeGreaterThan(first.length);
      // Customers done before the kill are skipped: the second run starts where the first stopped.
      const reached = first.at(-1)?.customerId ?? '';
      expect(second.filter(({ customerId }) => customerId <= reached)).toEqual(first);
      await nightAt(noon);

      const all = await issued();
      const begun = await database.db.$count(policies, sql`${policies.validFrom} <= ${today}::date`);
      expect(all.filter(({ kind }) => kind === 'certificate')).toHaveLength(begun);
      const dueCount = await database.db.$count(
        instalments,
        sql`${instalments.dueDate} - 14 <= ${today}::date`,
      );
      expect(all.filter(({ kind }) => kind === 'invoice')).toHaveLength(dueCount);
      for (const kind of ['renewal', 'transactionOverview', 'policyOverview', 'annualStatement'])
        expect(all.filter((row) => row.kind === kind).length, kind).toBeGreaterThan(0);
      await nightAt(noon);
      expect(await issued()).toEqual(all);

      const events = await recordedEvents(database);
      const recorded = events.map(({ subject, data }) => `${subject} ${data.documentId} ${data.kind}`);
      expect(recorded.toSorted()).toEqual(
        all.map(({ customerId, id, kind }) => `${customerId} ${id} ${kind}`).toSorted(),
      );
    },
    patience(120_000),
  );

  test(
    'HOLD-6: killed within a day, the job continues after the last customer, and catches up on missed nights',
    async () => {
      const before = await issued();
      // From the next night past the new year, including the day on which most instalments are invoiced.
      const day = '2027-01-16';
      for (let number = 10; number < 200; number += 60)
        await nightAt(`${day}T04:15:00Z`, dyingAt(database, number)).catch(() => undefined);
      await nightAt(`${day}T04:15:00Z`);
      const all = await issued();
      const known = new Set(before.map(({ customerId, id }) => `${customerId} ${id}`));
      const added = all.filter(({ customerId, id }) => !known.has(`${customerId} ${id}`));
      expect(all).toHaveLength(before.length + added.length);
      const dueCount = await database.db.$count(
        instalments,
        sql`${instalments.dueDate} - 14 <= ${day}::date`,
      );
      expect(all.filter(({ kind }) => kind === 'invoice')).toHaveLength(dueCount);
      const { rows: insured } = await database.db.execute(
        sql`select distinct customer_id from policies where date '2027-01-01' between valid_from and valid_to and (lapsed_on is null or lapsed_on > date '2027-01-01')`,
      );
      const overviews = await database.db.$count(
        documents,
        and(eq(documents.kind, 'policyOverview'), eq(documents.issuedOn, '2027-01-01')),
      );
      // More than one batch of customers on one day.
      expect(insured.length).toBeGreaterThan(500);
      expect(overviews).toBe(insured.length);
      const renewing = await database.db.$count(
        policies,
        sql`${policies.renews} and ${policies.cancelledOn} is null and ${policies.lapsedOn} is null and ${policies.validTo} - 30 <= ${day}::date and ${policies.validTo} >= ${day}::date`,
      );
      expect(all.filter(({ kind }) => kind === 'renewal').length).toBeGreaterThanOrEqual(renewing);
      expect(new Set(added.map(({ kind }) => kind))).toEqual(
        new Set([
          'certificate',
          'renewal',
          'invoice',
          'transactionOverview',
          'policyOverview',
          'annualStatement',
        ]),
      );
    },
    patience(120_000),
  );

  test(
    'HOLD-6: backdated rows are issued by the next run',
    async () => {
      const { db } = database;
      const [template] = await db
        .select()
        .from(policies)
        .where(gt(policies.validFrom, '2026-06-01'))
        .limit(1);
      if (!template) throw new Error('No policy');
      const own = (kind: (typeof documents.$inferSelect)['kind']) =>
        db
          .select()
          .from(documents)
          .where(and(eq(documents.customerId, template.customerId), eq(documents.kind, kind)));
      const before = { certificates: await own('certificate'), invoices: await own('invoice') };
      await db
        .insert(policies)
        .values({ ...template, id: 'backdated', number: '77', validFrom: '2026-09-01', renews: false });
      await db.insert(instalments).values({
        customerId: template.customerId,
        id: 'backdated',
        sequence: 1,
        sequenceOf: 1,
        dueDate: '2026-10-01',
        finalDueDate: '2026-10-15',
        amount: 5_000,
        method: 'claim',
      });
      await nightAt('2027-01-17T04:15:00Z');
      const certificates = await own('certificate');
      expect(certificates).toHaveLength(before.certificates.length + 1);
      expect(certificates.find(({ policyId }) => policyId === 'backdated')).toMatchObject({
        issuedOn: '2026-09-01',
        version: 1,
      });
      expect(await own('invoice')).toHaveLength(before.invoices.length + 1);
    },
    patience(60_000),
  );

  test(
    'HOLD-6: a customer whose data cannot be issued stops nobody else’s documents, and is tried again the next night',
    async () => {
      const { db } = database;
      const [template] = await db.select().from(policies).where(eq(policies.id, 'backdated'));
      if (!template) throw new Error('No policy');
      const [neighbour] = await db
        .select({ id: policies.customerId })
        .from(policies)
        .where(gt(policies.customerId, template.customerId))
        .orderBy(asc(policies.customerId))
        .limit(1);
      if (!neighbour) throw new Error('No other customer');
      await db.insert(policies).values([
        { ...template, id: 'broken', number: '79' },
        { ...template, customerId: neighbour.id, id: 'sound', number: '80' },
      ]);
      await db.execute(sql`create function refuse_document() returns trigger language plpgsql as $$
      begin raise exception 'cannot be issued'; end $$`);
      await db.execute(sql`create trigger refuse before insert on documents for each row
      when (new.policy_id = 'broken') execute function refuse_document()`);
      const issuedOf = (policyId: string) => db.$count(documents, eq(documents.policyId, policyId));
      await nightAt('2027-01-17T05:15:00Z');
      expect([await issuedOf('broken'), await issuedOf('sound')]).toEqual([0, 1]);
      await db.execute(sql`drop trigger refuse on documents`);
      await nightAt('2027-01-18T04:15:00Z');
      expect(await issuedOf('broken')).toBe(1);
    },
    patience(60_000),
  );

  test(
    'HOLD-6: a row that is uncommitted when the run reaches its customer is issued by the next run',
    async () => {
      const { db } = database;
      // The embedded engine has one connection, so no other transaction is open during the run.
      if (database.engine === 'embedded') return;
      const [template] = await db.select().from(policies).where(eq(policies.id, 'backdated'));
      if (!template) throw new Error('No policy');
      await db.transaction(async (tx) => {
        await tx.insert(policies).values({ ...template, id: 'open', number: '78' });
        await nightAt('2027-01-18T04:15:00Z');
      });
      const issuedOpen = () => db.$count(documents, eq(documents.policyId, 'open'));
      expect(await issuedOpen()).toBe(0);
      await nightAt('2027-01-19T04:15:00Z');
      expect(await issuedOpen()).toBe(1);
    },
    patience(60_000),
  );
});
