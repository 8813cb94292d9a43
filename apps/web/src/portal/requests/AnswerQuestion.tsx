import { requestLimits } from '@hofn/domain/requests.ts';
import { Button, TextArea } from '@hofn/ui';
import { useEffect, useEffectEvent, useRef } from 'react';
import * as z from 'zod/mini';
import { useTexts } from '../../engine/index.ts';
import { useForm } from '../../forms/useForm.ts';
import { useUnsaved } from '../../forms/useUnsaved.ts';
import { ErrorAlert } from '../../parts/ErrorAlert.tsx';
import { usePost, useRefetch } from '../../session/index.ts';
import { answerAnchor } from './answer-path.ts';
import styles from './RequestStatus.module.css';

const schema = z.object({
  text: z
    .string()
    .check(
      z.trim(),
      z.minLength(1, 'requests|answerEmpty'),
      z.maxLength(requestLimits.longest, 'global|maxLength'),
    ),
});

/**
 * Answers our question about a request, which is then processed further. A link to it gives the field focus, also when the
 * request is fetched after the page was opened (rule LIFE-6).
 */
export const AnswerQuestion = ({ id, onAnswered }: { id: string; onAnswered: () => void }) => {
  const t = useTexts<'portal'>();
  const refresh = useRefetch();
  const { send, state, error } = usePost('/api/user/v1/requests/{id}/answer');
  const form = useForm({ schema, initial: { text: '' }, focusesField: true });
  useUnsaved(form.value('text').trim() !== '' && state !== 'done');
  const element = useRef<HTMLFormElement>(null);
  const anchor = answerAnchor(id);
  const focusField = () => element.current?.querySelector('textarea')?.focus();
  const arrive = useEffectEvent(() => {
    if (window.location.hash === `#${anchor}`) focusField();
  });
  useEffect(() => arrive(), []);
  const submit = form.submit(async (body) => {
    if (state === 'sending') return;
    if (!(await send({ params: { id }, body }))) return;
    onAnswered();
    refresh();
  });
  return (
    <form
      ref={element}
      id={anchor}
      className={styles.form}
      onSubmit={submit}
      // A link to an element gives it focus itself.
      onFocus={({ target, currentTarget }) => target === currentTarget && focusField()}
      noValidate
    >
      <TextArea label={t('requests|answer')} rows={4} {...form.field('text')} />
      <ErrorAlert title={t('requests|failed')} error={error} />
      <Button type="submit" icon="send" isLoading={state === 'sending'} loadingLabel={t('requests|sending')}>
        {t('requests|send')}
      </Button>
    </form>
  );
};
