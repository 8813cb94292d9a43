import type { CustomerPage } from '@hofn/contracts';
import type { Db } from '@hofn/database';
import type { Language } from '@hofn/texts';
import { createAccountStore } from '../payments/account-store.ts';
import { nextPaymentOf } from '../payments/next-payment.ts';
import { instalmentOf } from '../payments/payments.ts';
import type { Customer } from '../platform/authorization.ts';
import { findRunningPlan } from '../requests/payment-plans.ts';
import { createTransactionStore } from '../transactions/store.ts';

/** What a customer owes and has paid, in whole ISK. */
export const createPaymentsPart = (db: Db) => {
  const accounts = createAccountStore(db);
  const transactions = createTransactionStore(db);
  return async (customer: Customer, language: Language, today: string): Promise<CustomerPage['payments']> => {
    const filter = { from: null, to: null, policy: null, search: null, after: null, sort: 'newest' } as const;
    const [account, booked, paid, running] = await Promise.all([
      accounts.account(customer, language),
      transactions.account(customer, language, { ...filter, type: null, limit: 1 }),
      transactions.account(customer, language, { ...filter, type: 'payment', limit: 1 }),
      findRunningPlan(db, customer),
    ]);
    const unpaid = account.instalments
      .filter(({ paidOn, paymentId }) => paidOn === null && paymentId === null)
      .map((row) => ({ row, instalment: instalmentOf(row, today) }));
    const overdue = unpaid.map(({ instalment }) => instalment).filter(({ state }) => state === 'overdue');
    const [last] = paid?.items ?? [];
    return {
      balance: booked?.sums[0]?.closingBalance ?? 0,
      overdue: overdue.reduce((sum, { total }) => sum + total, 0),
      overdueSince: overdue.map(({ finalDueDate }) => finalDueDate).toSorted()[0] ?? null,
      next: nextPaymentOf(
        unpaid.map(({ row }) => row),
        today,
      ),
      plan: running && {
        agreedOn: running.agreedOn,
        left: running.payments.filter((each) => !each.paid).length,
      },
      last: last ? { on: last.bookedOn, amount: Math.abs(last.amount) } : null,
    };
  };
};
