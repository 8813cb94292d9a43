import type { Policy, PolicyOptions } from '@hofn/contracts';
import type { RenewalCause } from '@hofn/domain/next-period.ts';
import { formatDate, formatMoney } from '@hofn/texts';
import { formatDifference } from '@hofn/texts/difference.ts';
import { Button, Row, Section, Stack, Table } from '@hofn/ui';
import { useTexts } from '../../engine/index.ts';
import { ForRole } from '../../parts/ForRole.tsx';
import styles from './PolicyScreen.module.css';
import type { RequestKind } from './request-form.ts';

type Props = {
  policy: Policy;
  /** What can be requested; undefined until it is known. */
  requestable: PolicyOptions['requestable'] | undefined;
  onRequest: (kind: RequestKind) => void;
};

/** Ways to change the policy before it renews, and its end. */
const renewalKinds = ['cover', 'cancel'] as const;

/** What the next period costs, why to the króna, and what can be done about it (rules RENEW-1 and RENEW-3). */
export const Renewal = ({ policy, requestable, onRequest }: Props) => {
  const t = useTexts<'portal'>();
  const { nextPeriod, premiumPerYear, validTo } = policy;
  if (!nextPeriod) return null;
  const date = formatDate(t.language, nextPeriod.from);
  const heading = t('renewal|title', { date });
  const causeName = (cause: RenewalCause) => t(`renewal|cause.${cause}`);
  const kinds = renewalKinds.filter((kind) => requestable?.kinds.includes(kind));
  return (
    <div className={styles.section}>
      <Section title={heading}>
        <Stack>
          <p>{t('renewal|text')}</p>
          <Table
            caption={heading}
            isCaptionHidden
            columns={[
              {
                key: 'name',
                heading: t('renewal|causes'),
                isRowHeading: true,
                cell: ({ name }) => name,
                footer: t('renewal|next', { date }),
              },
              {
                key: 'amount',
                heading: t('policy|amount'),
                isNumeric: true,
                cell: ({ amount }) => amount,
                footer: formatMoney(t.language, nextPeriod.premiumPerYear),
              },
            ]}
            rows={[
              { name: t('renewal|now'), amount: formatMoney(t.language, premiumPerYear) },
              ...nextPeriod.causes.map(({ id, amount }) => ({
                name: causeName(id),
                amount: formatDifference(t.language, amount),
              })),
            ]}
            rowKey={({ name }) => name}
          />
          {nextPeriod.causes.length === 0 && <p>{t('renewal|same')}</p>}
          <ForRole requires="Full" isSilent>
            {kinds.length > 0 && (
              <>
                <p>{t('renewal|until', { date: formatDate(t.language, validTo) })}</p>
                <Row>
                  {kinds.map((kind) => (
                    <Button key={kind} kind="secondary" onClick={() => onRequest(kind)}>
                      {t(`policyForm|title.${kind}`)}
                    </Button>
                  ))}
                </Row>
              </>
            )}
          </ForRole>
        </Stack>
      </Section>
    </div>
  );
};
