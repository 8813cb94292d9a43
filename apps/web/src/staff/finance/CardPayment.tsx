import type { CardPayment as Payment, Refund } from '@hofn/contracts/refunds.ts';
import { formatKennitala } from '@hofn/domain';
import { formatDate, formatDateTime, formatMoney } from '@hofn/texts';
import { pathOf } from '@hofn/texts/paths.ts';
import {
  Alert,
  DescriptionList,
  EmptyState,
  type IconName,
  PageHead,
  Section,
  Skeleton,
  Stack,
  StatusRegion,
  Table,
  Tag,
  type TagKind,
} from '@hofn/ui';
import { Link, useTexts } from '../../engine/index.ts';
import type { TemplateProps } from '../../engine/types.ts';
import { CallScreen } from '../../parts/CallScreen.tsx';
import { Detail } from '../../parts/Detail.tsx';
import { useCall } from '../../session/index.ts';
import { RefundForm } from './RefundForm.tsx';

const refundLooks: Record<Refund['state'], { kind: TagKind; icon: IconName }> = {
  ordered: { kind: 'warning', icon: 'clock' },
  refunded: { kind: 'success', icon: 'done' },
  refused: { kind: 'danger', icon: 'stop' },
};

const stateKey = {
  started: 'moneyState|unanswered',
  paid: 'moneyState|paid',
  declined: 'moneyState|declined',
  cancelled: 'moneyState|cancelled',
} as const;

const Facts = ({ payment }: { payment: Payment }) => {
  const t = useTexts<'staff'>();
  const money = (isk: number) => formatMoney(t.language, isk);
  const { customer, amount, card, reference, state, startedAt, instalments, left, balance } = payment;
  return (
    <DescriptionList
      hasFigures
      items={[
        {
          term: t('money|customer'),
          value: (
            <>
              <Link to={pathOf('staff.customer', t.language, { id: customer.id })}>{customer.name}</Link>,{' '}
              {formatKennitala(customer.ssn)}
            </>
          ),
        },
        { term: t('money|amount'), value: money(amount) },
        { term: t('money|state'), value: t(stateKey[state]) },
        { term: t('cardPayment|at'), value: formatDateTime(t.language, new Date(startedAt)) },
        { term: t('cardPayment|card'), value: card },
        { term: t('money|reference'), value: reference },
        {
          term: t('cardPayment|pays'),
          value: instalments
            .map(({ name, dueDate, total }) =>
              t('cardPayment|instalment', {
                ...{ name, date: formatDate(t.language, dueDate), amount: money(total) },
              }),
            )
            .join('; '),
        },
        { term: t('cardPayment|left'), value: state === 'paid' && money(left) },
        {
          term: t('cardPayment|balance'),
          value: t(balance > 0 ? 'cardPayment|owes' : balance < 0 ? 'cardPayment|has' : 'cardPayment|even', {
            amount: money(Math.abs(balance)),
          }),
        },
      ].map(({ term, value }) => ({ term, value: value || null }))}
    />
  );
};

const Refunds = ({ refunds }: { refunds: Refund[] }) => {
  const t = useTexts<'staff'>();
  if (refunds.length === 0) return <p>{t('cardPayment|none')}</p>;
  return (
    <Table
      caption={t('cardPayment|refunds')}
      isCaptionHidden
      isDense
      rows={refunds}
      rowKey={({ id }) => id}
      columns={[
        {
          key: 'reason',
          heading: t('cardPayment|reason'),
          isRowHeading: true,
          cell: ({ reason, proposedBy, approvedBy }) => (
            <>
              {reason}
              <Detail>{t('cardPayment|people', { proposed: proposedBy, approved: approvedBy })}</Detail>
            </>
          ),
        },
        {
          key: 'at',
          heading: t('money|day'),
          cell: ({ settledAt, orderedAt }) => formatDateTime(t.language, new Date(settledAt ?? orderedAt)),
        },
        {
          key: 'state',
          heading: t('money|state'),
          cell: ({ state, fault, reference }) => (
            <>
              <Tag {...refundLooks[state]} isSubtle={state === 'refunded'}>
                {t(`cardPayment|state.${state}`)}
              </Tag>
              {(fault ?? reference) && <Detail hasFigures={fault === null}>{fault ?? reference}</Detail>}
            </>
          ),
        },
        {
          key: 'amount',
          heading: t('money|amount'),
          isNumeric: true,
          isLead: true,
          cell: ({ amount }) => formatMoney(t.language, amount),
        },
      ]}
    />
  );
};

/** The proposal that waits, with who has to decide it. */
const Waiting = ({ payment: { waiting } }: { payment: Payment }) => {
  const t = useTexts<'staff'>();
  return (
    <StatusRegion>
      {waiting && (
        <Alert
          title={t('cardPayment|waiting', { amount: formatMoney(t.language, waiting.amount) })}
          action={<Link to={pathOf('staff.approvals', t.language)}>{t('cardPayment|approvals')}</Link>}
        >
          {t(waiting.own ? 'cardPayment|waitingOwn' : 'cardPayment|waitingBy', {
            ...{ name: waiting.by, time: formatDateTime(t.language, new Date(waiting.at)) },
          })}
        </Alert>
      )}
    </StatusRegion>
  );
};

const isAnswerMissing = ({ refunds }: Payment): boolean => refunds.some(({ state }) => state === 'ordered');

/** A payment that a customer made by card, its refunds, and the form that proposes one (rule DESK-12). */
export const CardPayment = ({ customer, id }: { customer: string; id: string }) => {
  const t = useTexts<'staff'>();
  const call = useCall('/api/staff/v1/finance/payments/{customer}/{id}', {
    params: { customer, id },
    dropOnClose: true,
  });
  return (
    <>
      <PageHead
        title={t('cardPayment|title')}
        actions={
          <nav aria-label={t('cardPayment|places')}>
            <Link to={pathOf('staff.money', t.language)}>{t('cardPayment|back')}</Link>
          </nav>
        }
      >
        <p>{t('cardPayment|lead')}</p>
      </PageHead>
      <CallScreen
        call={call}
        loading={t('cardPayment|loading')}
        skeleton={<Skeleton rows={8} />}
        isEmpty={() => false}
        empty={null}
        notFound={<EmptyState title={t('cardPayment|notFound')}>{t('cardPayment|notFoundText')}</EmptyState>}
      >
        {(payment) => (
          <Stack gap="xl">
            <Waiting payment={payment} />
            <Facts payment={payment} />
            <Section title={t('cardPayment|refunds')}>
              <Refunds refunds={payment.refunds} />
              {payment.case !== null && (
                <p>
                  <Link to={pathOf('staff.case', t.language, { id: payment.case })}>
                    {t('cardPayment|case')}
                  </Link>
                </p>
              )}
            </Section>
            {payment.left > 0 && !isAnswerMissing(payment) && <RefundForm payment={payment} />}
          </Stack>
        )}
      </CallScreen>
    </>
  );
};

const CardPaymentTemplate = ({ location: { params } }: TemplateProps) => (
  <CardPayment
    key={`${params.customer} ${params.id}`}
    customer={params.customer ?? ''}
    id={params.id ?? ''}
  />
);

export default CardPaymentTemplate;
