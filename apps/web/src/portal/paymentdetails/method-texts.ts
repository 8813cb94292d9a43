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
 * What follows from a method: the first payment that it applies to, and the fee of a claim (rule LIFE-31). A payment of
 * several instalments is named without the fee: how many claims it is collected by is not known before they are made.
 */
export const consequencesOf = (t: Texts, { change, claimFee }: PaymentMethod, method: Method): string[] => {
  const hasFee = method === 'claim' && claimFee > 0;
  const money = (isk: number) => formatMoney(t.language, isk);
  const applies = () => {
    if (!change) return t('paymentDetails|changeLater');
    const { dueDate, amount, instalments } = change;
    const params = { date: formatDate(t.language, dueDate), when: collectionText(t, change[method]) };
    if (hasFee && instalments === 1)
      return t('paymentDetails|changeAppliesWithFee', {
        ...params,
        ...{ amount: money(amount + claimFee), premium: money(amount), fee: money(claimFee) },
      });
    return t(hasFee ? 'paymentDetails|changeAppliesWithoutFee' : 'paymentDetails|changeApplies', {
      ...params,
      amount: money(amount),
    });
  };
  return [
    applies(),
    hasFee ? t('paymentDetails|claimFee', { amount: money(claimFee) }) : t('paymentDetails|noFee'),
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
