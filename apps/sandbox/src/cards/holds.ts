import { z } from 'zod';
import { chargesOf, lastFour } from './test-cards.ts';

/** A hold that a caller asks for, in whole ISK. */
export const holdOrder = z.strictObject({
  key: z.string().min(1).max(64),
  token: z.string().min(4),
  amount: z.int().positive(),
  currency: z.literal('ISK'),
});
type HoldOrder = z.infer<typeof holdOrder>;

/** What the card service says of a hold. */
type Answer = { state: 'held' } | { state: 'declined' } | { state: 'cancelled' };

/** Amounts held on cards under different keys, until the card service stops. Each is charged at most once, or released. */
export const createHolds = () => {
  const made = new Map<string, { order?: HoldOrder; state: Answer['state']; isCharged: boolean }>();

  const cancelled = (key: string): Answer => {
    const hold = made.get(key);
    // A charged one can no longer be released, and a declined one holds nothing.
    if (hold?.isCharged || hold?.state === 'declined') return { state: hold.state };
    made.set(key, { ...hold, state: 'cancelled', isCharged: false });
    return { state: 'cancelled' };
  };

  return {
    /**
     * Holds once for each key.
     * @returns what has become of it; `conflict` when the key was another hold's, `silent` and `lost` for no answer
     */
    hold: (order: HoldOrder): Answer | 'conflict' | 'silent' | 'lost' => {
      const behaviour = chargesOf[lastFour(order.token) as keyof typeof chargesOf];
      const before = made.get(order.key);
      if (before?.order && JSON.stringify(before.order) !== JSON.stringify(order)) return 'conflict';
      if (before) return { state: before.state };
      if (behaviour === 'neverAnswers') return 'silent';
      const state = behaviour === 'declines' ? 'declined' : 'held';
      made.set(order.key, { order, state, isCharged: false });
      return behaviour === 'losesTheAnswer' ? 'lost' : { state };
    },
    /** What has become of a hold; one that has not arrived is cancelled. */
    settle: (key: string): Answer => {
      const hold = made.get(key);
      return hold ? { state: hold.state } : cancelled(key);
    },
    /** Ends a hold that was not charged. */
    release: cancelled,
    /** Takes a hold for a charge of its amount. @returns whether there is one that was neither released nor charged */
    take: (key: string, amount: number): boolean => {
      const hold = made.get(key);
      if (hold?.state !== 'held' || hold.isCharged || hold.order?.amount !== amount) return false;
      made.set(key, { ...hold, isCharged: true });
      return true;
    },
  };
};
