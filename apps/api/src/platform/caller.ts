import type { Clock } from '@hofn/domain/clock.ts';
import { createMemory } from '@hofn/service/remember.ts';
import type { TokenClaims } from '@hofn/service/tokens.ts';
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
 * data; name and kind are remembered for a minute. An employee comes without a customer: that takes an open view,
 * which the staff portal brings. Rights that one person has over another's data are never remembered (rule ACC-5).
 * @returns a function that throws Fault `unauthenticated` when the token's customer is not there any more
 */
export const createCallerCheck = (
  store: ActorStore,
  clock: Clock,
): ((claims: TokenClaims) => Promise<Caller>) => {
  const known = createMemory<Customer>(clock, 10_000);
  const customerOf = async (id: string) => {
    const remembered = known.get(id);
    if (remembered) return remembered;
    const customer = await store.customer(id);
    if (!customer) throw new Fault('unauthenticated');
    known.set(id, customer, clock.now().getTime() + rememberedMs);
    return customer;
  };
  return async ({ sub, actorKind, session }) => {
    if (actorKind === 'employee') return { kind: 'employee', id: sub };
    const customer = await customerOf(sub);
    return {
      kind: 'customer',
      context: {
        actor: { kind: 'customer', id: customer.id },
        subject: customer,
        via: 'self',
        role: 'Admin',
        session,
      },
    };
  };
};
