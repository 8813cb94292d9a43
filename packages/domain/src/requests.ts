import type { PolicyRequestKind } from './policy-requests.ts';

/** Lengths of what staff write to the customer about a request, and of the customer’s answer. */
export const requestLimits = { shortest: 10, longest: 2000 } as const;

type RequestState = 'open' | 'moreInformation' | 'accepted' | 'refused' | 'retracted';

/** A request's state as customers read it: an accepted offer ends with a policy that is issued, or is not. */
export const customerStateOf = ({
  kind,
  state,
}: {
  kind: 'figures' | 'offer' | 'plan' | PolicyRequestKind;
  state: RequestState;
}) => {
  const isSettled = state === 'accepted' || state === 'refused';
  return kind === 'offer' && isSettled ? (`offer.${state}` as const) : state;
};

/**
 * The grounds on which an insurer may refuse to issue the policy of an offer that was accepted, which is a contract (Act
 * 30/2004): wrong or missing information about the risk, nothing left to insure, or a law that forbids the insurance.
 */
export const refusalGrounds = ['nonDisclosure', 'nothingToInsure', 'forbidden'] as const;
export type RefusalGround = (typeof refusalGrounds)[number];
