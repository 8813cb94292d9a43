import type { TransactionType } from '@hofn/contracts';

/** Key of a type's name. */
export const typeKey = {
  premium: 'transactions|typePremium',
  payment: 'transactions|typePayment',
  refund: 'transactions|typeRefund',
  fee: 'transactions|typeFee',
  claim: 'transactions|typeClaim',
} as const satisfies Record<TransactionType, string>;
