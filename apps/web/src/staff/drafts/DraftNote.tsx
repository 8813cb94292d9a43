import { formatDateTime, formatTime } from '@hofn/texts';
import { Alert, Button, Row, Stack } from '@hofn/ui';
import { useTexts } from '../../engine/index.ts';
import { Detail } from '../../parts/Detail.tsx';
import styles from './Drafts.module.css';
import type { FormDraft } from './useCaseDraft.ts';

/** The texts of a draft, below each other. */
const textOf = (fields: Record<string, string | boolean | undefined>): string =>
  [fields.text, fields.note, fields.is, fields.en, fields.reasons, fields.reason]
    .filter((value) => typeof value === 'string' && value !== '')
    .join('\n\n');

/** Whether what is typed is saved, and the choice when another window or device has saved something else. */
export const DraftNote = ({ draft }: { draft: FormDraft }) => {
  const t = useTexts<'staff'>();
  const { state } = draft;
  if (state.state === 'conflict')
    return (
      <Stack>
        <Alert kind="error" isLive title={t('drafts|conflict')}>
          {t('drafts|conflictText', { time: state.at ? formatDateTime(t.language, state.at) : '' })}
        </Alert>
        <blockquote className={styles.text}>{textOf(state.newer)}</blockquote>
        <Row>
          <Button size="small" onClick={draft.takeNewer}>
            {t('drafts|takeNewer')}
          </Button>
          <Button kind="secondary" size="small" onClick={draft.keepMine}>
            {t('drafts|keepMine')}
          </Button>
        </Row>
      </Stack>
    );
  if (state.state === 'failed')
    return (
      <Alert kind="error" isLive title={t('drafts|failed')}>
        {t('drafts|failedText')}
      </Alert>
    );
  if (!draft.hasText) return null;
  return (
    <Detail as="p">
      {state.state === 'saved' && state.at !== undefined
        ? t('drafts|saved', { time: formatTime(t.language, state.at) })
        : t('drafts|saving')}
    </Detail>
  );
};
