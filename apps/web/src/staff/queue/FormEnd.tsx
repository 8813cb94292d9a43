import type { CaseAct } from '@hofn/contracts/cases.ts';
import { Alert, Button, Row } from '@hofn/ui';
import { useTexts } from '../../engine/index.ts';
import { DraftNote } from '../drafts/DraftNote.tsx';
import type { FormDraft } from '../drafts/useCaseDraft.ts';
import type { CaseAction } from './useCaseAction.ts';

type Props = {
  draft: FormDraft;
  caseAction: CaseAction;
  act: CaseAct['act'];
  /** Label of the button that sends the form, and while it is being sent. */
  submit: string;
  sending: string;
  /** Title of the message that says why the act failed; left out where another place says so. */
  failed?: string;
  onLeave: () => void;
};

/** The end of a form on a case: its draft, why the act failed, and the buttons. Cancelling discards the draft. */
export const FormEnd = ({ draft, caseAction, act, submit, sending, failed, onLeave }: Props) => {
  const t = useTexts<'staff'>();
  const cancel = () => {
    draft.discard();
    onLeave();
  };
  return (
    <>
      <DraftNote draft={draft} />
      {failed !== undefined && caseAction.failed === act && (
        <Alert kind="error" isLive title={failed}>
          {caseAction.reason}
        </Alert>
      )}
      <Row>
        <Button
          type="submit"
          kind="secondary"
          size="small"
          isLoading={caseAction.busy === act}
          loadingLabel={sending}
        >
          {submit}
        </Button>
        <Button kind="text" size="small" onClick={cancel}>
          {t('global|cancel')}
        </Button>
      </Row>
    </>
  );
};
