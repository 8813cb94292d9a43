import type { TextBlock } from '@hofn/contracts';
import { dayOfInstant, formatDate } from '@hofn/texts';
import { Button, EmptyState, PageHead, Row, Skeleton, Stack, Table } from '@hofn/ui';
import { useState } from 'react';
import { useTexts } from '../../engine/index.ts';
import { CallScreen } from '../../parts/CallScreen.tsx';
import { ConfirmDialog } from '../../parts/ConfirmDialog.tsx';
import { ErrorAlert } from '../../parts/ErrorAlert.tsx';
import { setNotification } from '../../parts/notices.ts';
import { useCall, usePost } from '../../session/index.ts';
import { BlockHistory } from './BlockHistory.tsx';
import { TextBlockForm } from './TextBlockForm.tsx';

/** Asks before a block is taken out of use. */
const Retire = ({
  block: { id, version, name },
  onDone,
  onClose,
}: {
  block: TextBlock;
  onDone: () => void;
  onClose: () => void;
}) => {
  const t = useTexts<'staff'>();
  const { send, state, error } = usePost('/api/staff/v1/text-blocks/{id}/retire');
  const retire = async () => {
    if (state === 'sending' || !(await send({ params: { id }, body: { version } }))) return;
    setNotification({ id: 'textBlock', text: t('textBlocks|retired') });
    onDone();
    onClose();
  };
  return (
    <ConfirmDialog
      title={t('textBlocks|retireTitle', { name })}
      confirmLabel={t('textBlocks|retire')}
      busyLabel={t('textBlocks|saving')}
      kind="danger"
      isBusy={state === 'sending'}
      onConfirm={() => void retire()}
      onClose={onClose}
    >
      <p>{t('textBlocks|retireText')}</p>
      <ErrorAlert title={t('textBlocks|failed')} error={error} />
    </ConfirmDialog>
  );
};

type Open = { what: 'change' | 'history' | 'retire'; block: TextBlock };

const BlockTable = ({ items, onOpen }: { items: TextBlock[]; onOpen: (open: Open) => void }) => {
  const t = useTexts<'staff'>();
  return (
    <Table
      caption={t('textBlocks|title')}
      isCaptionHidden
      rows={items}
      rowKey={({ id }) => id}
      columns={[
        { key: 'name', heading: t('textBlocks|name'), isRowHeading: true, cell: ({ name }) => name },
        {
          key: 'kind',
          heading: t('textBlocks|kind'),
          cell: ({ kind }) => (kind === null ? t('textBlocks|anyKind') : t(`caseKind|${kind}`)),
        },
        {
          key: 'changed',
          heading: t('textBlocks|changed'),
          cell: ({ at, by }) =>
            t('textBlocks|changedBy', {
              date: formatDate(t.language, dayOfInstant(new Date(at)), 'medium'),
              name: by ?? t('textBlocks|system'),
            }),
        },
        {
          key: 'actions',
          heading: t('textBlocks|actions'),
          cell: (block) => (
            <Row gap="s">
              {(['change', 'history', 'retire'] as const).map((what) => (
                <Button
                  key={what}
                  kind="secondary"
                  size="small"
                  aria-label={t(`textBlocks|${what}Of`, { name: block.name })}
                  onClick={() => onOpen({ what, block })}
                >
                  {t(`textBlocks|${what}`)}
                </Button>
              ))}
            </Row>
          ),
        },
      ]}
    />
  );
};

/** Text blocks for replies to cases (rule DESK-6), written by supervisors and administrators. */
export const TextBlocks = () => {
  const t = useTexts<'staff'>();
  const call = useCall('/api/staff/v1/text-blocks', { dropOnClose: true });
  const [isAdding, setIsAdding] = useState(false);
  const [open, setOpen] = useState<Open>();
  const close = () => setOpen(undefined);
  return (
    <>
      <PageHead
        title={t('textBlocks|title')}
        actions={
          call.data?.mayChange && <Button onClick={() => setIsAdding(true)}>{t('textBlocks|add')}</Button>
        }
      >
        <p>{t('textBlocks|lead')}</p>
      </PageHead>
      <Stack>
        <CallScreen
          call={call}
          loading={t('textBlocks|loading')}
          skeleton={<Skeleton rows={4} />}
          isEmpty={({ items }) => items.length === 0}
          empty={<EmptyState title={t('textBlocks|none')}>{t('textBlocks|noneText')}</EmptyState>}
        >
          {({ items }) => <BlockTable items={items} onOpen={setOpen} />}
        </CallScreen>
      </Stack>
      {isAdding && <TextBlockForm onSaved={call.retry} onClose={() => setIsAdding(false)} />}
      {open?.what === 'change' && (
        <TextBlockForm
          block={open.block}
          latest={call.data?.items.find(({ id }) => id === open.block.id)}
          onSaved={call.retry}
          onClose={close}
        />
      )}
      {open?.what === 'history' && <BlockHistory block={open.block} onClose={close} />}
      {open?.what === 'retire' && <Retire block={open.block} onDone={call.retry} onClose={close} />}
    </>
  );
};

export default TextBlocks;
