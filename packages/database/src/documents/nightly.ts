import { addDays, renewalNoticeDays } from '@hofn/domain';
import { eq, type SQL, sql } from 'drizzle-orm';
import type { Db } from '../open.ts';
import { customers } from '../schema/customers.ts';
import { documentMarks, documentProgress } from '../schema/documents.ts';
import { instalments } from '../schema/payments.ts';
import { policies } from '../schema/policies.ts';
import { freezeWordings } from './facts-sql.ts';
import { type IssuedDocument, invoiceNoticeDays, issueKind, type Scope, statementDay } from './issue.ts';
import type { IssuedKind } from './titles.ts';

type Topic = (typeof documentMarks.$inferSelect)['topic'];

/** Kinds that may have become due when data of a topic changed. */
const kindsOf: Record<Topic, readonly IssuedKind[]> = {
  policies: ['certificate', 'renewal', 'policyOverview'],
  instalments: ['invoice'],
  transactions: ['transactionOverview', 'annualStatement'],
  claims: ['claimDecision'],
};

const topicOf = (kind: IssuedKind): Topic => {
  const topic = (Object.keys(kindsOf) as Topic[]).find((topic) => kindsOf[topic].includes(kind));
  if (topic === undefined) throw new Error(`No topic has documents of kind ${kind}`);
  return topic;
};

/** Where to find the customers of a day. */
type Candidates = { table: typeof policies | typeof instalments | typeof customers; where: SQL };

const isQuarter = (day: string): boolean => /-(01|04|07|10)-01$/.test(day);
const ofPolicies = (column: object, day: string): Candidates => ({
  table: policies,
  where: sql`${column} = ${day}::date`,
});
const everybody: Candidates = { table: customers, where: sql`true` };

/** Kinds that become due by date, with the customers concerned on a day; undefined if none can be due. */
const calendar: Partial<Record<IssuedKind, (day: string) => Candidates | undefined>> = {
  certificate: (day) => ofPolicies(policies.validFrom, day),
  renewal: (day) => ofPolicies(policies.validTo, addDays(day, renewalNoticeDays)),
  invoice: (day) => ({
    table: instalments,
    where: sql`${instalments.dueDate} = ${addDays(day, invoiceNoticeDays)}::date`,
  }),
  transactionOverview: (day) => (isQuarter(day) ? everybody : undefined),
  policyOverview: (day) => (isQuarter(day) ? everybody : undefined),
  annualStatement: (day) => (day.endsWith(`-01-${statementDay}`) ? everybody : undefined),
};

// An arbitrary advisory lock key, the same in every process.
const lockKey = 4_817_190_122;

export type NightOptions = {
  /** `YYYY-MM-DD` */
  today: string;
  /** Customers per transaction: few enough to stay well within the pool's statement timeout. */
  portion?: number;
  /** Called after each portion with the number of documents issued. */
  onPortion?: (issued: number) => void;
  /** Called in the transaction that issues them. */
  onIssued?: (tx: Db, issued: readonly IssuedDocument[]) => Promise<void>;
  /** Called for each customer whose documents of a kind could not be issued; the next run tries again. */
  onFailure: (failure: { customerId: string; kind: IssuedKind; error: unknown }) => void;
};

/** Whether a statement failed because of its data, so that other customers' documents can still be issued. */
const isOfData = (error: unknown): boolean => {
  const { code } = ((error as { cause?: unknown }).cause ?? error) as { code?: unknown };
  // Class 22: data exception; 23: integrity constraint violation; P0001: raised by a trigger.
  return typeof code === 'string' && /^(22|23|P0001)/.test(code);
};

/**
 * Issues the documents of one kind. If a customer's data makes that fail, the others' are issued, and the customer is
 * marked for the next run.
 */
const issueOrMark = async (
  tx: Db,
  kind: IssuedKind,
  scope: Scope,
  wordings: string,
  reporting: Pick<NightOptions, 'onFailure' | 'onIssued'>,
): Promise<number> => {
  try {
    return await tx.transaction(async (savepoint) => {
      const issued = await issueKind(savepoint, kind, scope, wordings);
      await reporting.onIssued?.(savepoint, issued);
      return issued.length;
    });
  } catch (error) {
    if (!isOfData(error)) throw error;
    const [customerId, ...others] = scope.customerIds;
    if (customerId === undefined || others.length > 0) {
      let issued = 0;
      for (const customerId of scope.customerIds)
        issued += await issueOrMark(tx, kind, { ...scope, customerIds: [customerId] }, wordings, reporting);
      return issued;
    }
    await tx.insert(documentMarks).values({ customerId, topic: topicOf(kind) });
    reporting.onFailure({ customerId, kind, error });
    return 0;
  }
};

