import { useSyncExternalStore } from 'react';

/** What an employee has chosen for the desk, in local storage; on until switched off. */
const names = {
  /** The list beside an open case. */
  list: 'hofn.desk.list',
  /** Single keys as shortcuts, which can be switched off (WCAG 2.1.4). */
  keys: 'hofn.desk.keys',
} as const;
export type DeskChoice = keyof typeof names;

const changed = 'hofn:desk';

const subscribe = (listener: () => void) => {
  addEventListener(changed, listener);
  addEventListener('storage', listener);
  return () => {
    removeEventListener(changed, listener);
    removeEventListener('storage', listener);
  };
};

/** Whether something of the desk is on. */
export const isOn = (choice: DeskChoice): boolean => {
  try {
    return localStorage.getItem(names[choice]) !== 'off';
  } catch {
    return true;
  }
};

const set = (choice: DeskChoice, isNowOn: boolean): void => {
  try {
    if (isNowOn) localStorage.removeItem(names[choice]);
    else localStorage.setItem(names[choice], 'off');
  } catch {
    // Blocked or full: it stays as it was.
  }
  dispatchEvent(new Event(changed));
};

/** Something of the desk that can be switched off, and the switch. */
export const useDeskChoice = (choice: DeskChoice): [boolean, (isNowOn: boolean) => void] => [
  useSyncExternalStore(
    subscribe,
    () => isOn(choice),
    () => true,
  ),
  (isNowOn) => set(choice, isNowOn),
];
