import type { VisitStorage } from '../../engine/visit-storage.ts';

/**
 * Session storage key of the draft. Increment the number when the format changes, so that drafts of older
 * releases are ignored.
 */
export const draftKey = 'hofn.claim.1';

/** Whether the tab has a draft; for pages that have not loaded the form. */
export const hasDraft = (storage: VisitStorage): boolean => {
  try {
    return Boolean(storage.getItem(draftKey));
  } catch {
    return false;
  }
};
