import type { ViewReason } from '@hofn/contracts';
import { useState } from 'react';
import { useTexts } from '../../engine/index.ts';
import { startView, usePost } from '../../session/index.ts';
import { addressOf } from '../../session/sign-in-paths.ts';

export const viewReasons = ['service', 'claim', 'privacy', 'fault'] as const satisfies readonly ViewReason[];

/** Opens My pages as a customer: records the view, and reloads the page with that customer's data only (rule STAFF-2c). */
export const useOpenView = () => {
  const t = useTexts<'staff'>();
  const { send, state, error } = usePost('/api/user/v1/switchoverviewuser');
  const [isLeaving, setIsLeaving] = useState(false);
  const isBusy = state === 'sending' || isLeaving;
  const openView = async (ssn: string, reason: ViewReason): Promise<void> => {
    if (isBusy || !(await send({ body: { ssn, reason } }))) return;
    startView(ssn);
    setIsLeaving(true);
    location.assign(addressOf('portal.base', t.language));
  };
  return { openView, isBusy, error };
};
