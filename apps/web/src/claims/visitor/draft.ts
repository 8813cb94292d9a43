import { type ClaimForm, type ClaimLine, claimLineNames, emptyClaimForm } from '@hofn/domain/claim-form.ts';
import { type ClaimReporter, emptyClaimReporter } from '@hofn/domain/claim-reporter.ts';
import type { VisitStorage } from '../../engine/visit-storage.ts';
import { draftKey } from './draft-key.ts';

/** Draft of a claim by a visitor who is not signed in. */
export type VisitorDraft = {
  line: ClaimLine;
  form: ClaimForm;
  reporter: ClaimReporter;
  step: number;
  /** Token that the draft's files were uploaded with. */
  right?: string;
};

/** An empty draft. */
export const emptyDraft = (line: ClaimLine): VisitorDraft => ({
  line,
  form: emptyClaimForm,
  reporter: emptyClaimReporter,
  step: 1,
});

/** Whether a draft has input or files; a selected line alone does not count. */
export const hasContent = (draft: VisitorDraft): boolean =>
  JSON.stringify(draft) !== JSON.stringify(emptyDraft(draft.line));

/** Reads the tab's draft; undefined if there is none or storage is denied. */
export const readDraft = (storage: VisitStorage): VisitorDraft | undefined => {
  try {
    const draft = JSON.parse(storage.getItem(draftKey) ?? '') as VisitorDraft;
    return claimLineNames.includes(draft.line) && hasContent(draft) ? draft : undefined;
  } catch {
    return undefined;
  }
};

/**
 * Writes the draft to session storage. An undefined or empty draft clears the storage, so that no page offers to
 * continue the draft.
 * @returns whether the browser allows storage
 */
export const saveDraft = (storage: VisitStorage, draft: VisitorDraft | undefined): boolean => {
  try {
    storage.setItem(draftKey, draft && hasContent(draft) ? JSON.stringify(draft) : '');
    return true;
  } catch {
    return false;
  }
};
