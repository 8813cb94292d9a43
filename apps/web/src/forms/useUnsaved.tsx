import { type ReactNode, useEffect, useState } from 'react';
import { importOnDemand } from '../engine/chunks.ts';
import { useTexts } from '../engine/index.ts';
import { blockNavigation } from '../engine/navigation-blocker.ts';
import { useLazyPart } from '../engine/use-lazy-part.ts';

const loadDialog = importOnDemand(() => import('./LeaveDialog.tsx'));

type DialogProps = { onAnswer: (leaves: boolean) => void };

/** The browser's own dialog, where ours cannot be loaded. */
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
 * Asks for confirmation before the user leaves the page with unsaved changes. Returns the dialog, to be rendered by the
 * caller.
 * @param isDirty whether there are unsaved changes: `isDirty` of `useForm`, and false once the form was sent
 */
export const useUnsaved = (isDirty: boolean): ReactNode => {
  const [onAnswer, setOnAnswer] = useState<(leaves: boolean) => void>();
  useEffect(() => {
    if (!isDirty) return;
    // Preloaded, so that the dialog also opens offline; on failure it is loaded when leaving.
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
      // Saved while the dialog was open: nothing is left to lose.
      setOnAnswer(undefined);
    };
  }, [isDirty]);
  return onAnswer && <LateLeaveDialog onAnswer={onAnswer} />;
};
