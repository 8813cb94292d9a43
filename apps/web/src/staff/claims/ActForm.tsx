import { Alert, Button, Row, Stack } from '@hofn/ui';
import type { FormEvent, ReactNode } from 'react';
import { useTexts } from '../../engine/index.ts';
import { DraftNote } from '../drafts/DraftNote.tsx';
import type { FormDraft } from '../drafts/useCaseDraft.ts';
import type { ClaimAction, Refusal } from './useClaimAction.ts';

type Props = {
  kind: Refusal['kind'];
  claimAction: ClaimAction;
  /** Name of the form, and of its button. */
  label: string;
  submit: string;
  /** The typed text that is kept on the server, if the form has any. */
  draft?: FormDraft;
  /** Whether the button is busy with something before the act itself. */
  isBusy?: boolean;
  /** Whether somebody else has to approve it, which is said before it is sent. */
  isAbove?: boolean;
  onSubmit: (event: FormEvent) => void;
  onLeave: () => void;
  children: ReactNode;
};

/** A form that does something with a claim: its fields, why the act was refused, and the buttons. */
export const ActForm = ({
  kind,
  claimAction,
  label,
  submit,
  draft,
  isBusy = false,
  isAbove = false,
  onSubmit,
  onLeave,
  children,
}: Props) => {
  const t = useTexts<'staff'>();
  const { refusal, busy } = claimAction;
  const leave = () => {
    draft?.discard();
    onLeave();
  };
  return (
    <Stack as="form" width="form" onSubmit={onSubmit} noValidate aria-label={label}>
      {children}
      {draft && <DraftNote draft={draft} />}
      {isAbove && <Alert title={t('claimDesk|above')}>{t('claimDesk|aboveText')}</Alert>}
      {refusal?.kind === kind && (
        <Alert kind="error" isLive title={t('claimDesk|refused')}>
          {refusal.reasons.join(' ')}
        </Alert>
      )}
      <Row>
        <Button type="submit" isLoading={isBusy || busy === kind} loadingLabel={t('claimDesk|working')}>
          {submit}
        </Button>
        <Button kind="secondary" onClick={leave}>
          {t('global|cancel')}
        </Button>
      </Row>
    </Stack>
  );
};
