import type { Instalment, PaymentStatus } from '@hofn/contracts';
import { formatDate, formatMoney } from '@hofn/texts';
import { collectionText } from '@hofn/texts/collection-text.ts';
import { Button, Table, Tag } from '@hofn/ui';
import { useState } from 'react';
import { useTexts } from '../../engine/index.ts';
import { ErrorAlert } from '../../parts/ErrorAlert.tsx';
import { useDownload } from '../../session/index.ts';
import { canBePaid, methodKey, nameOf, stateLook } from './labels.ts';
import styles from './Payments.module.css';
import { downloadReceipt, ReceiptButton } from './ReceiptButton.tsx';

type Props = {
  items: readonly Instalment[];
  sums: PaymentStatus['sums'];
  /** Whether the user may pay and a valid card is registered. */
  canPay: boolean;
  selected: ReadonlySet<string>;
  onSelect: (id: string, isSelected: boolean) => void;
  onPay: (items: readonly Instalment[]) => void;
  /** Shows all rows on a phone, because they are what was searched for. */
  isFiltered: boolean;
};

/** Paid instalments that a phone shows before the older ones are asked for. */
const recentlyPaid = 3;

/** What an instalment is for, with interest and fees. */
const Description = ({ item }: { item: Instalment }) => {
  const t = useTexts<'portal'>();
  const money = (isk: number) => formatMoney(t.language, isk);
  return (
    <span className={styles.description}>
      {item.policy ? `${item.policy.name}, ${item.policy.number}` : t('payment|allPolicies')}
      <span className={styles.below}>
        {[
          t('payment|instalment', { n: item.sequence, total: item.sequenceOf }),
          item.penaltyInterest > 0 && `${t('payment|penaltyInterest')} ${money(item.penaltyInterest)}`,
          item.fees > 0 && `${t('payment|collectionCost')} ${money(item.fees)}`,
        ]
          .filter(Boolean)
          .join(' · ')}
      </span>
    </span>
  );
};

/** Table of instalments: unpaid ones with a pay button, paid ones with their receipt. */
export const Instalments = ({ items, sums, canPay, selected, onSelect, onPay, isFiltered }: Props) => {
  const t = useTexts<'portal'>();
  const { busy, error, download } = useDownload();
  const [isAllWanted, setAllWanted] = useState(false);
  const paid = items.filter(({ state }) => state === 'paid');
  const earlier = new Set(isFiltered ? [] : paid.slice(recentlyPaid).map(({ id }) => id));
  const showsAll = isAllWanted || earlier.size === 0;
  const money = (isk: number) => formatMoney(t.language, isk);
  const day = (date: string) => formatDate(t.language, date, 'medium');

  const action = (item: Instalment) => {
    const name = nameOf(t, item);
    if (item.state === 'paid')
      return (
        <ReceiptButton
          name={name}
          isBusy={busy === item.id}
          onDownload={() => void downloadReceipt(download, item)}
        />
      );
    if (!canPay || !canBePaid(item)) return null;
    return (
      <Button
        kind="secondary"
        size="small"
        aria-label={t('payment|payOne', { amount: money(item.total), what: name })}
        onClick={() => onPay([item])}
      >
        {t('payment|pay')}
      </Button>
    );
  };

  return (
    <>
      <ErrorAlert title={t('global|errorTitle')} error={error} />
      <div className={styles.instalments} data-all={showsAll ? '' : undefined}>
        <Table
          caption={t('payment|title')}
          isCaptionHidden
          rows={[...items]}
          rowKey={({ id }) => id}
          fold={(item) => t('payment|details', { what: nameOf(t, item) })}
          mark={({ id }) => (earlier.has(id) ? 'earlier' : undefined)}
          columns={[
            {
              key: 'what',
              heading: t('payment|what'),
              isRowHeading: true,
              isBrief: true,
              cell: (item) => (
                <span className={styles.what}>
                  {canPay && canBePaid(item) && (
                    <input
                      type="checkbox"
                      className={styles.choice}
                      checked={selected.has(item.id)}
                      aria-label={t('payment|select', { what: nameOf(t, item) })}
                      onChange={(event) => onSelect(item.id, event.target.checked)}
                    />
                  )}
                  <Description item={item} />
                </span>
              ),
              ...(sums.count > 1 && { footer: t('payment|total') }),
            },
            {
              key: 'due',
              heading: t('payment|dueDate'),
              isBrief: true,
              cell: ({ dueDate }) => <span className={styles.day}>{day(dueDate)}</span>,
            },
            {
              key: 'final',
              heading: t('payment|finalDueDate'),
              cell: ({ finalDueDate }) => <span className={styles.day}>{day(finalDueDate)}</span>,
            },
            {
              key: 'method',
              heading: t('payment|method'),
              cell: ({ method, collection }) => (
                <span>
                  {t(methodKey[method])}
                  {collection && <span className={styles.below}>{collectionText(t, collection)}</span>}
                </span>
              ),
            },
            {
              key: 'state',
              heading: t('table|state'),
              isBrief: true,
              cell: ({ state, paidOn }) => {
                const { key, ...look } = stateLook[state];
                return (
                  <>
                    <Tag {...look}>{t(key)}</Tag>
                    {paidOn && <span className={styles.below}>{day(paidOn)}</span>}
                  </>
                );
              },
            },
            {
              key: 'amount',
              heading: t('payment|amount'),
              isNumeric: true,
              isBrief: true,
              cell: ({ total }) => money(total),
              ...(sums.count > 1 && { footer: money(sums.total) }),
            },
            { key: 'action', heading: t('payment|action'), cell: action },
          ]}
        />
      </div>
      {!showsAll && (
        <div className={styles.earlier}>
          <Button kind="secondary" size="small" onClick={() => setAllWanted(true)}>
            {t('payment|showEarlier', { n: earlier.size })}
          </Button>
        </div>
      )}
    </>
  );
};
