import { type ClaimForm, type ClaimLine, claimLineNames, emptyClaimForm } from '@hofn/domain/claim-form.ts';
import { type ClaimReporter, emptyClaimReporter } from '@hofn/domain/claim-reporter.ts';
import type { VisitStorage } from '../../engine/visit-storage.ts';
import { draftPlace } from './draft-place.ts';

/** A claim that someone is filling in without having signed in. */
export type VisitorDraft = {
  line: ClaimLine;
  form: ClaimForm;
  reporter: ClaimReporter;
  step: number;
  /** The right to the files that were sent with it. */
  right?: string;
};

/** A draft in which nothing has been typed. */
export const emptyDraft = (line: ClaimLine): VisitorDraft => ({
  line,
  form: emptyClaimForm,
  reporter: emptyClaimReporter,
  step: 1,
});

/** Whether anything was written in a draft, or sent with it; which line was chosen alone is nothing yet. */
export const isWritten = (draft: VisitorDraft): boolean =>
  JSON.stringify(draft) !== JSON.stringify(emptyDraft(draft.line));

/** The draft of this tab; nothing where there is none, or the browser keeps nothing. */
export const readDraft = (storage: VisitStorage): VisitorDraft | undefined => {
  try {
    const draft = JSON.parse(storage.getItem(draftPlace) ?? '') as VisitorDraft;
    return claimLineNames.includes(draft.line) && isWritten(draft) ? draft : undefined;
  } catch {
    return undefined;
  }
};

/**
 * Keeps the draft in the storage of this tab, which is gone when the tab is closed. Without one, or when nothing was
 * written in it, it keeps nothing, so that no page offers to go on with it.
 * @returns whether the browser keeps it
 */
export const keepDraft = (storage: VisitStorage, draft: VisitorDraft | undefined): boolean => {
  try {
    storage.setItem(draftPlace, draft && isWritten(draft) ? JSON.stringify(draft) : '');
    return true;
  } catch {
    return false;
  }
};
