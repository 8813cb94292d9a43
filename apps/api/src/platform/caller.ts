import { coreScopeNames } from '@hofn/contracts';
import type { Clock } from '@hofn/domain/clock.ts';
import { createExpiringCache } from '@hofn/service/expiring-cache.ts';
import { freshSignInMs, type ServiceTokenClaims, type TokenClaims } from '@hofn/service/tokens.ts';
import { dayOfInstant } from '@hofn/texts';
import type { FastifyRequest } from 'fastify';
import type { ActorStore } from './actor-store.ts';
import type { Caller, Customer, StaffMember } from './authorization.ts';
import { Fault } from './fault.ts';

/** The token of an `Authorization: Bearer` header, if there is one. */
export const bearerOf = (header: string | undefined): string | undefined =>
  /^Bearer ([\w~+/.-]+=*)$/i.exec(header ?? '')?.[1];

/**
 * The staff member who calls.
 * @throws Fault `forbidden` for any other caller, which the request guard normally prevents
 */
export const employeeOf = ({ caller }: FastifyRequest): StaffMember => {
  if (caller?.kind !== 'employee') throw new Fault('forbidden');
  const { id, name, roles, given, conflicts } = caller;
  return { id, name, roles, given, conflicts };
};

/** The system that an access token names, with the scopes that the contract has. */
export const serviceCaller = ({ clientId, source, scopes }: ServiceTokenClaims): Caller => ({
  kind: 'service',
  clientId,
  source,
  scopes: coreScopeNames.filter((name) => scopes.includes(name)),
});

/** Customers are cached no longer than an access token is trusted without a check. */
const cacheMs = 60_000;

/**
 * Resolves an access token to a caller. Customers act for themselves with every right over their own data, or for the
 * customer chosen in this sign-in session, with the rights they have today (rule ACC-3). Names and kinds are cached for
 * a minute; choices and rights over other people's data never are (rule ACC-5). Employees are looked up on every call, so
 * that a dismissed one is refused at once (rule HOLD-11). They come without a customer, or with the customer they name
 * and have an open view of (rule STAFF-3).
 * @returns a function of the token's claims, the expected subject's id (`subjectHeader`; the actor's own id skips the
 *   look-up of the choice) and the kennitala an employee views (`viewHeader`). It throws Fault `unauthenticated` when
 *   the token's customer no longer exists, the employee is no longer one or their sign-in was ended, `viewEnded` when no such view is open, and `forbidden` when a customer names
 *   a view.
 */
export const createCallerCheck = (
  store: ActorStore,
  clock: Clock,
  identityClock = clock,
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
  const employeeWith = async ({ sub, signedInAt }: TokenClaims, viewedSsn?: string): Promise<Caller> => {
    const employee = await store.employee(sub, signedInAt, dayOfInstant(identityClock.now()));
    if (!employee) throw new Fault('unauthenticated');
    if (viewedSsn === undefined) return { kind: 'employee', ...employee };
    const open = await store.view(employee, viewedSsn, clock.now().toISOString());
    if (!open) throw new Fault('viewEnded');
    const actor = { kind: 'employee', id: sub } as const;
    return { kind: 'employee', ...employee, context: { actor, via: 'staff', role: 'Readonly', ...open } };
  };
  return async (claims, expectedSubject, viewedSsn) => {
    const { sub, actorKind, session, signedInAt, isStrong } = claims;
    if (actorKind === 'employee') return employeeWith(claims, viewedSsn);
    if (viewedSsn !== undefined) throw new Fault('forbidden');
    const customer = await customerOf(sub);
    const actor = { kind: 'customer', id: customer.id } as const;
    const hasFreshSignIn = isStrong || identityClock.now().getTime() - signedInAt < freshSignInMs;
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
