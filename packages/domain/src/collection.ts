/** How premiums are paid: card, direct debit, or a claim in the online bank. */
export type CollectionMethod = 'ccard' | 'bank' | 'claim';

/** The day an instalment is paid on, and from what; `customer`: the last day for the customer to pay it. */
export type Collection = { day: string; from: 'card' | 'account' | 'customer' };

/**
 * When an instalment is paid: a card is charged on the due date, direct debit is taken on the final due date, and a claim
 * in the online bank can be paid until then. What was refused is left to the customer.
 */
export const collectionOf = ({
  method,
  dueDate,
  finalDueDate,
  refused = false,
}: {
  method: CollectionMethod;
  dueDate: string;
  finalDueDate: string;
  refused?: boolean;
}): Collection => {
  if (refused || method === 'claim') return { day: finalDueDate, from: 'customer' };
  return method === 'ccard' ? { day: dueDate, from: 'card' } : { day: finalDueDate, from: 'account' };
};
