import { type ReactNode, useEffect, useState } from 'react';
import { later } from '../engine/chunks.ts';
import { useTexts } from '../engine/index.ts';
import { blockNavigation } from '../engine/navigation-blocker.ts';
import { useLate } from '../engine/use-late.ts';

const loadDialog = later(() => import('./LeaveDialog.tsx'));

type QuestionProps = { onAnswer: (leaves: boolean) => void };

/** The browser's own question, where ours cannot be loaded. */
const PlainQuestion = ({ onAnswer }: QuestionProps) => {
  const t = useTexts<'portal'>();
  useEffect(
    () => onAnswer(confirm(`${t('global|unsavedTitle')} ${t('global|unsavedChanges')}`)),
    [onAnswer, t],
  );
  return null;
};

const Question = ({ onAnswer }: QuestionProps) => {
  const dialog = useLate(loadDialog);
  if (dialog.state === 'failed') return <PlainQuestion onAnswer={onAnswer} />;
  return dialog.state === 'ready' && <dialog.part.LeaveDialog onAnswer={onAnswer} />;
};

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
    const unblock = blockNavigation(
      () =>
        new Promise<boolean>((resolve) => {
          setAnswer(() => (leaves: boolean) => {
            setAnswer(undefined);
            resolve(leaves);
          });
        }),
    );
    return () => {
      unblock();
      // Saved while it was asked: nothing is left to lose, and nothing to answer.
      setAnswer(undefined);
    };
  }, [dirty]);
  return answer && <Question onAnswer={answer} />;
};
