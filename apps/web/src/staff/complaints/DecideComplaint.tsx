import type { ComplaintDecision, StaffCase } from '@hofn/contracts';
import {
  type ComplaintCause,
  type ComplaintOutcome,
  complaintCauses,
  complaintLimits,
  complaintOutcomes,
} from '@hofn/domain/complaints.ts';
import { Alert, Button, RadioGroup, Row, SelectField, Stack, TextArea } from '@hofn/ui';
import { useState } from 'react';
import * as z from 'zod/mini';
import { useTexts } from '../../engine/index.ts';
import { useForm } from '../../forms/useForm.ts';
import { ConfirmDialog } from '../../parts/ConfirmDialog.tsx';
import { ErrorAlert } from '../../parts/ErrorAlert.tsx';
import { setNotification } from '../../parts/notices.ts';
import { usePost } from '../../session/index.ts';
import { useCaseDrafts } from '../drafts/CaseDrafts.tsx';
import { DraftNote } from '../drafts/DraftNote.tsx';
import { UnsentText } from '../drafts/UnsentText.tsx';
import { useCaseDraft } from '../drafts/useCaseDraft.ts';
import { InsertBlock } from '../queue/AnswerForm.tsx';
import styles from '../queue/CaseScreen.module.css';
import type { CaseAction } from '../queue/useCaseAction.ts';
import { useFold } from '../queue/useFold.ts';

type Props = { data: StaffCase; caseAction: CaseAction };

/** The kind and the fields of the draft: those that every release which is running knows. `ground` is the outcome, `reason` the cause. */
const draftKind = 'refuse';
const blank = { ground: '', reason: '', text: '', note: '' };
const schema = z.object({
  ground: z.string().check(z.minLength(1, 'complaintCase|outcomeMissing')),
  reason: z.string().check(z.minLength(1, 'complaintCase|causeMissing')),
  text: z
    .string()
    .check(
      z.trim(),
      z.minLength(complaintLimits.shortest, 'complaintCase|letterMissing'),
      z.maxLength(complaintLimits.letter, 'global|maxLength'),
    ),
  note: z.string().check(z.trim(), z.maxLength(complaintLimits.note, 'global|maxLength')),
});
const decisionOf = ({ ground, reason, text, note }: typeof blank): ComplaintDecision => ({
  outcome: ground as ComplaintOutcome,
  cause: reason as ComplaintCause,
  letter: text,
  note,
});

/** The letter as it is sent; confirming it records the decision. */
const PreviewDialog = ({
  data,
  preview: { recipient, letter },
  caseAction,
  onConfirm,
  onClose,
}: Props & {
  preview: { recipient: string | null; letter: { subject: string; body: string } };
  onConfirm: () => Promise<void>;
  onClose: () => void;
}) => {
  const t = useTexts<'staff'>();
  return (
    <ConfirmDialog
      title={t('complaintCase|previewTitle')}
      confirmLabel={t('complaintCase|confirm')}
      busyLabel={t('complaintCase|working')}
      kind="primary"
      size="large"
      isBusy={caseAction.busy === 'decide'}
      onConfirm={() => void onConfirm()}
      onClose={onClose}
    >
      <p>
        {recipient === null
          ? t('complaintCase|previewPortal')
          : t('complaintCase|previewMailed', { email: recipient })}
      </p>
      <h3 lang={data.language}>{letter.subject}</h3>
      <p lang={data.language} className={styles.written}>
        {letter.body}
      </p>
      {caseAction.failed === 'decide' && (
        <Alert kind="error" isLive title={t('complaintCase|failed')}>
          {caseAction.reason}
        </Alert>
      )}
    </ConfirmDialog>
  );
};

