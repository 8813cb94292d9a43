import { pathOf } from '@hofn/texts/paths.ts';
import { Button, buttonClass, Icon, Row, SelectField, TextArea, TextField } from '@hofn/ui';
import { useEffect, useRef, useState } from 'react';
import * as z from 'zod/mini';
import { Link, useTexts } from '../../engine/index.ts';
import type { TemplateProps } from '../../engine/types.ts';
import { FormErrors } from '../../forms/FormErrors.tsx';
import { useForm } from '../../forms/useForm.ts';
import { useUnsaved } from '../../forms/useUnsaved.ts';
import { ErrorAlert } from '../../parts/ErrorAlert.tsx';
import { ForRole } from '../../parts/ForRole.tsx';
import { policyOptions } from '../../parts/list/ListFilters.tsx';
import { useApi, useCall, usePost, useRefetch } from '../../session/index.ts';
import { UploadField } from '../../uploads/UploadField.tsx';
import { useUploads } from '../../uploads/useUploads.ts';
import { maxSubjectLength, subjectIn } from '../matters/about-message.ts';
import { policyIn } from '../policies/about-policy.ts';
import styles from './Memo.module.css';

const maxTextLength = 5000;

const schema = z.object({
  subject: z.string().check(
    z.refine((text) => text.trim() !== '', 'documents|memoSubjectMissing'),
    z.maxLength(maxSubjectLength, 'global|maxLength'),
  ),
  text: z.string().check(
    z.refine((text) => text.trim() !== '', 'documents|memoTextMissing'),
    z.maxLength(maxTextLength, 'global|maxLength'),
  ),
  policyId: z.string(),
});
const emptyMemo = { subject: '', text: '', policyId: '' };

const MemoSent = ({ id, onAnother }: { id: string; onAnother: () => void }) => {
  const t = useTexts<'portal'>();
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <section className={styles.sent}>
      <h2 ref={heading} tabIndex={-1}>
        <Icon name="done" /> {t('documents|memoSentTitle')}
      </h2>
      <p>{t('matters|reply')}</p>
      <Row>
        <Link to={pathOf('portal.matters', t.language)} className={buttonClass()}>
          {t('documents|toMessages')}
        </Link>
        <Link to={pathOf('portal.document', t.language, { id })} className={buttonClass({ kind: 'text' })}>
          {t('documents|memoOpen')}
        </Link>
        <Button kind="text" onClick={onAnother}>
          {t('documents|memoAnother')}
        </Button>
      </Row>
    </section>
  );
};

type FormProps = { policyId: string; subject: string; onSent: () => void };

const MemoForm = ({ policyId, subject, onSent }: FormProps) => {
  const t = useTexts<'portal'>();
  const form = useForm({ schema, initial: { ...emptyMemo, policyId, subject } });
  const policies = useCall('/api/policy/v2', { query: { limit: 100 } });
  const api = useApi();
  const refresh = useRefetch();
  const { send, reset, ...sending } = usePost('/api/document/v1/memo');
  // Files are uploaded under this id before the memo exists.
  const [draftId] = useState(() => crypto.randomUUID());
  const uploads = useUploads({
    api,
    announce: (offer, idempotencyKey) =>
      api.post('/api/document/v1/memo/attachments', { body: { ...offer, draft: draftId }, idempotencyKey }),
  });
  const [waitsForFiles, setWaitsForFiles] = useState(false);
  const filesError =
    waitsForFiles && !uploads.isSettled
      ? t('documents|memoFilesUnfinished')
      : sending.error?.errors.files?.[0];
  useUnsaved((form.isDirty || uploads.files.length > 0) && sending.state !== 'done');
  const startAnother = () => {
    reset();
    onSent();
  };
  if (sending.state === 'done') return <MemoSent id={sending.answer.id} onAnother={startAnother} />;
  return (
    <form
      className={styles.form}
      noValidate
      onSubmit={form.submit(async ({ policyId, ...memo }) => {
        setWaitsForFiles(!uploads.isSettled);
        if (!uploads.isSettled) return;
        await send({ body: { ...memo, ...(policyId && { policyId }), draft: draftId, files: uploads.ids } });
        refresh('/api/document/v1/edocuments');
        refresh('/api/user/v1/matters');
      })}
    >
      <p>{t('matters|reply')}</p>
      <FormErrors form={form} />
      {sending.state === 'failed' && <ErrorAlert title={t('documents|memoFailed')} error={sending.error} />}
      <TextField label={t('documents|memoSubject')} {...form.field('subject')} />
      <SelectField
        label={t('documents|memoPolicy')}
        optional={t('global|optional')}
        {...form.field('policyId')}
        options={policyOptions(t('documents|memoNoPolicy'), policies.data?.items ?? [])}
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
        error={filesError}
      />
      <div>
        <Button
          type="submit"
          icon="send"
          isLoading={sending.state === 'sending'}
          loadingLabel={t('documents|memoSending')}
        >
          {t('documents|memoSend')}
        </Button>
      </div>
    </form>
  );
};

/** A note to the insurer, stored among the documents (rule DATA-7a). */
export const Memo = ({ location }: Pick<TemplateProps, 'location'>) => {
  const t = useTexts<'portal'>();
  const [sentCount, setSentCount] = useState(0);
  return (
    <>
      <h1 tabIndex={-1}>{t('documents|memoTitle')}</h1>
      <p className={styles.lead}>{t('documents|memoLead')}</p>
      {/* The key resets the form for another note. */}
      <ForRole requires="Full" act="write">
        <MemoForm
          key={sentCount}
          policyId={policyIn(location)}
          subject={sentCount === 0 ? subjectIn(location) : ''}
          onSent={() => setSentCount(sentCount + 1)}
        />
      </ForRole>
    </>
  );
};

export default Memo;
