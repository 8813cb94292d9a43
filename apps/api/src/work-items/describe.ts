import type { CaseKind, StaffCase } from '@hofn/contracts';
import { customers, type Db } from '@hofn/database';
import type { Language } from '@hofn/texts';
import { eq } from 'drizzle-orm';
import type { Customer } from '../platform/authorization.ts';
import { type DescribedMatter, kindOf, type WorkItemKind, type WorkItemRow } from '../platform/work-items.ts';

/** The request, its sender as they name themselves, and how it can be answered. */
export type DescribedItem = DescribedMatter &
  Pick<StaffCase, 'answerBy'> & {
    /** The customer who is known to have sent it. */
    customer: Customer | null;
  };

/** The kinds of work items that features declare. */
export type WorkItemKinds = Partial<Record<CaseKind, WorkItemKind>>;

const answerBy = (email: string | null, isKnown: boolean): DescribedItem['answerBy'] => {
  if (!isKnown) return email === null ? 'none' : 'email';
  return email === null ? 'portal' : 'both';
};

/**
 * Describes work items through the features of their kinds. The caller must be allowed to see all of them.
 * @returns a function that gives undefined when what the work item is about has been deleted
 */
export const createDescriber =
  (db: Db, kinds: WorkItemKinds) =>
  async (row: WorkItemRow, reader: Language): Promise<DescribedItem | undefined> => {
    const { customerId } = row;
    const [customer] =
      customerId === null ? [] : await db.select().from(customers).where(eq(customers.id, customerId));
    const described = await kinds[kindOf(row)]?.describe({ row, customer, reader });
    if (!described) return undefined;
    const { matter, email } = described;
    // Anyone can report a claim with somebody's kennitala: until a handler has verified it, it belongs to no customer.
    const verified = matter.kind === 'claim' && matter.unverified ? undefined : customer;
    // For kinds without files of their own: files that came by e-mail.
    const own = { owner: { id: customerId ?? row.id }, holder: { kind: 'case', id: row.id } };
    return {
      ...described,
      files: described.files.length > 0 ? described.files : [own],
      // What nobody has sent is not among the customer's messages: a letter about it comes by e-mail alone.
      answerBy: answerBy(email, verified !== undefined && row.problem === null),
      customer: verified
        ? { id: verified.id, kind: verified.kind, ssn: verified.ssn, fullName: verified.fullName }
        : null,
    };
  };

/** Id of the customer whose data an item shows: its own, or the one whose kennitala somebody gave without signing in. */
export const customerSeenIn = ({ customer, matter }: DescribedItem): string | null =>
  customer?.id ?? (matter.kind === 'claim' ? (matter.owner?.customerId ?? null) : null);
