import { type ComponentPropsWithRef, useId } from 'react';
import { Icon } from '../icons/Icon.tsx';
import styles from './Field.module.css';
import { FieldFrame, type FieldTexts, useField } from './FieldFrame.tsx';

export type TextFieldProps = Omit<ComponentPropsWithRef<'input'>, 'className' | 'width'> &
  FieldTexts & {
    /** `narrow` for up to about ten digits. */
    width?: 'narrow';
    /** Unit after the number: «kr.». */
    unit?: string;
  };

/** A single-line text field, with label, hint and error above the input. */
export const TextField = ({ label, optional, hint, error, id, width, unit, ...rest }: TextFieldProps) => {
  const texts = { label, optional, hint, error };
  const field = useField(id, texts, unit && 'unit');
  const input = (
    <input
      type="text"
      {...rest}
      {...field}
      className={width ? `${styles.input} ${styles[width]}` : styles.input}
    />
  );
  return (
    <FieldFrame {...texts} id={field.id}>
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

/** A search field, with a placeholder and a visually hidden label. */
export const SearchField = ({ label, id, ...rest }: SearchProps) => {
  const ownId = useId();
  const field = id ?? ownId;
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
  FieldTexts & { options: readonly { value: string; label: string }[] };

/** A native select. */
export const SelectField = ({ label, optional, hint, error, options, id, ...rest }: SelectProps) => {
  const texts = { label, optional, hint, error };
  const field = useField(id, texts);
  return (
    <FieldFrame {...texts} id={field.id}>
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