const DecisionForm = ({ data, caseAction, onLeave }: Props & { onLeave: () => void }) => {
  const t = useTexts<'staff'>();
  const { language } = data;
  const form = useForm({
    schema,
    initial: blank,
    restored: useCaseDrafts().get(draftKind).fields as Partial<typeof blank>,
    focusesField: true,
  });
  const draft = useCaseDraft(draftKind, form);
  const { send, reset, state, answer, error } = usePost('/api/staff/v1/cases/{id}/complaint-preview');
  const [decision, setDecision] = useState<ComplaintDecision>();
  const submit = form.submit(async (values) => {
    if (state === 'sending') return;
    setDecision(decisionOf(values));
    await send({ params: { id: data.id }, body: decisionOf(values) });
  });
  const confirm = async () => {
    if (caseAction.busy || !decision) return;
    const decide = () => caseAction.act({ act: 'decide', version: data.version, decision });
    if (!(await draft.send(decide))) return;
    setNotification({ id: 'decide', text: t('complaintCase|done') });
    reset();
    onLeave();
  };
  return (
    <>
      <Stack as="form" width="form" onSubmit={submit} noValidate aria-label={t('complaintCase|decide')}>
        <RadioGroup
          label={t('complaintCase|outcome')}
          {...form.field('ground')}
          options={complaintOutcomes.map((value) => ({ value, label: t(`complaintOutcome|${value}`) }))}
        />
        <SelectField
          label={t('complaintCase|cause')}
          hint={t('complaintCase|causeHint')}
          {...form.field('reason')}
          options={[
            { value: '', label: t('caseNotes|choose') },
            ...complaintCauses.map((value) => ({ value, label: t(`complaintCause|${value}`) })),
          ]}
        />
        <TextArea
          label={t('complaintCase|letter')}
          hint={t(`complaintCase|letterHint.${language}`)}
          lang={language}
          rows={9}
          {...form.field('text')}
        />
        <InsertBlock
          data={data}
          text={form.value('text').trim()}
          onInsert={(filled) => {
            form.set('text', filled);
            document.getElementById(form.idOf('text'))?.focus();
          }}
        />
        <TextArea
          label={t('complaintCase|note')}
          hint={t('complaintCase|noteHint')}
          rows={2}
          {...form.field('note')}
        />
        <DraftNote draft={draft} />
        <ErrorAlert title={t('complaintCase|failed')} error={error} />
        <Row>
          <Button type="submit" isLoading={state === 'sending'} loadingLabel={t('complaintCase|previewing')}>
            {t('complaintCase|preview')}
          </Button>
          <Button
            kind="secondary"
            onClick={() => {
              draft.discard();
              onLeave();
            }}
          >
            {t('global|cancel')}
          </Button>
        </Row>
      </Stack>
      {answer && (
        <PreviewDialog {...{ data, caseAction }} preview={answer} onConfirm={confirm} onClose={reset} />
      )}
    </>
  );
};

/** What was half written when a colleague took the complaint over. */
const Unsent = ({ language }: Pick<StaffCase, 'language'>) => {
  const { text } = useCaseDrafts().get(draftKind).fields;
  return typeof text === 'string' && text !== '' ? <UnsentText text={text} language={language} /> : null;
};

const Decide = ({ data, caseAction }: Props) => {
  const t = useTexts<'staff'>();
  const { get } = useCaseDrafts();
  const { isOpen, open, close, place } = useFold(get(draftKind).changedAt !== null);
  return (
    <div ref={place}>
      {isOpen ? (
        <DecisionForm data={data} caseAction={caseAction} onLeave={close} />
      ) : (
        <Button aria-keyshortcuts="d" onClick={open}>
          {t('complaintCase|decide')}
        </Button>
      )}
    </div>
  );
};

/** How a complaint is decided, by somebody who did not handle what it is about (rule RIGHT-2). */
export const DecideComplaint = ({ data, caseAction }: Props) => {
  const t = useTexts<'staff'>();
  const { matter, assignee, mine, handledBefore } = data;
  if (matter.kind !== 'complaint' || matter.decided) return null;
  if (handledBefore)
    return (
      <Alert kind="warning" title={t('complaintCase|handledTitle')}>
        {t('complaintCase|handledText')}
      </Alert>
    );
  return (
    <Stack as="section" aria-labelledby="afgreida">
      <h2 id="afgreida">{t('complaintCase|decide')}</h2>
      {assignee !== null && !mine ? (
        <>
          <p>{t('complaintCase|othersCase', { name: assignee })}</p>
          <Unsent language={data.language} />
        </>
      ) : (
        <Decide data={data} caseAction={caseAction} />
      )}
    </Stack>
  );
};
