import type { Clock } from '@hofn/domain/clock.ts';
import { z } from 'zod';

/** A payment that a caller asks the bank to make, in whole ISK. */
export const paymentOrder = z.strictObject({
  bank: z.string().regex(/^\d{4}$/),
  ledger: z.string().regex(/^\d{2}$/),
  account: z.string().regex(/^\d{6}$/),
  ssn: z.string().regex(/^\d{10}$/),
  recipient: z.string().min(1).max(200),
  amount: z.int().min(1),
  reference: z.string().min(1).max(100),
});
export type PaymentOrder = z.infer<typeof paymentOrder>;

/** What the bank says of a payment, with a code for why it was not made or came back. */
export type PaymentAnswer = { state: 'processing' | 'paid' | 'rejected' | 'returned'; reason?: string };

/** What becomes of payments into the test accounts; one into any other account is made at once. */
export const paymentAccounts = {
  '000001': { rejected: 'notOwned' },
  '000002': { rejected: 'closed' },
  '000003': { rejected: 'unknown' },
  /** Never answers, and makes no payment. */
  '000004': 'silent',
  /** Makes the payment within a minute. */
  '000005': 'late',
  /** Makes the payment, and its answer to the order is lost. */
  '000006': 'lost',
  /** Makes the payment, which comes back when it is asked about the next time. */
  '000007': 'returned',
} as const;

const lateMs = 60_000;

type Made = { order: PaymentOrder; at: number };

/** Payments that the bank has been asked for under different keys, until it stops. */
export const createPayments = (clock: Clock) => {
  const made = new Map<string, Made>();

  const behaviourOf = ({ account }: PaymentOrder) =>
    paymentAccounts[account as keyof typeof paymentAccounts] ?? 'paid';

  const answerOf = ({ order, at }: Made, isAsked: boolean): PaymentAnswer => {
    const behaviour = behaviourOf(order);
    if (typeof behaviour === 'object') return { state: 'rejected', reason: behaviour.rejected };
    if (behaviour === 'late' && clock.now().getTime() - at < lateMs) return { state: 'processing' };
    if (behaviour === 'returned' && isAsked) return { state: 'returned', reason: 'closed' };
    return { state: 'paid' };
  };

  return {
    /**
     * Makes a payment once for each key.
     * @returns what has become of it; `conflict` when the key was another payment's, `silent` and `lost` for no answer
     */
    order: (key: string, order: PaymentOrder): PaymentAnswer | 'conflict' | 'silent' | 'lost' => {
      const behaviour = behaviourOf(order);
      if (behaviour === 'silent') return 'silent';
      const before = made.get(key);
      if (before && JSON.stringify(before.order) !== JSON.stringify(order)) return 'conflict';
      const payment = before ?? { order, at: clock.now().getTime() };
      made.set(key, payment);
      if (behaviour === 'lost' && !before) return 'lost';
      return answerOf(payment, false);
    },
    /** What has become of a payment; undefined for a key that the bank was not asked under. */
    find: (key: string): PaymentAnswer | undefined => {
      const payment = made.get(key);
      return payment && answerOf(payment, true);
    },
    /** Every payment that the bank has been asked for, by key. */
    all: (): ReadonlyMap<string, PaymentOrder> => new Map([...made].map(([key, { order }]) => [key, order])),
  };
};
export type Payments = ReturnType<typeof createPayments>;
