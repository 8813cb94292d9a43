import { useState } from 'react';
import { keepUser } from './acting.ts';
import { useSessionParts } from './session.tsx';

/**
 * Chooses whom one acts for, by kennitala; one's own ends it (rule ACC-3). The call is tracked as `setProxyUser`.
 * `actFor` answers whether it came about: then the page is of that customer.
 */
export const useActFor = () => {
  const { api, queries, tracker, language } = useSessionParts();
  const [busy, setBusy] = useState(false);
  const actFor = async (ssn: string): Promise<boolean> => {
    setBusy(true);
    try {
      const user = await tracker.run('setProxyUser', () =>
        api.post('/api/user/v1/login/switchcustomer', { body: { ssn } }),
      );
      keepUser(queries, language(), user);
      return true;
    } catch {
      return false;
    } finally {
      setBusy(false);
    }
  };
  return { actFor, busy };
};
