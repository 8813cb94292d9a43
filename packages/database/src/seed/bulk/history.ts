import { addDays, addMonths } from '@hofn/domain';
import { noonOf } from '../ids-and-instants.ts';
import { ledgerOf } from '../ledger.ts';
import type { Rows } from '../policy.ts';

type Instalment = Rows['instalments'][number];

/** One customer in so many has been one for ten years. */
const longIn = 20;
const yearsBefore = 9;

/** Instalments of the years before these, all paid on their day. */
const earlier = (latest: readonly Instalment[]): Instalment[] =>
  Array.from({ length: yearsBefore }, (_, back) =>
    latest.map((instalment): Instalment => {
      const dueDate = addMonths(instalment.dueDate, -12 * (back + 1));
      return {
        ...instalment,
        id: `${back + 1}-${instalment.id}`,
        dueDate,
        finalDueDate: addDays(dueDate, 14),
        fees: 0,
        paidAt: noonOf(dueDate),
        lapsesOn: null,
      };
    }),
  ).flat();

/** Adds the account that the instalments of plausible customers have made: one line for a charge, one for its payment. */
export const addHistory = (rows: Rows, today: string): void => {
  const byCustomer = Map.groupBy(rows.instalments, ({ customerId }) => customerId);
  for (const [place, { id: customerId }] of rows.customers.entries()) {
    const latest = byCustomer.get(customerId) ?? [];
    const before = place % longIn === 0 ? earlier(latest) : [];
    rows.instalments.push(...before);
    rows.transactions.push(...ledgerOf(customerId, today, [...before, ...latest], []));
  }
};
