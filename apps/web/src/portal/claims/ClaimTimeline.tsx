import type { Claim, ClaimTimelineEntry } from '@hofn/contracts';
import { formatDate, formatDateTime } from '@hofn/texts';
import { Timeline } from '@hofn/ui';
import { useTexts } from '../../engine/index.ts';
import styles from './ClaimScreen.module.css';
import { stepKey } from './labels.ts';

/** Formats who performed a step. */
const useActorName = () => {
  const t = useTexts<'portal'>();
  return ({ role, name }: ClaimTimelineEntry['by']): string | undefined => {
    if (role === 'visitor') return t('claim|visitor');
    if (name === null) return undefined;
    if (role === 'handler') return t('claim|handlerOf', { name });
    return role === 'surveyor' ? t('claim|surveyor', { name }) : name;
  };
};

/** Past, current and upcoming steps of a claim, with dates, people and pending actions (rule DATA-9). */
export const ClaimTimeline = ({ claim }: { claim: Claim }) => {
  const t = useTexts<'portal'>();
  const actorName = useActorName();
  const { needs } = claim;
  const formatWhen = ({ state, at, until }: ClaimTimelineEntry): string => {
    const day = until && formatDate(t.language, until);
    if (state === 'next') return day ? t('claim|until', { date: day }) : t('claim|unknownDay');
    if (at === null) return '';
    if (state === 'done') return formatDateTime(t.language, at);
    return t(needs ? 'claim|waitingForYou' : 'claim|waitingForUs', {
      date: formatDate(t.language, at.slice(0, 10)),
    });
  };
  return (
    <Timeline
      entries={claim.timeline.map((entry, index) => ({
        key: index,
        state: entry.state,
        stateLabel: t(`claim|${entry.state}`),
        when: formatWhen(entry),
        who: actorName(entry.by),
        title:
          entry.state === 'next' && entry.step === 'settled' ? t('claim|settlement') : t(stepKey(entry.step)),
        ...(entry.state === 'next' && entry.step === 'settled' && { icon: 'card' as const }),
        children: (
          <>
            {/* The reasons of the current decision are shown with it. */}
            {entry.note && entry.note !== claim.decision?.reasons && <p>{entry.note}</p>}
            {entry.state === 'now' && needs && (
              <>
                <p>{t('claim|needFromYou')}:</p>
                <ul className={styles.needs}>
                  {needs.items.map((item) => (
                    <li key={item}>{item}</li>
                  ))}
                </ul>
                {needs.by && <p>{t('claim|sendBefore', { date: formatDate(t.language, needs.by) })}</p>}
                <p className={styles.add}>
                  <a href="#gogn">{t('claim|addDocuments')}</a>
                </p>
              </>
            )}
          </>
        ),
      }))}
    />
  );
};
