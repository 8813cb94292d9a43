import { type ComponentPropsWithRef, useId } from 'react';
import { Icon } from '../icons/Icon.tsx';
import styles from './Field.module.css';
import { FieldFrame, type FieldWords, useField } from './FieldFrame.tsx';

export type TextFieldProps = Omit<ComponentPropsWithRef<'input'>, 'className' | 'width'> &
  FieldWords & {
    /** `narrow` for what is never longer than ten figures or so. */
    width?: 'narrow';
    /** What stands after the figures: «kr.». */
    unit?: string;
  };

/** One line of text, with its label above, then hint, error and input. */
export const TextField = ({ label, optional, hint, error, id, width, unit, ...rest }: TextFieldProps) => {
  const words = { label, optional, hint, error };
  const field = useField(id, words, unit && 'unit');
  const input = (
    <input
      type="text"
      {...rest}
      {...field}
      className={width ? `${styles.input} ${styles[width]}` : styles.input}
    />
  );
  return (
    <FieldFrame {...words} id={field.id}>
      {unit ? (
        <span className={styles.measured}>
          {input} <span id={`${field.id}-unit`}>{unit}</span>
        </span>
      ) : (
        input
      )}
    </FieldFrame>
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

type SelectProps = Omit<ComponentPropsWithRef<'select'>, 'className' | 'children' | 'multiple'> &
  FieldWords & { options: readonly { value: string; label: string }[] };

/** One of a few, as the browser's own list: it fits every window and is worked by keys. */
export const SelectField = ({ label, optional, hint, error, options, id, ...rest }: SelectProps) => {
  const words = { label, optional, hint, error };
  const field = useField(id, words);
  return (
    <FieldFrame {...words} id={field.id}>
      <select {...rest} {...field} className={styles.input}>
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
    </FieldFrame>
  );
};
