import type { ClaimLine } from '@hofn/domain/claim-form.ts';
import { useEffect, useState } from 'react';
import { visitStorage } from '../../engine/visit-storage.ts';
import type { VisitTokenStore } from '../../uploads/visitor-api.ts';
import { emptyDraft, readDraft, saveDraft, type VisitorDraft } from './draft.ts';

type Change = (draft: VisitorDraft) => VisitorDraft;

/**
 * The draft of this tab, stored on every change until it ends.
 * @param line insurance line of the page the user came from, for a new draft; a draft with input keeps its own
 */
export const useVisitorDraft = (line: ClaimLine) => {
  const [storage] = useState(visitStorage);
  const [draft, setDraft] = useState(() => readDraft(storage) ?? emptyDraft(line));
  const [isEnded, setIsEnded] = useState(false);
  const [isStored, setIsStored] = useState(true);
  useEffect(() => setIsStored(saveDraft(storage, isEnded ? undefined : draft)), [storage, draft, isEnded]);
  // The API client reads it between renders, so it is held outside the draft state as well.
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
    /** Whether the browser stores it. */
    isStored,
    tokenStore,
    /** Stops storing it: it was filed or discarded. */
    end: () => setIsEnded(true),
  };
};
