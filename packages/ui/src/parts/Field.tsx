import { type ComponentPropsWithRef, type ReactNode, useId } from 'react';
import { Icon } from '../icons/Icon.tsx';
import styles from './Field.module.css';

type FieldProps = Omit<ComponentPropsWithRef<'input'>, 'className'> & {
  label: string;
  /** «(valkvætt)», for a field that may be left empty. */
  optional?: string;
  hint?: ReactNode;
  /** What is wrong and how to mend it. */
  error?: ReactNode;
};

/** One line of text, with its label above, then hint, error and input. */
export const TextField = ({ label, optional, hint, error, id, ...rest }: FieldProps) => {
  const own = useId();
  const field = id ?? own;
  const describedBy = [hint && `${field}-hint`, error && `${field}-error`].filter(Boolean).join(' ');
  return (
    <div className={error ? styles.faulty : undefined}>
      <label className={styles.label} htmlFor={field}>
        {label} {optional && <span className={styles.optional}>{optional}</span>}
      </label>
      {hint && (
        <span className={styles.hint} id={`${field}-hint`}>
          {hint}
        </span>
      )}
      {error && (
        <span className={styles.error} id={`${field}-error`}>
          <Icon name="stop" size={20} /> {error}
        </span>
      )}
      <input
        type="text"
        {...rest}
        id={field}
        className={styles.input}
        aria-invalid={error ? true : undefined}
        aria-describedby={describedBy || undefined}
      />
    </div>
  );
};

type SearchProps = Omit<ComponentPropsWithRef<'input'>, 'className' | 'type'> & { label: string };

/** A search box: its label is beside it in words for screen readers, and stands in it for the rest. */
export const SearchField = ({ label, id, ...rest }: SearchProps) => {
  const own = useId();
  const field = id ?? own;
  return (
    <div className={styles.search}>
      <label className="visually-hidden" htmlFor={field}>
        {label}
      </label>
      <Icon name="search" />
      <input
        placeholder={label}
        autoComplete="off"
        {...rest}
        id={field}
        type="search"
        enterKeyHint="search"
        className={styles.input}
      />
    </div>
  );
};

type SelectProps = Omit<ComponentPropsWithRef<'select'>, 'className' | 'children' | 'value' | 'onChange'> & {
  label: string;
  value: string;
  options: { value: string; label: string }[];
  onChange: (value: string) => void;
};

/** One of a few, as the browser's own list: it fits every window and is worked by keys. */
export const SelectField = ({ label, value, options, onChange, id, ...rest }: SelectProps) => {
  const own = useId();
  const field = id ?? own;
  return (
    <div>
      <label className={styles.label} htmlFor={field}>
        {label}
      </label>
      <select
        {...rest}
        id={field}
        className={styles.input}
        value={value}
        onChange={(event) => onChange(event.target.value)}
      >
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
    </div>
  );
};
