/** Lengths of what staff write to the customer about a request, and of the customer’s answer. */
export const requestLimits = { shortest: 10, longest: 2000 } as const;

/** A request's state as customers read it: an accepted offer ends with a policy that is issued, or is not. */
export const customerStateOf = <State extends string>({
  kind,
  state,
}: {
  kind: 'figures' | 'offer';
  state: State | 'accepted' | 'refused';
}) =>
  kind === 'offer' && (state === 'accepted' || state === 'refused') ? (`offer.${state}` as const) : state;
