import { useState } from 'react';
import { useSessionParts } from './session.tsx';
import { setUser, withSwitchLock } from './subject.ts';

/**
 * Switches to another subject by kennitala; the user's own kennitala switches back (rule ACC-3). The call is tracked as
 * `setProxyUser`. `actFor` resolves to whether the switch succeeded. `confirm` runs before the switch and can cancel it,
 * which resolves to `left`; screens opened by `confirm` make their calls after the switch.
 */
export const useActFor = () => {
  const { api, queries } = useSessionParts();
  const [busy, setBusy] = useState(false);
  const switchTo = async (ssn: string): Promise<boolean> => {
    try {
      const user = await api.post('/api/user/v1/login/switchcustomer', { body: { ssn } });
      setUser(queries, user);
      return true;
    } catch {
      return false;
    }
  };
  const actFor = async (ssn: string, confirm?: () => Promise<boolean>): Promise<boolean | 'left'> => {
    setBusy(true);
    try {
      return await withSwitchLock(queries, async () =>
        confirm && !(await confirm()) ? 'left' : switchTo(ssn),
      );
    } finally {
      setBusy(false);
    }
  };
  return { actFor, busy };
};
