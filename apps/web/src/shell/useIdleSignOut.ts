import { useEffect } from 'react';

/** The provider ends unused staff sessions then; an open chat renews its token, so the provider cannot tell (rule HOLD-11). */
const idleMs = 30 * 60_000;
const checkMs = 15_000;
/** Shared by all tabs: working in one keeps the others signed in. */
const storageKey = 'hofn-staff-active';

const readLastActive = (): number => Number(localStorage.getItem(storageKey) ?? 0);

/** Signs out when no tab of the staff portal was used by hand for half an hour. */
export const useIdleSignOut = (isSignedIn: boolean, signOut: () => void): void => {
  useEffect(() => {
    if (!isSignedIn) return;
    let written = 0;
    const recordActivity = () => {
      const now = Date.now();
      if (now - written < checkMs) return;
      written = now;
      localStorage.setItem(storageKey, String(now));
    };
    recordActivity();
    const events = ['pointerdown', 'keydown', 'wheel', 'touchmove'] as const;
    for (const name of events) addEventListener(name, recordActivity, { passive: true });
    const timer = setInterval(() => {
      if (Date.now() - readLastActive() >= idleMs) signOut();
    }, checkMs);
    return () => {
      clearInterval(timer);
      for (const name of events) removeEventListener(name, recordActivity);
    };
  }, [isSignedIn, signOut]);
};
