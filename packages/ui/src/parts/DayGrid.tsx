import { addDays, addMonths, weekdayOf } from '@hofn/domain';
import { weeksOf } from '@hofn/domain/day-entry.ts';
import { dateTexts, weekdayNames } from '@hofn/texts/date-entry.ts';
import { formatDate } from '@hofn/texts/format.ts';
import type { Language } from '@hofn/texts/language.ts';
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import styles from './DayGrid.module.css';
import { IconButton } from './IconButton.tsx';

type Props = {
  language: Language;
  /** The chosen day, `YYYY-MM-DD`. */
  value: string | undefined;
  today: string;
  /** First and last selectable day. */
  min?: string | undefined;
  max?: string | undefined;
  onChange: (day: string) => void;
};

/** The day that a key moves the focus to. */
const dayAfterKey = (key: string, isShifted: boolean, day: string): string | undefined => {
  const months = isShifted ? 12 : 1;
  switch (key) {
    case 'ArrowLeft':
      return addDays(day, -1);
    case 'ArrowRight':
      return addDays(day, 1);
    case 'ArrowUp':
      return addDays(day, -7);
    case 'ArrowDown':
      return addDays(day, 7);
    case 'Home':
      return addDays(day, 1 - weekdayOf(day));
    case 'End':
      return addDays(day, 7 - weekdayOf(day));
    case 'PageUp':
      return addMonths(day, -months);
    case 'PageDown':
      return addMonths(day, months);
    default:
      return undefined;
  }
};

/** A month, starting on Monday. One day is a tab stop; the keys of the ARIA date picker reach the others. */
export const DayGrid = ({ language, value, today, min = '0000', max = '9999', onChange }: Props) => {
  const t = dateTexts(language);
  const heading = useId();
  const grid = useRef<HTMLTableElement>(null);
  const clamp = (day: string) => (day < min ? min : day > max ? max : day);
  const [current, setCurrent] = useState(() => clamp(value ?? today));
  // Only keys move the focus; a click on another month leaves it on the button.
  const movesFocus = useRef(true);
  const go = (day: string, withFocus: boolean) => {
    movesFocus.current = withFocus;
    setCurrent(clamp(day));
  };
  useEffect(() => {
    if (movesFocus.current) grid.current?.querySelector<HTMLElement>(`[data-day="${current}"]`)?.focus();
  }, [current]);

  const handleKey = (event: KeyboardEvent) => {
    const day = dayAfterKey(event.key, event.shiftKey, current);
    if (day === undefined) return;
    event.preventDefault();
    go(day, true);
  };
  const names = weekdayNames(language);
  return (
    <div className={styles.calendar}>
      <div className={styles.head}>
        <IconButton
          icon="left"
          label={t('dateEntry|previousMonth')}
          onClick={() => go(addMonths(current, -1), false)}
        />
        <h3 id={heading} aria-live="polite">
          {formatDate(language, current, 'month')}
        </h3>
        <IconButton
          icon="right"
          label={t('dateEntry|nextMonth')}
          onClick={() => go(addMonths(current, 1), false)}
        />
      </div>
      <table ref={grid} aria-labelledby={heading}>
        <thead>
          <tr>
            {names.map((name) => (
              <th key={name} scope="col" abbr={name}>
                {name.slice(0, language === 'is' ? 3 : 2)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {weeksOf(current).map((week) => (
            <tr key={week[0]}>
              {week.map((day) => {
                const isDisabled = day < min || day > max;
                return (
                  <td key={day}>
                    <button
                      type="button"
                      data-day={day}
                      tabIndex={day === current ? 0 : -1}
                      aria-label={formatDate(language, day, 'full')}
                      aria-current={day === today ? 'date' : undefined}
                      aria-disabled={isDisabled || undefined}
                      data-other={day.slice(0, 7) === current.slice(0, 7) ? undefined : ''}
                      aria-pressed={day === value}
                      onKeyDown={handleKey}
                      onClick={() => !isDisabled && onChange(day)}
                    >
                      {Number(day.slice(8))}
                    </button>
                  </td>
                );
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
};
