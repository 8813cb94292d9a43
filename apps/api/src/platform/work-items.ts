import type { CaseKind, CaseMessage, ComplaintDecision, StaffCase, StaffDecision } from '@hofn/contracts';
import { caseLaterKind, caseProblem, cases, type customers, type Db } from '@hofn/database';
import type { Language } from '@hofn/texts';
import { and, eq, type SQL, sql } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import type { Customer, Owner } from './authorization.ts';
import type { Download } from './download.ts';
import type { Letter } from './mail/letter.ts';
import { anyOf } from './sql.ts';
import type { AttachmentTarget } from './uploads/store.ts';

export type WorkItemRow = typeof cases.$inferSelect;
export type CustomerRow = typeof customers.$inferSelect;

type Kinds = Pick<WorkItemRow, 'kind' | 'problem' | 'laterKind'>;
type Problem = NonNullable<WorkItemRow['problem']>;
type LaterKind = NonNullable<WorkItemRow['laterKind']>;
/** Kinds that the previous release does not know, and takes for claims that there are not. */
type HiddenKind = Problem | LaterKind;
const isProblem = (kind: CaseKind): kind is Problem =>
  (caseProblem.enumValues as readonly CaseKind[]).includes(kind);
const isLater = (kind: CaseKind): kind is LaterKind =>
  (caseLaterKind.enumValues as readonly CaseKind[]).includes(kind);
const prefixOf = (kind: HiddenKind): string => `${kind} `;
const hiddenKindOf = ({ problem, laterKind }: Omit<Kinds, 'kind'>): HiddenKind | null => problem ?? laterKind;

/** The kind of a work item; of one that nobody has sent, its problem. */
export const kindOf = (row: Kinds): CaseKind => hiddenKindOf(row) ?? row.kind;

/** The kind of a work item in a query. */
export const kindInSql = sql<CaseKind>`coalesce(${cases.problem}::text, ${cases.laterKind}::text, ${cases.kind}::text)`;

/** Id, in the table of its kind, of what a work item is about. */
export const matterIdOf = (row: Omit<Kinds, 'kind'> & Pick<WorkItemRow, 'matterId'>): string => {
  const hidden = hiddenKindOf(row);
  return hidden === null ? row.matterId : row.matterId.slice(prefixOf(hidden).length);
};

/** The columns that say what a work item is about (see the table). */
export const matterColumns = (kind: CaseKind, matterId: string): Kinds & Pick<WorkItemRow, 'matterId'> => {
  if (isProblem(kind))
    return { kind: 'claim', matterId: prefixOf(kind) + matterId, problem: kind, laterKind: null };
  if (isLater(kind))
    return { kind: 'claim', matterId: prefixOf(kind) + matterId, problem: null, laterKind: kind };
  return { kind, matterId, problem: null, laterKind: null };
};

/** Condition for the work items about rows of the table of their kind. */
export const isAbout = (kind: CaseKind, matterId: string | readonly string[]): SQL | undefined => {
  const columns = [matterId].flat().map((id) => matterColumns(kind, id));
  const ids = columns.map((row) => row.matterId);
  return and(eq(cases.kind, matterColumns(kind, '').kind), anyOf(cases.matterId, ids));
};

/** Condition for the work item about the row of a query, of a kind that the previous release does not know. */
export const isAboutRow = (
  kind: HiddenKind,
  { customerId, id }: { customerId: PgColumn; id: PgColumn },
): SQL =>
  sql`${isOfKind(kind)} and ${cases.customerId} = ${customerId} and ${id} = substr(${cases.matterId}, ${sql.raw(String(prefixOf(kind).length + 1))})`;

/** Condition for work items of a kind. */
export const isOfKind = (kind: CaseKind): SQL => {
  if (isProblem(kind)) return sql`${cases.problem} = ${kind}`;
  if (isLater(kind)) return sql`${cases.laterKind} = ${kind}`;
  return sql`${cases.kind} = ${kind} and ${cases.problem} is null and ${cases.laterKind} is null`;
};

/** What a work item is about, as its feature describes it to staff. */
export type DescribedMatter = Pick<StaffCase, 'matter' | 'email' | 'phone' | 'ssn'> & {
  files: Array<{ owner: Owner; holder: AttachmentTarget }>;
  /** Messages that the feature itself stores, as claims do. */
  messages: CaseMessage[];
};

