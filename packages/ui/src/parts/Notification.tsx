import { type ReactNode, useSyncExternalStore } from 'react';
import { Alert, type AlertKind } from './Alert.tsx';

const keyOf = (id: string) => `notification-${id}`;
const listeners = new Set<() => void>();

// A browser that keeps nothing for a site still remembers for as long as the page is open.
const closed = new Set<string>();

const isDismissed = (id: string): boolean => {
  if (closed.has(id)) return true;
  try {
    return sessionStorage.getItem(keyOf(id)) === 'dismissed';
  } catch {
    return false;
  }
};

const dismiss = (id: string): void => {
  closed.add(id);
  try {
    sessionStorage.setItem(keyOf(id), 'dismissed');
  } catch {
    // Remembered above.
  }
  for (const listener of listeners) listener();
};

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

/** Where a notification is: `initialized` once it is set, `dismissed` from when it is closed (rule UI-4). */
export const useNotification = (id: string) => ({
  status: useSyncExternalStore(
    subscribe,
    () => (isDismissed(id) ? 'dismissed' : 'initialized'),
    () => 'initialized' as const,
  ),
  dismiss: () => dismiss(id),
});

type Props = {
  /** What it is about: another text with the same id does not come back in the visit either. */
  id: string;
  kind?: AlertKind;
  title: string;
  children?: string;
  /** A button or a link beside it. */
  action?: ReactNode;
  closeLabel: string;
};

/** A message that stays on every screen until it is closed; then it does not return in the visit (rule UI-4). */
export const Notification = ({ id, closeLabel, ...rest }: Props) => {
  const { status, dismiss: close } = useNotification(id);
  return status === 'initialized' && <Alert {...rest} closeLabel={closeLabel} onClose={close} />;
};
