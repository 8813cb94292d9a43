import type { ClaimLine } from '@hofn/domain/claim-form.ts';
import { useEffect, useState } from 'react';
import { visitStorage } from '../../engine/visit-storage.ts';
import type { Right } from '../../uploads/visitor-api.ts';
import { emptyDraft, keepDraft, readDraft, type VisitorDraft } from './draft.ts';

type Change = (draft: VisitorDraft) => VisitorDraft;

/**
 * The draft of this tab, kept with each change until it is ended.
 * @param line the line of the page that the reader came by, for a draft that is begun; one that was written keeps its own
 */
export const useVisitorDraft = (line: ClaimLine) => {
  const [storage] = useState(visitStorage);
  const [draft, setDraft] = useState(() => readDraft(storage) ?? emptyDraft(line));
  const [ended, setEnded] = useState(false);
  const [kept, setKept] = useState(true);
  useEffect(() => setKept(keepDraft(storage, ended ? undefined : draft)), [storage, draft, ended]);
  // Read by the client between two renders, so that it is held beside the draft that it is kept with.
  const [right] = useState((): Right => {
    let value = draft.right;
    return {
      read: () => value,
      keep: (fresh) => {
        value = fresh;
        setDraft(({ right: _, ...rest }) => (fresh === undefined ? rest : { ...rest, right: fresh }));
      },
    };
  });
  return {
    draft,
    change: (change: Change) => setDraft(change),
    /** Whether the browser keeps it. */
    kept,
    right,
    /** Keeps it no longer: it was filed, or thrown away. */
    end: () => setEnded(true),
  };
};
