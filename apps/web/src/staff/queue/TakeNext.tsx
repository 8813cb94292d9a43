import type { CaseLine } from '@hofn/contracts';
import { errorText } from '@hofn/texts';
import { pathOf } from '@hofn/texts/paths.ts';
import { Button, Stack } from '@hofn/ui';
import { useState } from 'react';
import { navigate, useTexts } from '../../engine/index.ts';
import { keptLists } from '../../parts/list/useHistoryState.ts';
import { ApiError, useRefetch, useSessionParts } from '../../session/index.ts';

/** Maximum attempts to take the next case: a colleague may take it first. */
const maxTries = 3;
/** Cases that are looked at: complaints about what the employee handled are left for others (rule RIGHT-2). */
const looked = 20;

/** What became of an attempt to take a case. */
type Attempt = 'taken' | 'taken by another' | 'for others';

/** Assigns the most urgent unassigned case to the user, and opens it beside the list. @param query of the list's address */
export const TakeNext = ({ query }: { query: string }) => {
  const t = useTexts<'staff'>();
  const { api } = useSessionParts();
  const refresh = useRefetch();
  const [isBusy, setIsBusy] = useState(false);
  const [message, setMessage] = useState<string>();
  const attempt = async ({ id, version }: CaseLine, isLast: boolean): Promise<Attempt> => {
    try {
      await api.post('/api/staff/v1/cases/{id}', { params: { id }, body: { act: 'assign', version } });
      return 'taken';
    } catch (error) {
      if (!(error instanceof ApiError) || error.status !== 409) throw error;
      if (error.errorCode === 'complaintHandled') return 'for others';
      if (isLast) throw error;
      return 'taken by another';
    }
  };
  const take = async (tries: number): Promise<void> => {
    const { items } = await api.get('/api/staff/v1/queue', {
      query: { whose: 'unassigned', sort: 'due', limit: looked },
    });
    for (const line of items) {
      const result = await attempt(line, tries === 1);
      if (result === 'for others') continue;
      if (result === 'taken by another') return take(tries - 1);
      refresh('/api/staff/v1/queue');
      await navigate(`${pathOf('staff.case', t.language, { id: line.id })}${query}`, { state: keptLists() });
      return;
    }
    setMessage(t('queue|noNext'));
    refresh('/api/staff/v1/queue');
  };
  const takeNext = async () => {
    if (isBusy) return;
    setIsBusy(true);
    setMessage(undefined);
    try {
      await take(maxTries);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      setMessage(errorText(t, error.errorCode));
    } finally {
      setIsBusy(false);
    }
  };
  return (
    <Stack gap="s" align="end">
      <Button isLoading={isBusy} loadingLabel={t('queue|takingNext')} onClick={() => void takeNext()}>
        {t('queue|takeNext')}
      </Button>
      <p role="status">{message}</p>
    </Stack>
  );
};
