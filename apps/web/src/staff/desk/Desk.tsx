import { pathOf } from '@hofn/texts/paths.ts';
import { Button, Row, Stack } from '@hofn/ui';
import { type ReactNode, useSyncExternalStore } from 'react';
import { Link, useTexts } from '../../engine/index.ts';
import { KeysButton } from '../../parts/desk/DeskKeys.tsx';
import { useDeskChoice } from '../../parts/desk/desk-choices.ts';
import { useQueue } from '../queue/useQueue.ts';
import { AssignmentChoice, Cases } from '../queue/WorkQueue.tsx';
import styles from './Desk.module.css';

/** As in Desk.module.css. */
const wide = '(min-width: 75em)';

const subscribe = (listener: () => void) => {
  const query = matchMedia(wide);
  query.addEventListener('change', listener);
  return () => query.removeEventListener('change', listener);
};

/** Whether the window has room for the list beside a case. */
const useIsWide = (): boolean =>
  useSyncExternalStore(
    subscribe,
    () => matchMedia(wide).matches,
    () => false,
  );

/** The list of the work queue beside an open case, which closes and stays closed. */
const ListPane = ({ openId, onHide }: { openId: string; onHide: () => void }) => {
  const t = useTexts<'staff'>();
  const queue = useQueue();
  return (
    <nav className={styles.list} aria-label={t('desk|list')}>
      <Stack gap="s">
        <Row justify="between" gap="s">
          <Link to={`${pathOf('staff.queue', t.language)}${queue.query}`}>{t('desk|wholeList')}</Link>
          <Button kind="text" size="small" onClick={onHide}>
            {t('desk|hideList')}
          </Button>
        </Row>
        <AssignmentChoice queue={queue} />
        <Cases queue={queue} openId={openId} />
        <KeysButton />
      </Stack>
    </nav>
  );
};

/** An open case, and where there is room the list that it was opened from (rule DESK-1). */
export const Desk = ({ openId, children }: { openId: string; children: ReactNode }) => {
  const t = useTexts<'staff'>();
  const isWide = useIsWide();
  const [isListShown, setIsListShown] = useDeskChoice('list');
  if (!isWide) return children;
  return (
    <div className={styles.desk} data-list={isListShown || undefined}>
      {isListShown ? (
        <ListPane openId={openId} onHide={() => setIsListShown(false)} />
      ) : (
        <p className={styles.reopen}>
          <Button kind="text" size="small" onClick={() => setIsListShown(true)}>
            {t('desk|showList')}
          </Button>
        </p>
      )}
      <div className={styles.case}>{children}</div>
    </div>
  );
};
