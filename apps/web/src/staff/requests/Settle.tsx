import type { StaffCase, StaffDecision } from '@hofn/contracts';
import { formatDateTime } from '@hofn/texts';
import { Alert, Button, Card, Grid, Row, Stack } from '@hofn/ui';
import { useEffect, useRef, useState } from 'react';
import { useTexts } from '../../engine/index.ts';
import { ConfirmDialog } from '../../parts/ConfirmDialog.tsx';
import { ErrorAlert } from '../../parts/ErrorAlert.tsx';
import { setNotification } from '../../parts/notices.ts';
import { usePost } from '../../session/index.ts';
import { useCaseDrafts } from '../drafts/CaseDrafts.tsx';
import { UnsentText } from '../drafts/UnsentText.tsx';
import type { FormDraft } from '../drafts/useCaseDraft.ts';
import type { CaseAction } from '../queue/useCaseAction.ts';
import { AcceptForm } from './AcceptForm.tsx';
import type { Change } from './change.ts';
import styles from './Requests.module.css';
import { WriteForm } from './WriteForm.tsx';

const languages = ['is', 'en'] as const;
const results = ['accepted', 'refused', 'moreInformation'] as const;
/** Texts, and kinds of drafts. */
const labels = { accepted: 'accept', refused: 'refuse', moreInformation: 'ask' } as const;

/** The letter that a decision sends, in both languages; confirming it records the decision. */
const PreviewDialog = ({
  data,
  decision,
  preview,
  caseAction,
  send,
  onClose,
}: {
  data: StaffCase;
  decision: StaffDecision;
  preview: NonNullable<ReturnType<typeof usePreview>['answer']>;
  caseAction: CaseAction;
  send: FormDraft['send'];
  onClose: () => void;
}) => {
  const t = useTexts<'staff'>();
  const { sentIn, recipient, letters } = preview;
  const confirm = async () => {
    if (caseAction.busy) return;
    const settle = () => caseAction.act({ act: 'settle', version: data.version, decision });
    if (!(await send(settle))) return;
    const { matter } = data;
    const isCores = decision.result === 'accepted' && matter.kind === 'change' && matter.act;
    const done = isCores ? 'requestCase|askedCore' : 'requestCase|done';
    setNotification({
      id: 'settle',
      text: t(decision.result === 'moreInformation' ? 'requestCase|asked' : done),
    });
    onClose();
  };
  return (
    <ConfirmDialog
      title={t('requestCase|previewTitle')}
      confirmLabel={t(`requestCase|confirm.${decision.result}`)}
      busyLabel={t('requestCase|working')}
      kind={decision.result === 'refused' ? 'danger' : 'primary'}
      size="large"
      isBusy={caseAction.busy === 'settle'}
      onConfirm={() => void confirm()}
      onClose={onClose}
    >
      <p>
        {recipient === null
          ? t('requestCase|previewPortal')
          : t(`requestCase|previewSent.${sentIn}`, { email: recipient })}
      </p>
      <Grid isFilled gap="l">
        {languages.map((language) => (
          <Card as="section" key={language} gap="s" aria-labelledby={`bref-${language}`}>
            <p id={`bref-${language}`} className={styles.note}>
              {t(`requestCase|letter.${language}`)}
            </p>
            <h3 lang={language}>{letters[language].subject}</h3>
            <p lang={language} className={styles.written}>
              {letters[language].body}
            </p>
          </Card>
        ))}
      </Grid>
      {caseAction.failed === 'settle' && (
        <Alert kind="error" isLive title={t('requestCase|failed')}>
          {caseAction.reason}
        </Alert>
      )}
    </ConfirmDialog>
  );
};

/** Why the core has left a request to people, and what then becomes of their decision. */
const LeftToUs = ({ act }: Pick<Change, 'act'>) => {
  const t = useTexts<'staff'>();
  if (act?.state !== 'referred' && act?.state !== 'declined') return null;
  const isDeclined = act.state === 'declined';
  return (
    <Alert
      kind={isDeclined ? 'warning' : 'info'}
      title={t(`requestCase|${isDeclined ? 'cannotDo' : 'leftToUs'}`)}
    >
      {[...act.reasons, t('requestCase|leftToUsText')].join(' ')}
    </Alert>
  );
};

const usePreview = () => usePost('/api/staff/v1/cases/{id}/preview');

