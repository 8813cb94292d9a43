import { isStaffHost } from './staff-host.ts';

const viewedName = 'hofn.staff.viewed';
const endedName = 'hofn.staff.viewEnded';

/** Where the tab keeps whom it views; nothing where that is forbidden, or nobody views anyone. */
const tab = (): Storage | undefined => {
  if (typeof location === 'undefined' || !isStaffHost(location.hostname)) return undefined;
  try {
    return sessionStorage;
  } catch {
    return undefined;
  }
};

/** The kennitala of the customer whom a staff member views in this tab (rule STAFF-2c). */
export const viewedSsn = (): string | undefined => tab()?.getItem(viewedName) ?? undefined;

/** Whether this tab can show the customer portal at all: of oneself, or of whom one views. */
export const hasSubject = (): boolean =>
  typeof location === 'undefined' || !isStaffHost(location.hostname) || viewedSsn() !== undefined;

/** From the next page on the tab shows this customer. */
export const keepViewed = (ssn: string): void => {
  tab()?.removeItem(endedName);
  tab()?.setItem(viewedName, ssn);
};

/** The view is over; `ended` when it ended by itself, which is told on the next page. */
export const forgetViewed = (ended: boolean): void => {
  tab()?.removeItem(viewedName);
  if (ended) tab()?.setItem(endedName, 'true');
};

/** Whether a view in this tab ended by itself. */
export const viewHasEnded = (): boolean => tab()?.getItem(endedName) === 'true';

/**
 * Empties the tab of a staff member who signs out (rule STAFF-2c); once more when the page goes, because a page that is
 * being left still scrolls, and its scroll position is kept under an address that may name a policy.
 */
export const clearTab = (): void => {
  const storage = tab();
  if (!storage) return;
  storage.clear();
  addEventListener('pagehide', () => storage.clear(), { once: true });
};
