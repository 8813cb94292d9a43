import { type ReactNode, useEffect, useState } from 'react';
import { importOnDemand } from '../engine/chunks.ts';
import { useTexts } from '../engine/index.ts';
import { blockNavigation } from '../engine/navigation-blocker.ts';
import { useLazyPart } from '../engine/use-lazy-part.ts';

const loadDialog = importOnDemand(() => import('./LeaveDialog.tsx'));

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
  const dialog = useLazyPart(loadDialog);
  if (dialog.state === 'failed') return <BrowserConfirm onAnswer={onAnswer} />;
  return dialog.state === 'ready' && <dialog.part.LeaveDialog onAnswer={onAnswer} />;
};

/**
 * Asks for confirmation before the user leaves the page with unsaved changes.
 * @param isDirty whether there are unsaved changes: `isDirty` of `useForm`, and false once the form has been sent
 * @returns the dialog, to be rendered by the caller
 */
export const useUnsaved = (isDirty: boolean): ReactNode => {
  const [onAnswer, setOnAnswer] = useState<(leaves: boolean) => void>();
  useEffect(() => {
    if (!isDirty) return;
    // Preload the dialog, so that it opens offline too; if preloading fails, leaving the page loads it.
    loadDialog().catch(() => {});
    const unblock = blockNavigation(
      () =>
        new Promise<boolean>((resolve) => {
          setOnAnswer(() => (leaves: boolean) => {
            setOnAnswer(undefined);
            resolve(leaves);
          });
        }),
    );
    return () => {
      unblock();
      // Close the dialog if the changes were saved while it was open.
      setOnAnswer(undefined);
    };
  }, [isDirty]);
  return onAnswer && <LateLeaveDialog onAnswer={onAnswer} />;
};
