import type { PrivacyCase, PrivacyDecision } from '@hofn/contracts';
import { Button, Row, Stack, TextArea } from '@hofn/ui';
import { useEffect, useRef, useState } from 'react';
import * as z from 'zod/mini';
import { useTexts } from '../../engine/index.ts';
import { useForm } from '../../forms/useForm.ts';
import { ConfirmDialog } from '../../parts/ConfirmDialog.tsx';
import { ErrorAlert } from '../../parts/ErrorAlert.tsx';
import { useChangeAnswer, usePost } from '../../session/index.ts';
import { useCaseDrafts } from '../drafts/CaseDrafts.tsx';
import { DraftNote } from '../drafts/DraftNote.tsx';
import { useCaseDraft } from '../drafts/useCaseDraft.ts';

type ReasonedAct = 'extend' | 'refuse';
/** With the contract's limits. */
const schema = z.object({
  reasons: z
    .string()
    .check(
      z.trim(),
      z.minLength(10, 'privacyCase|reasonsShort'),
      z.maxLength(2000, 'privacyCase|reasonsLong'),
    ),
});

const blank = { reasons: '' };
const draftKinds = { extend: 'privacyExtend', refuse: 'privacyRefuse' } as const;

type DecisionCall = { isBusy: boolean; decide: (decision: PrivacyDecision) => Promise<boolean> };

/** Why a request is extended or refused; the customer reads it in their own language. */
const ReasonsForm = ({
  act,
  language,
  decisionCall,
  takesFocus,
  onLeave,
}: {
  act: ReasonedAct;
  language: PrivacyCase['language'];
  decisionCall: DecisionCall;
  /** Whether a button has opened it; not when a draft has. */
  takesFocus: boolean;
  onLeave: () => void;
}) => {
  const t = useTexts<'staff'>();
  const kind = draftKinds[act];
  const restored = useCaseDrafts().get(kind).fields as Partial<typeof blank>;
  const form = useForm({ schema, initial: blank, restored, focusesField: true });
  const draft = useCaseDraft(kind, form);
  const field = useRef<HTMLTextAreaElement>(null);
  useEffect(() => {
    if (takesFocus) field.current?.focus();
  }, [takesFocus]);
  const submit = form.submit(async ({ reasons }) => {
    if (decisionCall.isBusy) return;
    if (await draft.send(() => decisionCall.decide({ act, reasons }))) onLeave();
  });
  const cancel = () => {
    draft.discard();
    onLeave();
  };
  return (
    <Stack as="form" noValidate onSubmit={submit}>
      <TextArea
        ref={field}
        label={t(`privacyCase|reasons.${act}`)}
        hint={t(`privacyCase|reasonsIn.${language}`)}
        lang={language}
        rows={4}
        {...form.field('reasons')}
      />
      <DraftNote draft={draft} />
      <Row>
        <Button type="submit" isLoading={decisionCall.isBusy} loadingLabel={t('privacyCase|working')}>
          {t(`privacyCase|send.${act}`)}
        </Button>
        <Button
          kind="secondary"
          aria-disabled={decisionCall.isBusy}
          onClick={() => decisionCall.isBusy || cancel()}
        >
          {t('global|cancel')}
        </Button>
      </Row>
    </Stack>
  );
};

/** Decisions available now. Erasure asks for confirmation, since it cannot be undone. */
export const Decide = ({ data, onDecided }: { data: PrivacyCase; onDecided: () => void }) => {
  const t = useTexts<'staff'>();
  const changeAnswer = useChangeAnswer();
  const { send, state, error } = usePost('/api/staff/v1/privacy/{id}');
  const { get } = useCaseDrafts();
  const [openForm, setOpenForm] = useState<ReasonedAct | undefined>(() =>
    (['extend', 'refuse'] as const).find((act) => get(draftKinds[act]).changedAt !== null),
  );
  const [isPressed, setIsPressed] = useState(false);
  const open = (act: ReasonedAct) => {
    setIsPressed(true);
    setOpenForm(act);
  };
  const [isConfirming, setIsConfirming] = useState(false);
  const heading = useRef<HTMLHeadingElement>(null);
  const previousForm = useRef(openForm);
  useEffect(() => {
    // The form has closed: move keyboard focus to the available decisions.
    if (previousForm.current && !openForm && document.activeElement === document.body)
      heading.current?.focus();
    previousForm.current = openForm;
  }, [openForm]);
  const isBusy = state === 'sending';
  const decide = async (decision: PrivacyDecision): Promise<boolean> => {
    if (isBusy) return false;
    const answer = await send({ params: { id: data.id }, body: decision });
    if (!answer) return false;
    changeAnswer('/api/staff/v1/privacy/{id}', (shown) => (shown.id === answer.id ? answer : shown));
    onDecided();
    return true;
  };
  const isOpen = data.state === 'requested' || data.state === 'processing';
  const canApprove = data.kind === 'erasure' && data.state === 'requested';
  const canRepeat = data.failedAt !== null && (isOpen || data.state === 'approved');
  if (!isOpen && !canRepeat && !error) return null;
  const decisionCall = { isBusy, decide };
  const failedAlert = <ErrorAlert title={t('privacyCase|decideFailed')} error={error} />;
  return (
    <Stack as="section" aria-labelledby="akvordun">
      <h3 id="akvordun" ref={heading} tabIndex={-1}>
        {t('privacyCase|decide')}
      </h3>
      {data.kind === 'overview' && isOpen && <p>{t('privacyCase|overviewText')}</p>}
      {openForm ? (
        <ReasonsForm
          key={openForm}
          act={openForm}
          language={data.language}
          decisionCall={decisionCall}
          takesFocus={isPressed}
          onLeave={() => setOpenForm(undefined)}
        />
      ) : (
        <Row>
          {canRepeat && (
            <Button
              icon="again"
              isLoading={isBusy}
              loadingLabel={t('privacyCase|working')}
              onClick={() => void decide({ act: 'again' })}
            >
              {t('privacyCase|again')}
            </Button>
          )}
          {canApprove && (
            <Button kind="danger" onClick={() => setIsConfirming(true)}>
              {t('privacyCase|approve')}
            </Button>
          )}
          {data.mayExtend && (
            <Button kind="secondary" onClick={() => open('extend')}>
              {t('privacyCase|extend')}
            </Button>
          )}
          {isOpen && (
            <Button kind="secondary" onClick={() => open('refuse')}>
              {t('privacyCase|refuse')}
            </Button>
          )}
        </Row>
      )}
      {!isConfirming && failedAlert}
      {isConfirming && (
        <ConfirmDialog
          title={t('privacyCase|approveTitle')}
          confirmLabel={t('privacyCase|approveYes')}
          busyLabel={t('privacyCase|working')}
          kind="danger"
          isBusy={isBusy}
          onConfirm={() => void decide({ act: 'approve' }).then((isDone) => isDone && setIsConfirming(false))}
          onClose={() => setIsConfirming(false)}
        >
          <p>{t('privacyCase|approveText', { name: data.customer.name })}</p>
          {failedAlert}
        </ConfirmDialog>
      )}
    </Stack>
  );
};
