import type { StaffClaim, StaffClaimAct } from '@hofn/contracts/claim-decisions.ts';
import type { CoreClaimActKind } from '@hofn/contracts/core/claim-acts.ts';
import { errorText } from '@hofn/texts';
import { useState } from 'react';
import { useTexts } from '../../engine/index.ts';
import { setNotification } from '../../parts/notices.ts';
import { useChangeAnswer, usePost, useRefetch } from '../../session/index.ts';

const path = '/api/staff/v1/cases/{id}/claim';

/** Why an act on a claim was not done. */
export type Refusal = { kind: CoreClaimActKind; reasons: string[] };

/**
 * Acts on the claim of a case, one at a time. The answer is what the screen shows from then on.
 * @param onActed with the last event in the history of the case that an act has caused
 */
export const useClaimAction = (id: string, onActed: (lastEvent: number) => void) => {
  const t = useTexts<'staff'>();
  const changeAnswer = useChangeAnswer();
  const refresh = useRefetch();
  const { send, state, error } = usePost(path);
  const [lastKind, setLastKind] = useState<CoreClaimActKind>();
  const [declined, setDeclined] = useState<Refusal>();
  const errorTexts = error && Object.values(error.errors).flat();
  return {
    busy: state === 'sending' ? lastKind : undefined,
    /** The act that failed or was declined last, and why, for the reader. */
    refusal:
      state === 'failed' && lastKind
        ? {
            kind: lastKind,
            reasons: errorTexts && errorTexts.length > 0 ? errorTexts : [errorText(t, error.errorCode)],
          }
        : declined,
    /**
     * Does something with the claim as it was read.
     * @param payable what the letter of a decision said
     * @returns whether it is done, asked of the core, or proposed to a colleague
     */
    act: async (claim: StaffClaim, act: StaffClaimAct, payable?: number): Promise<boolean> => {
      if (claim.version === null || state === 'sending') return false;
      setLastKind(act.kind);
      setDeclined(undefined);
      const answer = await send({
        params: { id },
        body: { version: claim.version, act, ...(payable !== undefined && { payable }) },
      });
      if (answer) onActed(answer.lastEvent);
      refresh('/api/staff/v1/cases/{id}');
      refresh('/api/staff/v1/queue');
      if (!answer) {
        // Somebody else may have changed it.
        refresh(path);
        return false;
      }
      changeAnswer(path, () => answer.claim, { params: { id } });
      if (answer.result === 'declined') {
        setDeclined({ kind: act.kind, reasons: answer.reasons });
        return false;
      }
      const { result } = answer;
      setNotification({
        id: 'claim',
        text: t(result === 'done' ? `claimDesk|done.${act.kind}` : `claimDesk|${result}`),
      });
      if (result === 'proposed') refresh('/api/staff/v1/approvals');
      return true;
    },
  };
};
export type ClaimAction = ReturnType<typeof useClaimAction>;
