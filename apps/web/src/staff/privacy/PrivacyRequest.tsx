import type { PrivacyCase as Case } from '@hofn/contracts';
import { formatDate, formatDateTime, formatNumber } from '@hofn/texts';
import { Alert, DescriptionList, Skeleton, Stack, Table, Tag, type TagKind } from '@hofn/ui';
import type { ComponentProps } from 'react';
import { useTexts } from '../../engine/index.ts';
import { CallScreen } from '../../parts/CallScreen.tsx';
import { RetainedData } from '../../parts/RetainedData.tsx';
import { useCall } from '../../session/index.ts';
import { Decide } from './Decide.tsx';

const stateTags: Record<Case['state'], { kind: TagKind; icon: ComponentProps<typeof Tag>['icon'] }> = {
  requested: { kind: 'info', icon: 'clock' },
  processing: { kind: 'info', icon: 'clock' },
  approved: { kind: 'info', icon: 'clock' },
  ready: { kind: 'success', icon: 'done' },
  done: { kind: 'success', icon: 'done' },
  refused: { kind: 'danger', icon: 'stop' },
  expired: { kind: 'neutral', icon: 'info' },
};

/** Data that would be erased today, by its customer-facing name. */
const ErasedTables = ({ erased }: Pick<Case, 'erased'>) => {
  const t = useTexts<'staff'>();
  if (erased.length === 0) return <p>{t('privacyCase|nothingErased')}</p>;
  return (
    <Table
      caption={t('privacyCase|erased')}
      isCaptionHidden
      isCompared
      rows={[...erased]}
      rowKey={({ table }) => table}
      columns={[
        {
          key: 'what',
          heading: t('privacyKept|what'),
          isRowHeading: true,
          cell: ({ table }) => t.find(`archiveTable|${table}`) ?? table,
        },
        {
          key: 'rows',
          heading: t('privacyCase|rows'),
          isNumeric: true,
          cell: ({ rows }) => formatNumber(t.language, rows),
        },
      ]}
    />
  );
};

const RequestBody = ({ data, onDecided }: { data: Case; onDecided: () => void }) => {
  const t = useTexts<'staff'>();
  const day = (instant: string | null) => instant && formatDate(t.language, instant.slice(0, 10));
  const isWaiting = data.kind === 'erasure' && (data.state === 'requested' || data.state === 'approved');
  return (
    <Stack gap="xl" width="text">
      {data.failedAt !== null && (
        <Alert kind="error" title={t('privacyCase|failed')}>
          {t('privacyCase|failedText', { time: formatDateTime(t.language, data.failedAt) })}
        </Alert>
      )}
      <DescriptionList
        items={[
          {
            term: t('privacyCase|state'),
            value: <Tag {...stateTags[data.state]}>{t(`privacyCase|state.${data.state}`)}</Tag>,
          },
          { term: t('privacyCase|kind'), value: t(`privacyCase|kind.${data.kind}`) },
          { term: t('privacyCase|due'), value: day(data.dueAt) },
          { term: t('privacyCase|extended'), value: day(data.extendedAt) },
          {
            term: t('privacyCase|decided'),
            value: data.decidedAt && [day(data.decidedAt), data.decidedBy].filter(Boolean).join(', '),
          },
          { term: t('privacyCase|finished'), value: day(data.finishedAt) },
        ]}
      />
      {data.reasons.map((reason) => (
        <Alert key={reason} title={t('privacyCase|toldWhy')}>
          <span lang={data.language}>{reason}</span>
        </Alert>
      ))}
      {isWaiting && (
        <Stack as="section" aria-labelledby="eytt">
          <h3 id="eytt">{t('privacyCase|erased')}</h3>
          <ErasedTables erased={data.erased} />
        </Stack>
      )}
      {data.kind === 'erasure' && <RetainedData retained={data.keptBecause} />}
      <Decide data={data} onDecided={onDecided} />
    </Stack>
  );
};

/**
 * A personal data request within its case: what it is, what would be retained and erased, and the decision,
 * which may close the case (rules DATA-3a, DATA-3b).
 */
export const PrivacyRequest = ({ id, onDecided }: { id: string; onDecided: () => void }) => {
  const t = useTexts<'staff'>();
  const call = useCall('/api/staff/v1/privacy/{id}', { params: { id }, dropOnClose: true });
  return (
    <CallScreen
      call={call}
      loading={t('privacyCase|loading')}
      skeleton={<Skeleton rows={4} />}
      isEmpty={() => false}
      empty={null}
      notFound={<p>{t('privacyCase|notFound')}</p>}
    >
      {(data) => <RequestBody data={data} onDecided={onDecided} />}
    </CallScreen>
  );
};
