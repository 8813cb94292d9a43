import { errorText } from '@hofn/texts';
import { pathOf } from '@hofn/texts/paths.ts';
import { Alert, Button, buttonClass, ErrorSummary, Icon, SelectField, TextArea, TextField } from '@hofn/ui';
import { useEffect, useRef, useState } from 'react';
import * as z from 'zod/mini';
import { Link, useTexts } from '../../engine/index.ts';
import { useForm } from '../../forms/useForm.ts';
import { useUnsaved } from '../../forms/useUnsaved.tsx';
import { ForRole } from '../../parts/ForRole.tsx';
import { useApi, useCall, useRefresh, useSend } from '../../session/index.ts';
import { UploadField } from '../../uploads/UploadField.tsx';
import { useUploads } from '../../uploads/useUploads.ts';
import styles from './Memo.module.css';

const longestSubject = 120;
const longestText = 5000;

const schema = z.object({
  subject: z.string().check(
    z.refine((text) => text.trim() !== '', 'documents|memoSubjectMissing'),
    z.maxLength(longestSubject, 'global|maxLength'),
  ),
  text: z.string().check(
    z.refine((text) => text.trim() !== '', 'documents|memoTextMissing'),
    z.maxLength(longestText, 'global|maxLength'),
  ),
  policyId: z.string(),
});
const empty = { subject: '', text: '', policyId: '' };

const Sent = ({ id, onAnother }: { id: string; onAnother: () => void }) => {
  const t = useTexts<'portal'>();
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <section className={styles.sent}>
      <h2 ref={heading} tabIndex={-1}>
        <Icon name="done" /> {t('documents|memoSentTitle')}
      </h2>
      <p>{t('documents|memoSentText')}</p>
      <div className={styles.actions}>
        <Link to={pathOf('portal.document', t.language, { id })} className={buttonClass()}>
          {t('documents|memoOpen')}
        </Link>
        <Button kind="text" onClick={onAnother}>
          {t('documents|memoAnother')}
        </Button>
      </div>
    </section>
  );
};

const Form = ({ onSent }: { onSent: () => void }) => {
  const t = useTexts<'portal'>();
  const form = useForm({ schema, initial: empty });
  const policies = useCall('/api/policy/v2', { query: { limit: 100 } });
  const api = useApi();
  const refresh = useRefresh();
  const { send, reset, ...sending } = useSend('/api/document/v1/memo');
  // The files come before the memo that they belong to, and wait for it under this name.
  const [draft] = useState(() => crypto.randomUUID());
  const uploads = useUploads({
    api,
    announce: (offer, idempotencyKey) =>
      api.post('/api/document/v1/memo/attachments', { body: { ...offer, draft }, idempotencyKey }),
  });
  const [waits, setWaits] = useState(false);
  const filesFault =
    waits && !uploads.settled ? t('documents|memoFilesUnfinished') : sending.error?.errors.files?.[0];
  const leaving = useUnsaved((form.dirty || uploads.files.length > 0) && sending.state !== 'done');
  const another = () => {
    reset();
    onSent();
  };
  if (sending.state === 'done') return <Sent id={sending.answer.id} onAnother={another} />;
  return (
    <form
      className={styles.form}
      noValidate
      onSubmit={form.submit(async ({ policyId, ...memo }) => {
        setWaits(!uploads.settled);
        if (!uploads.settled) return;
        await send({ body: { ...memo, ...(policyId && { policyId }), draft, files: uploads.ids } });
        refresh('/api/document/v1/edocuments');
      })}
    >
      {leaving}
      <ErrorSummary title={t('global|fixErrors', { n: form.summary.errors.length })} {...form.summary} />
      {sending.state === 'failed' && (
        <Alert kind="error" live title={t('documents|memoFailed')}>
          {errorText(t, sending.error.errorCode)}
        </Alert>
      )}
      <TextField label={t('documents|memoSubject')} {...form.field('subject')} />
      <SelectField
        label={t('documents|memoPolicy')}
        optional={t('global|optional')}
        {...form.field('policyId')}
        options={[
          { value: '', label: t('documents|memoNoPolicy') },
          ...(policies.data?.items ?? []).map(({ id, name, number }) => ({
            value: id,
            label: `${name}, ${number}`,
          })),
        ]}
      />
      <TextArea
        label={t('documents|memoText')}
        hint={t('documents|memoTextHint')}
        rows={8}
        {...form.field('text')}
      />
      <UploadField
        uploads={uploads}
        label={t('documents|attachments')}
        optional={t('global|optional')}
        error={filesFault}
      />
      <div>
        <Button
          type="submit"
          icon="send"
          loading={sending.state === 'sending'}
          loadingLabel={t('documents|memoSending')}
        >
          {t('documents|memoSend')}
        </Button>
      </div>
    </form>
  );
};

/** A note to the insurer, kept among the documents (rule DATA-7a). */
export const Memo = () => {
  const t = useTexts<'portal'>();
  const [written, setWritten] = useState(0);
  return (
    <>
      <h1 tabIndex={-1}>{t('documents|memoTitle')}</h1>
      <p className={styles.lead}>{t('documents|memoLead')}</p>
      {/* Another note begins with empty fields. */}
      <ForRole takes="Full">
        <Form key={written} onSent={() => setWritten(written + 1)} />
      </ForRole>
    </>
  );
};
