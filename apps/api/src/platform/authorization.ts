import type { CoreScope, ErrorCode, ViewReason, Who } from '@hofn/contracts';
import type { Conflicts, CurrentEmployee } from '@hofn/database';
import type { StaffRole } from '@hofn/domain/staff-roles.ts';
import { Fault } from './fault.ts';

/** What an actor may do with a subject's data; each role includes those before it. */
export type Role = 'Readonly' | 'Full' | 'Admin';

/** A customer as access checks see them. */
export type Customer = {
  id: string;
  kind: 'person' | 'company';
  ssn: string;
  fullName: string;
  /**
   * Ids of the customer's claims that the reader may not see, nor anything attached to them: those about injuries and health, for
   * an employee without the role who views the customer (rule ROLE-2). Customers and their delegates see all of theirs.
   */
  hiddenClaims?: readonly string[];
};

/** A staff member's view of a customer; `endsAt` as RFC 3339. */
export type OpenStaffView = { id: string; reason: ViewReason; endsAt: string };

/**
 * Who calls (`actor`), whose data (`subject`), the relation between them (`via`) and the actor's rights (`role`).
 * Built only by `createCallerCheck`; stores take the subject from it and query no other customer's rows.
 */
export type RequestContext = {
  actor: { kind: 'customer' | 'employee'; id: string };
  subject: Customer;
  via: 'self' | 'delegate' | 'staff';
  role: Role;
  /** Whether the actor has signed in within ten minutes, or with more than a password (rule HOLD-12). */
  hasFreshSignIn?: boolean;
  /** The sign-in session of the call, where the token names one. */
  session?: string;
  /** The open view through which a staff member sees the data. */
  view?: OpenStaffView;
};

/** Who owns stored data: a customer, or a visitor who has not signed in. */
export type Owner = { id: string };

/** A call by a visitor who has not signed in: the visit is both actor and subject. */
export type VisitContext = { actor: { kind: 'visitor'; id: string }; subject: Owner; via: 'visit' };

/**
 * A current staff member, with the roles that they have today, the lines of insurance that each is limited to, and whose matters
 * they may not see (rule ROLE-4).
 */
export type StaffMember = CurrentEmployee & { conflicts: Conflicts };

/** A client of the core connection: another system, with the scopes of its access token. */
export type ServiceClient = { clientId: string; source: string; scopes: readonly CoreScope[] };

/** Who calls, before a subject has been authorized. */
export type Caller =
  | { kind: 'anonymous' }
  | { kind: 'visitor'; context: VisitContext }
  | {
      kind: 'customer';
      context: RequestContext;
      /** The chosen delegation, when it is no longer valid; `context` is then about the actor's own data. */
      invalidDelegation?: { why: 'accessEnded' | 'subjectChanged'; fullName?: string };
    }
  | ({ kind: 'employee'; context?: RequestContext } & StaffMember)
  | ({ kind: 'service' } & ServiceClient);

/** @throws Fault `freshSignInNeeded` */
export const requireFreshSignIn = ({ hasFreshSignIn }: Pick<RequestContext, 'hasFreshSignIn'>): void => {
  if (!hasFreshSignIn) throw new Fault('freshSignInNeeded');
};

/** Systems make only the calls that are for them, each with its scope (rule CORE-1). */
const serviceRefusal = (who: Who, { scopes }: ServiceClient): ErrorCode | undefined => {
  if (who.kind !== 'service' || scopes.length === 0) return 'forbidden';
  return who.scope === 'any' || scopes.includes(who.scope) ? undefined : 'scopeMissing';
};

const hasAnyRole = ({ roles }: StaffMember, wanted: readonly StaffRole[]): boolean =>
  roles.some((role) => wanted.includes(role));

const rank: Record<Role, number> = { Readonly: 0, Full: 1, Admin: 2 };

/**
 * Decides who may make a call (rule ACC-5), by `who` in its row of the contract.
 * @param writes whether the call changes or sends something, which staff may not do for a customer (rule STAFF-5)
 * @returns the error code to refuse with, or undefined when the caller may make the call
 */
export const refusal = (who: Who, caller: Caller, writes = false): ErrorCode | undefined => {
  if (who.kind === 'public') return undefined;
  if (caller.kind === 'anonymous') return 'unauthenticated';
  if (caller.kind === 'service') return serviceRefusal(who, caller);
  const forVisitors = who.kind === 'visitor' || (who.kind === 'customer' && who.visitors === true);
  if (caller.kind === 'visitor') return forVisitors ? undefined : 'unauthenticated';
  if (who.kind === 'visitor' || who.kind === 'service') return 'forbidden';
  if (who.kind === 'employee')
    return caller.kind === 'employee' && hasAnyRole(caller, who.roles) ? undefined : 'forbidden';
  // Staff reach a customer's data only while they have a view of that customer open.
  const { context } = caller;
  if (!context || (context.via === 'staff' && writes)) return 'forbidden';
  if (who.about === 'actor') return context.via === 'staff' && !who.staff ? 'forbidden' : undefined;
  // Takes precedence over every other reason: the page shows another customer than the call would be about.
  if (caller.kind === 'customer' && caller.invalidDelegation) return caller.invalidDelegation.why;
  if (who.self && context.via !== 'self') return context.via === 'staff' ? 'forbidden' : 'selfOnly';
  if (who.subject === 'persons' && context.subject.kind !== 'person') return 'personsOnly';
  if (who.subject === 'companies' && context.subject.kind !== 'company') return 'companiesOnly';
  if (rank[context.role] >= rank[who.role]) return undefined;
  if (context.via === 'staff') return 'forbidden';
  return who.role === 'Admin' ? 'adminAccess' : 'readonlyAccess';
};
