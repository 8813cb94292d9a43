import type { Approval, ApprovalDecision } from '@hofn/contracts/approvals.ts';
import { approvalNoteLimit } from '@hofn/domain/authority.ts';
import { Button, Row, Stack, TextArea } from '@hofn/ui';
import { useEffect, useRef, useState } from 'react';
import * as z from 'zod/mini';
import { useTexts } from '../../engine/index.ts';
import { useForm } from '../../forms/useForm.ts';
import { hasFieldErrors, useServerErrors } from '../../forms/useServerErrors.ts';
import { useUnsaved } from '../../forms/useUnsaved.ts';
import { ErrorAlert } from '../../parts/ErrorAlert.tsx';
import { setNotification } from '../../parts/notices.ts';
import { usePost, useRefetch } from '../../session/index.ts';

const schema = z.object({
  note: z
    .string()
    .check(
      z.trim(),
      z.minLength(1, 'approvals|reasonMissing'),
      z.maxLength(approvalNoteLimit, 'global|maxLength'),
    ),
});

/** Decides a proposal, and asks again how many wait. */
const useDecision = ({ id }: Approval, onDecided: (decided: Approval) => void) => {
  const t = useTexts<'staff'>();
  const refetch = useRefetch();
  const { send, state, error } = usePost('/api/staff/v1/approvals/{id}');
  const [sent, setSent] = useState<ApprovalDecision>();
  const decide = async (decision: ApprovalDecision, note = '') => {
    if (state === 'sending') return;
    setSent(decision);
    const decided = await send({ params: { id }, body: { decision, note } });
    if (!decided) return;
    setNotification({ id: 'approval', text: t(`approvals|done.${decided.state}`) });
    refetch('/api/staff/v1/approvals');
    onDecided(decided);
  };
  return { decide, error, busy: state === 'sending' ? sent : undefined, isDone: state === 'done' };
};

type Decision = ReturnType<typeof useDecision>;

/** Asks why a proposal is sent back or refused. */
const ReasonForm = ({
  what,
  decision,
  onLeave,
}: {
  what: 'return' | 'refuse';
  decision: Decision;
  onLeave: () => void;
}) => {
  const t = useTexts<'staff'>();
  const form = useForm({ schema, initial: { note: '' }, focusesField: true });
  const { decide, error, busy, isDone } = decision;
  useServerErrors(form.setServerErrors, error);
  useUnsaved(form.isDirty && !isDone);
  return (
    <Stack as="form" width="form" noValidate onSubmit={form.submit(({ note }) => decide(what, note))}>
      <TextArea
        label={t(`approvals|reasonOf.${what}`)}
        hint={t('approvals|reasonHint')}
        rows={3}
        {...form.field('note')}
      />
      {!hasFieldErrors(error) && <ErrorAlert title={t('approvals|failed')} error={error} />}
      <Row>
        <Button
          type="submit"
          kind={what === 'refuse' ? 'danger' : 'primary'}
          isLoading={busy !== undefined}
          loadingLabel={t('approvals|working')}
        >
          {t(`approvals|submit.${what}`)}
        </Button>
        <Button kind="secondary" aria-disabled={busy !== undefined} onClick={() => busy ?? onLeave()}>
          {t('global|cancel')}
        </Button>
      </Row>
    </Stack>
  );
};

/** The decision on a proposal: to approve it, or with a reason to send it back or refuse it. */
export const Decide = ({
  approval,
  onDecided,
}: {
  approval: Approval;
  onDecided: (decided: Approval) => void;
}) => {
  const t = useTexts<'staff'>();
  const decision = useDecision(approval, onDecided);
  const [asked, setAsked] = useState<'return' | 'refuse'>();
  const place = useRef<HTMLDivElement>(null);
  const previous = useRef(asked);
  useEffect(() => {
    if (previous.current === asked) return;
    // Back to the button that opened the form, or into the form, so that what is typed next is text and no key of the desk.
    const closed = previous.current;
    previous.current = asked;
    place.current?.querySelector<HTMLElement>(asked ? 'textarea' : `button[data-what="${closed}"]`)?.focus();
  }, [asked]);
  const { busy, error, decide } = decision;
  return (
    <div ref={place}>
      {asked ? (
        <ReasonForm what={asked} decision={decision} onLeave={() => setAsked(undefined)} />
      ) : (
        <Stack>
          <ErrorAlert title={t('approvals|failed')} error={error} />
          <Row>
            <Button
              isLoading={busy === 'approve'}
              loadingLabel={t('approvals|working')}
              onClick={() => void decide('approve')}
            >
              {t('approvals|approve')}
            </Button>
            {(['return', 'refuse'] as const).map((what) => (
              <Button
                key={what}
                kind="secondary"
                data-what={what}
                aria-disabled={busy !== undefined}
                onClick={() => busy ?? setAsked(what)}
              >
                {t(`approvals|${what}`)}
              </Button>
            ))}
          </Row>
        </Stack>
      )}
    </div>
  );
};
