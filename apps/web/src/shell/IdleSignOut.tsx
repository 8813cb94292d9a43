import { Button, Dialog } from '@hofn/ui';
import { useCallback, useEffect, useRef, useState } from 'react';
import { useTexts } from '../engine/index.ts';
import { allowLeaving, confirmLeaving } from '../engine/navigation-blocker.ts';
import { finishPendingSaves } from '../parts/drafts/pending-saves.ts';
import { useSession } from '../session/index.ts';
import { useIdleSignOut } from './useIdleSignOut.ts';

/** Seconds left at which a screen reader hears them: every second would drown everything else. */
const announcedAt = [120, 60, 30, 10] as const;

const clockOf = (seconds: number): string =>
  `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;

/** The page's title while it waits for an answer, so that the tab is noticed among others. */
const useTitle = (title: string): void => {
  useEffect(() => {
    const before = document.title;
    document.title = title;
    return () => {
      // A navigation has its own title.
      if (document.title.endsWith(title)) document.title = before;
    };
  }, [title]);
};

const Warning = ({
  secondsLeft,
  onStay,
  onLeave,
}: {
  secondsLeft: number;
  onStay: () => void;
  onLeave: () => void;
}) => {
  const t = useTexts<'staff'>();
  useTitle(t('idle|title'));
  const announced = announcedAt.findLast((seconds) => secondsLeft <= seconds) ?? announcedAt[0];
  return (
    <Dialog
      role="alertdialog"
      title={t('idle|title')}
      closeLabel={t('idle|stay')}
      onClose={onStay}
      actions={
        <>
          <Button onClick={onStay}>{t('idle|stay')}</Button>
          <Button kind="secondary" onClick={onLeave}>
            {t('idle|leave')}
          </Button>
        </>
      }
    >
      <p>
        {t('idle|text')} <span aria-hidden="true">{t('idle|left', { time: clockOf(secondsLeft) })}</span>
      </p>
      <p className="visually-hidden" role="status">
        {t('idle|seconds', { n: announced })}
      </p>
    </Dialog>
  );
};

/**
 * Signs staff out who have left the desk, after a warning that they can answer (rules DESK-4, HOLD-11). What is typed is
 * saved first, and the page they come back to says why and leads to where they were.
 */
export const IdleSignOut = () => {
  const { status, logout } = useSession();
  const [isLeaving, setIsLeaving] = useState(false);
  const hasBegun = useRef(false);
  const signOut = useCallback(() => {
    if (hasBegun.current) return;
    hasBegun.current = true;
    setIsLeaving(true);
    void finishPendingSaves({ unattended: true }).then(() => {
      // Nobody is there to answer the browser's question about unsaved input.
      allowLeaving();
      return logout({ isIdle: true });
    });
  }, [logout]);
  const { secondsLeft, stay } = useIdleSignOut(status === 'authenticated' && !isLeaving, signOut);
  const leave = async () => {
    if (!(await confirmLeaving())) return;
    await finishPendingSaves();
    await logout();
  };
  return (
    secondsLeft !== undefined && (
      <Warning secondsLeft={secondsLeft} onStay={stay} onLeave={() => void leave()} />
    )
  );
};
