import type { Calendar as Doors } from '@hofn/contracts';
import { Icon } from '@hofn/ui';
import type { JolakulaDocument } from '../content/documents.ts';
import { Link, useTexts } from '../engine/index.ts';
import { TextPage } from '../parts/Page.tsx';
import styles from './Calendar.module.css';
import { calendarPath, doorDate, doorPath, fillPlaceholders } from './calendar-doors.ts';
import { usePublicCall } from './usePublicCall.ts';

const days = Array.from({ length: 24 }, (_, at) => at + 1);

type DoorState = 'unknown' | 'shut' | 'today' | 'open';

/**
 * The Christmas calendar. Each door opens its page as a modal. The service decides by its own clock which doors are open,
 * and their content is not in this page (rule SITE-10).
 */
export const Calendar = ({ document }: { document: JolakulaDocument }) => {
  const { language } = useTexts();
  const { year, labels } = document;
  const call = usePublicCall<Doors>(calendarPath(year), language);
  const doors = call.state === 'ready' ? call.answer : undefined;

  const stateOf = (day: number): DoorState => {
    const door = doors?.doors.find((each) => each.day === day);
    if (!doors || !door) return 'unknown';
    if (!door.open) return 'shut';
    return door.date === doors.today ? 'today' : 'open';
  };
  const words: Record<DoorState, (day: number) => string | undefined> = {
    unknown: () => undefined,
    shut: (day) => fillPlaceholders(labels.notYet, { date: doorDate(language, year, day) }),
    today: () => labels.today,
    open: () => labels.opened,
  };
  const started = doors?.doors.some(({ open }) => open);
  const over = doors !== undefined && doors.today > `${year}-12-24`;

  return (
    <TextPage
      crumbs={document.crumbs}
      title={document.title}
      {...(document.lead ? { lead: document.lead } : {})}
    >
      <p className={styles.status} role="status">
        {over && labels.over}
        {started === false && fillPlaceholders(labels.before, { date: doorDate(language, year, 1) })}
      </p>
      <noscript>
        <p>{labels.script}</p>
      </noscript>
      <ul className={styles.doors}>
        {days.map((day) => {
          const state = stateOf(day);
          const note = words[state](day);
          return (
            <li key={day}>
              <Link to={doorPath(language, day)} isModal className={`${styles.door} ${styles[state]}`}>
                <span className={styles.spoken}>{fillPlaceholders(labels.door, { day })}</span>
                <span className={styles.number} aria-hidden="true">
                  {day}
                </span>
                {note && <span className={state === 'shut' ? styles.spoken : styles.note}>{note}</span>}
                {state === 'shut' && <Icon name="lock" size={20} />}
              </Link>
            </li>
          );
        })}
      </ul>
    </TextPage>
  );
};
