import { useState } from 'react';
import { useTexts } from '../../engine/index.ts';
import { setNotification } from '../../parts/notices.ts';
import { useApi } from '../../session/index.ts';

type Path = '/api/user/v1/settings/accessgrants/{id}' | '/api/user/v1/settings/grantedaccess/{id}';
type Named = { id: string; name: string };

/** Ends a grant after confirmation. Refetches the list even on failure: the grant may have ended in the meantime. */
export const useEndGrant = <Grant extends Named>(
  path: Path,
  noticeKey: 'access|revokedNotice' | 'access|givenUpNotice',
  refetch: () => void,
) => {
  const t = useTexts<'portal'>();
  const api = useApi();
  const [grantToEnd, setGrantToEnd] = useState<Grant>();
  const [busy, setBusy] = useState(false);
  const end = async () => {
    if (!grantToEnd || busy) return;
    setBusy(true);
    try {
      await api.delete(path, { params: { id: grantToEnd.id } });
      setNotification({ id: 'access', text: t(noticeKey, { name: grantToEnd.name }) });
    } catch {
      setNotification({ id: 'access', kind: 'error', text: t('access|endFailed') });
    } finally {
      setBusy(false);
      setGrantToEnd(undefined);
      refetch();
    }
  };
  return { grantToEnd, setGrantToEnd, busy, end: () => void end() };
};
