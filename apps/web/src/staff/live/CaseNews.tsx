import type { StaffCase } from '@hofn/contracts';
import { dayOfInstant, formatDateTime, formatTime, type Language } from '@hofn/texts';
import { Button, Icon } from '@hofn/ui';
import { useEffect, useRef, useState } from 'react';
import { useTexts } from '../../engine/index.ts';
import styles from './CaseNews.module.css';
import { useLiveDesk, useLiveState } from './LiveDesk.tsx';
import type { OpenNews } from './live-desk.ts';

/** How long after the last letter an employee counts as writing. */
const writingMs = 8_000;

/** What is typed in a form of the case, whether or not it is a draft. */
const isOfForm = ({ target }: Event): boolean =>
  target instanceof Element && target.closest('main form textarea, main form input') !== null;

/** When something was last typed about the case on the screen. */
const useTypedAt = () => {
  const typedAt = useRef(Number.NEGATIVE_INFINITY);
  useEffect(() => {
    const record = (event: Event) => {
      if (isOfForm(event)) typedAt.current = Date.now();
    };
    addEventListener('input', record);
    return () => removeEventListener('input', record);
  }, []);
  return typedAt;
};

const useCaseNews = (id: string, onGone: () => void): OpenNews | undefined => {
  const live = useLiveDesk();
  const typedAt = useTypedAt();
  const [news, setNews] = useState<OpenNews>();
  const gone = useRef(onGone);
  gone.current = onGone;
  useEffect(
    () =>
      live?.showCase({
        id,
        isWriting: () => Date.now() - typedAt.current < writingMs,
        onNews: (open) => {
          if (open) setNews(open);
          else gone.current();
        },
      }),
    [live, id, typedAt],
  );
  return news;
};

/** Who else has the case open, and who of them is writing. */
const Others = ({ others }: Pick<OpenNews, 'others'>) => {
  const t = useTexts<'staff'>();
  return others.map(({ name, isWriting }) => (
    <span key={name} className={styles.other}>
      <Icon name={isWriting ? 'pen' : 'user'} size={20} />
      {t(isWriting ? 'live|isWriting' : 'live|isHere', { name })}
    </span>
  ));
};

/** The time of day of something today, else the day too. */
const whenOf = (language: Language, instant: string): string => {
  const isToday = dayOfInstant(new Date(instant)) === dayOfInstant(new Date());
  return isToday ? formatTime(language, instant) : formatDateTime(language, instant, 'medium');
};

/** That the case has changed since it was read, and the button that reads it again; what was typed stays. */
const Changed = ({
  last,
  data,
  onLoad,
}: Pick<OpenNews, 'last'> & { data: StaffCase; onLoad: () => void }) => {
  const t = useTexts<'staff'>();
  const known = data.events.at(-1)?.sequence ?? -1;
  const event = last && last.sequence > known ? last : undefined;
  const what = event && [t(`queue|event.${event.kind}`), event.by, whenOf(t.language, event.at)];
  return (
    <>
      <span>
        <strong>{t('live|changed')}</strong> {what?.filter(Boolean).join(' · ')}
      </span>
      <Button kind="secondary" size="small" icon="again" onClick={onLoad}>
        {t('live|load')}
      </Button>
    </>
  );
};

/**
 * What colleagues do with the open case (rule DESK-3), at the bottom edge of the window, so that nothing on the screen moves.
 * @param isActing whether an act of this screen is on its way, whose result is no news
 */
export const CaseNews = ({
  data,
  isActing,
  onLoad,
}: {
  data: StaffCase;
  isActing: boolean;
  onLoad: () => void;
}) => {
  const t = useTexts<'staff'>();
  const { cutAt, isBack } = useLiveState();
  const news = useCaseNews(data.id, onLoad);
  const hasChanged = !isActing && news !== undefined && news.changes > (data.changes ?? news.changes);
  const others = news?.others ?? [];
  const isCut = cutAt !== undefined;
  const isShown = isCut || hasChanged || others.length > 0;
  return (
    <div className={styles.bar} data-desk-news={isShown || undefined}>
      <div className={styles.news} role="status">
        {isCut && (
          <span className={styles.other}>
            <Icon name="warn" size={20} />
            {t('live|cut', { time: formatTime(t.language, new Date(cutAt)) })}
          </span>
        )}
        {hasChanged && <Changed last={news.last} data={data} onLoad={onLoad} />}
        {!isCut && !hasChanged && isBack && <span className="visually-hidden">{t('live|back')}</span>}
      </div>
      {!isCut && <Others others={others} />}
    </div>
  );
};