/**
 * Issues the documents that have become due since the last run, one portion of customers per transaction (rule HOLD-6).
 * The next run continues a killed one; concurrent runs take turns.
 * @returns how many were issued
 */
export const issueDocuments = async (
  db: Db,
  { today, portion = 500, onPortion, ...reporting }: NightOptions,
): Promise<number> => {
  const wordings = await freezeWordings(db);
  let issued = 0;
  /** Runs portions, each in its own transaction, until the last. */
  const inPortions = async (work: (tx: Db) => Promise<{ added: number; isLast: boolean }>): Promise<void> => {
    for (let ended = false; !ended; ) {
      const { added, isLast } = await db.transaction(async (tx) => {
        await tx.execute(sql`select pg_advisory_xact_lock(${lockKey})`);
        // The planner overestimates these statements, and JIT compilation took four fifths of their time.
        await tx.execute(sql`set local jit = off`);
        return work(tx);
      });
      issued += added;
      ended = isLast;
      onPortion?.(added);
    }
  };

  // Changed data. A mark becomes visible together with its change, and marks are deleted before the tables are read, so
  // a change missed here leaves its mark for the next run.
  const reached = await db.select({ day: documentProgress.issuedTo }).from(documentProgress);
  // If the clock was set back, continue from the later day: nothing becomes due twice.
  const to = [today, ...reached.map(({ day }) => day)].toSorted().at(-1) ?? today;
  let after = '';
  await inPortions(async (tx) => {
    const marked = await customersOf(
      tx,
      sql`select distinct customer_id as id from ${documentMarks} where customer_id > ${after} order by customer_id limit ${portion}`,
    );
    const last = marked.at(-1);
    if (last === undefined) return { added: 0, isLast: true };
    const { rows } = (await tx.execute(
      sql`delete from ${documentMarks} where customer_id = any(${sql.param(marked)}::text[]) returning customer_id as id, topic`,
    )) as unknown as { rows: Array<{ id: string; topic: Topic }> };
    let added = 0;
    for (const [topic, marks] of Map.groupBy(rows, (row) => row.topic)) {
      const customerIds = [...new Set(marks.map(({ id }) => id))];
      for (const kind of kindsOf[topic])
        added += await issueOrMark(tx, kind, { customerIds, to }, wordings, reporting);
    }
    after = last;
    return { added, isLast: marked.length < portion };
  });

  // Due by date: day by day from where the last run stopped.
  for (const [name, candidatesOn] of Object.entries(calendar)) {
    const kind = name as IssuedKind;
    await inPortions(async (tx) => {
      const own = eq(documentProgress.kind, kind);
      const [progress] = await tx.select().from(documentProgress).where(own);
      if (!progress) {
        // Everything from before the first run carries marks.
        await tx.insert(documentProgress).values({ kind, issuedTo: today });
        return { added: 0, isLast: true };
      }
      if (progress.issuedTo >= today) return { added: 0, isLast: true };
      const day = addDays(progress.issuedTo, 1);
      const candidates = candidatesOn(day);
      const customerIds = candidates
        ? await nextCustomers(tx, candidates, progress.after ?? '', portion)
        : [];
      const added =
        customerIds.length === 0
          ? 0
          : await issueOrMark(tx, kind, { customerIds, from: day, to: day }, wordings, reporting);
      const isDone = customerIds.length < portion;
      await tx
        .update(documentProgress)
        .set(isDone ? { issuedTo: day, after: null } : { after: customerIds.at(-1) ?? null })
        .where(own);
      return { added, isLast: isDone && day >= today };
    });
  }
  return issued;
};

const customersOf = async (tx: Db, query: SQL): Promise<string[]> => {
  const { rows } = (await tx.execute(query)) as unknown as { rows: Array<{ id: string }> };
  return rows.map(({ id }) => id);
};

/** The next customers of a day, ordered by id. */
const nextCustomers = (
  tx: Db,
  { table, where }: Candidates,
  after: string,
  limit: number,
): Promise<string[]> => {
  const id = table === customers ? customers.id : (table as typeof policies).customerId;
  return customersOf(
    tx,
    sql`select distinct ${id} as id from ${table} where ${where} and ${id} > ${after} order by ${id} limit ${limit}`,
  );
};
