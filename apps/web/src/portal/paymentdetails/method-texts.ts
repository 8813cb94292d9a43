import type { PaymentMethod } from '@hofn/contracts';
import { formatDate, formatMoney, type Translate } from '@hofn/texts';
import type { portal } from '@hofn/texts/catalogue/is/portal.ts';
import { collectionText } from '@hofn/texts/collection-text.ts';

export type Method = NonNullable<PaymentMethod['method']>;
type Texts = Translate<typeof portal>;

/** Text key of each payment method. */
export const methodKey = {
  ccard: 'paymentDetails|methodCard',
  bank: 'paymentDetails|methodBank',
  claim: 'paymentDetails|methodClaim',
} as const satisfies Record<Method, string>;

/**
 * What follows from a method: the first payment that it applies to, and the fee of a claim (rule LIFE-31). The payment is
 * named without the fee: how many claims it is collected by is not known before they are made.
 */
export const consequencesOf = (t: Texts, { change, claimFee }: PaymentMethod, method: Method): string[] => {
  const hasFee = method === 'claim' && claimFee > 0;
  return [
    change
      ? t(hasFee ? 'paymentDetails|changeAppliesWithoutFee' : 'paymentDetails|changeApplies', {
          date: formatDate(t.language, change.dueDate),
          amount: formatMoney(t.language, change.amount),
          when: collectionText(t, change[method]),
        })
      : t('paymentDetails|changeLater'),
    hasFee
      ? t('paymentDetails|claimFee', { amount: formatMoney(t.language, claimFee) })
      : t('paymentDetails|noFee'),
  ];
};

/** The next payment by the current method, in the words of the overview (rule LIFE-30). */
export const nextPaymentText = (t: Texts, { next }: Pick<PaymentMethod, 'next'>): string | undefined =>
  next
    ? t('paymentDetails|next', {
        amount: formatMoney(t.language, next.amount),
        when: collectionText(t, next.collection),
      })
    : undefined;
