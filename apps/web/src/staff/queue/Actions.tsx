import { type CaseAct, caseLimits, type StaffCase } from '@hofn/contracts/cases.ts';
import { Alert, Button, Row, Stack, TextArea } from '@hofn/ui';
import { type ReactNode, useEffect, useRef } from 'react';
import * as z from 'zod/mini';
import { useTexts } from '../../engine/index.ts';
import { useForm } from '../../forms/useForm.ts';
import { useCaseDrafts } from '../drafts/CaseDrafts.tsx';
import { useCaseDraft } from '../drafts/useCaseDraft.ts';
import { FormEnd } from './FormEnd.tsx';
import type { CaseAction } from './useCaseAction.ts';
import { useFold } from './useFold.ts';

const schemaOf = (isNoteNeeded: boolean) =>
  z.object({
    note: z
      .string()
      .check(
        z.trim(),
        z.minLength(isNoteNeeded ? 1 : 0, 'queue|noteMissing'),
        z.maxLength(caseLimits.note, 'global|maxLength'),
      ),
  });

/** Acts whose form shows itself why they failed. */
const shownBeside: readonly CaseAct['act'][] = ['answer', 'settle', 'note', 'wait', 'handOver', 'decide'];

const blank = { note: '' };

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
  const { fields } = useCaseDrafts().get('close');
  const form = useForm({
    schema: schemaOf(data.noteToClose),
    initial: blank,
    restored: fields as Partial<typeof blank>,
    focusesField: true,
  });
  const draft = useCaseDraft('close', form);
  const submit = form.submit(async ({ note }) => {
    if (caseAction.busy) return;
    if (await draft.send(() => caseAction.act({ act: 'close', version: data.version, note }))) onLeave();
  });
  return (
    <Stack as="form" width="form" onSubmit={submit} noValidate>
      <TextArea label={t('queue|note')} hint={t('queue|noteHint')} rows={3} {...form.field('note')} />
      <FormEnd
        {...{ draft, caseAction, onLeave }}
        act="close"
        submit={t('queue|closeNow')}
        sending={t('queue|working')}
      />
    </Stack>
  );
};

/** Actions on a case other than answering. */
export const Actions = ({
  data,
  caseAction,
  onReload,
  children,
}: {
  data: StaffCase;
  caseAction: CaseAction;
  onReload: () => void;
  /** Further actions, beside the first. */
  children?: ReactNode;
}) => {
  const t = useTexts<'staff'>();
  const { get } = useCaseDrafts();
  const { isOpen: isClosing, open, close, place } = useFold(get('close').changedAt !== null);
  const heading = useRef<HTMLHeadingElement>(null);
  const { state, assignee, mine, version, undecided, handledBefore } = data;
  const previousVersion = useRef(version);
  useEffect(() => {
    if (previousVersion.current === version) return;
    previousVersion.current = version;
    // The pressed button is gone: move keyboard focus to the available actions.
    if (document.activeElement === document.body) heading.current?.focus();
  }, [version]);
  const isOthersCase = assignee !== null && !mine;
  const button = (act: 'assign' | 'release' | 'reopen', label: string) => (
    <Button
      kind="secondary"
      size="small"
      // Not for taking over: one stray letter would take a colleague’s case.
      {...(act === 'assign' && assignee === null && { 'aria-keyshortcuts': 't' })}
      isLoading={caseAction.busy === act}
      loadingLabel={t('queue|working')}
      onClick={() => caseAction.busy || void caseAction.act({ act, version })}
    >
      {label}
    </Button>
  );
  return (
    <Stack as="section" gap="m" aria-labelledby="malid">
      <h2 id="malid" ref={heading} tabIndex={-1} className="visually-hidden">
        {t('queue|actions')}
      </h2>
      <Row>
        {!mine &&
          !handledBefore &&
          button('assign', isOthersCase ? t('queue|takeOver', { name: assignee }) : t('queue|take'))}
        {mine && state !== 'closed' && button('release', t('queue|release'))}
        {!isOthersCase && !handledBefore && state !== 'open' && button('reopen', t('queue|reopen'))}
        {!isOthersCase && !handledBefore && state !== 'closed' && !undecided && (
          <div ref={place}>
            {isClosing ? (
              <CloseForm data={data} caseAction={caseAction} onLeave={close} />
            ) : (
              <Button kind="text" size="small" aria-keyshortcuts="e" onClick={open}>
                {t(state === 'answered' ? 'queue|closeAnswered' : 'queue|close')}
              </Button>
            )}
          </div>
        )}
        {children}
      </Row>
      {caseAction.failed && !shownBeside.includes(caseAction.failed) && (
        <Alert kind="error" isLive title={t('queue|actFailed')}>
          {caseAction.reason}
        </Alert>
      )}
      {caseAction.failed && (
        <Button kind="text" size="small" icon="again" onClick={onReload}>
          {t('queue|reload')}
        </Button>
      )}
    </Stack>
  );
};
