import type { CaseKind, CaseMessage, StaffCase, StaffDecision } from '@hofn/contracts';
import { caseProblem, cases, type customers, type Db } from '@hofn/database';
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

type Problem = NonNullable<WorkItemRow['problem']>;
const isProblem = (kind: CaseKind): kind is Problem =>
  (caseProblem.enumValues as readonly CaseKind[]).includes(kind);
const prefixOf = (problem: Problem): string => `${problem} `;

/** The kind of a work item; of one that nobody has sent, its problem. */
export const kindOf = ({ kind, problem }: Pick<WorkItemRow, 'kind' | 'problem'>): CaseKind => problem ?? kind;

/** Id, in the table of its kind, of what a work item is about. */
export const matterIdOf = ({ problem, matterId }: Pick<WorkItemRow, 'matterId' | 'problem'>): string =>
  problem === null ? matterId : matterId.slice(prefixOf(problem).length);

/** The columns that say what a work item is about (see the table). */
export const matterColumns = (
  kind: CaseKind,
  matterId: string,
): Pick<WorkItemRow, 'kind' | 'matterId' | 'problem'> =>
  isProblem(kind)
    ? { kind: 'claim', matterId: prefixOf(kind) + matterId, problem: kind }
    : { kind, matterId, problem: null };

/** Condition for the work items about rows of the table of their kind. */
export const isAbout = (kind: CaseKind, matterId: string | readonly string[]): SQL | undefined => {
  const columns = [matterId].flat().map((id) => matterColumns(kind, id));
  const ids = columns.map((row) => row.matterId);
  return and(eq(cases.kind, matterColumns(kind, '').kind), anyOf(cases.matterId, ids));
};

/** Condition for the work item about the row of a query, of a kind that nobody sends. */
export const isAboutRow = (
  problem: Problem,
  { customerId, id }: { customerId: PgColumn; id: PgColumn },
): SQL =>
  sql`${cases.problem} = ${problem} and ${cases.customerId} = ${customerId} and ${id} = substr(${cases.matterId}, ${sql.raw(String(prefixOf(problem).length + 1))})`;

/** Condition for work items of a kind. */
export const isOfKind = (kind: CaseKind): SQL =>
  isProblem(kind)
    ? sql`${cases.problem} = ${kind}`
    : sql`${cases.kind} = ${kind} and ${cases.problem} is null`;

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
  /** The document that the customer accepted. */
  proof?(asked: { row: WorkItemRow; customer: Customer; language: Language }): Promise<Download | undefined>;
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
