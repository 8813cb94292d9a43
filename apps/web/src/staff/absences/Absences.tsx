import type { Absence } from '@hofn/contracts';
import { dayOfInstant, errorText } from '@hofn/texts';
import { formatDate } from '@hofn/texts/format.ts';
import { Alert, Button, EmptyState, PageHead, Skeleton, Stack, StatusRegion, Table, Tag } from '@hofn/ui';
import { useState } from 'react';
import { useTexts } from '../../engine/index.ts';
import { CallScreen } from '../../parts/CallScreen.tsx';
import { Detail } from '../../parts/Detail.tsx';
import { setNotification } from '../../parts/notices.ts';
import { ApiError, useApi, useCall } from '../../session/index.ts';
import { focusHeading } from '../../shell/focus-heading.ts';
import { AbsenceForm } from './AbsenceForm.tsx';

/** Deletes absences, one at a time. */
const useRemoval = (onRemoved: () => void) => {
  const t = useTexts<'staff'>();
  const api = useApi();
  const [busy, setBusy] = useState<string>();
  const [failure, setFailure] = useState<string>();
  const remove = async (id: string) => {
    if (busy !== undefined) return;
    setBusy(id);
    setFailure(undefined);
    try {
      await api.delete('/api/staff/v1/absences/{id}', { params: { id } });
      setNotification({ id: 'absence', text: t('absences|removed') });
      onRemoved();
      focusHeading();
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      setFailure(errorText(t, error.errorCode));
    } finally {
      setBusy(undefined);
    }
  };
  return { busy, failure, remove };
};

const AbsenceTable = ({
  items,
  you,
  busy,
  onRemove,
}: {
  items: Absence[];
  you: string;
  busy: string | undefined;
  onRemove: (id: string) => void;
}) => {
  const t = useTexts<'staff'>();
  const [today] = useState(() => dayOfInstant(new Date()));
  return (
    <Table
      caption={t('absences|title')}
      isCaptionHidden
      rows={items}
      rowKey={({ id }) => id}
      columns={[
        {
          key: 'who',
          heading: t('absences|who'),
          isRowHeading: true,
          cell: ({ employee: { key, name } }) => (key === you ? t('absences|you', { name }) : name),
        },
        {
          key: 'days',
          heading: t('absences|days'),
          cell: ({ from, to }) => (
            <>
              {t('absences|between', {
                from: formatDate(t.language, from, 'medium'),
                to: formatDate(t.language, to, 'medium'),
              })}{' '}
              {from <= today && (
                <Tag icon="clock" kind="info">
                  {t('absences|now')}
                </Tag>
              )}
            </>
          ),
        },
        {
          key: 'deputy',
          heading: t('absences|deputy'),
          cell: ({ deputy, deputyAway }) => (
            <>
              {deputy?.name ?? t('absences|noDeputy')}
              {deputy && deputyAway && <Detail>{t('absences|deputyAway', { name: deputy.name })}</Detail>}
            </>
          ),
        },
        {
          key: 'actions',
          heading: t('employees|actions'),
          cell: ({ id, mayChange, employee: { name } }) =>
            mayChange && (
              <Button
                kind="secondary"
                size="small"
                aria-label={t('absences|removeOf', { name })}
                isLoading={busy === id}
                loadingLabel={t('absences|working')}
                onClick={() => onRemove(id)}
              >
                {t('absences|remove')}
              </Button>
            ),
        },
      ]}
    />
  );
};

/** Who is away and who stands in for them (rule DESK-5): employees enter their own, supervisors and administrators anybody's. */
export const Absences = () => {
  const t = useTexts<'staff'>();
  const call = useCall('/api/staff/v1/absences', { dropOnClose: true });
  const [isAdding, setIsAdding] = useState(false);
  const { busy, failure, remove } = useRemoval(call.retry);
  const { data } = call;
  const mayAdd =
    data !== undefined && (data.mayChangeOthers || data.people.some(({ key }) => key === data.you));
  return (
    <>
      <PageHead
        title={t('absences|title')}
        actions={mayAdd && <Button onClick={() => setIsAdding(true)}>{t('absences|add')}</Button>}
      >
        <p>{t('absences|lead')}</p>
      </PageHead>
      <Stack>
        <StatusRegion>
          {failure && (
            <Alert kind="error" title={t('absences|failed')}>
              {failure}
            </Alert>
          )}
        </StatusRegion>
        <CallScreen
          call={call}
          loading={t('absences|loading')}
          skeleton={<Skeleton rows={4} />}
          isEmpty={({ items }) => items.length === 0}
          empty={<EmptyState title={t('absences|none')}>{t('absences|noneText')}</EmptyState>}
        >
          {({ items, you }) => (
            <AbsenceTable items={items} you={you} busy={busy} onRemove={(id) => void remove(id)} />
          )}
        </CallScreen>
      </Stack>
      {isAdding && data && (
        <AbsenceForm list={data} onSaved={call.retry} onClose={() => setIsAdding(false)} />
      )}
    </>
  );
};

export default Absences;
