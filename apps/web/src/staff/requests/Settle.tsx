import type { StaffCase, StaffDecision } from '@hofn/contracts';
import { Alert, Button } from '@hofn/ui';
import { useEffect, useRef, useState } from 'react';
import { useTexts } from '../../engine/index.ts';
import { Actions } from '../../parts/Actions.tsx';
import { ConfirmDialog } from '../../parts/ConfirmDialog.tsx';
import { ErrorAlert } from '../../parts/ErrorAlert.tsx';
import { setNotification } from '../../parts/notices.ts';
import { usePost } from '../../session/index.ts';
import type { CaseAction } from '../queue/useCaseAction.ts';
import { AcceptForm } from './AcceptForm.tsx';
import type { Change } from './change.ts';
import styles from './Requests.module.css';
import { WriteForm } from './WriteForm.tsx';

const languages = ['is', 'en'] as const;
const labels = { accepted: 'accept', refused: 'refuse', moreInformation: 'ask' } as const;

/** The letter that a decision sends, in both languages; confirming it records the decision. */
const PreviewDialog = ({
  data,
  decision,
  preview,
  caseAction,
  onClose,
}: {
  data: StaffCase;
  decision: StaffDecision;
  preview: NonNullable<ReturnType<typeof usePreview>['answer']>;
  caseAction: CaseAction;
  onClose: () => void;
}) => {
  const t = useTexts<'staff'>();
  const { sentIn, recipient, letters } = preview;
  const confirm = async () => {
    if (caseAction.busy) return;
    if (!(await caseAction.act({ act: 'settle', version: data.version, decision }))) return;
    setNotification({
      id: 'settle',
      text: t(decision.result === 'moreInformation' ? 'requestCase|asked' : 'requestCase|done'),
    });
    onClose();
  };
  return (
    <ConfirmDialog
      title={t('requestCase|previewTitle')}
      confirmLabel={t(`requestCase|confirm.${decision.result}`)}
      busyLabel={t('requestCase|working')}
      kind={decision.result === 'refused' ? 'danger' : 'primary'}
      size="wide"
      busy={caseAction.busy === 'settle'}
      onConfirm={() => void confirm()}
      onClose={onClose}
    >
      <p>
        {recipient === null
          ? t('requestCase|previewPortal')
          : t(`requestCase|previewSent.${sentIn}`, { email: recipient })}
      </p>
      <div className={styles.letters}>
        {languages.map((language) => (
          <section key={language} className={styles.letter} aria-labelledby={`bref-${language}`}>
            <p id={`bref-${language}`} className={styles.note}>
              {t(`requestCase|letter.${language}`)}
            </p>
            <h3 lang={language}>{letters[language].subject}</h3>
            <p lang={language} className={styles.written}>
              {letters[language].body}
            </p>
          </section>
        ))}
      </div>
      {caseAction.failed === 'settle' && (
        <Alert kind="error" live title={t('requestCase|failed')}>
          {caseAction.reason}
        </Alert>
      )}
    </ConfirmDialog>
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
  const [openForm, setOpenForm] = useState<StaffDecision['result']>();
  const [decision, setDecision] = useState<StaffDecision>();
  const heading = useRef<HTMLHeadingElement>(null);
  const previousForm = useRef(openForm);
  useEffect(() => {
    // The form has closed: move keyboard focus to the available acts.
    if (previousForm.current && !openForm && document.activeElement === document.body)
      heading.current?.focus();
    previousForm.current = openForm;
  }, [openForm]);
  const show = async (body: StaffDecision) => {
    if (preview.state === 'sending') return;
    setDecision(body);
    await preview.send({ params: { id: data.id }, body });
  };
  const formProps = {
    isBusy: preview.state === 'sending',
    onSubmit: show,
    onLeave: () => setOpenForm(undefined),
    isSent: caseAction.busy === 'settle',
  };
  return (
    <section className={`${styles.part} ${styles.settle}`} aria-labelledby="afgreida">
      <h2 id="afgreida" ref={heading} tabIndex={-1}>
        {t('requestCase|settle')}
      </h2>
      {change.state === 'moreInformation' && <Alert title={t('requestCase|waiting')} />}
      {openForm === 'accepted' && <AcceptForm change={change} {...formProps} />}
      {(openForm === 'refused' || openForm === 'moreInformation') && (
        <WriteForm key={openForm} result={openForm} {...formProps} />
      )}
      {!openForm && (
        <Actions>
          {(['accepted', 'refused', 'moreInformation'] as const).map((result) => (
            <Button
              key={result}
              kind={result === 'accepted' ? 'primary' : 'secondary'}
              onClick={() => setOpenForm(result)}
            >
              {t(`requestCase|${labels[result]}`)}
            </Button>
          ))}
        </Actions>
      )}
      {preview.state === 'failed' && <ErrorAlert title={t('requestCase|failed')} error={preview.error} />}
      {preview.state === 'done' && decision && (
        <PreviewDialog
          data={data}
          decision={decision}
          preview={preview.answer}
          caseAction={caseAction}
          onClose={preview.reset}
        />
      )}
    </section>
  );
};

/** How a request is settled: by staff, or elsewhere, which is then said instead (rule CORE-10). */
export const Settle = ({ data, caseAction }: { data: StaffCase; caseAction: CaseAction }) => {
  const t = useTexts<'staff'>();
  const { matter, assignee, mine } = data;
  if (matter.kind !== 'change' || matter.outcome) return null;
  if (matter.state === 'retracted')
    return (
      <div className={styles.settle}>
        <Alert title={t('requestCase|retracted')}>{t('requestCase|retractedText')}</Alert>
      </div>
    );
  if (matter.settledBy === 'core')
    return (
      <div className={styles.settle}>
        <Alert title={t('requestCase|byCore')}>{t('requestCase|byCoreText')}</Alert>
      </div>
    );
  if (assignee !== null && !mine)
    return (
      <section className={`${styles.part} ${styles.settle}`} aria-labelledby="afgreida">
        <h2 id="afgreida">{t('requestCase|settle')}</h2>
        <p>{t('requestCase|othersCase', { name: assignee })}</p>
      </section>
    );
  return <Decide data={data} change={matter} caseAction={caseAction} />;
};
