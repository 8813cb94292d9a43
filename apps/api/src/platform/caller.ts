import type { Clock } from '@hofn/domain/clock.ts';
import { createExpiringCache } from '@hofn/service/expiring-cache.ts';
import type { TokenClaims } from '@hofn/service/tokens.ts';
import { dayOfInstant } from '@hofn/texts';
import type { FastifyRequest } from 'fastify';
import type { ActorStore } from './actor-store.ts';
import { type Caller, type Customer, freshSignInMs } from './authorization.ts';
import { Fault } from './fault.ts';

/** The token of an `Authorization: Bearer` header, if there is one. */
export const bearerOf = (header: string | undefined): string | undefined =>
  /^Bearer ([\w~+/.-]+=*)$/i.exec(header ?? '')?.[1];

/**
 * Id of the staff member who calls.
 * @throws Fault `forbidden` for any other caller, which the request guard normally prevents
 */
export const employeeOf = ({ caller }: FastifyRequest): string => {
  if (caller?.kind !== 'employee') throw new Fault('forbidden');
  return caller.id;
};

/**
 * The calling staff member, if still employed: a token outlives the job.
 * @param nameOf name of a current employee
 * @throws Fault `forbidden`
 */
export const activeEmployeeOf = async (
  request: FastifyRequest,
  nameOf: (id: string) => Promise<string | undefined>,
): Promise<{ id: string; name: string }> => {
  const id = employeeOf(request);
  const name = await nameOf(id);
  if (name === undefined) throw new Fault('forbidden');
  return { id, name };
};

/** Customers are cached no longer than an access token is trusted without a check. */
const cacheMs = 60_000;

/**
 * Resolves an access token to a caller. Customers act for themselves with every right over their own data, or for the
 * customer chosen in this sign-in session, with the rights they have today (rule ACC-3). Names and kinds are cached for
 * a minute; choices and rights over other people's data never are (rule ACC-5). Employees come without a customer, or
 * with the customer they name and have an open view of (rule STAFF-3).
 * @returns a function of the token's claims, the expected subject's id (`subjectHeader`; the actor's own id skips the
 *   look-up of the choice) and the kennitala an employee views (`viewHeader`). It throws Fault `unauthenticated` when
 *   the token's customer no longer exists, `viewEnded` when no such view is open, and `forbidden` when a customer names
 *   a view.
 */
export const createCallerCheck = (
  store: ActorStore,
  clock: Clock,
): ((claims: TokenClaims, expectedSubject?: string, viewedSsn?: string) => Promise<Caller>) => {
  const cache = createExpiringCache<Customer>(clock, 10_000);
  const customerOf = async (id: string) => {
    const cached = cache.get(id);
    if (cached) return cached;
    const customer = await store.customer(id);
    if (!customer) throw new Fault('unauthenticated');
    cache.set(id, customer, clock.now().getTime() + cacheMs);
    return customer;
  };
  const withOpenView = async (id: string, ssn: string): Promise<Caller> => {
    const open = await store.view(id, ssn, clock.now().toISOString());
    if (!open) throw new Fault('viewEnded');
    const actor = { kind: 'employee', id } as const;
    return { kind: 'employee', id, context: { actor, via: 'staff', role: 'Readonly', ...open } };
  };
  return async (
    { sub, actorKind, session, signedInAt = 0, isStrong = false },
    expectedSubject,
    viewedSsn,
  ) => {
    if (actorKind === 'employee')
      return viewedSsn === undefined ? { kind: 'employee', id: sub } : withOpenView(sub, viewedSsn);
    if (viewedSsn !== undefined) throw new Fault('forbidden');
    const customer = await customerOf(sub);
    const actor = { kind: 'customer', id: customer.id } as const;
    const hasFreshSignIn = isStrong || clock.now().getTime() - signedInAt < freshSignInMs;
    const own = { actor, session, hasFreshSignIn };
    const context = { ...own, subject: customer, via: 'self', role: 'Admin' } as const;
    if (expectedSubject === customer.id) return { kind: 'customer', context };
    const choice = await store.chosen(customer.id, session, dayOfInstant(clock.now()));
    if (expectedSubject !== undefined && expectedSubject !== choice?.subject.id)
      return { kind: 'customer', context, invalidDelegation: { why: 'subjectChanged' } };
    if (!choice) return { kind: 'customer', context };
    const { subject, role } = choice;
    if (role === null)
      return {
        kind: 'customer',
        context,
        invalidDelegation: { why: 'accessEnded', fullName: subject.fullName },
      };
    return { kind: 'customer', context: { ...own, subject, via: 'delegate', role } };
  };
};
