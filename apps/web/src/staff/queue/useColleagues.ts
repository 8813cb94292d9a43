import type { CaseColleague } from '@hofn/contracts';
import { useCall } from '../../session/index.ts';

/** The colleagues who may open a case. They are asked for only once a list of them is on the screen. */
export const useColleagues = (
  caseId: string,
  isShown: boolean,
): { isLoading: boolean; items: readonly CaseColleague[] } => {
  const call = useCall('/api/staff/v1/cases/{id}/colleagues', {
    params: { id: caseId },
    enabled: isShown,
    dropOnClose: true,
  });
  return { isLoading: isShown && call.state === 'loading', items: (isShown && call.data?.items) || [] };
};
