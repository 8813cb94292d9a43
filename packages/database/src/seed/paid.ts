import { collectionOf } from '@hofn/domain';
import { noonOf } from './ids-and-instants.ts';
import type { Rows } from './policy.ts';

type Payable = Pick<Rows['instalments'][number], 'method' | 'dueDate' | 'finalDueDate'>;

/** When an instalment of a customer who owes nothing is paid. A claim is paid on its due date. */
export const paidAtOf = (instalment: Payable): string =>
  noonOf(instalment.method === 'claim' ? instalment.dueDate : collectionOf(instalment).day);

/** The same, null while it is in the future. */
export const paidAtBy = (instalment: Payable, today: string): string | null => {
  const paidAt = paidAtOf(instalment);
  return paidAt.slice(0, 10) <= today ? paidAt : null;
};
