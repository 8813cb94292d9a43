/** Lengths of what staff write to the customer about a request, and of the customer’s answer. */
export const requestLimits = { shortest: 10, longest: 2000 } as const;
