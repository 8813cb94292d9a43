import { type ReactNode, useSyncExternalStore } from 'react';
import { Alert, type AlertKind } from './Alert.tsx';

const keyOf = (id: string) => `notification-${id}`;
const listeners = new Set<() => void>();

// For browsers that block storage: remembered while the page is open.
const dismissedIds = new Set<string>();

const isDismissed = (id: string): boolean => {
  if (dismissedIds.has(id)) return true;
  try {
    return sessionStorage.getItem(keyOf(id)) === 'dismissed';
  } catch {
    return false;
  }
};

const dismiss = (id: string): void => {
  dismissedIds.add(id);
  try {
    sessionStorage.setItem(keyOf(id), 'dismissed');
  } catch {
    // Blocked; `dismissedIds` remembers it.
  }
  for (const listener of listeners) listener();
};

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

/** State of a notification: `initialized`, then `dismissed` when it is closed (rule UI-4). */
export const useNotification = (id: string) => ({
  status: useSyncExternalStore(
    subscribe,
    () => (isDismissed(id) ? 'dismissed' : 'initialized'),
    () => 'initialized' as const,
  ),
  dismiss: () => dismiss(id),
});

type Props = {
  /** A dismissed id stays dismissed for the visit, even with another text. */
  id: string;
  kind?: AlertKind;
  title: string;
  children?: string;
  /** A button or a link. */
  action?: ReactNode;
  closeLabel: string;
};

/** A message that stays on every screen until it is closed, and then stays closed for the visit (rule UI-4). */
export const Notification = ({ id, closeLabel, ...rest }: Props) => {
  const { status, dismiss: close } = useNotification(id);
  return status === 'initialized' && <Alert {...rest} closeLabel={closeLabel} onClose={close} />;
};
