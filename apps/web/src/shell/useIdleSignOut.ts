import { useCallback, useEffect, useRef, useState } from 'react';

/** The provider ends unused staff sessions then; an open chat renews its token, so the provider cannot tell (rule HOLD-11). */
const idleMs = 30 * 60_000;
/** How long before that the employee is asked whether they are still there (WCAG 2.2.1). */
const warnMs = 2 * 60_000;
const checkMs = 15_000;
/** Shared by all tabs: working in one keeps the others signed in. */
const storageKey = 'hofn-staff-active';

const readShared = (): number => {
  try {
    return Number(localStorage.getItem(storageKey) ?? 0);
  } catch {
    return 0;
  }
};
const writeShared = (time: number): void => {
  try {
    localStorage.setItem(storageKey, String(time));
  } catch {
    // Storage is blocked or full: this tab then has a timer of its own.
  }
};

/**
 * Signs out when no tab of the staff portal was used by hand for half an hour, and warns two minutes before.
 * @returns the seconds that are left, once the warning is due, and a function that stays signed in. During the warning only
 *   that function counts as use of this tab: keys pressed in the warning must not close it.
 */
export const useIdleSignOut = (
  isSignedIn: boolean,
  signOut: () => void,
): { secondsLeft: number | undefined; stay: () => void } => {
  const [secondsLeft, setSecondsLeft] = useState<number>();
  const ownActive = useRef(0);
  const stay = useCallback(() => {
    ownActive.current = Date.now();
    writeShared(ownActive.current);
    setSecondsLeft(undefined);
  }, []);
  const isWarning = secondsLeft !== undefined;
  useEffect(() => {
    if (isSignedIn) stay();
    else setSecondsLeft(undefined);
  }, [isSignedIn, stay]);
  useEffect(() => {
    if (!isSignedIn || isWarning) return;
    const recordActivity = () => {
      const now = Date.now();
      if (now - ownActive.current < checkMs) return;
      ownActive.current = now;
      writeShared(now);
    };
    const events = ['pointerdown', 'keydown', 'wheel', 'touchmove'] as const;
    for (const name of events) addEventListener(name, recordActivity, { passive: true });
    return () => {
      for (const name of events) removeEventListener(name, recordActivity);
    };
  }, [isSignedIn, isWarning]);
  useEffect(() => {
    if (!isSignedIn) return;
    const check = () => {
      const left = Math.max(ownActive.current, readShared()) + idleMs - Date.now();
      if (left <= 0) signOut();
      setSecondsLeft(left > warnMs ? undefined : Math.max(0, Math.ceil(left / 1000)));
    };
    const timer = setInterval(check, isWarning ? 1000 : checkMs);
    return () => clearInterval(timer);
  }, [isSignedIn, isWarning, signOut]);
  return { secondsLeft, stay };
};
