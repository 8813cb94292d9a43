import { caseLimits, type StaffCase } from '@hofn/contracts/cases.ts';
import { Alert, Button, TextArea } from '@hofn/ui';
import { useEffect, useRef, useState } from 'react';
import * as z from 'zod/mini';
import { useTexts } from '../../engine/index.ts';
import { useForm } from '../../forms/useForm.ts';
import { useUnsaved } from '../../forms/useUnsaved.tsx';
import styles from './CaseScreen.module.css';
import type { CaseAction } from './useCaseAction.ts';

const schema = z.object({
  note: z.string().check(z.trim(), z.maxLength(caseLimits.note, 'global|maxLength')),
});

/** Closes a case without answering; a note tells colleagues how it ended. */
const CloseForm = ({
  data,
  caseAction,
  onLeave,
}: {
  data: StaffCase;
  caseAction: CaseAction;
  onLeave: () => void;
}) => {
  const t = useTexts<'staff'>();
  const form = useForm({ schema, initial: { note: '' }, focusesField: true });
  const field = useRef<HTMLTextAreaElement>(null);
  useEffect(() => field.current?.focus(), []);
  const leaveDialog = useUnsaved(form.value('note').trim() !== '');
  const submit = form.submit(async ({ note }) => {
    if (caseAction.busy) return;
    if (await caseAction.act({ act: 'close', version: data.version, note })) onLeave();
  });
  return (
    <form className={styles.write} onSubmit={submit} noValidate>
      {leaveDialog}
      <TextArea
        ref={field}
        label={t('queue|note')}
        hint={t('queue|noteHint')}
        rows={3}
        {...form.field('note')}
      />
      <div className={styles.buttons}>
        <Button
          type="submit"
          kind="secondary"
          size="small"
          loading={caseAction.busy === 'close'}
          loadingLabel={t('queue|working')}
        >
          {t('queue|closeNow')}
        </Button>
        <Button kind="text" size="small" onClick={onLeave}>
          {t('global|cancel')}
        </Button>
      </div>
    </form>
  );
};

/** Actions on a case other than answering. */
export const Actions = ({
  data,
  caseAction,
  onReload,
}: {
  data: StaffCase;
  caseAction: CaseAction;
  onReload: () => void;
}) => {
  const t = useTexts<'staff'>();
  const [isClosing, setIsClosing] = useState(false);
  const heading = useRef<HTMLHeadingElement>(null);
  const { state, assignee, mine, version, undecided } = data;
  const previous = useRef({ version, closing: isClosing });
  useEffect(() => {
    if (previous.current.version === version && previous.current.closing === isClosing) return;
    previous.current = { version, closing: isClosing };
    // The pressed button is gone: move keyboard focus to the available actions.
    if (document.activeElement === document.body) heading.current?.focus();
  }, [version, isClosing]);
  const isOthersCase = assignee !== null && !mine;
  const button = (act: 'assign' | 'release' | 'reopen', label: string) => (
    <Button
      kind="secondary"
      size="small"
      loading={caseAction.busy === act}
      loadingLabel={t('queue|working')}
      onClick={() => caseAction.busy || void caseAction.act({ act, version })}
    >
      {label}
    </Button>
  );
  return (
    <section aria-labelledby="malid">
      <h2 id="malid" ref={heading} tabIndex={-1}>
        {t('queue|actions')}
      </h2>
      <div className={styles.buttons}>
        {!mine && button('assign', isOthersCase ? t('queue|takeOver', { name: assignee }) : t('queue|take'))}
        {mine && state !== 'closed' && button('release', t('queue|release'))}
        {!isOthersCase && state !== 'open' && button('reopen', t('queue|reopen'))}
        {!isOthersCase && state !== 'closed' && !undecided && !isClosing && (
          <Button kind="text" size="small" onClick={() => setIsClosing(true)}>
            {t(state === 'answered' ? 'queue|closeAnswered' : 'queue|close')}
          </Button>
        )}
      </div>
      {isClosing && !isOthersCase && state !== 'closed' && !undecided && (
        <CloseForm data={data} caseAction={caseAction} onLeave={() => setIsClosing(false)} />
      )}
      {caseAction.failed && caseAction.failed !== 'answer' && caseAction.failed !== 'settle' && (
        <Alert kind="error" live title={t('queue|actFailed')}>
          {caseAction.reason}
        </Alert>
      )}
      {caseAction.failed && (
        <Button kind="text" size="small" icon="again" onClick={onReload}>
          {t('queue|reload')}
        </Button>
      )}
    </section>
  );
};
