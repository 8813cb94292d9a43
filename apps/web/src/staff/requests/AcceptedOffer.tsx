import { formatDateTime, formatMoney } from '@hofn/texts';
import { Button, DescriptionList, Stack, Table } from '@hofn/ui';
import { useTexts } from '../../engine/index.ts';
import { ErrorAlert } from '../../parts/ErrorAlert.tsx';
import { useDownload } from '../../session/index.ts';
import type { Change } from './change.ts';
import styles from './Requests.module.css';

type Offer = NonNullable<Change['offer']>;

/** Covers of the product, with the sums that were offered. */
const Covers = ({ offer }: { offer: Offer }) => {
  const t = useTexts<'staff'>();
  const money = (isk: number | null) => (isk === null ? '–' : formatMoney(t.language, isk));
  return (
    <Table
      caption={t('requestCase|covers')}
      isCaptionHidden
      rows={offer.covers}
      rowKey={({ id }) => id}
      columns={[
        { key: 'cover', heading: t('requestCase|cover'), isRowHeading: true, cell: ({ name }) => name },
        {
          key: 'sum',
          heading: t('requestCase|sumInsured'),
          isNumeric: true,
          cell: ({ offered }) => {
            if (!offered) return t('requestCase|notCovered');
            return offered.sumInsured === null ? t('requestCase|included') : money(offered.sumInsured);
          },
        },
        {
          key: 'deductible',
          heading: t('requestCase|deductible'),
          isNumeric: true,
          cell: ({ offered }) => money(offered?.deductible ?? null),
        },
      ]}
    />
  );
};

const Parts = ({ offer }: { offer: Offer }) => {
  const t = useTexts<'staff'>();
  const money = (isk: number | null) => (isk === null ? '–' : formatMoney(t.language, isk));
  return (
    <Table
      caption={t('requestCase|part')}
      isCaptionHidden
      isCompared
      rows={offer.parts.filter(({ offered }) => offered !== null)}
      rowKey={({ kind, name }) => `${kind} ${name}`}
      columns={[
        {
          key: 'name',
          heading: t('requestCase|part'),
          isRowHeading: true,
          cell: ({ name }) => name,
          footer: t('requestCase|total'),
        },
        {
          key: 'offered',
          heading: t('requestCase|premium'),
          isNumeric: true,
          cell: ({ offered }) => money(offered),
          footer: money(offer.premiumPerYear.offered),
        },
      ]}
    />
  );
};

/** Evidence of the acceptance: who and when, the hash of what was shown, and the product document. */
const Proof = ({ caseId, proof }: { caseId: string; proof: NonNullable<Change['proof']> }) => {
  const t = useTexts<'staff'>();
  const { busy, error, download } = useDownload();
  return (
    <Stack as="section" aria-labelledby="sonnun">
      <h3 id="sonnun">{t('requestCase|proof')}</h3>
      <DescriptionList
        items={[
          {
            term: t('requestCase|accepted'),
            value: `${proof.acceptedBy}, ${formatDateTime(t.language, proof.acceptedAt)}`,
          },
          { term: t('requestCase|shownIn'), value: t(`queue|language.${proof.language}`) },
          { term: t('requestCase|hash'), value: <code className={styles.hash}>{proof.shownHash}</code> },
        ]}
      />
      <Button
        kind="secondary"
        size="small"
        icon="download"
        isLoading={busy === 'proof'}
        loadingLabel={t('requestCase|working')}
        onClick={() => void download('proof', '/api/staff/v1/cases/{id}/proof', { params: { id: caseId } })}
      >
        {t('requestCase|ipid')}
      </Button>
      <ErrorAlert title={t('queue|downloadFailed')} error={error} />
    </Stack>
  );
};

/** Everything that the customer accepted, with the evidence of it. */
export const AcceptedOffer = ({
  caseId,
  offer,
  change,
}: {
  caseId: string;
  offer: Offer;
  change: Change;
}) => {
  const t = useTexts<'staff'>();
  const money = (isk: number | null) => isk !== null && formatMoney(t.language, isk);
  const { number, name, insured, needs, terms, instalmentsPerYear } = offer;
  return (
    <>
      <Stack as="section" aria-labelledby="tilbod">
        <h3 id="tilbod">{t('requestCase|offer')}</h3>
        <DescriptionList
          items={[
            { term: t('requestCase|product'), value: name },
            { term: t('requestCase|number'), value: number },
            { term: t('requestCase|insured'), value: insured },
            {
              term: t('requestCase|replaces'),
              value: change.policy
                ? `${change.policy.name}, ${change.policy.number}`
                : t('requestCase|newPolicy'),
            },
            { term: t('requestCase|deductible'), value: money(offer.deductible.offered) || null },
            { term: t('requestCase|sumInsured'), value: money(offer.sumInsured.offered) || null },
            { term: t('requestCase|instalments'), value: String(instalmentsPerYear) },
            {
              term: t('requestCase|terms'),
              value: terms.map(({ code, title }) => `${title} (${code})`).join(', '),
            },
            { term: t('requestCase|needs'), value: needs.join(' ') },
          ]}
        />
      </Stack>
      <Stack as="section" aria-labelledby="verndir">
        <h3 id="verndir">{t('requestCase|covers')}</h3>
        <Covers offer={offer} />
        <Parts offer={offer} />
      </Stack>
      {change.proof && <Proof caseId={caseId} proof={change.proof} />}
    </>
  );
};
