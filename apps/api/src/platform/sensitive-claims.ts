import { claims, type Db, policies } from '@hofn/database';
import { sensitiveLines, sensitiveProducts } from '@hofn/domain/sensitive-claims.ts';
import type { StaffRole } from '@hofn/domain/staff-roles.ts';
import { and, eq, inArray, type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import type { Customer, StaffMember } from './authorization.ts';

/** What of a claim, or of a report that is none yet, says what it is about: columns or expressions. */
type ClaimColumns = { line: SQLWrapper; form: SQLWrapper; productId: SQLWrapper };

/**
 * Whether a claim is about an injury or somebody's health (rule ROLE-2), never null: by its line, by what its report says, or when it
 * has no line, by the product that pays for it. The only place that says so.
 */
export const isSensitiveClaim = ({ line, form, productId }: ClaimColumns): SQL =>
  sql`coalesce(${inArray(line, [...sensitiveLines])}, ${inArray(productId, [...sensitiveProducts])}, false)
    or coalesce(${form} -> 'details' ->> 'injured' = 'yes', false)
    or coalesce(${form} -> 'causes' ?| array['injury', 'medical'], false)`;

/** Claims that a role of an employee opens: all, those of its lines, or without the role none. */
export const claimsOfRole = (
  { given }: StaffMember,
  role: StaffRole,
  line: SQLWrapper,
): SQL | 'all' | 'none' => {
  const found = given.find((one) => one.role === role);
  if (!found) return 'none';
  return found.lines === null ? 'all' : inArray(line, [...found.lines]);
};

/** Sensitive claims that an employee may not read, as a condition; undefined when they may read all. */
export const isHiddenFrom = (employee: StaffMember, columns: ClaimColumns): SQL | undefined => {
  const readable = claimsOfRole(employee, 'injuries', columns.line);
  if (readable === 'all') return undefined;
  const isSensitive = isSensitiveClaim(columns);
  return readable === 'none' ? sql`(${isSensitive})` : sql`((${isSensitive}) and (${readable}) is not true)`;
};

/** Creates the look-up of the claims of a customer that an employee may not see while they view the customer. */
export const createHiddenClaims =
  (db: Db) =>
  async (employee: StaffMember, customer: Pick<Customer, 'id'>): Promise<string[]> => {
    const isHidden = isHiddenFrom(employee, {
      line: claims.line,
      form: claims.form,
      productId: policies.productId,
    });
    if (!isHidden) return [];
    const rows = await db
      .select({ id: claims.id })
      .from(claims)
      .leftJoin(policies, and(eq(policies.customerId, claims.customerId), eq(policies.id, claims.policyId)))
      .where(and(eq(claims.customerId, customer.id), isHidden));
    return rows.map(({ id }) => id);
  };

/** Ids of the claims of a customer that the reader may not see; mostly none. */
export const hiddenClaimsOf = ({ hiddenClaims = [] }: Pick<Customer, 'hiddenClaims'>): string[] => [
  ...hiddenClaims,
];

/** `hiddenClaimsOf` in a prepared query, as the parameter `hidden`. */
export const hiddenParameter: SQL = sql`${sql.placeholder('hidden')}::text[]`;

/** Condition that the claim of a row, if it has one, is shown. @param hidden ids of hidden claims, an array of texts */
export const isShownClaim = (claimId: SQLWrapper, hidden: SQL): SQL =>
  sql`coalesce(${claimId} <> all(${hidden}), true)`;

/** `isShownClaim` outside prepared queries; undefined where nothing is hidden. */
export const isShownTo = (subject: Pick<Customer, 'hiddenClaims'>, claimId: SQLWrapper): SQL | undefined => {
  const hidden = hiddenClaimsOf(subject);
  return hidden.length === 0 ? undefined : isShownClaim(claimId, sql`${sql.param(hidden)}::text[]`);
};
