/** What the loading screen says: a text of the portal. */
export type Loading = 'session|loggingIn' | 'session|loggingOut';

/** Says in passing how something went. */
export type NoticeGiven = {
  /** What it is about: a newer one about the same takes its place. */
  id: string;
  text: string;
  /** `error` for what did not come about, though nothing is lost. */
  kind?: 'success' | 'error';
  /** What can be done about it, at the press of a button that also takes the notification away. */
  action?: { label: string; run: () => void };
};

export type Notice = NoticeGiven & {
  /** Tells it from an earlier one with the same id, whose time has run. */
  turn: number;
};

export type Notices = { loading: Loading | undefined; notifications: readonly Notice[] };

/** Whoever comes to the portal is being signed in until the session knows better; so does the page as it was built. */
export const atFirst: Notices = { loading: 'session|loggingIn', notifications: [] };

let notices = atFirst;
let turns = 0;
const listeners = new Set<() => void>();

const set = (next: Notices): void => {
  notices = next;
  for (const listener of listeners) listener();
};

export const currentNotices = (): Notices => notices;

export const subscribeToNotices = (listener: () => void): (() => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

/** Shows the loading screen in place of the page, or with nothing hides it (rule MENU-7). */
export const showLoadingScreen = (loading: Loading | undefined): void => {
  if (loading !== notices.loading) set({ ...notices, loading });
};

/** Sets a notification; it outlives the screen that set it (rule MENU-7). */
export const setNotification = (given: NoticeGiven): void => {
  turns += 1;
  const others = notices.notifications.filter(({ id }) => id !== given.id);
  set({ ...notices, notifications: [...others, { ...given, turn: turns }] });
};

/** Removes all notifications but the one about `kept`. */
export const clearNotifications = (kept: string): void =>
  set({ ...notices, notifications: notices.notifications.filter(({ id }) => id === kept) });

/** Takes a notification away, when its time has run or the reader closed it. */
export const dismissNotification = (turn: number): void =>
  set({ ...notices, notifications: notices.notifications.filter((notice) => notice.turn !== turn) });
