import { coreRecords, customers, type Db, documentMarks, privacyRequests } from '@hofn/database';
import { addMonths } from '@hofn/domain';
import { and, eq, getTableColumns, inArray, type SQL, sql } from 'drizzle-orm';
import type { Customer } from '../platform/authorization.ts';
import {
  type AllPersonalData,
  type ErasureScope,
  type ErasureStep,
  nameOf,
  type TableName,
} from '../platform/personal-data.ts';
import { accountsFrom, type Plan } from './retention.ts';

/** Columns that identify a customer; the others are erased when the person is no longer a customer. */
const identity = ['id', 'ssn', 'kind', 'fullName', 'language', 'leftAt', 'createdAt'];
/** Columns that no contract needs: erased in any case. */
const neverNeeded = ['profilePicture', 'spouseSsn', 'spouseName', 'familyNumber'];

/** What a plan retains, for the features' erasure steps. */
const scopeOf = (
  { id }: Customer,
  { policies: kept, claims: keptClaims, isCustomer }: Plan,
  today: string,
): ErasureScope => {
  const isNotIn = (column: SQL | object, ids: readonly string[]) =>
    sql`${column} is not null and ${column} <> all(${sql.param([...ids])}::text[])`;
  return {
    id,
    today,
    isCustomer,
    tenYearsAgo: addMonths(today, -120),
    ownRows: (column, where) => (where ? sql`${column} = ${id} and (${where})` : sql`${column} = ${id}`),
    policyNotRetained: (column) => isNotIn(column, kept),
    claimNotRetained: (column) => isNotIn(column, keptClaims),
    beforeRetainedAccounts: (column) => sql`${column} < ${accountsFrom(today)}::date`,
  };
};

/** Erases a person's data as the features declare it, within the transaction `db`. */
export const createErasureStore = (db: Db, personalData: Pick<AllPersonalData, 'holdings' | 'erasure'>) => {
  const steps = (subject: Customer, plan: Plan, today: string): ErasureStep[] =>
    personalData.erasure(scopeOf(subject, plan, today));
  const toRun = (all: ErasureStep[], again: boolean) => all.filter(({ when }) => !again || when === 'always');

  return {
    /** Locks the customer until the transaction ends, so that nothing is added for them meanwhile. */
    lockForUpdate: async (subject: Customer): Promise<void> => {
      await db.select({ id: customers.id }).from(customers).where(eq(customers.id, subject.id)).for('update');
    },

    /** How many rows would be deleted, by table; rows deleted in cascade are not counted. */
    count: async (
      subject: Customer,
      plan: Plan,
      today: string,
    ): Promise<Array<{ table: TableName; rows: number }>> => {
      const found = new Map<TableName, number>();
      for (const { table, where } of steps(subject, plan, today)) {
        const rows = await db.$count(table, where);
        if (rows > 0) found.set(nameOf(table), (found.get(nameOf(table)) ?? 0) + rows);
      }
      return [...found].map(([table, rows]) => ({ table, rows }));
    },

    /**
     * Erases by a plan. `again` is for an erasure that was done before and whose retention has ended since: it touches only
     * retained data.
     */
    erase: async (
      subject: Customer,
      plan: Plan,
      today: string,
      { again }: { again: boolean },
    ): Promise<void> => {
      for (const { table, where } of toRun(steps(subject, plan, today), again))
        await db.delete(table).where(where);
      const columns = getTableColumns(customers);
      const erasedColumns = Object.keys(columns).filter(
        (name) => !identity.includes(name) && (!plan.isCustomer || (!again && neverNeeded.includes(name))),
      );
      if (erasedColumns.length > 0)
        await db
          .update(customers)
          .set(Object.fromEntries(erasedColumns.map((name) => [name, null])))
          .where(eq(customers.id, subject.id));
      // An archive in preparation would contain erased data: it is restarted.
      const { state } = privacyRequests;
      await db
        .update(privacyRequests)
        .set({
          file: null,
          state: sql`case when ${state} = 'processing' then 'requested' else ${state} end`,
        })
        .where(and(eq(privacyRequests.customerId, subject.id), eq(privacyRequests.kind, 'overview')));
    },

    /** Records whether the person has left, and may no longer sign in. The first date of leaving stays. */
    recordLeaving: async (subject: Customer, isCustomer: boolean, at: Date): Promise<void> => {
      await db
        .update(customers)
        .set({ leftAt: isCustomer ? null : sql`coalesce(${customers.leftAt}, ${at.toISOString()})` })
        .where(eq(customers.id, subject.id));
    },

    /** Deletes the person when nothing is left but the name, requests and e-mails about them. */
    remove: async (subject: Customer): Promise<boolean> => {
      const last: readonly string[] = [
        'customers',
        'privacy_requests',
        'mails',
        'cases',
        'case_events',
        'case_answers',
        'document_marks',
        // These stay: without the person, their ids lead to nobody.
        'audit_events',
        // Stay, but without a customer: a core system that sends everything again must not bring back what was erased.
        'core_records',
      ];
      for (const { table, rowsOf } of personalData.holdings) {
        if (last.includes(nameOf(table))) continue;
        if ((await db.$count(table, sql`(${rowsOf(subject.id)})`)) > 0) return false;
      }
      // Deleting the policies has added marks too.
      await db.delete(documentMarks).where(eq(documentMarks.customerId, subject.id));
      await db.update(coreRecords).set({ customerId: null }).where(eq(coreRecords.customerId, subject.id));
      await db.delete(customers).where(inArray(customers.id, [subject.id]));
      return true;
    },
  };
};
