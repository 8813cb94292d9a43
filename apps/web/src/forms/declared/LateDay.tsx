import { TextField } from '@hofn/ui';
import { useLazyPart } from '../../engine/use-lazy-part.ts';
import type { DayFieldProps } from '../../parts/DayField.tsx';
import styles from './DeclaredForm.module.css';
import { loadDay } from './late-day.ts';

/** Converts `21.11.2026` to an ISO date. */
const isoOf = (text: string): string =>
  text
    .split('.')
    .reverse()
    .map((part) => part.trim().padStart(2, '0'))
    .join('-');

/**
 * A date field, loaded on demand, because most forms have no dates. If loading fails, a plain text field
 * replaces the date field, so that the form can still be sent.
 */
export const LateDay = (props: DayFieldProps) => {
  const late = useLazyPart(loadDay, { keepsDocument: true });
  if (late.state === 'ready') return <late.part.DayField {...props} />;
  if (late.state === 'loading') return <div className={styles.waiting} />;
  const { language: _language, onChange, ...field } = props;
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
