import type { VisitStorage } from '../../engine/visit-storage.ts';

/** Where the draft of this tab is kept. The number changes with its shape: what an older build kept is begun anew. */
export const draftPlace = 'hofn.claim.1';

/** Whether a claim was begun in this tab, for pages that have nothing of the form yet. */
export const hasDraft = (storage: VisitStorage): boolean => {
  try {
    return Boolean(storage.getItem(draftPlace));
  } catch {
    return false;
  }
};
