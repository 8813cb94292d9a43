import { useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { createDraftSaver, type DraftSaver, type DraftState, type StoredDraft } from './draft-saver.ts';
import { addPendingSave } from './pending-saves.ts';

type Options<Content, Version> = Parameters<typeof createDraftSaver<Content, Version>>[0];

/**
 * Stores what is on the screen as a draft. It is also saved when the screen is left, the tab is hidden or closed, and before
 * a sign-out.
 * @param stored the draft as it was when the screen opened
 */
export const useDraftSaver = <Content, Version>(
  content: Content,
  stored: StoredDraft<Content, Version>,
  parts: Omit<Options<Content, Version>, 'stored'>,
): { state: DraftState<Content>; saver: DraftSaver<Content, Version> } => {
  const latest = useRef(parts);
  latest.current = parts;
  const [saver] = useState(() =>
    createDraftSaver<Content, Version>({
      stored,
      save: (...input) => latest.current.save(...input),
      read: () => latest.current.read(),
      isNothing: (draft) => latest.current.isNothing?.(draft) ?? false,
      pauseMs: (...contents) => latest.current.pauseMs(...contents),
    }),
  );
  const state = useSyncExternalStore(saver.subscribe, saver.state, saver.state);
  useEffect(() => saver.change(content));
  useEffect(() => {
    const remove = addPendingSave(() => saver.save());
    // The last chance before a tab is closed or, on a phone, discarded.
    const saveIfHidden = () => {
      if (document.visibilityState === 'hidden') void saver.save({ keepalive: true });
    };
    document.addEventListener('visibilitychange', saveIfHidden);
    return () => {
      remove();
      document.removeEventListener('visibilitychange', saveIfHidden);
      void saver.save();
    };
  }, [saver]);
  return { state, saver };
};
