import type { StaffCase } from '@hofn/contracts';
import { formatDateTime } from '@hofn/texts';
import { Alert, StatusRegion } from '@hofn/ui';
import { useState } from 'react';
import { useTexts } from '../../engine/index.ts';
import styles from './Drafts.module.css';

/** The last event that an employee has seen. */
const lastOf = (events: StaffCase['events']): number => events.at(-1)?.sequence ?? -1;

/**
 * What has happened to a case since the screen was opened, or since a restored draft was written: a takeover, a message, an
 * answer from elsewhere. Acts of this screen are not listed.
 * @param writtenAt when the oldest restored draft was changed
 * @param ownAct the last event of an act on this screen
 */
export const ChangedSince = ({
  events,
  writtenAt,
  ownAct,
}: {
  events: StaffCase['events'];
  writtenAt: string | null;
  ownAct: number;
}) => {
  const t = useTexts<'staff'>();
  const [opened] = useState(() =>
    writtenAt === null ? lastOf(events) : lastOf(events.filter(({ at }) => at <= writtenAt)),
  );
  const [read, setRead] = useState(opened);
  const seen = Math.max(read, ownAct);
  const changes = events.filter(({ sequence, kind }) => sequence > seen && kind !== 'looked');
  return (
    <StatusRegion>
      {changes.length > 0 && (
        <Alert
          key={seen}
          kind="warning"
          title={t('drafts|changed')}
          closeLabel={t('global|close')}
          onClose={() => setRead(lastOf(events))}
        >
          <span className={styles.changes}>
            {changes.map(({ sequence, kind, at, by }) => (
              <span key={sequence}>
                {[t(`queue|event.${kind}`), by, formatDateTime(t.language, at)].filter(Boolean).join(' · ')}
              </span>
            ))}
          </span>
        </Alert>
      )}
    </StatusRegion>
  );
};
