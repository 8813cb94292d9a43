import type { ClaimLine } from '@hofn/domain/claim-form.ts';
import { useEffect, useState } from 'react';
import { visitStorage } from '../../engine/visit-storage.ts';
import type { VisitTokenStore } from '../../uploads/visitor-api.ts';
import { emptyDraft, readDraft, saveDraft, type VisitorDraft } from './draft.ts';

type Change = (draft: VisitorDraft) => VisitorDraft;

/**
 * The tab's draft, stored on every change until `end` is called.
 * @param line line of a new draft, from the page the user came from; a draft with input keeps its own line
 */
export const useVisitorDraft = (line: ClaimLine) => {
  const [storage] = useState(visitStorage);
  const [draft, setDraft] = useState(() => readDraft(storage) ?? emptyDraft(line));
  const [isEnded, setIsEnded] = useState(false);
  const [isStored, setIsStored] = useState(true);
  useEffect(() => setIsStored(saveDraft(storage, isEnded ? undefined : draft)), [storage, draft, isEnded]);
  // The API client reads the token between renders, so a ref holds the token as well as the draft state.
  const [tokenStore] = useState((): VisitTokenStore => {
    let value = draft.right;
    return {
      read: () => value,
      save: (newToken) => {
        value = newToken;
        setDraft(({ right: _, ...rest }) => (newToken === undefined ? rest : { ...rest, right: newToken }));
      },
    };
  });
  return {
    draft,
    change: (change: Change) => setDraft(change),
    /** Whether the browser stores the draft. */
    isStored,
    tokenStore,
    /** Clears the storage and stops storing, because the claim was filed or discarded. */
    end: () => setIsEnded(true),
  };
};
