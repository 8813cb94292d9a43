import type { TransactionType } from '@hofn/contracts';

/** Text key of each transaction type. */
export const typeKey = {
  premium: 'transactions|typePremium',
  payment: 'transactions|typePayment',
  refund: 'transactions|typeRefund',
  fee: 'transactions|typeFee',
  claim: 'transactions|typeClaim',
} as const satisfies Record<TransactionType, string>;
