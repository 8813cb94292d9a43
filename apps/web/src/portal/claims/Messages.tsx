import type { Claim } from '@hofn/contracts';
import { formatDateTime } from '@hofn/texts';
import { Button, TextArea } from '@hofn/ui';
import * as z from 'zod/mini';
import { useTexts } from '../../engine/index.ts';
import { useForm } from '../../forms/useForm.ts';
import { useUnsaved } from '../../forms/useUnsaved.ts';
import { Detail } from '../../parts/Detail.tsx';
import { ErrorAlert } from '../../parts/ErrorAlert.tsx';
import { ForRole } from '../../parts/ForRole.tsx';
import { setNotification } from '../../parts/notices.ts';
import { usePost, useRefetch } from '../../session/index.ts';
import styles from './ClaimScreen.module.css';

const maxLength = 2000;
const schema = z.object({
  text: z
    .string()
    .check(z.trim(), z.minLength(1, 'claim|messageEmpty'), z.maxLength(maxLength, 'global|maxLength')),
});

/** Messages between customer and insurer about a claim. */
export const Messages = ({ claim }: { claim: Claim }) => {
  const t = useTexts<'portal'>();
  const refresh = useRefetch();
  const form = useForm({ schema, initial: { text: '' }, focusesField: true });
  const { send, ...sending } = usePost('/api/claim/v1/claims/{id}/messages');
  useUnsaved(form.value('text').trim() !== '');
  const submit = form.submit(async (body) => {
    if (!(await send({ params: { id: claim.id }, body }))) return;
    form.reset();
    setNotification({ id: 'message', text: t('claim|messageSent') });
    refresh();
  });
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
        <ForRole requires="Full" act="write">
          <form className={styles.write} onSubmit={submit} noValidate>
            <TextArea
              label={t('claim|message')}
              hint={t('claim|answersUsually')}
              {...form.field('text')}
              rows={4}
            />
            {sending.state === 'failed' && (
              <ErrorAlert title={t('claim|messageFailed')} error={sending.error} />
            )}
            <Button
              type="submit"
              kind="secondary"
              icon="send"
              isLoading={sending.state === 'sending'}
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
