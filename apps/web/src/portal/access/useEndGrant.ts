import { useState } from 'react';
import { useTexts } from '../../engine/index.ts';
import { useDelete } from '../../parts/useDelete.ts';

type Path = '/api/user/v1/settings/accessgrants/{id}' | '/api/user/v1/settings/grantedaccess/{id}';
type Named = { id: string; name: string };

/** Ends a grant after confirmation. */
export const useEndGrant = <Grant extends Named>(
  path: Path,
  noticeKey: 'access|revokedNotice' | 'access|givenUpNotice',
  refetch: () => void,
) => {
  const t = useTexts<'portal'>();
  const [grantToEnd, setGrantToEnd] = useState<Grant>();
  const { busy, deleteItem } = useDelete(path, { id: 'access', failed: t('access|endFailed') }, () => {
    setGrantToEnd(undefined);
    refetch();
  });
  const end = () => grantToEnd && void deleteItem(grantToEnd.id, t(noticeKey, { name: grantToEnd.name }));
  return { grantToEnd, setGrantToEnd, busy, end };
};
