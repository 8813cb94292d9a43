import { TextField } from '@hofn/ui';
import { useLate } from '../../engine/use-late.ts';
import type { DayFieldProps } from '../../parts/DayField.tsx';
import styles from './DeclaredForm.module.css';
import { loadDay } from './late-day.ts';

/** `21.11.2026` as the service takes it. */
const isoOf = (text: string): string =>
  text
    .split('.')
    .reverse()
    .map((part) => part.trim().padStart(2, '0'))
    .join('-');

/**
 * A date field, once it has come: nothing of it is in a form without dates. Where it does not come the date is typed
 * into one field, so that the form can be sent all the same.
 */
export const LateDay = (props: DayFieldProps) => {
  const late = useLate(loadDay, { keepsDocument: true });
  if (late.state === 'ready') return <late.part.DayField {...props} />;
  if (late.state === 'loading') return <div className={styles.waiting} />;
  const { language: _inTheField, onChange, ...field } = props;
  return (
    <TextField
      {...field}
      onChange={({ target }) => onChange(target.value)}
      onBlur={(event) => {
        onChange(isoOf(field.value));
        field.onBlur?.(event);
      }}
    />
  );
};
