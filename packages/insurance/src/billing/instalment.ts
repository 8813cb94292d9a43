import type { CollectionMethod } from '@hofn/domain';

/** An instalment of premium, as far as billing reads it. Amounts are whole ISK, days `YYYY-MM-DD`, times ISO instants. */
export type Instalment = {
  /** Key of the policy that it pays for; null for one that all policies of a customer share. */
  policy: unknown;
  dueDate: string;
  /** The last day to pay. */
  finalDueDate: string;
  /** Premium alone. */
  amount: number;
  penaltyInterest: number;
  fees: number;
  method: CollectionMethod;
  paidAt: string | null;
  /** When a card or bank account refused it. */
  refusedAt: string | null;
  cancelledAt: string | null;
  /** The day on which policies lapse if it is not paid. */
  lapsesOn: string | null;
};

/** An instalment under the key by which its owner knows it. */
export type KeyedInstalment<Facts extends Instalment = Instalment> = { key: string; facts: Facts };

/** Whether an instalment is still to be paid. */
export const isOwed = ({ paidAt, cancelledAt }: Pick<Instalment, 'paidAt' | 'cancelledAt'>): boolean =>
  !paidAt && !cancelledAt;

/** What the customer pays of an instalment, in whole ISK. */
export const totalOf = ({
  amount,
  penaltyInterest,
  fees,
}: Pick<Instalment, 'amount' | 'penaltyInterest' | 'fees'>): number => amount + penaltyInterest + fees;
