import { caseLimits, type StaffCase } from '@hofn/contracts/cases.ts';
import { formatDateTime } from '@hofn/texts';
import { Alert, Button, Checkbox, TextArea } from '@hofn/ui';
import * as z from 'zod/mini';
import { useTexts } from '../../engine/index.ts';
import { useForm } from '../../forms/useForm.ts';
import { useUnsaved } from '../../forms/useUnsaved.tsx';
import { Detail } from '../../parts/Detail.tsx';
import { setNotification } from '../../parts/notices.ts';
import styles from './CaseScreen.module.css';
import type { CaseAction } from './useCaseAction.ts';

const schema = z.object({
  text: z
    .string()
    .check(z.trim(), z.minLength(1, 'queue|answerEmpty'), z.maxLength(caseLimits.answer, 'global|maxLength')),
  close: z.boolean(),
});

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

/** Answers the sender, in the language they wrote in; about an undecided request, it is asked where it is settled. */
export const AnswerForm = ({ data, caseAction }: { data: StaffCase; caseAction: CaseAction }) => {
  const t = useTexts<'staff'>();
  const form = useForm({ schema, initial: { text: '', close: false }, focusesField: true });
  const leaveDialog = useUnsaved(form.value('text').trim() !== '');
  const { answerBy, email, assignee, mine, state, language, matter } = data;
  if (state === 'closed') return null;
  if (data.answeredByCore)
    return (
      <section className={styles.section}>
        <Alert title={t('queue|answeredByCore')}>{t('queue|answeredByCoreText')}</Alert>
      </section>
    );
  // A message beside the request could not be answered: what is asked belongs to the request.
  if (matter.kind === 'change' && data.undecided)
    return (
      <p className={styles.elsewhere}>
        {matter.settledBy === 'staff'
          ? t('requestCase|askHere', { ask: t('requestCase|ask') })
          : t('requestCase|askByCore')}
      </p>
    );
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
  const submit = form.submit(async (answer) => {
    if (caseAction.busy) return;
    if (await caseAction.act({ act: 'answer', version: data.version, ...answer })) {
      form.reset();
      setNotification({ id: 'answer', text: t('queue|answerSent') });
    }
  });
  return (
    <section className={styles.section} aria-labelledby="svar">
      {title}
      <form className={styles.write} onSubmit={submit} noValidate>
        {leaveDialog}
        <p>
          {t(`queue|answerBy.${answerBy}`, { email: email ?? '' })} {t(`queue|writeIn.${language}`)}
        </p>
        <TextArea label={t('queue|answer')} lang={language} rows={7} {...form.field('text')} />
        {!data.undecided && <Checkbox label={t('queue|closeToo')} {...form.field('close')} />}
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
