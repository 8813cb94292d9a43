import type { ComponentPropsWithRef, ReactNode } from 'react';
import styles from './Choice.module.css';
import fieldStyles from './Field.module.css';
import { FieldError, FieldGroup, FieldHint, type FieldTexts, useField } from './FieldFrame.tsx';

type Input = Omit<ComponentPropsWithRef<'input'>, 'className' | 'type' | 'children'>;

type RadioProps = Omit<Input, 'value' | 'checked' | 'defaultValue'> &
  FieldTexts & {
    options: readonly { value: string; label: ReactNode; hint?: ReactNode }[];
    /** The selected value, in a controlled field. */
    value?: string | undefined;
    /** Two columns if there is room. */
    hasColumns?: boolean;
  };

/** Single choice, all options visible. The first has the field's id, so that the error summary can link to it. */
export const RadioGroup = ({
  label,
  optional,
  hint,
  error,
  id,
  name,
  options,
  value,
  hasColumns,
  ...rest
}: RadioProps) => {
  const texts = { label, optional, hint, error };
  const { id: firstId, ...field } = useField(id, texts);
  return (
    <FieldGroup {...texts} id={firstId} describedBy={field['aria-describedby']}>
      <div className={hasColumns ? `${styles.options} ${styles.columns}` : styles.options}>
        {options.map((option, index) => (
          <label key={option.value} className={styles.option}>
            <input
              {...rest}
              type="radio"
              id={index === 0 ? firstId : undefined}
              name={name ?? firstId}
              value={option.value}
              aria-invalid={field['aria-invalid']}
              {...(value !== undefined && { checked: value === option.value })}
            />
            <span>
              {option.label}
              {option.hint && <span className={styles.hint}>{option.hint}</span>}
            </span>
          </label>
        ))}
      </div>
    </FieldGroup>
  );
};

type CheckboxesProps = Omit<Input, 'value' | 'checked' | 'defaultValue' | 'onChange'> &
  FieldTexts & {
    options: readonly { value: string; label: ReactNode }[];
    /** The selected values. */
    values: readonly string[];
    onChange: (values: string[]) => void;
  };

/** Multiple choice, all options visible. The first has the field's id, so that the error summary can link to it. */
export const CheckboxGroup = ({
  label,
  optional,
  hint,
  error,
  id,
  name,
  options,
  values,
  onChange,
  ...rest
}: CheckboxesProps) => {
  const texts = { label, optional, hint, error };
  const { id: firstId, ...field } = useField(id, texts);
  return (
    <FieldGroup {...texts} id={firstId} describedBy={field['aria-describedby']}>
      <div className={`${styles.options} ${styles.columns}`}>
        {options.map((option, index) => (
          <label key={option.value} className={styles.option}>
            <input
              {...rest}
              type="checkbox"
              id={index === 0 ? firstId : undefined}
              // The brackets mark a name with several values.
              name={`${name ?? firstId}[]`}
              value={option.value}
              aria-invalid={field['aria-invalid']}
              checked={values.includes(option.value)}
              onChange={({ target }) => {
                const others = values.filter((value) => value !== option.value);
                onChange(target.checked ? [...others, option.value] : others);
              }}
            />
            <span>{option.label}</span>
          </label>
        ))}
      </div>
    </FieldGroup>
  );
};

type CheckProps = Input & Omit<FieldTexts, 'label'> & { label: ReactNode };

const Box = ({
  label,
  optional,
  hint,
  error,
  id,
  look,
  ...rest
}: CheckProps & { look: 'check' | 'switch' }) => {
  const field = useField(id, { label: '', hint, error });
  return (
    <div className={error ? fieldStyles.faulty : undefined}>
      <FieldError id={field.id} error={error} />
      <label className={styles[look]}>
        <input {...rest} {...field} type="checkbox" role={look === 'switch' ? 'switch' : undefined} />
        <span>
          {label} {optional && <span className={fieldStyles.optional}>{optional}</span>}
        </span>
      </label>
      <div className={styles.below}>
        <FieldHint id={field.id} hint={hint} />
      </div>
    </div>
  );
};

/** A yes or no that is sent with a form. */
export const Checkbox = (props: CheckProps) => <Box {...props} look="check" />;

/** A setting that applies at once. */
export const Switch = (props: CheckProps) => <Box {...props} look="switch" />;
