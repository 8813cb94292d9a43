import type { PaymentStatus } from '@hofn/contracts';
import { formatDate, formatMoney, formatNumber } from '@hofn/texts';
import { Button, KeyFigures } from '@hofn/ui';
import { useStaticQuery, useTexts } from '../../engine/index.ts';
import type { Site } from '../../shell/site.ts';
import styles from './Summary.module.css';
import { methodKey } from './words.ts';

type Props = { status: PaymentStatus; onPay: () => void };

/** How much and when: what is due in the biggest figure of the page with its button, then what is next, then the year. */
export const Summary = ({ status: { summary, card }, onPay }: Props) => {
  const t = useTexts<'portal'>();
  const { company } = useStaticQuery<Site>('site');
  const money = (isk: number) => formatMoney(t.language, isk);
  const { dueNow, overdue, next, paid } = summary;
  const cardName = card && `${card.brand} ${card.cardNumberMasked}`;
  const owed = dueNow.items.length > 0;
  return (
    <KeyFigures
      figures={[
        {
          term: t('payment|dueNow'),
          value: money(dueNow.amount),
          notes: [
            dueNow.amount === 0 && t('payment|nothingDue'),
            overdue > 0 && t('payment|ofWhichOverdue', { amount: money(overdue) }),
            owed && card && !card.expired && (
              <span className={styles.act}>
                <Button onClick={onPay}>{t('payment|payAmount', { amount: money(dueNow.amount) })}</Button>
                <span>{t('payment|withCard', { card: cardName ?? '' })}</span>
              </span>
            ),
            owed && !card && t('payment|noCard', { phone: company.phone }),
            owed && card?.expired && t('payment|expiredCard', { card: cardName ?? '', phone: company.phone }),
          ],
        },
        {
          term: t('payment|nextDue'),
          value: next ? formatDate(t.language, next.dueDate, 'day') : undefined,
          notes: [next ? `${money(next.amount)}, ${t(methodKey[next.method])}` : t('payment|noNext')],
        },
        {
          term: t('payment|paidThisYear', { year: String(paid.year) }),
          value: money(paid.amount),
          notes: [
            t('payment|paidOf', {
              count: formatNumber(t.language, paid.count),
              of: formatNumber(t.language, paid.of),
            }),
          ],
        },
      ]}
    />
  );
};
