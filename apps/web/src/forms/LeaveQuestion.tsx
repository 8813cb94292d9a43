import { useEffect, useSyncExternalStore } from 'react';
import { Boundary } from '../engine/Boundary.tsx';
import { importOnDemand } from '../engine/chunks.ts';
import { useTexts } from '../engine/index.ts';
import { leaveQuestion, subscribeToLeaveQuestion } from '../engine/navigation-blocker.ts';
import { TextsContext } from '../engine/texts.ts';
import { useLazyPart } from '../engine/use-lazy-part.ts';

/** Loads the dialog's code. */
export const loadLeaveDialog = importOnDemand(() => import('./LeaveDialog.tsx'));

type DialogProps = { onAnswer: (leaves: boolean) => void };

/** Fallback to `window.confirm` when our dialog cannot be loaded. */
const BrowserConfirm = ({ onAnswer }: DialogProps) => {
  const t = useTexts<'portal'>();
  useEffect(
    () => onAnswer(confirm(`${t('global|unsavedTitle')} ${t('global|unsavedChanges')}`)),
    [onAnswer, t],
  );
  return null;
};

const LateLeaveDialog = ({ onAnswer }: DialogProps) => {
  const dialog = useLazyPart(loadLeaveDialog);
  if (dialog.state === 'failed') return <BrowserConfirm onAnswer={onAnswer} />;
  return dialog.state === 'ready' && <dialog.part.LeaveDialog onAnswer={onAnswer} />;
};

/** Draws the question whether to leave a page with unsaved changes; once for the whole page (rule HOLD-3). */
export const LeaveQuestion = () => {
  const question = useSyncExternalStore(subscribeToLeaveQuestion, leaveQuestion, () => undefined);
  return (
    question && (
      // The form's texts, because a public page itself does not load those of the dialog.
      <Boundary fallback={null}>
        <TextsContext value={question.texts}>
          <LateLeaveDialog onAnswer={question.answer} />
        </TextsContext>
      </Boundary>
    )
  );
};
