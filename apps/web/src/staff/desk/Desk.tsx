import { pathOf } from '@hofn/texts/paths.ts';
import { Button, Row, Stack } from '@hofn/ui';
import { type ReactNode, useEffect, useRef, useSyncExternalStore } from 'react';
import { Link, useTexts } from '../../engine/index.ts';
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

/** The list of the work queue beside an open case. */
const ListPane = ({ openId, toggle }: { openId: string; toggle: ReactNode }) => {
  const t = useTexts<'staff'>();
  const queue = useQueue();
  return (
    <nav className={styles.list} aria-label={t('desk|list')}>
      <Stack gap="s">
        <Row justify="between" gap="s">
          <Link to={`${pathOf('staff.queue', t.language)}${queue.query}`}>{t('desk|wholeList')}</Link>
          {toggle}
        </Row>
        <div className={styles.queue}>
          <AssignmentChoice queue={queue} />
          <Cases queue={queue} openId={openId} />
        </div>
      </Stack>
    </nav>
  );
};

/**
 * An open case, and where there is room the list that it was opened from, which closes and stays closed (rule DESK-1). The case is the
 * same element with and without the list, so that nothing typed is lost when a window gets narrower.
 */
export const Desk = ({ openId, children }: { openId: string; children: ReactNode }) => {
  const t = useTexts<'staff'>();
  const isWide = useIsWide();
  const [isListShown, setIsListShown] = useDeskChoice('list');
  const place = useRef<HTMLDivElement>(null);
  const previous = useRef(isListShown);
  useEffect(() => {
    if (previous.current === isListShown) return;
    previous.current = isListShown;
    // The pressed button is gone, and another is in its place.
    if (document.activeElement === document.body)
      place.current?.querySelector<HTMLElement>('button[aria-expanded]')?.focus();
  }, [isListShown]);
  const toggle = (
    <Button kind="text" size="small" aria-expanded={isListShown} onClick={() => setIsListShown(!isListShown)}>
      {t(isListShown ? 'desk|hideList' : 'desk|showList')}
    </Button>
  );
  return (
    <div ref={place} className={styles.desk} data-list={(isWide && isListShown) || undefined}>
      {isWide &&
        (isListShown ? (
          <ListPane openId={openId} toggle={toggle} />
        ) : (
          <p className={styles.reopen}>{toggle}</p>
        ))}
      <div className={styles.case}>{children}</div>
    </div>
  );
};
