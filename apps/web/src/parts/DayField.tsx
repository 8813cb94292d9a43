import { isDay } from '@hofn/domain';
import { dateTexts } from '@hofn/texts/date-entry.ts';
import { DateField, type DateFieldProps, IconButton } from '@hofn/ui';
import { useState } from 'react';
import { later } from '../engine/chunks.ts';
import type { DayCalendar } from './DayCalendar.tsx';
import styles from './DayField.module.css';

const loadCalendar = later(() => import('./DayCalendar.tsx'));

export type DayFieldProps = Omit<DateFieldProps, 'calendar'> & {
  /** First and last day that the calendar offers. */
  min?: string | undefined;
  max?: string | undefined;
};

/** A date field with a calendar, whose code is loaded when its button is pressed (rule HOLD-19). */
export const DayField = ({ min, max, ...field }: DayFieldProps) => {
  const { language, label, value, onChange } = field;
  const t = dateTexts(language);
  const [calendar, setCalendar] = useState<{ Part: typeof DayCalendar } | 'failed'>();
  const open = () => {
    setCalendar(undefined);
    loadCalendar().then(
      ({ DayCalendar: Part }) => setCalendar({ Part }),
      (error: unknown) => {
        console.error('The calendar could not be loaded.', error);
        setCalendar('failed');
      },
    );
  };
  const close = () => setCalendar(undefined);
  return (
    <DateField
      {...field}
      calendar={
        <>
          <IconButton icon="calendar" label={t('dateEntry|open', { label })} onClick={open} />
          {calendar === 'failed' && (
            <p role="alert" className={styles.failed}>
              {t('dateEntry|calendarFailed')}
            </p>
          )}
          {calendar && calendar !== 'failed' && (
            <calendar.Part
              language={language}
              label={label}
              chosen={isDay(value) ? value : undefined}
              min={min}
              max={max}
              onClose={close}
              onChoose={(day) => {
                onChange(day);
                close();
              }}
            />
          )}
        </>
      }
    />
  );
};
