import { isSettling } from '../../session/settling.ts';

/** Polling for a while after a payment, as long as more may follow from it (rule LIFE-40). */
export const pollAfterPayment = <Answer>(mayChange: (answer: Answer) => boolean = () => true) => ({
  milliseconds: 3_000,
  ends: (answer: Answer): boolean => !mayChange(answer) || !isSettling(Date.now()),
});
