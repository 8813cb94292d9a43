import type { StoredDesk } from './desk-state.ts';

const name = 'hofn.desk';

const isStoredDesk = (value: unknown): value is StoredDesk => {
  if (typeof value !== 'object' || value === null) return false;
  const { selected, seen } = value as Record<string, unknown>;
  return ['string', 'undefined'].includes(typeof selected) && typeof seen === 'object' && seen !== null;
};

/** The agent's desk in session storage, which signing out of the staff portal clears. */
export const deskStorage = {
  /** The desk stored in this tab, if it is readable. */
  read: (): StoredDesk | undefined => {
    try {
      const value: unknown = JSON.parse(sessionStorage.getItem(name) ?? 'null');
      return isStoredDesk(value) ? value : undefined;
    } catch {
      return undefined;
    }
  },
  write: (desk: StoredDesk): void => {
    try {
      sessionStorage.setItem(name, JSON.stringify(desk));
    } catch {
      // Denied or full: a reload then starts with an empty desk.
    }
  },
};
