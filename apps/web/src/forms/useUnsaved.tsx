import { lazy, type ReactNode, Suspense, useEffect, useState } from 'react';
import { guardLeaving } from '../engine/leaving.ts';

const loadDialog = () => import('./LeaveDialog.tsx');
const LeaveDialog = lazy(async () => ({ default: (await loadDialog()).LeaveDialog }));

/**
 * As long as something is not saved, asks before the reader leaves the page. What it returns is to be rendered: it is
 * the question while that is asked.
 * @param dirty whether something is not saved: `useForm`'s `dirty`, and false once it has been sent
 */
export const useUnsaved = (dirty: boolean): ReactNode => {
  const [answer, setAnswer] = useState<(leaves: boolean) => void>();
  useEffect(() => {
    if (!dirty) return;
    // Fetched now: the question must come also where the network has gone. Should it not, leaving asks for it again.
    loadDialog().catch(() => {});
    let waiting: ((leaves: boolean) => void) | undefined;
    const end = guardLeaving(
      () =>
        new Promise<boolean>((resolve) => {
          waiting = (leaves) => {
            setAnswer(undefined);
            resolve(leaves);
          };
          setAnswer(() => waiting);
        }),
    );
    return () => {
      end();
      // Saved while it was asked: nothing is left to lose, and nothing to answer.
      waiting?.(false);
    };
  }, [dirty]);
  return (
    answer && (
      <Suspense>
        <LeaveDialog onAnswer={answer} />
      </Suspense>
    )
  );
};
