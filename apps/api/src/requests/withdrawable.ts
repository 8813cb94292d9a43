import { endsByNotice, lastDayToWithdraw } from '@hofn/domain/policy-requests.ts';
import { dayOfInstant } from '@hofn/texts';
import type { Customer } from '../platform/authorization.ts';
import type { NamedRequest } from './store.ts';

/** The last day to withdraw from the contract that an accepted offer has made; null when there is no such right. */
export const withdrawableUntil = (
  { offerProduct, settledAt }: Pick<NamedRequest, 'offerProduct' | 'settledAt'>,
  { kind }: Pick<Customer, 'kind'>,
): string | null =>
  offerProduct !== null && settledAt !== null && kind === 'person' && endsByNotice(offerProduct)
    ? lastDayToWithdraw(offerProduct, dayOfInstant(new Date(settledAt)))
    : null;
