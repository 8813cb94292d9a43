import type { Claim } from '@hofn/contracts';
import { formatDate, formatMoney } from '@hofn/texts';
import { DescriptionList, Table } from '@hofn/ui';
import { useTexts } from '../../engine/index.ts';
import { Detail } from '../../parts/Detail.tsx';
import styles from './ClaimScreen.module.css';

type Covers = NonNullable<Claim['covers']>;

/** What is paid by the decision that stands, in whole ISK. */
export const payableOf = ({ covers = [] }: Pick<Claim, 'covers'>): number =>
  covers.reduce((sum, { payable }) => sum + payable, 0);

/** What is taken off a loss, and why no more is paid than is. */
const useReductions = () => {
  const t = useTexts<'portal'>();
  return (cover: Covers[number]): string[] => {
    const names = (['depreciation', 'ownShare', 'deductible'] as const).filter((name) => cover[name] > 0);
    const rest = names.reduce((isk, name) => isk - cover[name], cover.loss);
    return [
      ...names.map((name) => `${t(`claim|less.${name}`)} −${formatMoney(t.language, cover[name])}`),
      // What is left of a sum insured is the only other bound.
      ...(cover.payable < rest ? [t('claim|upToSumInsured')] : []),
    ];
  };
};

const DecidedCovers = ({ covers }: { covers: Covers }) => {
  const t = useTexts<'portal'>();
  const reductionsOf = useReductions();
  const money = (isk: number) => formatMoney(t.language, isk);
  return (
    <Table
      caption={t('claim|theDecision')}
      isCaptionHidden
      rows={covers}
      rowKey={({ id }) => id}
      columns={[
        {
          ...{ key: 'cover', heading: t('claim|cover'), isRowHeading: true },
          cell: (cover) => (
            <>
              {cover.title}
              {reductionsOf(cover).map((text) => (
                <Detail key={text} hasFigures>
                  {text}
                </Detail>
              ))}
            </>
          ),
          footer: t('claims|total'),
        },
        {
          ...{ key: 'loss', heading: t('claim|lossAmount'), isNumeric: true },
          cell: ({ loss }) => money(loss),
        },
        {
          ...{ key: 'payable', heading: t('claim|payable'), isNumeric: true },
          cell: ({ payable }) => <b>{money(payable)}</b>,
          footer: money(payableOf({ covers })),
        },
      ]}
    />
  );
};

/** What was decided by cover, why, who decided and who approved (rule DESK-10). */
export const ClaimDecision = ({ claim: { covers = [], decision } }: { claim: Claim }) => {
  const t = useTexts<'portal'>();
  if (!decision) return null;
  const { by, decidedOn, approvedBy, reasons, byRules } = decision;
  const day = formatDate(t.language, decidedOn);
  return (
    <section className={styles.section} aria-labelledby="akvordun">
      <h2 id="akvordun">{t('claim|theDecision')}</h2>
      {covers.length > 0 && <DecidedCovers covers={covers} />}
      <p className={styles.written}>{reasons}</p>
      <DescriptionList
        items={[
          { term: t('claim|decidedBy'), value: byRules ? t('claim|byRules', { day }) : `${by}, ${day}` },
          { term: t('claim|approvedBy'), value: approvedBy },
        ]}
      />
      {byRules && <p>{t('claim|byRulesText')}</p>}
    </section>
  );
};
