import type { Clock } from '@hofn/domain/clock.ts';
import { createMemory } from '@hofn/service/remember.ts';
import type { TokenClaims } from '@hofn/service/tokens.ts';
import { dayOfInstant } from '@hofn/texts';
import type { Caller, Customer } from './access.ts';
import { Fault } from './fault.ts';
import type { ActorStore } from './store.ts';

/** The token of an `Authorization: Bearer` header, if there is one. */
export const bearerOf = (header: string | undefined): string | undefined =>
  /^Bearer ([\w~+/.-]+=*)$/i.exec(header ?? '')?.[1];

/** As long as a token is taken at its word: who it belongs to does not change faster than whether it holds. */
const rememberedMs = 60_000;

/**
 * Makes the step from a token's word to who calls. A customer acts for themselves with every right over their own
 * data, or for whom they have chosen in this sign-in session, with the right that they have today (rule ACC-3). Names
 * and kinds are remembered for a minute; a choice, and rights that one person has over another's data, never
 * (rule ACC-5). An employee comes without a customer: that takes an open view, which the staff portal brings.
 * @returns a function of the token's word and of whose data the caller means, where they say it (`subjectHeader`): who
 *   means their own needs no look at the choice. It throws Fault `unauthenticated` when the token's customer is gone.
 */
export const createCallerCheck = (
  store: ActorStore,
  clock: Clock,
): ((claims: TokenClaims, meant?: string) => Promise<Caller>) => {
  const known = createMemory<Customer>(clock, 10_000);
  const customerOf = async (id: string) => {
    const remembered = known.get(id);
    if (remembered) return remembered;
    const customer = await store.customer(id);
    if (!customer) throw new Fault('unauthenticated');
    known.set(id, customer, clock.now().getTime() + rememberedMs);
    return customer;
  };
  return async ({ sub, actorKind, session }, meant) => {
    if (actorKind === 'employee') return { kind: 'employee', id: sub };
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
