import { formatTime } from '@hofn/texts';
import { Button, Tag } from '@hofn/ui';
import { useRef } from 'react';
import { useTexts } from '../../engine/index.ts';
import styles from './ListNews.module.css';
import { useLiveState } from './LiveDesk.tsx';

/**
 * What has come into the list, to be shown when asked for (rule DESK-3). Its place is there whether or not it says anything, so that
 * the rows below do not move.
 * @param entered how many cases
 * @param isTooMuch whether so much has changed that the list has to be read again
 * @param isBrief beside an open case, which itself says that the connection is cut
 */
export const ListNews = ({
  entered,
  isTooMuch,
  isBrief,
  onShow,
}: {
  entered: number;
  isTooMuch: boolean;
  isBrief: boolean;
  onShow: () => void;
}) => {
  const t = useTexts<'staff'>();
  const { cutAt, isBack } = useLiveState();
  const place = useRef<HTMLDivElement>(null);
  const show = () => {
    // The button goes with the news that it shows.
    place.current?.focus();
    onShow();
  };
  const isCut = cutAt !== undefined;
  return (
    <div ref={place} tabIndex={-1} role="status" className={styles.news} data-brief={isBrief || undefined}>
      {isCut && !isBrief && (
        <Tag kind="warning" icon="warn">
          {t('live|cut', { time: formatTime(t.language, new Date(cutAt)) })}
        </Tag>
      )}
      {!isCut && isBack && !isBrief && <span className="visually-hidden">{t('live|back')}</span>}
      {!isCut && (entered > 0 || isTooMuch) && (
        <Button
          {...(isBrief ? { kind: 'text' as const } : { kind: 'secondary' as const, icon: 'again' as const })}
          size="small"
          onClick={show}
        >
          {isTooMuch ? t('live|tooMuch') : t('queue|newCases', { n: entered })}
        </Button>
      )}
    </div>
  );
};
