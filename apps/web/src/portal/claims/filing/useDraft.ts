import type { ClaimDraft, User } from '@hofn/contracts';
import type { ClaimForm, ClaimLine } from '@hofn/domain/claim-form.ts';
import { useEffect, useRef, useState } from 'react';
import type { FormState } from '../../../forms/useFields.ts';
import type { StoredDraft } from '../../../parts/drafts/draft-saver.ts';
import { useDraftSaver } from '../../../parts/drafts/useDraftSaver.ts';
import { useApi, useRefetch } from '../../../session/index.ts';
import { knownDetails } from './known-details.ts';

type DraftContent = { line: ClaimLine; form: ClaimForm; step: number };

const pauseMs = 1200;

const storedIn = ({ line, form, step, changedAt }: ClaimDraft): StoredDraft<DraftContent, string> => ({
  content: { line, form, step },
  version: changedAt,
  changedAt,
});

/** Saves a draft on the server whenever typing pauses, and immediately on `save`. */
export const useDraft = (draft: ClaimDraft, subject?: User['currentProxyUser']) => {
  const api = useApi();
  const refresh = useRefetch();
  const { token } = draft;
  const [edited, setEdited] = useState<DraftContent>(storedIn(draft).content);
  const { state, saver } = useDraftSaver<DraftContent, string>(edited, storedIn(draft), {
    save: async (body, changedAt, { keepalive }) => {
      const saved = await api.post('/api/claim/v1/drafts/{token}', {
        ...{ params: { token }, body: { ...body, changedAt } },
        ...(keepalive && { keepalive }),
      });
      return { version: saved.changedAt, changedAt: saved.changedAt };
    },
    read: async () => storedIn(await api.get('/api/claim/v1/drafts/{token}', { params: { token } })),
    // Saves a new step at once, so that a reload returns to it.
    pauseMs: (content, saved) => (content.step === saved.step ? pauseMs : 0),
  });
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
    saveState: state,
    /** Resolves to whether all input is saved. */
    save: () => saver.save(),
    /** When the draft that the screen shows was changed, for filing it. */
    changedAt: saver.version,
    isInConflict: () => saver.state().state === 'conflict',
    check: saver.check,
    keepMine: saver.keepMine,
    takeNewer: () => setEdited(saver.takeNewer()),
    /** Files or discards the draft: nothing is saved meanwhile, nor afterwards unless it fails. */
    end: (act: () => Promise<boolean>) => saver.end(act, ''),
  };
};
