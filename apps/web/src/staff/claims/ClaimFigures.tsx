import type { StaffClaim } from '@hofn/contracts/claim-decisions.ts';
import type { ClaimStanding } from '@hofn/contracts/core/claim-acts.ts';
import { formatDate, formatDateTime, formatMoney } from '@hofn/texts';
import { Alert, DescriptionList, KeyFigure, KeyFigures, Section, Stack, Table, Tag } from '@hofn/ui';
import { useTexts } from '../../engine/index.ts';
import { Detail } from '../../parts/Detail.tsx';
import styles from './Claim.module.css';

type Props = { claim: StaffClaim };

/** What the claim is expected to cost, what has been decided and what of that is paid. */
export const ClaimMoney = ({ claim }: Props) => {
  const t = useTexts<'staff'>();
  const money = (isk: number) => formatMoney(t.language, isk);
  const { reserve, judgedBy } = claim;
  return (
    <KeyFigures>
      <KeyFigure
        term={t('claimDesk|reserve')}
        value={reserve === null ? t('claimDesk|none') : money(reserve)}
      />
      {judgedBy && (
        <>
          <KeyFigure term={t('claimDesk|decided')} value={money(judgedBy.decided)} />
          <KeyFigure term={t('claimDesk|ordered')} value={money(judgedBy.ordered)} />
          <KeyFigure term={t('claimDesk|paid')} value={money(judgedBy.paid)} />
        </>
      )}
    </KeyFigures>
  );
};

/** Whether a policy covered on the day of loss; `noPolicy` for a claim without one. */
type CoverageOnDay = NonNullable<ClaimStanding['coverage']> | 'noPolicy';

/** The policy as it was on the day of loss (rule INS-8). */
export const JudgedBy = ({ claim: { judgedBy, decides, policies } }: Props) => {
  const t = useTexts<'staff'>();
  const money = (isk: number | null) => (isk === null ? '–' : formatMoney(t.language, isk));
  if (decides === 'elsewhere')
    return <Alert title={t('claimDesk|elsewhere')}>{t('claimDesk|elsewhereText')}</Alert>;
  if (decides === 'silent')
    return (
      <Alert kind="warning" title={t('claimDesk|silent')}>
        {t('claimDesk|silentText')}
      </Alert>
    );
  if (!judgedBy) return <Alert title={t('claimDesk|notYet')}>{t('claimDesk|notYetText')}</Alert>;
  const { coverage, policy, covers } = judgedBy;
  const onDay: CoverageOnDay = coverage ?? 'noPolicy';
  const isCovered = onDay === 'covered';
  const day = (date: string) => formatDate(t.language, date, 'medium');
  return (
    <Stack gap="s">
      <p>
        <Tag kind={isCovered ? 'success' : 'warning'} icon={isCovered ? 'done' : 'warn'}>
          {t(`claimDesk|coverage.${onDay}`)}
        </Tag>
      </p>
      {!policy && policies.length === 0 && (
        <Alert title={t('claimDesk|noPolicies')}>{t('claimDesk|noPoliciesText')}</Alert>
      )}
      {policy && (
        <Detail as="p" hasFigures>
          {t('claimDesk|policyPeriod', {
            ...{ number: policy.number, from: day(policy.validFrom), to: day(policy.validTo) },
          })}
        </Detail>
      )}
      {covers.length > 0 && (
        <Table
          caption={t('claimDesk|coversOnDay')}
          rows={covers}
          rowKey={({ id }) => id}
          columns={[
            {
              ...{ key: 'cover', heading: t('claimDesk|cover'), isRowHeading: true },
              cell: ({ title, deductible }) => (
                <>
                  {title}
                  {deductible !== null && (
                    <Detail hasFigures>{t('claimDesk|deductibleOf', { amount: money(deductible) })}</Detail>
                  )}
                </>
              ),
            },
            {
              ...{ key: 'sum', heading: t('claimDesk|sumInsured'), isNumeric: true },
              cell: ({ sumInsured }) => money(sumInsured),
            },
            {
              ...{ key: 'left', heading: t('claimDesk|left'), isNumeric: true },
              cell: ({ left, used }) => (
                <>
                  {left === null ? t('claimDesk|noLimit') : money(left)}
                  {used > 0 && <Detail hasFigures>{t('claimDesk|used', { amount: money(used) })}</Detail>}
                </>
              ),
            },
          ]}
        />
      )}
    </Stack>
  );
};

