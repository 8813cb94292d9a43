import type { CaseAct, StaffCase } from '@hofn/contracts';
import { errorText } from '@hofn/texts';
import { useState } from 'react';
import { useTexts } from '../../engine/index.ts';
import { usePost, useRefetch } from '../../session/index.ts';

/** Performs actions on a case, one at a time. `onDone` receives the updated case. */
export const useCaseAction = (id: string, onDone: (data: StaffCase) => void) => {
  const t = useTexts<'staff'>();
  const refresh = useRefetch();
  const { send, state, error } = usePost('/api/staff/v1/cases/{id}');
  const [lastAct, setLastAct] = useState<CaseAct['act']>();
  return {
    busy: state === 'sending' ? lastAct : undefined,
    /** Failed action and its user-facing reason, such as the current assignee. */
    failed: state === 'failed' ? lastAct : undefined,
    reason:
      error &&
      (error.errors.FORM?.[0] ?? Object.values(error.errors)[0]?.[0] ?? errorText(t, error.errorCode)),
    act: async (body: CaseAct): Promise<boolean> => {
      setLastAct(body.act);
      const data = await send({ params: { id }, body });
      if (!data) return false;
      onDone(data);
      refresh('/api/staff/v1/queue');
      return true;
    },
  };
};
export type CaseAction = ReturnType<typeof useCaseAction>;
