import type { Claim } from '@hofn/contracts';
import { errorText, formatDateTime } from '@hofn/texts';
import { Alert, Button, TextArea } from '@hofn/ui';
import { type FormEvent, useRef, useState } from 'react';
import { useTexts } from '../../engine/index.ts';
import { useUnsaved } from '../../forms/useUnsaved.tsx';
import { Detail } from '../../parts/Detail.tsx';
import { ForRole } from '../../parts/ForRole.tsx';
import { setNotification } from '../../parts/notices.ts';
import { usePost, useRefetch } from '../../session/index.ts';
import styles from './ClaimScreen.module.css';

const maxLength = 2000;

/** Messages between customer and insurer about a claim. */
export const Messages = ({ claim }: { claim: Claim }) => {
  const t = useTexts<'portal'>();
  const refresh = useRefetch();
  const field = useRef<HTMLTextAreaElement>(null);
  const [text, setText] = useState('');
  const [fieldError, setFieldError] = useState<string>();
  const { send, ...sending } = usePost('/api/claim/v1/claims/{id}/messages');
  const leaveDialog = useUnsaved(text.trim() !== '');
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (sending.state === 'sending') return;
    const trimmed = text.trim();
    const problem =
      trimmed === ''
        ? t('claim|messageEmpty')
        : trimmed.length > maxLength
          ? t('global|maxLength', { max: maxLength })
          : undefined;
    setFieldError(problem);
    if (problem) {
      field.current?.focus();
      return;
    }
    if (await send({ params: { id: claim.id }, body: { text: trimmed } })) {
      setText('');
      setNotification({ id: 'message', text: t('claim|messageSent') });
      refresh();
    }
  };
  return (
    <section className={styles.section} aria-labelledby="skilabod">
      <h2 id="skilabod">{t('claim|messages')}</h2>
      {claim.messages.length === 0 && <p>{t('claim|noMessages')}</p>}
      <ol className={styles.messages}>
        {claim.messages.map(({ id, fromInsurer, author, text: messageText, sentAt }) => (
          <li key={id} className={fromInsurer ? styles.theirs : undefined}>
            <Detail as="p">
              {fromInsurer ? t('claim|handlerOf', { name: author }) : author} ·{' '}
              {formatDateTime(t.language, sentAt)}
            </Detail>
            <p className={styles.written}>{messageText}</p>
          </li>
        ))}
      </ol>
      {(claim.open || claim.status === 'rejected') && (
        <ForRole requires="Full">
          <form className={styles.write} onSubmit={(event) => void submit(event)} noValidate>
            {leaveDialog}
            <TextArea
              ref={field}
              label={t('claim|message')}
              hint={t('claim|answersUsually')}
              value={text}
              onChange={({ target }) => setText(target.value)}
              error={fieldError}
              rows={4}
            />
            {sending.state === 'failed' && (
              <Alert kind="error" live title={t('claim|messageFailed')}>
                {errorText(t, sending.error.errorCode)}
              </Alert>
            )}
            <Button
              type="submit"
              kind="secondary"
              icon="send"
              loading={sending.state === 'sending'}
              loadingLabel={t('global|loading')}
            >
              {t('claim|sendMessage')}
            </Button>
          </form>
        </ForRole>
      )}
    </section>
  );
};
