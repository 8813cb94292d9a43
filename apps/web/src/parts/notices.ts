/** Text key of the loading screen. */
export type Loading = 'session|loggingIn' | 'session|loggingOut';

/** A transient notification. */
export type NoticeContent = {
  /** A newer notification with the same id replaces it. */
  id: string;
  text: string;
  /** `error` for a failure in which nothing was lost. */
  kind?: 'success' | 'error';
  /** A button that runs an action and dismisses the notification. */
  action?: { label: string; run: () => void };
};

export type Notice = NoticeContent & {
  /** Distinguishes this notification from an earlier notification with the same id. */
  instance: number;
};

export type Notices = { loading: Loading | undefined; notifications: readonly Notice[] };

/** The sign-in loading text until the session is known, matching the server-rendered markup. */
export const initialNotices: Notices = { loading: 'session|loggingIn', notifications: [] };

let notices = initialNotices;
let instances = 0;
const listeners = new Set<() => void>();

const update = (next: Notices): void => {
  notices = next;
  for (const listener of listeners) listener();
};

export const currentNotices = (): Notices => notices;

export const subscribeToNotices = (listener: () => void): (() => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

/** Shows the loading screen instead of the page; undefined hides it (rule MENU-7). */
export const showLoadingScreen = (loading: Loading | undefined): void => {
  if (loading !== notices.loading) update({ ...notices, loading });
};

/** Shows a notification, which stays when the screen changes (rule MENU-7). */
export const setNotification = (content: NoticeContent): void => {
  instances += 1;
  const others = notices.notifications.filter(({ id }) => id !== content.id);
  update({ ...notices, notifications: [...others, { ...content, instance: instances }] });
};

/** Removes all notifications except `keptId`. */
export const clearNotifications = (keptId: string): void =>
  update({ ...notices, notifications: notices.notifications.filter(({ id }) => id === keptId) });

/** Removes a notification that has expired or was closed. */
export const dismissNotification = (instance: number): void =>
  update({
    ...notices,
    notifications: notices.notifications.filter((notice) => notice.instance !== instance),
  });
