import { addDays, addMonths } from '@hofn/domain';
import { ledgerOf } from '../ledger.ts';
import { paidAtOf } from '../paid.ts';
import type { Rows } from '../policy.ts';

type Instalment = Rows['instalments'][number];

/** One in this many customers has a history of ten years. */
const longHistoryEvery = 20;
const yearsBefore = 9;

/** Copies of the instalments for the previous years, all paid in time. */
const earlierInstalments = (latest: readonly Instalment[]): Instalment[] =>
  Array.from({ length: yearsBefore }, (_, back) =>
    latest.map((instalment): Instalment => {
      const dueDate = addMonths(instalment.dueDate, -12 * (back + 1));
      const due = { method: instalment.method, dueDate, finalDueDate: addDays(dueDate, 14) };
      return {
        ...instalment,
        ...due,
        id: `${back + 1}-${instalment.id}`,
        fees: 0,
        paidAt: paidAtOf(due),
        lapsesOn: null,
      };
    }),
  ).flat();

/** Adds ledger entries for the instalments: one per charge, one per payment. */
export const addHistory = (rows: Rows, today: string): void => {
  const byCustomer = Map.groupBy(rows.instalments, ({ customerId }) => customerId);
  for (const [place, { id: customerId }] of rows.customers.entries()) {
    const latest = byCustomer.get(customerId) ?? [];
    const before = place % longHistoryEvery === 0 ? earlierInstalments(latest) : [];
    rows.instalments.push(...before);
    rows.transactions.push(...ledgerOf(customerId, today, [...before, ...latest], []));
  }
};
