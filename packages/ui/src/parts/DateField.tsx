import { type DayEntry, type DayPart, dayParts, joinDay, readDay, splitDay } from '@hofn/domain/day-entry.ts';
import { dateTexts } from '@hofn/texts/date-entry.ts';
import type { Language } from '@hofn/texts/language.ts';
import { type FocusEvent, type ReactNode, useRef, useState } from 'react';
import styles from './DateField.module.css';
import { dayError } from './day-error.ts';
import fieldStyles from './Field.module.css';
import { FieldGroup, type FieldTexts, useField } from './FieldFrame.tsx';

export type DateFieldProps = FieldTexts & {
  language: Language;
  id?: string;
  name?: string;
  /** An ISO date, or the result of `joinDay` for an incomplete one. */
  value: string;
  onChange: (value: string) => void;
  /** The focus has left all three parts. */
  onBlur?: ((event: FocusEvent<HTMLElement>) => void) | undefined;
  /** An ISO date that the field would take; a past one unless given, as most dates asked for are past. */
  example?: string | undefined;
  /** `bday` for a birth date. */
  autoComplete?: string;
  /** The button that opens a calendar. */
  calendar?: ReactNode;
};

/** The hint as a sentence, because the example follows it. */
const asSentence = (hint: ReactNode): ReactNode =>
  typeof hint === 'string' && /[^.?!]$/.test(hint) ? `${hint}.` : hint;

const asTyped = (day: string): string => {
  const entry = splitDay(day);
  return dayParts.map((part) => entry[part]).join(' ');
};

/** Example of a date field whose days are past or not limited. */
export const pastExample = '2025-12-24';

/**
 * A date in three parts, the same in every browser and device language (rule HOLD-19). A whole date typed or pasted into
 * one part fills all three. The first invalid part has the field's id, so that the error summary links to it.
 */
export const DateField = (props: DateFieldProps) => {
  const { label, optional, hint, error, id, language, name, value, onChange, onBlur, calendar } = props;
  const { autoComplete, example = pastExample } = props;
  const t = dateTexts(language);
  const [typed, setTyped] = useState(() => ({ value, entry: splitDay(value) }));
  const inputs = useRef<Partial<Record<DayPart, HTMLInputElement | null>>>({});
  // Only a value from outside replaces the typed text: `01` stays `01`.
  const entry = typed.value === value ? typed.entry : splitDay(value);
  if (typed.value !== value) setTyped({ value, entry });

  const dateError = error ? dayError(language, value) : undefined;
  const texts = {
    label,
    optional,
    hint: (
      <>
        {asSentence(hint)} {t('dateEntry|example', { date: asTyped(example) })}
      </>
    ),
    error: error && (dateError?.message ?? error),
  };
  const { id: field, ...group } = useField(id, texts);
  const update = (next: DayEntry) => {
    const joined = joinDay(next);
    setTyped({ value: joined, entry: next });
    onChange(joined);
  };
  const handleInput = (part: DayPart, text: string) => {
    const fullDate = readDay(text);
    update(fullDate ?? { ...entry, [part]: text });
    // Typing continues after the last digit.
    if (fullDate && part !== 'year') inputs.current.year?.focus();
  };
  const isWrong = (part: DayPart) => Boolean(error) && (dateError?.parts.includes(part) ?? true);
  return (
    <FieldGroup {...texts} id={field} describedBy={group['aria-describedby']}>
      <div className={styles.parts}>
        {dayParts.map((part) => (
          <label key={part}>
            <span className={styles.name}>{t(`dateEntry|${part}`)}</span>
            <input
              ref={(input) => {
                inputs.current[part] = input;
              }}
              type="text"
              inputMode="numeric"
              autoComplete={autoComplete === 'bday' ? `bday-${part}` : 'off'}
              spellCheck={false}
              id={part === (dateError?.parts[0] ?? 'day') ? field : undefined}
              name={name && `${name}-${part}`}
              value={entry[part]}
              aria-invalid={isWrong(part) || undefined}
              aria-describedby={isWrong(part) ? `${field}-error` : undefined}
              className={`${fieldStyles.input} ${styles[part]}`}
              onBlur={(event) => {
                const isInside = event.currentTarget.closest('fieldset')?.contains(event.relatedTarget);
                if (!isInside) onBlur?.(event);
              }}
              onChange={({ target }) => handleInput(part, target.value)}
            />
          </label>
        ))}
        {calendar}
      </div>
    </FieldGroup>
  );
};
