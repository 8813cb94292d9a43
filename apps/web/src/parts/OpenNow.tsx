import { type OpeningState, openingState } from '@hofn/domain';
import { formatClock, formatDate } from '@hofn/texts';
import { Tag } from '@hofn/ui';
import type { Footer } from '../content/site.ts';
import { useTexts } from '../engine/index.ts';
import styles from './OpenNow.module.css';
import { useNow } from './useNow.ts';

/** Whether telephone and chat are open now (rule SITE-9); an empty placeholder before hydration. */
export const OpenNow = ({ footer, isText }: { footer: Footer; isText?: boolean }) => {
  const now = useNow();
  const t = useTexts();
  const times = footer.openingHours[0]?.timi ?? [];
  const state = now && openingState(times, footer.holidays, now);
  return (
    <span className={styles.place}>
      {state &&
        (isText ? (
          openingText(t, state)
        ) : (
          <Tag kind={state.open ? 'success' : 'neutral'} icon={state.open ? 'done' : 'clock'}>
            {openingText(t, state)}
          </Tag>
        ))}
    </span>
  );
};

const openingText = (t: ReturnType<typeof useTexts>, state: OpeningState): string => {
  if (state.open) return t('shell|openNow', { time: formatClock(t.language, state.until) });
  if (!state.opens) return t('shell|closedNow');
  const { day, time } = state.opens;
  return t('shell|opensAt', { day: formatDate(t.language, day, 'day'), time: formatClock(t.language, time) });
};
