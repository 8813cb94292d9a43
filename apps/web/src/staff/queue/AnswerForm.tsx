import { caseLimits, type StaffCase } from '@hofn/contracts/cases.ts';
import { formatDateTime } from '@hofn/texts';
import { Alert, Button, Checkbox, TextArea } from '@hofn/ui';
import { type FormEvent, useRef, useState } from 'react';
import { useTexts } from '../../engine/index.ts';
import { useUnsaved } from '../../forms/useUnsaved.tsx';
import { Detail } from '../../parts/Detail.tsx';
import { setNotification } from '../../parts/notices.ts';
import styles from './CaseScreen.module.css';
import type { CaseAction } from './useCaseAction.ts';

/** Messages between staff and sender. */
export const Messages = ({ data }: { data: StaffCase }) => {
  const t = useTexts<'staff'>();
  return (
    <section className={styles.section} aria-labelledby="samskipti">
      <h2 id="samskipti">{t('queue|messages')}</h2>
      {data.messages.length === 0 && <p>{t('queue|noMessages')}</p>}
      <ol className={styles.messages}>
        {data.messages.map(({ id, fromUs, author, text, at, delivery }) => (
          <li key={id} className={fromUs ? styles.ours : undefined}>
            <Detail as="p">
              {[author, formatDateTime(t.language, at), fromUs && t(`queue|delivery.${delivery}`)]
                .filter(Boolean)
                .join(' · ')}
            </Detail>
            <p className={styles.written} lang={data.language}>
              {text}
            </p>
          </li>
        ))}
      </ol>
    </section>
  );
};

/** Answers the sender, in the language they wrote in. */
export const AnswerForm = ({ data, caseAction }: { data: StaffCase; caseAction: CaseAction }) => {
  const t = useTexts<'staff'>();
  const field = useRef<HTMLTextAreaElement>(null);
  const [text, setText] = useState('');
  const [closesCase, setClosesCase] = useState(false);
  const [fieldError, setFieldError] = useState<string>();
  const leaveDialog = useUnsaved(text.trim() !== '');
  const { answerBy, email, assignee, mine, state, language } = data;
  if (state === 'closed') return null;
  const title = <h2 id="svar">{t('queue|answerTitle')}</h2>;
  if (answerBy === 'none' || (assignee !== null && !mine))
    return (
      <section className={styles.section} aria-labelledby="svar">
        {title}
        <p>
          {assignee !== null && !mine ? t('queue|othersCase', { name: assignee }) : t('queue|answerBy.none')}
        </p>
      </section>
    );
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (caseAction.busy) return;
    const trimmed = text.trim();
    const problem =
      trimmed === ''
        ? t('queue|answerEmpty')
        : trimmed.length > caseLimits.answer
          ? t('global|maxLength', { max: caseLimits.answer })
          : undefined;
    setFieldError(problem);
    if (problem) {
      field.current?.focus();
      return;
    }
    if (await caseAction.act({ act: 'answer', version: data.version, text: trimmed, close: closesCase })) {
      setText('');
      setNotification({ id: 'answer', text: t('queue|answerSent') });
    }
  };
  return (
    <section className={styles.section} aria-labelledby="svar">
      {title}
      <form className={styles.write} onSubmit={(event) => void submit(event)} noValidate>
        {leaveDialog}
        <p>
          {t(`queue|answerBy.${answerBy}`, { email: email ?? '' })} {t(`queue|writeIn.${language}`)}
        </p>
        <TextArea
          ref={field}
          label={t('queue|answer')}
          lang={language}
          value={text}
          onChange={({ target }) => setText(target.value)}
          error={fieldError}
          rows={7}
        />
        <Checkbox
          label={t('queue|closeToo')}
          checked={closesCase}
          onChange={({ target }) => setClosesCase(target.checked)}
        />
        {caseAction.failed === 'answer' && (
          <Alert kind="error" live title={t('queue|answerFailed')}>
            {caseAction.reason}
          </Alert>
        )}
        <Button
          type="submit"
          icon="send"
          loading={caseAction.busy === 'answer'}
          loadingLabel={t('queue|sending')}
        >
          {t('queue|sendAnswer')}
        </Button>
      </form>
    </section>
  );
};