/** The decision that stands, by cover, with who decided and why. */
export const Decision = ({ claim: { covers, decision } }: Props) => {
  const t = useTexts<'staff'>();
  const money = (isk: number) => formatMoney(t.language, isk);
  const reductionsOf = (cover: (typeof covers)[number]) =>
    (['depreciation', 'ownShare', 'deductible'] as const)
      .filter((name) => cover[name] > 0)
      .map((name) => `${t(`claimDesk|line.${name}`)} −${money(cover[name])}`);
  if (!decision) return null;
  const day = formatDate(t.language, decision.decidedOn);
  return (
    <Section title={t('claimDesk|decision')} heading="h3">
      {covers.length > 0 && (
        <Table
          caption={t('claimDesk|decision')}
          isCaptionHidden
          rows={covers}
          rowKey={({ id }) => id}
          columns={[
            {
              ...{ key: 'cover', heading: t('claimDesk|cover'), isRowHeading: true },
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
              footer: t('claimDesk|total'),
            },
            {
              ...{ key: 'loss', heading: t('claimDesk|line.loss'), isNumeric: true },
              cell: ({ loss }) => money(loss),
            },
            {
              ...{ key: 'payable', heading: t('claimDesk|toPay'), isNumeric: true },
              cell: ({ payable }) => <b>{money(payable)}</b>,
              footer: money(covers.reduce((sum, { payable }) => sum + payable, 0)),
            },
          ]}
        />
      )}
      <p className={styles.written}>{decision.reasons[t.language]}</p>
      <Detail as="p">
        {decision.rules
          ? t('claimDesk|decidedByRules', { rules: decision.rules, day })
          : t('claimDesk|decidedBy', { name: decision.by, day })}
        {decision.approvedBy && ` ${t('claimDesk|approvedBy', { name: decision.approvedBy })}`}
      </Detail>
    </Section>
  );
};

const onTheWay = { kind: 'info', icon: 'clock' } as const;
const notPaid = { kind: 'warning', icon: 'warn' } as const;
const paymentLook = {
  paid: { kind: 'success', icon: 'done' },
  ...{ approved: onTheWay, ordered: onTheWay },
  ...{ failed: notPaid, returned: notPaid, awaitingDocuments: notPaid },
} as const;

/** Payments of the claim with what has become of each (rule DESK-9). */
export const ClaimPayments = ({ claim: { payments } }: Props) => {
  const t = useTexts<'staff'>();
  if (payments.length === 0) return null;
  return (
    <Section title={t('claimDesk|payments')} heading="h3">
      <Table
        caption={t('claimDesk|payments')}
        isCaptionHidden
        rows={payments}
        rowKey={({ id }) => id}
        columns={[
          {
            ...{ key: 'recipient', heading: t('claimDesk|recipient'), isRowHeading: true },
            cell: ({ recipient, account, title }) => (
              <>
                {recipient}
                <Detail hasFigures>{[title, account].filter(Boolean).join(' · ')}</Detail>
              </>
            ),
          },
          {
            ...{ key: 'state', heading: t('claimDesk|state') },
            cell: ({ state, paidOn, fault }) => (
              <>
                <Tag {...paymentLook[state]}>
                  {paidOn
                    ? t('claimDesk|paidOn', { day: formatDate(t.language, paidOn, 'medium') })
                    : t(`claimDesk|state.${state}`)}
                </Tag>
                {fault && <Detail>{fault}</Detail>}
              </>
            ),
          },
          {
            ...{ key: 'amount', heading: t('claimDesk|amount'), isNumeric: true },
            cell: ({ amount }) => formatMoney(t.language, amount),
          },
        ]}
      />
    </Section>
  );
};

/** Other claims of the customer. */
export const EarlierClaims = ({ claim: { earlier } }: Props) => {
  const t = useTexts<'staff'>();
  return (
    <Section title={t('claimDesk|earlier')} heading="h3">
      {earlier.length === 0 && <p>{t('claimDesk|noEarlier')}</p>}
      {earlier.length > 0 && (
        <Table
          caption={t('claimDesk|earlier')}
          isCaptionHidden
          rows={earlier}
          rowKey={({ id }) => id}
          columns={[
            {
              ...{ key: 'title', heading: t('claimDesk|claim'), isRowHeading: true },
              cell: ({ title, number }) => (
                <>
                  {title}
                  <Detail hasFigures>{number}</Detail>
                </>
              ),
            },
            {
              ...{ key: 'day', heading: t('queue|dateOfLoss') },
              cell: ({ dateOfLoss, status }) => (
                <>
                  {formatDate(t.language, dateOfLoss, 'medium')}
                  <Detail>{t(`claimStatus|${status}`)}</Detail>
                </>
              ),
            },
            {
              ...{ key: 'paid', heading: t('claimDesk|compensation'), isNumeric: true },
              cell: ({ compensation }) =>
                compensation === null ? '–' : formatMoney(t.language, compensation),
            },
          ]}
        />
      )}
    </Section>
  );
};

/** What staff have done with the claim here, newest first. */
export const ClaimHistory = ({ claim: { history } }: Props) => {
  const t = useTexts<'staff'>();
  if (history.length === 0) return null;
  return (
    <Section title={t('claimDesk|history')} heading="h3">
      <DescriptionList
        items={history.map(({ id, kind, state, by, approvedBy, at, amount, reasons }) => ({
          term: formatDateTime(t.language, at),
          value: (
            <span key={id}>
              {[t(`claimDesk|act.${kind}`), amount === null ? null : formatMoney(t.language, amount), by]
                .filter(Boolean)
                .join(' · ')}
              {approvedBy && <Detail>{t('claimDesk|approvedBy', { name: approvedBy })}</Detail>}
              {state !== 'done' && (
                <Detail>
                  {[
                    t(kind === 'claim.settle' ? 'claimDesk|leftToPeople' : `claimDesk|actState.${state}`),
                    ...reasons,
                  ].join(' ')}
                </Detail>
              )}
            </span>
          ),
        }))}
      />
    </Section>
  );
};
