import { isStaffHost } from './staff-host.ts';

const viewedKey = 'hofn.staff.viewed';
const endedKey = 'hofn.staff.viewEnded';

/** Session storage on staff hosts, if the browser allows it; otherwise undefined. */
const staffTabStorage = (): Storage | undefined => {
  if (typeof location === 'undefined' || !isStaffHost(location.hostname)) return undefined;
  try {
    return sessionStorage;
  } catch {
    return undefined;
  }
};

/** Kennitala of the customer that a staff member views in this tab (rule STAFF-2c). */
export const viewedSsn = (): string | undefined => staffTabStorage()?.getItem(viewedKey) ?? undefined;

/** Whether this tab has a customer to show: the signed-in customer, or the one that staff view. */
export const hasSubject = (): boolean =>
  typeof location === 'undefined' || !isStaffHost(location.hostname) || viewedSsn() !== undefined;

/** Starts a view of the customer, from the next page load. */
export const startView = (ssn: string): void => {
  staffTabStorage()?.removeItem(endedKey);
  staffTabStorage()?.setItem(viewedKey, ssn);
};

/** Ends the view; `hasExpired` if the staff member did not end it, which the next page shows. */
export const endView = (hasExpired: boolean): void => {
  staffTabStorage()?.removeItem(viewedKey);
  if (hasExpired) staffTabStorage()?.setItem(endedKey, 'true');
};

/** Whether a view in this tab expired. */
export const hasViewExpired = (): boolean => staffTabStorage()?.getItem(endedKey) === 'true';

/**
 * Clears the session storage of a staff member who signs out (rule STAFF-2c), and again on `pagehide`: the scroll
 * position is stored then, under a path that may contain a policy id.
 */
export const clearTab = (): void => {
  const storage = staffTabStorage();
  if (!storage) return;
  storage.clear();
  addEventListener('pagehide', () => storage.clear(), { once: true });
};
