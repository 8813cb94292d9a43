import { useState } from 'react';
import { useSessionParts } from './session.tsx';
import { keepUser, whileSwitching } from './subject.ts';

/**
 * Chooses whom one acts for, by kennitala; one's own ends it (rule ACC-3). The call is tracked as `setProxyUser`.
 * `actFor` answers whether it came about: then the page is of that customer. `first` is done before, and may leave it at
 * that; nothing that it brings before the reader is asked for until the switch is made.
 */
export const useActFor = () => {
  const { api, queries } = useSessionParts();
  const [busy, setBusy] = useState(false);
  const turnTo = async (ssn: string): Promise<boolean> => {
    try {
      const user = await api.post('/api/user/v1/login/switchcustomer', { body: { ssn } });
      keepUser(queries, user);
      return true;
    } catch {
      return false;
    }
  };
  const actFor = async (ssn: string, first?: () => Promise<boolean>): Promise<boolean | 'left'> => {
    setBusy(true);
    try {
      return await whileSwitching(queries, async () => (first && !(await first()) ? 'left' : turnTo(ssn)));
    } finally {
      setBusy(false);
    }
  };
  return { actFor, busy };
};
