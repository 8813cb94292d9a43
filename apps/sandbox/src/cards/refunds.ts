import type { Clock } from '@hofn/domain/clock.ts';
import { z } from 'zod';

/** A refund that a caller asks for, of the charge with a key, in whole ISK. */
export const refundOrder = z.strictObject({
  key: z.string().min(1).max(64),
  charge: z.string().min(1).max(64),
  amount: z.int().positive(),
  currency: z.literal('ISK'),
});
type RefundOrder = z.infer<typeof refundOrder>;

/** What the card service says of a refund, with a code for why it was refused. */
type Answer =
  | { state: 'refunded'; reference: string }
  | { state: 'refused'; reason: string }
  | { state: 'processing' };

/** What becomes of refunds by the last three digits of the amount; any other one is made at once. */
export const refundsOf = {
  '991': { refused: 'cardClosed' },
  /** Never answers, and makes no refund. */
  '992': 'silent',
  /** Makes the refund within a minute. */
  '993': 'late',
  /** Makes the refund, and its first answer is lost. */
  '994': 'lost',
} as const;

const lateMs = 60_000;

/**
 * Refunds that the card service has been asked for under different keys, until it stops. A charge that it does not know was made
 * before it was started: that is refunded without a look at its amount.
 */
export const createRefunds = (
  clock: Clock,
  chargeOf: (key: string) => { state: string; amount?: number } | undefined,
) => {
  const made = new Map<string, { order: RefundOrder; at: number; refused?: string; reference: string }>();

  const behaviourOf = ({ amount }: RefundOrder) =>
    refundsOf[String(amount).slice(-3) as keyof typeof refundsOf] ?? 'refunded';

  const refusalOf = (order: RefundOrder): string | undefined => {
    const behaviour = behaviourOf(order);
    if (typeof behaviour === 'object') return behaviour.refused;
    const charge = chargeOf(order.charge);
    if (!charge) return undefined;
    if (charge.state !== 'charged') return 'unknownCharge';
    const before = [...made.values()].filter((one) => one.order.charge === order.charge && !one.refused);
    const refunded = before.reduce((sum, one) => sum + one.order.amount, 0);
    return charge.amount !== undefined && refunded + order.amount > charge.amount ? 'aboveCharge' : undefined;
  };

  return {
    /**
     * Refunds once for each key.
     * @returns what has become of it; `conflict` when the key was another refund's, `silent` and `lost` for no answer
     */
    order: (order: RefundOrder): Answer | 'conflict' | 'silent' | 'lost' => {
      const behaviour = behaviourOf(order);
      if (behaviour === 'silent') return 'silent';
      const before = made.get(order.key);
      if (before && JSON.stringify(before.order) !== JSON.stringify(order)) return 'conflict';
      const refused = before ? before.refused : refusalOf(order);
      const reference = before?.reference ?? `E${String(made.size + 1).padStart(8, '0')}`;
      const refund = before ?? { order, at: clock.now().getTime(), reference, ...(refused && { refused }) };
      made.set(order.key, refund);
      if (refused) return { state: 'refused', reason: refused };
      if (behaviour === 'lost' && !before) return 'lost';
      if (behaviour === 'late' && clock.now().getTime() - refund.at < lateMs) return { state: 'processing' };
      return { state: 'refunded', reference };
    },
  };
};
