import { Button, Dialog, Stack } from '@hofn/ui';
import { useTexts } from '../../engine/index.ts';
import { ErrorAlert } from '../../parts/ErrorAlert.tsx';
import { usePost } from '../../session/index.ts';
import styles from './CaseScreen.module.css';

/** Shows a reply as the e-mail that it is sent as (rule DESK-6). */
export const AnswerPreview = ({
  caseId,
  text,
  language,
}: {
  caseId: string;
  text: string;
  language: string;
}) => {
  const t = useTexts<'staff'>();
  const { send, reset, state, answer, error } = usePost('/api/staff/v1/cases/{id}/answer-preview');
  return (
    <>
      <Button
        kind="secondary"
        isLoading={state === 'sending'}
        loadingLabel={t('textBlocks|previewing')}
        onClick={() => void send({ params: { id: caseId }, body: { text } })}
      >
        {t('textBlocks|preview')}
      </Button>
      <ErrorAlert title={t('textBlocks|previewFailed')} error={error} />
      {answer && (
        <Dialog
          size="large"
          title={t('textBlocks|previewTitle')}
          closeLabel={t('global|close')}
          onClose={reset}
        >
          <Stack>
            <p>{t('textBlocks|previewTo', { email: answer.recipient })}</p>
            <h3 lang={language}>{answer.letter.subject}</h3>
            <p lang={language} className={styles.written}>
              {answer.letter.body}
            </p>
          </Stack>
        </Dialog>
      )}
    </>
  );
};
