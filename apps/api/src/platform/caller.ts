import type { Caller } from './access.ts';
import { Fault } from './fault.ts';
import type { ActorStore } from './store.ts';
import type { TokenClaims } from './tokens.ts';

/** The token of an `Authorization: Bearer` header, if there is one. */
export const bearerOf = (header: string | undefined): string | undefined =>
  /^Bearer ([\w~+/.-]+=*)$/i.exec(header ?? '')?.[1];

/**
 * Who calls, by what their token says. A customer acts for themselves with every right over their own data.
 * An employee comes without a customer: that takes an open view, which the staff portal brings.
 * @throws Fault `unauthenticated` when the token's customer is not there any more
 */
export const resolveCaller = async (claims: TokenClaims, store: ActorStore): Promise<Caller> => {
  if (claims.actorKind === 'employee') return { kind: 'employee', id: claims.sub };
  const customer = await store.customer(claims.sub);
  if (!customer) throw new Fault('unauthenticated');
  return {
    kind: 'customer',
    context: {
      actor: { kind: 'customer', id: customer.id },
      subject: customer,
      via: 'self',
      role: 'Admin',
    },
  };
};
