/** Longest reason of a refund, in characters. */
export const refundReasonLimit = 500;

/** What is left to refund of a payment, in whole ISK: refunds that the card service refused do not count. */
export const leftToRefund = (
  payment: { state: string; amount: number },
  refunds: readonly { state: 'ordered' | 'refunded' | 'refused'; amount: number }[],
): number =>
  payment.state === 'paid'
    ? refunds
        .filter(({ state }) => state !== 'refused')
        .reduce((left, { amount }) => left - amount, payment.amount)
    : 0;
