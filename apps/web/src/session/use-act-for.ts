import { useState } from 'react';
import { useSessionParts } from './session.tsx';
import { setUser, withSwitchLock } from './subject.ts';

/** What became of a switch; `cancelled` by `confirm`. */
export type SwitchResult = 'switched' | 'failed' | 'cancelled';

/**
 * Switches to another subject by kennitala; the user's own kennitala switches back (rule ACC-3). The call is tracked as
 * `setProxyUser`. `confirm` runs before the switch and can cancel it; screens opened by
 * `confirm` make their calls after the switch.
 */
export const useActFor = () => {
  const { api, queries } = useSessionParts();
  const [busy, setBusy] = useState(false);
  const switchTo = async (ssn: string): Promise<SwitchResult> => {
    try {
      const user = await api.post('/api/user/v1/login/switchcustomer', { body: { ssn } });
      setUser(queries, user);
      return 'switched';
    } catch {
      return 'failed';
    }
  };
  const actFor = async (ssn: string, confirm?: () => Promise<boolean>): Promise<SwitchResult> => {
    setBusy(true);
    try {
      return await withSwitchLock(queries, async () =>
        confirm && !(await confirm()) ? 'cancelled' : switchTo(ssn),
      );
    } finally {
      setBusy(false);
    }
  };
  return { actFor, busy };
};
