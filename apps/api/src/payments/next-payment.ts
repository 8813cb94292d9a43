import type { NextPayment } from '@hofn/contracts';
import { collectionOf } from '@hofn/domain';

/** What is stored of an unpaid instalment. */
export type UnpaidRow = Pick<NextPayment, 'dueDate' | 'method'> & {
  finalDueDate: string;
  amount: number;
  penaltyInterest: number;
  fees: number;
  refused: boolean;
};

const sum = (rows: readonly UnpaidRow[]): number =>
  rows.reduce((total, { amount, penaltyInterest, fees }) => total + amount + penaltyInterest + fees, 0);

/**
 * The next payment, the same on every screen, document and e-mail (rule LIFE-30): the unpaid instalments collected
 * first, and their total. Overdue ones are shown on their own.
 */
export const nextPaymentOf = (rows: readonly UnpaidRow[], today: string): NextPayment | null => {
  const coming = rows
    .filter(({ finalDueDate }) => finalDueDate >= today)
    .map((row) => ({ row, collection: collectionOf(row) }));
  const [first] = coming.toSorted((a, b) =>
    a.collection.day === b.collection.day ? 0 : a.collection.day < b.collection.day ? -1 : 1,
  );
  if (!first) return null;
  const { row, collection } = first;
  const together = coming.filter(
    (other) => other.collection.day === collection.day && other.row.method === row.method,
  );
  return {
    dueDate: row.dueDate,
    amount: sum(together.map((other) => other.row)),
    method: row.method,
    collection,
  };
};

/** The first instalment that a change of payment method applies to, and its day of payment by each method. */
export const methodChangeOf = (rows: readonly UnpaidRow[], today: string) => {
  const [first] = rows
    .filter(({ dueDate }) => dueDate > today)
    .toSorted((a, b) => (a.dueDate < b.dueDate ? -1 : Number(a.dueDate > b.dueDate)));
  if (!first) return null;
  const by = (method: NextPayment['method']) => collectionOf({ ...first, method, refused: false });
  const together = rows.filter(({ dueDate }) => dueDate === first.dueDate);
  return {
    dueDate: first.dueDate,
    amount: sum(together),
    instalments: together.length,
    ccard: by('ccard'),
    bank: by('bank'),
    claim: by('claim'),
  };
};
