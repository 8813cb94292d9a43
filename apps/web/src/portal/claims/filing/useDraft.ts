import type { ClaimDraft, User } from '@hofn/contracts';
import type { ClaimForm, ClaimLine } from '@hofn/domain/claim-form.ts';
import { useEffect, useRef, useState } from 'react';
import type { FormState } from '../../../forms/useFields.ts';
import { useApi, useRefetch } from '../../../session/index.ts';
import { knownDetails } from './known-details.ts';

type DraftContent = { line: ClaimLine; form: ClaimForm; step: number };

const pauseMs = 1200;

/** State of a draft's autosave; `at` is the time of the last save. */
export type SaveState = { state: 'saved'; at: string } | { state: 'saving' | 'failed' };

/** Saves a draft on the server whenever typing pauses, and immediately on `save`. */
export const useDraft = (draft: ClaimDraft, subject?: User['currentProxyUser']) => {
  const api = useApi();
  const refresh = useRefetch();
  const [edited, setEdited] = useState<DraftContent>({
    line: draft.line,
    form: draft.form,
    step: draft.step,
  });
  const [saveState, setSaveState] = useState<SaveState>({ state: 'saved', at: draft.changedAt });
  const savedText = useRef(JSON.stringify(edited));
  const savedAt = useRef(draft.changedAt);
  const savedStep = useRef(edited.step);
  const latest = useRef(edited);
  latest.current = edited;
  // Saves run one after another, so an older one never overwrites a newer one.
  const saveQueue = useRef<Promise<boolean>>(Promise.resolve(true));

  const isEnding = useRef(false);

  const { token } = draft;
  const save = (): Promise<boolean> => {
    saveQueue.current = saveQueue.current.then(async () => {
      const body = latest.current;
      const text = JSON.stringify(body);
      if (isEnding.current || text === savedText.current) return true;
      setSaveState({ state: 'saving' });
      try {
        const { changedAt } = await api.post('/api/claim/v1/drafts/{token}', { params: { token }, body });
        savedText.current = text;
        savedStep.current = body.step;
        savedAt.current = changedAt;
        setSaveState({ state: 'saved', at: changedAt });
        return true;
      } catch {
        setSaveState({ state: 'failed' });
        return false;
      }
    });
    return saveQueue.current;
  };
  const editedText = JSON.stringify(edited);
  let currentSaveState = saveState;
  // Edits within the debounce pause are still unsaved; a failed save stops mattering once its edit is undone.
  if (saveState.state === 'saved' && editedText !== savedText.current) currentSaveState = { state: 'saving' };
  if (saveState.state === 'failed' && editedText === savedText.current)
    currentSaveState = { state: 'saved', at: savedAt.current };
  const latestSave = useRef(save);
  latestSave.current = save;
  const { step } = edited;
  useEffect(() => {
    if (editedText === savedText.current) return;
    // Save a new step at once, so that a reload returns to it.
    const timer = setTimeout(() => void latestSave.current(), step === savedStep.current ? pauseMs : 0);
    return () => clearTimeout(timer);
  }, [editedText, step]);
  const latestRefresh = useRef(refresh);
  latestRefresh.current = refresh;
  // Refetch on unmount: other screens still show the draft as it was.
  useEffect(() => () => latestRefresh.current(), []);

  return {
    line: edited.line,
    step: edited.step,
    answers: [
      edited.form,
      (change) => setEdited((previous) => ({ ...previous, form: change(previous.form) })),
    ] as FormState<ClaimForm>,
    setLine: (line: ClaimLine) =>
      // Causes and details of one line do not apply to another.
      setEdited((previous) =>
        previous.line === line
          ? previous
          : {
              ...previous,
              line,
              form: { ...previous.form, causes: [], details: knownDetails(line, subject) },
            },
      ),
    setStep: (step: number) => setEdited((previous) => ({ ...previous, step })),
    saveState: currentSaveState,
    /** Resolves to whether all input is saved. */
    save,
    /** Files or discards the draft: nothing is saved meanwhile, nor afterwards unless it fails. */
    end: async (act: () => Promise<boolean>): Promise<void> => {
      isEnding.current = true;
      let isEnded = false;
      try {
        isEnded = await act();
      } finally {
        isEnding.current = isEnded;
        if (!isEnded) void save();
      }
    },
  };
};
