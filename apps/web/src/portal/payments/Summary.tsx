import type { PaymentStatus } from '@hofn/contracts';
import { formatDate, formatMoney, formatNumber } from '@hofn/texts';
import { collectionText } from '@hofn/texts/collection-text.ts';
import { pathOf } from '@hofn/texts/paths.ts';
import { Button } from '@hofn/ui';
import type { ReactNode } from 'react';
import type { Site } from '../../content/site.ts';
import { Link, useStaticQuery, useTexts } from '../../engine/index.ts';
import { useIsSelf } from '../../parts/ForRole.tsx';
import { cardPath } from '../paymentdetails/card-path.ts';
import { nextPaymentText } from '../paymentdetails/method-texts.ts';
import { canBePaid, methodKey } from './labels.ts';
import styles from './Summary.module.css';

type Props = {
  status: PaymentStatus;
  /** Whether the user's role lets them pay for this customer. */
  canAct: boolean;
  onPay: () => void;
};

/** Whether the amount due can be paid now with the registered card. */
const canPay = ({ status: { summary, card }, canAct }: Props): boolean =>
  canAct && summary.dueNow.items.length > 0 && card !== null && !card.expired;

/** The amount due in one line, for phones, where the key figures come after the list (rule HOLD-22). */
export const DueLine = (props: Props) => {
  const t = useTexts<'portal'>();
  const { amount } = props.status.summary.dueNow;
  return (
    <div className={styles.due}>
      <span>
        {t('payment|dueNow')} <strong className="figures">{formatMoney(t.language, amount)}</strong>
      </span>
      {canPay(props) && (
        <Button size="small" onClick={props.onPay}>
          {t('payment|payAmount', { amount: formatMoney(t.language, amount) })}
        </Button>
      )}
    </div>
  );
};

/** The next payment in one line, for phones, with the link to change the payment method. */
export const NextLine = ({ status }: Pick<Props, 'status'>) => {
  const t = useTexts<'portal'>();
  const next = nextPaymentText(t, status.summary);
  if (!next) return null;
  return (
    <p className={styles.next}>
      {next} <ChangeMethod />
    </p>
  );
};

/** That a registered card can pay here, with the way to register one, while there is something to pay without it. */
export const CardHint = ({ status: { summary, items, card } }: Pick<Props, 'status'>) => {
  const t = useTexts<'portal'>();
  if (!useIsSelf() || (card && !card.expired)) return null;
  if (summary.dueNow.items.length === 0 && !items.some(canBePaid)) return null;
  return (
    <p className={styles.hint}>
      {t('payment|cardHint')} <Link to={cardPath(t.language)}>{t('card|useNew')}</Link>
    </p>
  );
};

/** Link to the payment method, which each customer changes for themselves alone. */
const ChangeMethod = () => {
  const t = useTexts<'portal'>();
  if (!useIsSelf()) return null;
  return <Link to={pathOf('portal.settingsPayment', t.language)}>{t('payment|changeMethod')}</Link>;
};

type FigureProps = { term: string; value: string | undefined; children: ReactNode };

const Figure = ({ term, value, children }: FigureProps) => (
  <div>
    <dt>{term}</dt>
    {value !== undefined && <dd className={styles.value}>{value}</dd>}
    {children}
  </div>
);

/** Key figures: the amount due with its button, the next due date, payments this year. */
export const Summary = (props: Props) => {
  const { summary, card } = props.status;
  const t = useTexts<'portal'>();
  const { company } = useStaticQuery<Site>('site');
  const isSelf = useIsSelf();
  const money = (isk: number) => formatMoney(t.language, isk);
  const { dueNow, overdue, next, paid } = summary;
  const cardName = card && `${card.brand} ${card.cardNumberMasked}`;
  return (
    <dl className={styles.figures}>
      <Figure term={t('payment|dueNow')} value={money(dueNow.amount)}>
        {dueNow.amount === 0 && <dd>{t('payment|nothingDue')}</dd>}
        {overdue > 0 && <dd>{t('payment|ofWhichOverdue', { amount: money(overdue) })}</dd>}
        {canPay(props) && (
          <dd className={styles.act}>
            <Button onClick={props.onPay}>{t('payment|payAmount', { amount: money(dueNow.amount) })}</Button>
            <span>{t('payment|withCard', { card: cardName ?? '' })}</span>
          </dd>
        )}
        {dueNow.items.length > 0 && !card && <dd>{t('payment|noCard', { phone: company.phone })}</dd>}
        {dueNow.items.length > 0 && card?.expired && (
          <dd>{t('payment|expiredCard', { card: cardName ?? '', phone: company.phone })}</dd>
        )}
      </Figure>
      <Figure
        term={t('overview|nextPayment')}
        value={next ? formatDate(t.language, next.collection.day, 'day') : undefined}
      >
        <dd>
          {next
            ? `${money(next.amount)}, ${t(methodKey[next.method])}. ${collectionText(t, next.collection)}.`
            : t('payment|noNext')}
        </dd>
        {isSelf && (
          <dd className={styles.change}>
            <ChangeMethod />
          </dd>
        )}
      </Figure>
      <Figure term={t('payment|paidThisYear', { year: String(paid.year) })} value={money(paid.amount)}>
        <dd>
          {t('payment|paidOf', {
            count: formatNumber(t.language, paid.count),
            of: formatNumber(t.language, paid.of),
          })}
        </dd>
      </Figure>
    </dl>
  );
};
