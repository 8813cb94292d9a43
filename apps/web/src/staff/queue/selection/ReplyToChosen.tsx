import type { CaseLine } from '@hofn/contracts';
import { caseLimits } from '@hofn/contracts/cases.ts';
import { Alert, Button, Dialog, Row, SelectField, Stack, TextArea } from '@hofn/ui';
import { useState } from 'react';
import * as z from 'zod/mini';
import { useTexts } from '../../../engine/index.ts';
import { useForm } from '../../../forms/useForm.ts';
import { ErrorAlert } from '../../../parts/ErrorAlert.tsx';
import { usePost } from '../../../session/index.ts';
import { titleOf } from '../labels.ts';
import styles from './Selection.module.css';

const schema = z.object({
  text: z
    .string()
    .check(z.trim(), z.minLength(1, 'queue|answerEmpty'), z.maxLength(caseLimits.answer, 'global|maxLength')),
});

type Props = {
  chosen: readonly CaseLine[];
  /** What was typed before the dialog was closed; cancelling discards it. */
  initial: string;
  isBusy: boolean;
  onTyped: (text: string) => void;
  onSend: (text: string) => Promise<void>;
  onClose: () => void;
};

/** The letter to one of the senders, or a note that this sender gets none. */
const Letter = ({ line, preview }: { line: CaseLine; preview: ReturnType<typeof useLetter> }) => {
  const t = useTexts<'staff'>();
  const { answer, error } = preview;
  // Not every case has a letter: a claim has its own conversation, and some cases cannot be answered.
  if (error?.status === 409) return <p>{t('caseSelection|noLetter')}</p>;
  if (!answer) return <ErrorAlert title={t('textBlocks|previewFailed')} error={error} />;
  return (
    <Stack gap="s">
      <p>{t('textBlocks|previewTo', { email: answer.recipient })}</p>
      <h3 lang={line.language}>{answer.letter.subject}</h3>
      <p lang={line.language} className={styles.letter}>
        {answer.letter.body}
      </p>
    </Stack>
  );
};

const useLetter = () => usePost('/api/staff/v1/cases/{id}/answer-preview');

/** One reply to the senders of the chosen cases, which are closed: it is sent once a letter with it has been read. */
export const ReplyToChosen = ({ chosen, initial, isBusy, onTyped, onSend, onClose }: Props) => {
  const t = useTexts<'staff'>();
  const form = useForm({ schema, initial: { text: initial }, focusesField: true });
  const [shown, setShown] = useState<{ line: CaseLine; text: string }>();
  const preview = useLetter();
  const text = form.value('text').trim();
  const icelandic = chosen.filter(({ language }) => language === 'is').length;
  const show = async (line: CaseLine, written: string): Promise<void> => {
    await preview.send({ params: { id: line.id }, body: { text: written } });
    setShown({ line, text: written });
  };
  const [first] = chosen;
  const isRead = shown?.text === text && text !== '';
  const submit = form.submit(async ({ text: written }) => {
    if (isRead) await onSend(written);
    else if (first) await show(first, written);
  });
  return (
    <Dialog
      size="large"
      title={t('caseSelection|answerTitle')}
      closeLabel={t('global|close')}
      onClose={onClose}
    >
      <Stack as="form" onSubmit={submit} noValidate>
        <p>{t('caseSelection|answerLead', { n: chosen.length })}</p>
        {icelandic > 0 && icelandic < chosen.length && (
          <Alert
            kind="warning"
            title={t('caseSelection|mixed', { is: icelandic, en: chosen.length - icelandic })}
          />
        )}
        <TextArea
          label={t('queue|answer')}
          rows={7}
          {...form.field('text')}
          onInput={({ currentTarget }) => onTyped(currentTarget.value)}
        />
        {isRead && (
          <>
            <SelectField
              label={t('caseSelection|previewOf')}
              value={shown.line.id}
              onChange={({ target }) => {
                const line = chosen.find(({ id }) => id === target.value);
                if (line) void show(line, shown.text);
              }}
              options={chosen.map((line) => ({
                value: line.id,
                label: [line.sender ?? t('queue|nameless'), line.reference ?? titleOf(t, line)].join(' · '),
              }))}
            />
            <Letter line={shown.line} preview={preview} />
          </>
        )}
        <Row>
          <Button
            type="submit"
            icon={isRead ? 'send' : 'eye'}
            isLoading={isBusy || preview.state === 'sending'}
            loadingLabel={t(isRead ? 'queue|sending' : 'textBlocks|previewing')}
          >
            {isRead ? t('caseSelection|send', { n: chosen.length }) : t('textBlocks|preview')}
          </Button>
          <Button
            kind="secondary"
            onClick={() => {
              onTyped('');
              onClose();
            }}
          >
            {t('global|cancel')}
          </Button>
        </Row>
      </Stack>
    </Dialog>
  );
};