/** The acts of a request that staff settle: accept, refuse, ask for more information. */
const Decide = ({
  data,
  change,
  caseAction,
}: {
  data: StaffCase;
  change: Change;
  caseAction: CaseAction;
}) => {
  const t = useTexts<'staff'>();
  const preview = usePreview();
  const { get } = useCaseDrafts();
  const [openForm, setOpenForm] = useState<StaffDecision['result'] | undefined>(() =>
    results.find((result) => get(labels[result]).changedAt !== null),
  );
  const [decided, setDecided] = useState<{ decision: StaffDecision; send: FormDraft['send'] }>();
  const section = useRef<HTMLDivElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const previousForm = useRef(openForm);
  useEffect(() => {
    // The form that was asked for is there: what is typed next goes into it.
    if (!previousForm.current && openForm)
      section.current?.querySelector<HTMLElement>('form :is(input, select, textarea)')?.focus();
    // The form has closed: move keyboard focus to the available acts.
    if (previousForm.current && !openForm && document.activeElement === document.body)
      heading.current?.focus();
    previousForm.current = openForm;
  }, [openForm]);
  const show = async (body: StaffDecision, send: FormDraft['send']) => {
    if (preview.state === 'sending') return;
    setDecided({ decision: body, send });
    await preview.send({ params: { id: data.id }, body });
  };
  const formProps = {
    isBusy: preview.state === 'sending',
    onSubmit: show,
    onLeave: () => setOpenForm(undefined),
  };
  // A withdrawal is a right that was used by sending it (rule RIGHT-1).
  const isRight = change.request === 'withdraw';
  const possible = results.filter((result) => result !== 'refused' || !isRight);
  return (
    <Stack as="section" ref={section} aria-labelledby="afgreida">
      <h2 id="afgreida" ref={heading} tabIndex={-1}>
        {t('requestCase|settle')}
      </h2>
      {isRight && <p>{t('requestCase|withdrawalStands')}</p>}
      <LeftToUs act={change.act} />
      {change.state === 'moreInformation' && <Alert title={t('requestCase|waiting')} />}
      {openForm === 'accepted' && <AcceptForm change={change} {...formProps} />}
      {(openForm === 'refused' || openForm === 'moreInformation') && (
        <WriteForm key={openForm} result={openForm} request={change.request} {...formProps} />
      )}
      {!openForm && (
        <Row>
          {possible.map((result) => (
            <Button
              key={result}
              kind={result === 'accepted' ? 'primary' : 'secondary'}
              {...(result === 'accepted' && { 'aria-keyshortcuts': 'd' })}
              onClick={() => setOpenForm(result)}
            >
              {t(`requestCase|${labels[result]}`)}
            </Button>
          ))}
        </Row>
      )}
      {preview.state === 'failed' && <ErrorAlert title={t('requestCase|failed')} error={preview.error} />}
      {preview.state === 'done' && decided && (
        <PreviewDialog
          data={data}
          {...decided}
          preview={preview.answer}
          caseAction={caseAction}
          onClose={preview.reset}
        />
      )}
    </Stack>
  );
};

/** A decision that was half written when a colleague took the case over. */
const UnsentDecision = () => {
  const { get } = useCaseDrafts();
  const t = useTexts<'staff'>();
  const texts = results.flatMap((result) => {
    const { is, en } = get(labels[result]).fields;
    return [is, en].filter((text) => typeof text === 'string' && text !== '');
  });
  return texts.length > 0 && <UnsentText text={texts.join('\n\n')} language={t.language} />;
};

/** What the core was asked to do and has not answered, or has answered in a way that could not be stored (rule ACT-2). */
const Unanswered = ({ act: { askedAt, unusable } }: { act: NonNullable<Change['act']> }) => {
  const t = useTexts<'staff'>();
  const at = formatDateTime(t.language, askedAt);
  return (
    <Stack>
      {unusable ? (
        <Alert kind="warning" title={t('requestCase|unusable')}>
          {t('requestCase|unusableText', { at })}
        </Alert>
      ) : (
        <Alert title={t('requestCase|unanswered')}>{t('requestCase|unansweredText', { at })}</Alert>
      )}
      {unusable && unusable.length > 0 && (
        <ul lang="en">
          {unusable.map((fault) => (
            <li key={fault}>{fault}</li>
          ))}
        </ul>
      )}
    </Stack>
  );
};

/** How a request is settled: by staff, or elsewhere, which is then said instead (rule CORE-10). */
export const Settle = ({ data, caseAction }: { data: StaffCase; caseAction: CaseAction }) => {
  const t = useTexts<'staff'>();
  const { matter, assignee, mine } = data;
  if (matter.kind !== 'change' || matter.outcome) return null;
  if (matter.state === 'retracted')
    return <Alert title={t('requestCase|retracted')}>{t('requestCase|retractedText')}</Alert>;
  if (matter.act?.state === 'asked') return <Unanswered act={matter.act} />;
  if (matter.settledBy === 'core')
    return <Alert title={t('requestCase|byCore')}>{t('requestCase|byCoreText')}</Alert>;
  if (assignee !== null && !mine)
    return (
      <Stack as="section" aria-labelledby="afgreida">
        <h2 id="afgreida">{t('requestCase|settle')}</h2>
        <p>{t('requestCase|othersCase', { name: assignee })}</p>
        <UnsentDecision />
      </Stack>
    );
  return <Decide data={data} change={matter} caseAction={caseAction} />;
};
