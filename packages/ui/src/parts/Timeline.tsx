import type { Key, ReactNode } from 'react';
import { Icon } from '../icons/Icon.tsx';
import type { IconName } from '../icons/names.ts';
import styles from './Timeline.module.css';

export type TimelineEntry = {
  key: Key;
  state: 'done' | 'now' | 'next';
  /** The state in a word, `Lokið`, `Núna`, `Næst`: it is seen for now and next, and heard for all. */
  stateLabel: string;
  /** The day, or by when. */
  when: ReactNode;
  /** Who did it or whose turn it is. */
  who?: ReactNode;
  title: ReactNode;
  children?: ReactNode;
  /** Instead of the check, the clock and the dots of the three states. */
  icon?: IconName;
};

const icons: Record<TimelineEntry['state'], IconName> = { done: 'check', now: 'clock', next: 'arrow' };

type Props = {
  entries: TimelineEntry[];
  /** One below the heading that it stands under. */
  heading?: 'h3' | 'h4';
};

/** How a case has gone and will go, from the oldest down: each step with its date and its person. */
export const Timeline = ({ entries, heading: Heading = 'h3' }: Props) => (
  <ol className={styles.timeline}>
    {entries.map(({ key, state, stateLabel, when, who, title, children, icon = icons[state] }) => (
      <li key={key} className={styles[state]} aria-current={state === 'now' ? 'step' : undefined}>
        <span className={styles.dot}>
          <Icon name={icon} size={20} />
        </span>
        <div className={styles.entry}>
          <p className={styles.when}>
            {state === 'done' ? (
              <span className="visually-hidden">{stateLabel}: </span>
            ) : (
              <>
                <b>{stateLabel}</b> ·{' '}
              </>
            )}
            {when}
            {who && <> · {who}</>}
          </p>
          <Heading>{title}</Heading>
          {children}
        </div>
      </li>
    ))}
  </ol>
);
