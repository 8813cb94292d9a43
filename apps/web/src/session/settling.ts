/** How long the core system may take to say what a payment has led to, such as that a lapse has ended, in milliseconds. */
const settlingTime = 60_000;
/** How long screens share an answer, in milliseconds. */
const shareTime = 60_000;

let settlesAt = Number.NEGATIVE_INFINITY;

/** Notes that the customer has done something with consequences to come; `now` is in milliseconds since 1970. */
export const noteSettling = (now: number): void => {
  settlesAt = now + settlingTime;
};

/** Whether consequences may still come. */
export const isSettling = (now: number): boolean => now < settlesAt;

/** How long an answer received at this time is shared: one from before the consequences is read again when shown. */
export const shareTimeOf = (receivedAt: number): number => (receivedAt < settlesAt ? 0 : shareTime);