/** Whose work item it is: `customer` is undefined when the sender is not known to be one. */
export type DescribeRequest = {
  row: WorkItemRow;
  customer: CustomerRow | undefined;
  /** The language of the staff member who reads it. */
  reader: Language;
};

/** How a feature takes part in the staff work queue with one kind of work item. */
export type WorkItemKind = {
  /** @returns undefined when what the work item is about has been deleted */
  describe(request: DescribeRequest): Promise<DescribedMatter | undefined>;
  /** Whether the work item cannot be closed yet because it needs a decision of its own. */
  isUndecided?(tx: Db, row: WorkItemRow): Promise<boolean>;
  /** Locks the feature's own row, which every writer locks before the work item. */
  lock?(tx: Db, row: WorkItemRow): Promise<unknown>;
  /** Whether the work item is closed only with a note on how it ended, because nothing else would say so. */
  closesWithNote?(tx: Db, row: WorkItemRow): Promise<boolean>;
  /** Whether staff ask about what is undecided by `settle`, since the customer could not answer anything else. */
  asksBySettling?: true;
  /** Writes the answer where the customer reads it, instead of in the work item. */
  answer?(
    tx: Db,
    answer: {
      employee: { id: string; name: string };
      customer: Customer;
      described: DescribedMatter;
      text: string;
    },
  ): Promise<boolean>;
  /**
   * Records an employee's decision on the request that the work item is about.
   * @returns `unchanged` if the same decision is already recorded; `asked` if another system has to carry it out, which
   * `afterAct` requests
   */
  settle?(
    tx: Db,
    decided: {
      row: WorkItemRow;
      employee: { id: string; name: string };
      decision: StaffDecision;
      language: Language;
    },
  ): Promise<'recorded' | 'unchanged' | 'asked'>;
  /** Runs after the transaction of an act. It does not throw; failures are retried. */
  afterAct?(row: WorkItemRow): Promise<void>;
  /**
   * Adds a customer's reply by e-mail to the feature's own messages, where the customer reads it.
   * @param reply.author the customer's name, or the sender's address if it is not the one on file
   * @returns false if the feature has no messages for it
   */
  receiveReply?(
    tx: Db,
    reply: { customer: Customer; described: DescribedMatter; author: string; text: string },
  ): Promise<boolean>;
  /**
   * Records an employee's decision on whether something sent without sign-in is the customer's whose kennitala was given.
   * @throws Fault `conflict` when there is nothing to decide
   */
  decideOwner?(
    tx: Db,
    decided: { row: WorkItemRow; employee: { id: string; name: string }; isOwners: boolean },
  ): Promise<void>;
  /** The e-mail that a decision would send. @throws Fault as `settle` does: what cannot be settled has no letter */
  preview?(asked: {
    row: WorkItemRow;
    customer: Customer;
    employee: { id: string; name: string };
    decision: StaffDecision;
    language: Language;
  }): Promise<Record<Language, Letter> | undefined>;
  /** Records an employee's decision on a complaint, and sends its letter. @throws Fault `conflict` when there is nothing to decide */
  decide?(
    tx: Db,
    decided: { row: WorkItemRow; employee: { id: string; name: string }; decision: ComplaintDecision },
  ): Promise<void>;
  /** The e-mail that such a decision would send; undefined when there is nothing to decide. */
  previewDecision?(asked: {
    row: WorkItemRow;
    customer: Customer;
    employee: { id: string; name: string };
    decision: ComplaintDecision;
  }): Promise<Letter | undefined>;
  /** The document that the customer accepted. */
  proof?(asked: { row: WorkItemRow; customer: Customer; language: Language }): Promise<Download | undefined>;
  /** The employees who may read the work item and not take or decide it: they handled what it is about (rule RIGHT-2). */
  handlers?(tx: Db, row: WorkItemRow): Promise<readonly { id: string; name: string }[]>;
  /** Records in the feature's own row whether the work item is closed. */
  stateChanged?(tx: Db, row: WorkItemRow, state: 'received' | 'closed'): Promise<void>;
};

/** A customer's contact details on file. */
export const contactOf = (row: CustomerRow): Pick<DescribedMatter, 'email' | 'phone' | 'ssn'> => ({
  email: row.email,
  phone: row.mobilePhone,
  ssn: row.ssn,
});

/** The value of a text field, null when it is empty or not a string. */
export const textOf = (value: unknown): string | null =>
  typeof value === 'string' && value !== '' ? value : null;
