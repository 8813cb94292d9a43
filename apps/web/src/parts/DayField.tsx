import { isDay } from '@hofn/domain';
import { dateTexts } from '@hofn/texts/date-entry.ts';
import { DateField, type DateFieldProps, IconButton, pastExample } from '@hofn/ui';
import { useState } from 'react';
import { importOnDemand } from '../engine/chunks.ts';
import type { DayCalendar } from './DayCalendar.tsx';
import styles from './DayField.module.css';

const loadCalendar = importOnDemand(() => import('./DayCalendar.tsx'));

export type DayFieldProps = Omit<DateFieldProps, 'calendar'> & {
  /** First and last day offered by the calendar; the example lies between them. */
  min?: string | undefined;
  max?: string | undefined;
};

/** The example, moved to the first or the last day if it lies outside them. */
const exampleWithin = (min = '', max = '9999'): string => {
  if (pastExample < min) return min;
  return pastExample > max ? max : pastExample;
};

/** A date field with a calendar, which is loaded when its button is pressed (rule HOLD-19). */
export const DayField = ({ min, max, ...field }: DayFieldProps) => {
  const { language, label, value, onChange } = field;
  const t = dateTexts(language);
  const [calendar, setCalendar] = useState<{ Component: typeof DayCalendar } | 'failed'>();
  const openCalendar = () => {
    setCalendar(undefined);
    loadCalendar().then(
      ({ DayCalendar: Component }) => setCalendar({ Component }),
      (error: unknown) => {
        console.error('The calendar could not be loaded.', error);
        setCalendar('failed');
      },
    );
  };
  const closeCalendar = () => setCalendar(undefined);
  return (
    <DateField
      example={exampleWithin(min, max)}
      {...field}
      calendar={
        <>
          <IconButton icon="calendar" label={t('dateEntry|open', { label })} onClick={openCalendar} />
          {calendar === 'failed' && (
            <p role="alert" className={styles.failed}>
              {t('dateEntry|calendarFailed')}
            </p>
          )}
          {calendar && calendar !== 'failed' && (
            <calendar.Component
              language={language}
              label={label}
              value={isDay(value) ? value : undefined}
              min={min}
              max={max}
              onClose={closeCalendar}
              onChange={(day) => {
                onChange(day);
                closeCalendar();
              }}
            />
          )}
        </>
      }
    />
  );
};
