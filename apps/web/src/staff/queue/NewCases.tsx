import { Button, StatusRegion } from '@hofn/ui';
import { useState } from 'react';
import { useTexts } from '../../engine/index.ts';
import { useCall } from '../../session/index.ts';
import type { kindQuery, Filter as QueueFilter } from './filter.ts';

const pollMs = 30_000;

type Filter = Pick<QueueFilter, 'whose' | 'state'> & ReturnType<typeof kindQuery>;

/**
 * Looks for new cases while the queue is visible, and offers to show them: rows do not move under the pointer by themselves.
 * @param filter the filter of the list; undefined while it is searched, because each search is a look-up of its own
 */
export const NewCases = ({ filter, onShow }: { filter: Filter | undefined; onShow: () => void }) => {
  const t = useTexts<'staff'>();
  const key = JSON.stringify(filter);
  const [shown, setShown] = useState<{ key: string; newest: string }>();
  const { data } = useCall('/api/staff/v1/queue', {
    query: { ...(filter ?? { whose: 'all', state: 'open' }), sort: 'newest', limit: 25 },
    enabled: filter !== undefined,
    poll: { milliseconds: pollMs, ends: () => false, isVisibleOnly: true },
  });
  const newest = data?.items[0]?.openedAt ?? '';
  // The first answer came together with the list.
  if (filter && data && shown?.key !== key) setShown({ key, newest });
  const count =
    filter && data && shown?.key === key
      ? data.items.filter(({ openedAt }) => openedAt > shown.newest).length
      : 0;
  return (
    <StatusRegion>
      {count > 0 && (
        <Button
          kind="secondary"
          size="small"
          icon="again"
          onClick={() => {
            setShown({ key, newest });
            onShow();
          }}
        >
          {t('queue|newCases', { n: count })}
        </Button>
      )}
    </StatusRegion>
  );
};
