import type { ClaimDraft } from '@hofn/contracts';
import type { ClaimForm, ClaimLine } from '@hofn/domain/claim-form.ts';
import { useEffect, useRef, useState } from 'react';
import { useApi, useRefresh } from '../../../session/index.ts';

type Kept = { line: ClaimLine; form: ClaimForm; step: number };

const pauseMs = 1200;

/** How the keeping of a draft stands; `at` is when it was last kept. */
export type Keeping = { state: 'kept'; at: string } | { state: 'saving' | 'failed' };

/** Keeps what is typed on the server, whenever typing pauses and at once when told to. */
export const useDraft = (draft: ClaimDraft) => {
  const api = useApi();
  const refresh = useRefresh();
  const [now, setNow] = useState<Kept>({ line: draft.line, form: draft.form, step: draft.step });
  const [keeping, setKeeping] = useState<Keeping>({ state: 'kept', at: draft.changedAt });
  const kept = useRef(JSON.stringify(now));
  const keptAt = useRef(draft.changedAt);
  const keptStep = useRef(now.step);
  const latest = useRef(now);
  latest.current = now;
  // One at a time, so that an older one never overwrites a newer.
  const turn = useRef<Promise<boolean>>(Promise.resolve(true));

  const { token } = draft;
  const save = (): Promise<boolean> => {
    turn.current = turn.current.then(async () => {
      const body = latest.current;
      const text = JSON.stringify(body);
      if (text === kept.current) return true;
      setKeeping({ state: 'saving' });
      try {
        const { changedAt } = await api.post('/api/claim/v1/drafts/{token}', { params: { token }, body });
        kept.current = text;
        keptStep.current = body.step;
        keptAt.current = changedAt;
        setKeeping({ state: 'kept', at: changedAt });
        return true;
      } catch {
        setKeeping({ state: 'failed' });
        return false;
      }
    });
    return turn.current;
  };
  const text = JSON.stringify(now);
  let keepingNow = keeping;
  // What was typed a moment ago is not kept yet; and a save that failed matters no more once its change is undone.
  if (keeping.state === 'kept' && text !== kept.current) keepingNow = { state: 'saving' };
  if (keeping.state === 'failed' && text === kept.current) keepingNow = { state: 'kept', at: keptAt.current };
  const keep = useRef(save);
  keep.current = save;
  const { step } = now;
  useEffect(() => {
    if (text === kept.current) return;
    // A step that was taken is kept at once: whoever reloads stands where they were.
    const timer = setTimeout(() => void keep.current(), step === keptStep.current ? pauseMs : 0);
    return () => clearTimeout(timer);
  }, [text, step]);
  const leave = useRef(refresh);
  leave.current = refresh;
  // Other screens show the draft as it was when they were read.
  useEffect(() => () => leave.current(), []);

  return {
    ...now,
    set: (part: Partial<ClaimForm>) => setNow((all) => ({ ...all, form: { ...all.form, ...part } })),
    setLine: (line: ClaimLine) =>
      // Causes and answers of another line say nothing about this one.
      setNow((all) =>
        all.line === line ? all : { ...all, line, form: { ...all.form, causes: [], details: {} } },
      ),
    setStep: (step: number) => setNow((all) => ({ ...all, step })),
    keeping: keepingNow,
    /** Tells whether all that was typed is kept. */
    save,
  };
};
