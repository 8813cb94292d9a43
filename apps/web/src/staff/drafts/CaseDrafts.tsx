import type { CaseDraft, CaseDraftKind } from '@hofn/contracts';
import { createContext, type ReactNode, useContext, useRef } from 'react';
import { useCall } from '../../session/index.ts';

type Fields = CaseDraft['fields'];
/** A stored draft; no fields and no time when there is none. */
export type KeptDraft = { fields: Fields; changedAt: string | null };

type Drafts = {
  caseId: string;
  /** When the oldest draft was changed that the screen has restored; null if there was none. */
  writtenAt: string | null;
  get: (kind: CaseDraftKind) => KeptDraft;
  set: (kind: CaseDraftKind, draft: KeptDraft) => void;
};

const none: KeptDraft = { fields: {}, changedAt: null };

const Context = createContext<Drafts | undefined>(undefined);

/** The drafts of the case on the screen. Throws outside `CaseDrafts`. */
export const useCaseDrafts = (): Drafts => {
  const drafts = useContext(Context);
  if (!drafts) throw new Error('Drafts need CaseDrafts above them');
  return drafts;
};

const KeptDrafts = ({
  caseId,
  items,
  children,
}: {
  caseId: string;
  items: readonly CaseDraft[];
  children: ReactNode;
}) => {
  // Forms read it when they open, and write to it when they have saved: no rendering depends on it.
  const kept = useRef(new Map<CaseDraftKind, KeptDraft>(items.map((draft) => [draft.kind, draft])));
  const drafts = useRef<Drafts>({
    caseId,
    writtenAt: items.map(({ changedAt }) => changedAt).toSorted()[0] ?? null,
    get: (kind) => kept.current.get(kind) ?? none,
    set: (kind, draft) => void kept.current.set(kind, draft),
  });
  return <Context value={drafts.current}>{children}</Context>;
};

/**
 * Loads the employee's drafts about a case before its forms, which start with them (rule DESK-4). If they cannot be loaded
 * the forms start empty, and the first save finds the draft.
 */
export const CaseDrafts = ({
  caseId,
  loading,
  children,
}: {
  caseId: string;
  loading: ReactNode;
  children: ReactNode;
}) => {
  const call = useCall('/api/staff/v1/cases/{id}/drafts', { params: { id: caseId }, dropOnClose: true });
  if (call.state === 'loading') return loading;
  return (
    <KeptDrafts key={caseId} caseId={caseId} items={call.data?.items ?? []}>
      {children}
    </KeptDrafts>
  );
};
