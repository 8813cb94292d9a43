import type { ErrorCode, ViewReason, Who } from '@hofn/contracts';

/** What one may do with a subject's data, each including the ones before it. */
export type Role = 'Readonly' | 'Full' | 'Admin';

/** A customer as far as access goes. */
export type Customer = { id: string; kind: 'person' | 'company'; ssn: string; fullName: string };

/** A staff member's view of a customer; `endsAt` as RFC 3339. */
export type OpenView = { id: string; reason: ViewReason; endsAt: string };

/**
 * Who asks (`actor`), whose data (`subject`), how the two stand (`via`), and what the actor may do with it (`role`).
 * Made by `createCallerCheck` alone; stores take the subject from it and ask for nobody else's rows.
 */
export type RequestContext = {
  actor: { kind: 'customer' | 'employee'; id: string };
  subject: Customer;
  via: 'self' | 'delegate' | 'staff';
  role: Role;
  /** The sign-in session that it is asked in, where the token names one. */
  session?: string;
  /** The open view that a staff member has the data by. */
  view?: OpenView;
};

/** Whose something is, as far as keeping it goes: a customer, or someone who has not signed in. */
export type Owner = { id: string };

/** A call of someone who has not signed in: the visit is actor and subject in one. */
export type VisitContext = { actor: { kind: 'visitor'; id: string }; subject: Owner; via: 'visit' };

/** Who asks, before anything is known of whose data they are after. */
export type Caller =
  | { kind: 'anonymous' }
  | { kind: 'visitor'; context: VisitContext }
  | {
      kind: 'customer';
      context: RequestContext;
      /** Whom they had chosen to act for, where that is no longer so; `context` is then of their own data. */
      lost?: { why: 'accessEnded' | 'subjectChanged'; fullName?: string };
    }
  | { kind: 'employee'; id: string; context?: RequestContext };

const rank: Record<Role, number> = { Readonly: 0, Full: 1, Admin: 2 };

/**
 * The one rule of who may make a call (rule ACC-5), by the row's `who`.
 * @param writes whether the call changes or sends something: staff do neither in a customer's name (rule STAFF-5)
 * @returns nothing when the caller may, else the code to refuse with
 */
export const refusal = (who: Who, caller: Caller, writes = false): ErrorCode | undefined => {
  if (who.kind === 'public') return undefined;
  if (caller.kind === 'anonymous') return 'unauthenticated';
  const forVisitors = who.kind === 'visitor' || (who.kind === 'customer' && who.visitors === true);
  if (caller.kind === 'visitor') return forVisitors ? undefined : 'unauthenticated';
  if (who.kind === 'visitor') return 'forbidden';
  if (who.kind === 'employee') return caller.kind === 'employee' ? undefined : 'forbidden';
  // An employee has a customer's data before them only while a view of that customer is open.
  const { context } = caller;
  if (!context || (context.via === 'staff' && writes)) return 'forbidden';
  if (who.about === 'actor') return context.via === 'staff' && !who.staff ? 'forbidden' : undefined;
  // Said before any other reason: the page is then of another customer than the call would be about.
  if (caller.kind === 'customer' && caller.lost) return caller.lost.why;
  if (who.self && context.via !== 'self') return context.via === 'staff' ? 'forbidden' : 'selfOnly';
  if (who.subject === 'persons' && context.subject.kind !== 'person') return 'personsOnly';
  if (who.subject === 'companies' && context.subject.kind !== 'company') return 'companiesOnly';
  if (rank[context.role] >= rank[who.role]) return undefined;
  if (context.via === 'staff') return 'forbidden';
  return who.role === 'Admin' ? 'adminAccess' : 'readonlyAccess';
};
