import type { Key, ReactNode } from 'react';
import { Icon } from '../icons/Icon.tsx';
import type { IconName } from '../icons/names.ts';
import styles from './Timeline.module.css';

export type TimelineEntry = {
  key: Key;
  state: 'done' | 'now' | 'next';
  /** Text of the state, `Lokið`, `Núna`, `Næst`: visible for now and next, announced for all. */
  stateLabel: string;
  /** Date or deadline. */
  when: ReactNode;
  /** Who did it, or who is next. */
  who?: ReactNode;
  title: ReactNode;
  children?: ReactNode;
  /** Replaces the icon of the state. */
  icon?: IconName;
};

const icons: Record<TimelineEntry['state'], IconName> = { done: 'check', now: 'clock', next: 'arrow' };

type Props = {
  entries: TimelineEntry[];
  /** One level below the heading above it. */
  heading?: 'h3' | 'h4';
};

/** The steps of a process, oldest first, each with date and person. */
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
                <b>{stateLabel}</b>
                {'\u00a0· '}
              </>
            )}
            {when}
            {who && (
              <>
                {/* Non-breaking space: a line must not begin with the dot. */}
                {'\u00a0· '}
                {who}
              </>
            )}
          </p>
          <Heading>{title}</Heading>
          {children}
        </div>
      </li>
    ))}
  </ol>
);
