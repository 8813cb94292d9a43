import { useEffect } from 'react';
import { useTexts } from '../engine/index.ts';
import { blockNavigation } from '../engine/navigation-blocker.ts';
import { setOverlay } from '../engine/overlay.ts';
import { LeaveQuestion, loadLeaveDialog } from './LeaveQuestion.tsx';

/**
 * Asks for confirmation before the user leaves the page with unsaved changes. The page's shell draws the question
 * (`LeaveQuestion`), so a form may render nothing and still be guarded.
 * @param isDirty whether there are unsaved changes: `isDirty` of `useForm`, and false once the form has been sent
 * @param options `keptWithin`: navigation within the document keeps the changes, so that only leaving it loses them
 */
export const useUnsaved = (isDirty: boolean, { keptWithin = false }: { keptWithin?: boolean } = {}): void => {
  const texts = useTexts();
  useEffect(() => {
    if (!isDirty) return;
    // Preload the dialog, so that it opens offline too; if preloading fails, leaving the page loads it.
    loadLeaveDialog().catch(() => {});
    setOverlay(LeaveQuestion);
    return blockNavigation(texts, { keptWithin });
  }, [isDirty, texts, keptWithin]);
};
