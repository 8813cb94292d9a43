import { useState } from 'react';
import { useTexts } from '../../engine/index.ts';
import { setNotification } from '../../parts/notices.ts';
import { useApi } from '../../session/index.ts';

type Path = '/api/user/v1/settings/sessions/{id}' | '/api/user/v1/settings/passkeys/{id}';

/** Ends a session or removes a passkey. Refetches the list even on failure: the item may already be gone. */
export const useEndItem = (
  path: Path,
  noticeKey: 'security|sessionEnded' | 'security|passkeyRemoved',
  refetch: () => void,
) => {
  const t = useTexts<'portal'>();
  const api = useApi();
  const [busy, setBusy] = useState(false);
  const end = async (id: string) => {
    if (busy) return;
    setBusy(true);
    try {
      await api.delete(path, { params: { id } });
      setNotification({ id: 'security', text: t(noticeKey) });
    } catch {
      setNotification({ id: 'security', kind: 'error', text: t('security|endFailed') });
    } finally {
      setBusy(false);
      refetch();
    }
  };
  return { busy, end: (id: string) => void end(id) };
};
