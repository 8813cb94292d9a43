import { useState } from 'react';
import { useTexts } from '../../engine/index.ts';
import { setNotification } from '../../parts/notices.ts';
import { useApi } from '../../session/index.ts';

type Path = '/api/user/v1/settings/sessions/{id}' | '/api/user/v1/settings/passkeys/{id}';

/** Ends a sign-in or a passkey, and asks for the list again however it went: what is not there has ended meanwhile. */
export const useEnd = (
  path: Path,
  done: 'security|sessionEnded' | 'security|passkeyRemoved',
  retry: () => void,
) => {
  const t = useTexts<'portal'>();
  const api = useApi();
  const [busy, setBusy] = useState(false);
  const end = async (id: string) => {
    if (busy) return;
    setBusy(true);
    try {
      await api.delete(path, { params: { id } });
      setNotification({ id: 'security', text: t(done) });
    } catch {
      setNotification({ id: 'security', kind: 'error', text: t('security|endFailed') });
    } finally {
      setBusy(false);
      retry();
    }
  };
  return { busy, end: (id: string) => void end(id) };
};
