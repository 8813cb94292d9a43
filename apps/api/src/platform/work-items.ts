import type { CaseMessage, StaffCase, StaffDecision } from '@hofn/contracts';
import type { cases, customers, Db } from '@hofn/database';
import type { Language } from '@hofn/texts';
import type { Customer, Owner } from './authorization.ts';
import type { Download } from './download.ts';
import type { Letter } from './mail/letter.ts';
import type { AttachmentTarget } from './uploads/store.ts';

export type WorkItemRow = typeof cases.$inferSelect;
export type CustomerRow = typeof customers.$inferSelect;

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
   * @returns `unchanged` when the same decision is already recorded
   */
  settle?(
    tx: Db,
    decided: {
      row: WorkItemRow;
      employee: { id: string; name: string };
      decision: StaffDecision;
      language: Language;
    },
  ): Promise<'recorded' | 'unchanged'>;
  /** The e-mail that a decision would send. */
  preview?(asked: {
    row: WorkItemRow;
    customer: Customer;
    decision: StaffDecision;
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
