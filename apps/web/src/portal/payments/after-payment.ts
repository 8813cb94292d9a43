/** How long the core system may take to say what a payment has led to, such as that a lapse has ended. */
const answerWithin = 60_000;

let paidAt = Number.NEGATIVE_INFINITY;

/** Notes that the customer has paid; `now` is in milliseconds since 1970. */
export const notePayment = (now: number): void => {
  paidAt = now;
};

/** Polling for a while after a payment, as long as what is shown has lapsed: the payment may have ended that (rule LIFE-40). */
export const pollAfterPayment = <Answer>(hasLapsed: (answer: Answer) => boolean) => ({
  milliseconds: 3_000,
  ends: (answer: Answer): boolean => !hasLapsed(answer) || Date.now() - paidAt > answerWithin,
});
