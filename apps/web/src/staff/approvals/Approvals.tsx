import type { Approval } from '@hofn/contracts/approvals.ts';
import { formatDateTime, formatMoney } from '@hofn/texts';
import { Button, EmptyState, PageHead, Section, Skeleton, Stack, Table, Tag } from '@hofn/ui';
import { useState } from 'react';
import { useTexts } from '../../engine/index.ts';
import { CallScreen } from '../../parts/CallScreen.tsx';
import { Detail } from '../../parts/Detail.tsx';
import { useCall } from '../../session/index.ts';
import { useHeadingAfterChange } from '../../shell/useHeadingAfterChange.ts';
import { stateLooks } from './labels.ts';
import { OpenApproval } from './OpenApproval.tsx';

const ApprovalTable = ({
  title,
  items,
  onOpen,
}: {
  title: string;
  items: Approval[];
  onOpen: (opened: Approval) => void;
}) => {
  const t = useTexts<'staff'>();
  const titleOf = (one: Approval) => one.title ?? t('approvals|hidden');
  return (
    <Table
      caption={title}
      isCaptionHidden
      rows={items}
      rowKey={({ id }) => id}
      columns={[
        {
          key: 'what',
          heading: t('approvals|what'),
          isRowHeading: true,
          cell: (one) => (
            <>
              {titleOf(one)}
              <Detail>{t(`authorityAct|${one.act}`)}</Detail>
            </>
          ),
        },
        {
          key: 'amount',
          heading: t('approvals|amount'),
          isNumeric: true,
          cell: ({ amount }) => formatMoney(t.language, amount),
        },
        {
          key: 'proposed',
          heading: t('approvals|proposed'),
          cell: ({ proposed }) =>
            t('approvals|proposedBy', {
              name: proposed.by,
              time: formatDateTime(t.language, new Date(proposed.at)),
            }),
        },
        {
          key: 'state',
          heading: t('approvals|state'),
          cell: ({ state, nobodyMayDecide, decided }) => (
            <>
              <Tag {...stateLooks[nobodyMayDecide ? 'refused' : state]}>
                {nobodyMayDecide ? t('approvals|nobody') : t(`approvals|state.${state}`)}
              </Tag>
              {decided?.note && <Detail>{decided.note}</Detail>}
            </>
          ),
        },
        {
          key: 'actions',
          heading: t('approvals|actions'),
          cell: (one) =>
            one.case !== null && (
              <Button
                kind="secondary"
                size="small"
                aria-label={t('approvals|openOf', { title: titleOf(one) })}
                onClick={() => onOpen(one)}
              >
                {t('approvals|open')}
              </Button>
            ),
        },
      ]}
    />
  );
};

/** What waits for the employee's decision, what nobody can decide, and what the employee has proposed (rule ROLE-3). */
export const Approvals = () => {
  const t = useTexts<'staff'>();
  const call = useCall('/api/staff/v1/approvals');
  const [opened, setOpened] = useState<Approval>();
  const noteChange = useHeadingAfterChange(call.data);
  return (
    <>
      <PageHead title={t('approvals|title')}>
        <p>{t('approvals|lead')}</p>
      </PageHead>
      <CallScreen
        call={call}
        loading={t('approvals|loading')}
        skeleton={<Skeleton rows={4} />}
        isEmpty={({ items }) => items.length === 0}
        empty={<EmptyState title={t('approvals|none')}>{t('approvals|noneText')}</EmptyState>}
      >
        {({ items }) => {
          const own = items.filter((one) => one.own);
          const toDecide = items.filter(({ mayDecide }) => mayDecide);
          const stuck = items.filter((one) => one.nobodyMayDecide && !one.own);
          return (
            <Stack gap="xl">
              <Section title={t('approvals|toDecide')}>
                {toDecide.length === 0 ? (
                  <p>{t('approvals|toDecideNone')}</p>
                ) : (
                  <ApprovalTable title={t('approvals|toDecide')} items={toDecide} onOpen={setOpened} />
                )}
              </Section>
              {stuck.length > 0 && (
                <Section title={t('approvals|stuck')} description={t('approvals|stuckLead')}>
                  <ApprovalTable title={t('approvals|stuck')} items={stuck} onOpen={setOpened} />
                </Section>
              )}
              {own.length > 0 && (
                <Section title={t('approvals|own')} description={t('approvals|ownLead')}>
                  <ApprovalTable title={t('approvals|own')} items={own} onOpen={setOpened} />
                </Section>
              )}
            </Stack>
          );
        }}
      </CallScreen>
      {opened && <OpenApproval listed={opened} onClose={() => setOpened(undefined)} onDecided={noteChange} />}
    </>
  );
};

export default Approvals;
