import type { VisitStorage } from '../../engine/visit-storage.ts';

/**
 * Storage key of this tab's draft. The number changes with its format, so that drafts of older releases are
 * ignored.
 */
export const draftKey = 'hofn.claim.1';

/** Whether a claim was started in this tab, for pages that have not loaded the form. */
export const hasDraft = (storage: VisitStorage): boolean => {
  try {
    return Boolean(storage.getItem(draftKey));
  } catch {
    return false;
  }
};
