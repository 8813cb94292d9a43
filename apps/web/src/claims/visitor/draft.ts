import { type ClaimForm, type ClaimLine, claimLineNames, emptyClaimForm } from '@hofn/domain/claim-form.ts';
import { type ClaimReporter, emptyClaimReporter } from '@hofn/domain/claim-reporter.ts';
import type { VisitStorage } from '../../engine/visit-storage.ts';
import { draftKey } from './draft-key.ts';

/** A claim being filled in without signing in. */
export type VisitorDraft = {
  line: ClaimLine;
  form: ClaimForm;
  reporter: ClaimReporter;
  step: number;
  /** Token for the files that were uploaded for it. */
  right?: string;
};

/** An empty draft. */
export const emptyDraft = (line: ClaimLine): VisitorDraft => ({
  line,
  form: emptyClaimForm,
  reporter: emptyClaimReporter,
  step: 1,
});

/** Whether a draft has any input or files; a chosen line alone does not count. */
export const hasContent = (draft: VisitorDraft): boolean =>
  JSON.stringify(draft) !== JSON.stringify(emptyDraft(draft.line));

/** The draft of this tab, or undefined if there is none or storage is denied. */
export const readDraft = (storage: VisitStorage): VisitorDraft | undefined => {
  try {
    const draft = JSON.parse(storage.getItem(draftKey) ?? '') as VisitorDraft;
    return claimLineNames.includes(draft.line) && hasContent(draft) ? draft : undefined;
  } catch {
    return undefined;
  }
};

/**
 * Stores the draft in this tab's storage, which ends with the tab. An undefined or empty draft clears the storage, so that
 * no page offers to continue it.
 * @returns whether the browser stores it
 */
export const saveDraft = (storage: VisitStorage, draft: VisitorDraft | undefined): boolean => {
  try {
    storage.setItem(draftKey, draft && hasContent(draft) ? JSON.stringify(draft) : '');
    return true;
  } catch {
    return false;
  }
};
