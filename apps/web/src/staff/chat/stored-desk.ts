import type { KeptDesk } from './desk.ts';

const name = 'hofn.desk';

const isKept = (value: unknown): value is KeptDesk => {
  if (typeof value !== 'object' || value === null) return false;
  const { selected, seen } = value as Record<string, unknown>;
  return ['string', 'undefined'].includes(typeof selected) && typeof seen === 'object' && seen !== null;
};

/** The agent's desk in session storage: signing out of the staff portal clears it, as it clears the whole tab. */
export const keptDesk = {
  /** What is kept in this tab, if anything that can be read. */
  read: (): KeptDesk | undefined => {
    try {
      const value: unknown = JSON.parse(sessionStorage.getItem(name) ?? 'null');
      return isKept(value) ? value : undefined;
    } catch {
      return undefined;
    }
  },
  write: (kept: KeptDesk): void => {
    try {
      sessionStorage.setItem(name, JSON.stringify(kept));
    } catch {
      // Forbidden or full: a reload then begins with an empty desk.
    }
  },
};
