import type { CaseAct } from '@hofn/contracts';
import { errorText } from '@hofn/texts';
import { useState } from 'react';
import { useTexts } from '../../engine/index.ts';
import { useChangeAnswer, usePost, useRefetch } from '../../session/index.ts';

/** Performs actions on a case, one at a time. The response is what the screen shows from then on. */
export const useCaseAction = (id: string, onReload: () => void) => {
  const t = useTexts<'staff'>();
  const refresh = useRefetch();
  const changeAnswer = useChangeAnswer();
  const { send, state, error } = usePost('/api/staff/v1/cases/{id}');
  const [lastAct, setLastAct] = useState<CaseAct['act']>();
  const [lastEvent, setLastEvent] = useState(-1);
  return {
    busy: state === 'sending' ? lastAct : undefined,
    /** Failed action and its user-facing reason, such as the current assignee. */
    failed: state === 'failed' ? lastAct : undefined,
    reason:
      error &&
      (error.errors.FORM?.[0] ?? Object.values(error.errors)[0]?.[0] ?? errorText(t, error.errorCode)),
    /** The last event in the history of the case that an action of this screen has caused; -1 if none. */
    lastEvent,
    act: async (body: CaseAct): Promise<boolean> => {
      setLastAct(body.act);
      const data = await send({ params: { id }, body });
      if (!data) {
        // Somebody else may have changed it: the screen then shows what, beside the text that was not sent.
        onReload();
        return false;
      }
      setLastEvent(data.events.at(-1)?.sequence ?? -1);
      changeAnswer('/api/staff/v1/cases/{id}', () => data, { params: { id } });
      refresh('/api/staff/v1/queue');
      return true;
    },
  };
};
export type CaseAction = ReturnType<typeof useCaseAction>;
