import { createStore } from '../session/store.ts';

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

const store = createStore(initialNotices);
let instances = 0;

export const currentNotices = store.state;
export const subscribeToNotices = store.subscribe;

/** Shows the loading screen instead of the page; undefined hides it (rule MENU-7). */
export const showLoadingScreen = (loading: Loading | undefined): void => {
  const notices = store.state();
  if (loading !== notices.loading) store.set({ ...notices, loading });
};

const setNotifications = (notifications: readonly Notice[]): void =>
  store.set({ ...store.state(), notifications });

/** Shows a notification, which stays when the screen changes (rule MENU-7). */
export const setNotification = (content: NoticeContent): void => {
  instances += 1;
  const others = store.state().notifications.filter(({ id }) => id !== content.id);
  setNotifications([...others, { ...content, instance: instances }]);
};

/** Removes all notifications except `keptId`. */
export const clearNotifications = (keptId: string): void =>
  setNotifications(store.state().notifications.filter(({ id }) => id === keptId));

/** Removes a notification that has expired or was closed. */
export const dismissNotification = (instance: number): void =>
  setNotifications(store.state().notifications.filter((notice) => notice.instance !== instance));
