import type { SigningMethod } from '@hofn/contracts';
import type { RequestContext } from '../platform/authorization.ts';
import { Fault } from '../platform/fault.ts';
import type { SigningOwner, SigningTransactionStore, TransactionRow } from './transaction-store.ts';

const ownerOf = ({ subject, actor, session }: RequestContext): SigningOwner => ({
  subject,
  actorId: actor.id,
  session: session ?? '',
});

/** @throws Fault `notFound` when there is none, or it belongs to another customer, session or method */
export const findOwnSigning = async (
  transactions: Pick<SigningTransactionStore, 'find'>,
  context: RequestContext,
  method: SigningMethod,
  id: string,
): Promise<TransactionRow> => {
  const row = await transactions.find(ownerOf(context), id);
  if (row?.method !== method) throw new Fault('notFound');
  return row;
};
