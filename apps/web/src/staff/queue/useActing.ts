import type { CaseAct, StaffCase } from '@hofn/contracts';
import { errorText } from '@hofn/texts';
import { useState } from 'react';
import { useTexts } from '../../engine/index.ts';
import { useRefresh, useSend } from '../../session/index.ts';

/** Does what one wants with a case, one thing at a time. `onDone` is given the case as it is from then on. */
export const useActing = (id: string, onDone: (data: StaffCase) => void) => {
  const t = useTexts<'staff'>();
  const refresh = useRefresh();
  const { send, state, error } = useSend('/api/staff/v1/cases/{id}');
  const [last, setLast] = useState<CaseAct['act']>();
  return {
    busy: state === 'sending' ? last : undefined,
    /** What failed, and why in words: who has the case, where that is the reason. */
    failed: state === 'failed' ? last : undefined,
    reason: error && (error.errors.FORM?.[0] ?? errorText(t, error.errorCode)),
    act: async (body: CaseAct): Promise<boolean> => {
      setLast(body.act);
      const data = await send({ params: { id }, body });
      if (!data) return false;
      onDone(data);
      refresh('/api/staff/v1/queue');
      return true;
    },
  };
};
export type Acting = ReturnType<typeof useActing>;
