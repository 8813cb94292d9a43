import type { ClaimLine } from './claim-form.ts';

/**
 * Roles of staff (rule ROLE-1). Nobody has one by being an employee; one employee may have several.
 * - `service` answers messages and forms, and settles requests about policies;
 * - `claims` handles claims, apart from those about injuries and health, which are for `injuries`;
 * - `adviser` makes offers and settles requests about policies;
 * - `finance` sees to what is wrong with a payment;
 * - `privacy` decides requests about personal data;
 * - `supervisor` opens every case but those about injuries, health and personal data, and reads the audit log;
 * - `admin` administers employees and their roles; `auditor` reads the audit log.
 */
export const staffRoles = [
  ...(['service', 'claims', 'injuries', 'adviser', 'finance', 'privacy', 'supervisor'] as const),
  ...(['admin', 'auditor'] as const),
] as const;
export type StaffRole = (typeof staffRoles)[number];

/** Roles of those who work on cases. */
export const deskRoles = [
  ...(['service', 'claims', 'injuries', 'adviser', 'finance', 'privacy', 'supervisor'] as const),
] as const satisfies readonly StaffRole[];

/** Roles of those who answer visitors' chats. */
export const chatRoles: readonly StaffRole[] = ['service', 'claims', 'adviser', 'supervisor'];

/** The roles that may be limited to some lines of insurance. */
export const rolesByLine = ['claims', 'injuries'] as const satisfies readonly StaffRole[];

/**
 * The only role of most employees in the previous release, and the roles that it maps to for employees without roles of their
 * own. The next release does not know it.
 */
export const earlierRole = 'agent';
export const rolesOfEarlierRole = [
  ...(['service', 'claims', 'injuries', 'adviser', 'finance', 'privacy'] as const),
] as const satisfies readonly StaffRole[];

/** A role as an employee has it. Days are `YYYY-MM-DD`; the last one is included. */
export type GivenRole = {
  role: StaffRole;
  /** Lines of insurance that it is limited to; null for all. */
  lines: ClaimLine[] | null;
  from: string;
  /** Null: until it is taken away. */
  to: string | null;
};

const isRole = (name: string): name is StaffRole => (staffRoles as readonly string[]).includes(name);

/** The roles behind names that an earlier release, or a directory's table, may have given. Unknown names are none. */
export const rolesNamed = (names: readonly string[]): StaffRole[] => {
  const named = names.flatMap((name) => (name === earlierRole ? rolesOfEarlierRole : name));
  return staffRoles.filter((role) => named.some((name) => isRole(name) && name === role));
};

/** What an earlier release reads of roles: `agent`, `admin` and `auditor`. */
export const earlierNamesOf = (roles: readonly StaffRole[]): string[] =>
  roles.length === 0 ? [] : [earlierRole, ...roles.filter((role) => role === 'admin' || role === 'auditor')];

/** Whether a role applies on a day. */
export const appliesOn = ({ from, to }: Pick<GivenRole, 'from' | 'to'>, day: string): boolean =>
  from <= day && (to === null || day <= to);
