import type { Clock } from '@hofn/domain/clock.ts';
import { createMemory } from '@hofn/service/remember.ts';
import type { TokenClaims } from '@hofn/service/tokens.ts';
import { dayOfInstant } from '@hofn/texts';
import type { FastifyRequest } from 'fastify';
import type { Caller, Customer } from './access.ts';
import { Fault } from './fault.ts';
import type { ActorStore } from './store.ts';

/** The token of an `Authorization: Bearer` header, if there is one. */
export const bearerOf = (header: string | undefined): string | undefined =>
  /^Bearer ([\w~+/.-]+=*)$/i.exec(header ?? '')?.[1];

/**
 * Id of the staff member who calls.
 * @throws Fault `forbidden` for anyone else: the request guard has admitted only staff
 */
export const employeeOf = ({ caller }: FastifyRequest): string => {
  if (caller?.kind !== 'employee') throw new Fault('forbidden');
  return caller.id;
};

/**
 * The staff member who calls, if they work here still: whoever has left is let in no more, whatever their token says.
 * @param nameOf name of an employee who works here
 * @throws Fault `forbidden`
 */
export const workerOf = async (
  request: FastifyRequest,
  nameOf: (id: string) => Promise<string | undefined>,
): Promise<{ id: string; name: string }> => {
  const id = employeeOf(request);
  const name = await nameOf(id);
  if (name === undefined) throw new Fault('forbidden');
  return { id, name };
};

/** As long as a token is taken at its word: who it belongs to does not change faster than whether it holds. */
const rememberedMs = 60_000;

/**
 * Makes the step from a token's word to who calls. A customer acts for themselves with every right over their own
 * data, or for whom they have chosen in this sign-in session, with the right that they have today (rule ACC-3). Names
 * and kinds are remembered for a minute; a choice, and rights that one person has over another's data, never
 * (rule ACC-5). An employee comes without a customer, or with the one whom they name and have an open view of
 * (rule STAFF-3).
 * @returns a function of the token's word and of whose data the caller means, where they say it (`subjectHeader`): who
 *   means their own needs no look at the choice; and of the kennitala that an employee views (`viewHeader`). It throws
 *   Fault `unauthenticated` when the token's customer is gone, `viewEnded` when no such view is open, and `forbidden`
 *   when a customer names one.
 */
export const createCallerCheck = (
  store: ActorStore,
  clock: Clock,
): ((claims: TokenClaims, meant?: string, viewed?: string) => Promise<Caller>) => {
  const known = createMemory<Customer>(clock, 10_000);
  const customerOf = async (id: string) => {
    const remembered = known.get(id);
    if (remembered) return remembered;
    const customer = await store.customer(id);
    if (!customer) throw new Fault('unauthenticated');
    known.set(id, customer, clock.now().getTime() + rememberedMs);
    return customer;
  };
  const viewing = async (id: string, ssn: string): Promise<Caller> => {
    const open = await store.view(id, ssn, clock.now().toISOString());
    if (!open) throw new Fault('viewEnded');
    const actor = { kind: 'employee', id } as const;
    return { kind: 'employee', id, context: { actor, via: 'staff', role: 'Readonly', ...open } };
  };
  return async ({ sub, actorKind, session }, meant, viewed) => {
    if (actorKind === 'employee')
      return viewed === undefined ? { kind: 'employee', id: sub } : viewing(sub, viewed);
    if (viewed !== undefined) throw new Fault('forbidden');
    const customer = await customerOf(sub);
    const actor = { kind: 'customer', id: customer.id } as const;
    const context = { actor, subject: customer, via: 'self', role: 'Admin', session } as const;
    if (meant === customer.id) return { kind: 'customer', context };
    const chosen = await store.chosen(customer.id, session, dayOfInstant(clock.now()));
    if (meant !== undefined && meant !== chosen?.subject.id)
      return { kind: 'customer', context, lost: { why: 'subjectChanged' } };
    if (!chosen) return { kind: 'customer', context };
    const { subject, role } = chosen;
    if (role === null)
      return { kind: 'customer', context, lost: { why: 'accessEnded', fullName: subject.fullName } };
    return { kind: 'customer', context: { actor, subject, via: 'delegate', role, session } };
  };
};
