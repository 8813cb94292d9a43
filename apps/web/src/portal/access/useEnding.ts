import { useState } from 'react';
import { useTexts } from '../../engine/index.ts';
import { setNotification } from '../../parts/notices.ts';
import { useApi } from '../../session/index.ts';

type Path = '/api/user/v1/settings/accessgrants/{id}' | '/api/user/v1/settings/grantedaccess/{id}';
type Named = { id: string; name: string };

/**
 * Ends a grant after asking: `ask` opens the question, `chosen` is what it is about. However it went the list is asked
 * for again, since what cannot be ended has ended meanwhile.
 */
export const useEnding = <Grant extends Named>(
  path: Path,
  done: 'access|revokedNotice' | 'access|givenUpNotice',
  retry: () => void,
) => {
  const t = useTexts<'portal'>();
  const api = useApi();
  const [chosen, ask] = useState<Grant>();
  const [busy, setBusy] = useState(false);
  const end = async () => {
    if (!chosen || busy) return;
    setBusy(true);
    try {
      await api.delete(path, { params: { id: chosen.id } });
      setNotification({ id: 'access', text: t(done, { name: chosen.name }) });
    } catch {
      setNotification({ id: 'access', kind: 'error', text: t('access|endFailed') });
    } finally {
      setBusy(false);
      ask(undefined);
      retry();
    }
  };
  return { chosen, ask, busy, end: () => void end() };
};
