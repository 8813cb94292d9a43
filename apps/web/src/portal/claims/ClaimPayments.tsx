import type { Claim } from '@hofn/contracts';
import { formatDate, formatMoney, type Language } from '@hofn/texts';
import { DescriptionList, Table, Tag } from '@hofn/ui';
import { useTexts } from '../../engine/index.ts';
import { Detail } from '../../parts/Detail.tsx';
import { DeductibleWords } from '../policies/DeductibleWords.tsx';
import { payableOf } from './ClaimDecision.tsx';
import styles from './ClaimScreen.module.css';

/** The policy's deductible, or the product's words where those give another for such a loss (rules LIFE-13 and LIFE-41). */
export const deductibleOf = (
  language: Language,
  { deductible, deductibleText, ownShare }: Pick<Claim, 'deductible' | 'deductibleText' | 'ownShare'>,
) =>
  deductible === null ? null : (
    <>
      {!ownShare.varies && formatMoney(language, deductible)}
      <DeductibleWords text={deductibleText} hasAmount={!ownShare.varies} />
    </>
  );

/** What has become of a payment that is not paid: on its way, or in need of somebody. */
const lookOf = {
  approved: 'info',
  ordered: 'info',
  awaitingDocuments: 'warning',
  failed: 'warning',
  returned: 'warning',
} as const;

/** Text for a claim without payments. */
const nothingPaid = (claim: Claim) => {
  if (payableOf(claim) > 0) return 'claim|notPaidYet';
  return claim.decision || claim.status === 'rejected' ? 'claim|nothingPayable' : 'claim|noPayments';
};

/** Compensation decided and paid. What is decided by cover has its own section, and is not said again. */
export const Payments = ({ claim }: { claim: Claim }) => {
  const t = useTexts<'portal'>();
  const money = (isk: number) => formatMoney(t.language, isk);
  const { payments, lossAmount, paymentsTotal, covers = [] } = claim;
  return (
    <section className={styles.section} aria-labelledby="baetur">
      <h2 id="baetur">{t('claim|compensation')}</h2>
      {payments.length === 0 && <p>{t(nothingPaid(claim))}</p>}
      {lossAmount !== null && covers.length === 0 && (
        <DescriptionList
          hasFigures
          items={[
            { term: t('claim|lossAmount'), value: money(lossAmount) },
            { term: t('claim|deductible'), value: deductibleOf(t.language, claim) },
          ]}
        />
      )}
      {payments.length > 0 && (
        <Table
          caption={t('claim|compensation')}
          isCaptionHidden
          rows={payments}
          rowKey={({ id }) => id}
          columns={[
            {
              key: 'title',
              heading: t('claim|paymentTitle'),
              isRowHeading: true,
              cell: ({ title }) => title,
              footer: t('claim|compensationTotal'),
            },
            {
              key: 'recipient',
              heading: t('claim|recipient'),
              cell: ({ recipient, account }) => (
                <>
                  {recipient}
                  {account && <Detail hasFigures>{account}</Detail>}
                </>
              ),
            },
            {
              key: 'state',
              heading: t('claim|paymentState'),
              cell: ({ state, paidOn }) =>
                state === 'paid' ? (
                  <Tag kind="success" icon="done" isSubtle>
                    {paidOn
                      ? t('claim|paidOn', { date: formatDate(t.language, paidOn, 'medium') })
                      : t('claim|paid')}
                  </Tag>
                ) : (
                  <Tag kind={lookOf[state]} icon="clock">
                    {t(`claim|${state}`)}
                  </Tag>
                ),
            },
            {
              key: 'amount',
              heading: t('claim|amount'),
              isNumeric: true,
              cell: ({ amount }) => money(amount),
              footer: money(paymentsTotal),
            },
          ]}
        />
      )}
    </section>
  );
};
