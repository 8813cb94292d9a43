import { type ReactNode, useId } from 'react';
import { Icon } from '../icons/Icon.tsx';
import styles from './Field.module.css';

/** Texts of every field. */
export type FieldTexts = {
  label: string;
  /** «(valkvætt)», for an optional field. */
  optional?: string | undefined;
  hint?: ReactNode;
  /** What is wrong and how to fix it. */
  error?: ReactNode;
};

type Identified = FieldTexts & { id: string };

/**
 * Attributes that link an input to its label, hint and error: `id`, `aria-describedby` and `aria-invalid`.
 * @param more id suffix of another description, such as a counter
 */
export const useField = (givenId: string | undefined, { hint, error }: FieldTexts, more?: string) => {
  const ownId = useId();
  const id = givenId ?? ownId;
  const ids = [hint && `${id}-hint`, error && `${id}-error`, more && `${id}-${more}`].filter(Boolean);
  return {
    id,
    'aria-describedby': ids.join(' ') || undefined,
    'aria-invalid': error ? true : undefined,
  };
};

/** Help text of a field. */
export const FieldHint = ({ id, hint }: { id: string; hint: ReactNode }) =>
  hint && (
    <span className={styles.hint} id={`${id}-hint`}>
      {hint}
    </span>
  );

/** Error of a field, with an icon. */
export const FieldError = ({ id, error }: { id: string; error: ReactNode }) =>
  error && (
    <span className={styles.error} id={`${id}-error`}>
      <Icon name="stop" size={20} /> <span>{error}</span>
    </span>
  );

const Label = ({ label, optional }: FieldTexts) => (
  <>
    {label} {optional && <span className={styles.optional}>{optional}</span>}
  </>
);

/** Label, hint and error above an input. */
export const FieldFrame = (props: Identified & { children: ReactNode }) => (
  <div className={props.error ? styles.faulty : undefined}>
    <label className={styles.label} htmlFor={props.id}>
      <Label {...props} />
    </label>
    <FieldHint id={props.id} hint={props.hint} />
    <FieldError id={props.id} error={props.error} />
    {props.children}
  </div>
);

/** The same for a group of inputs. */
export const FieldGroup = (props: Identified & { children: ReactNode; describedBy: string | undefined }) => (
  <fieldset className={props.error ? styles.faulty : undefined} aria-describedby={props.describedBy}>
    <legend className={styles.label}>
      <Label {...props} />
    </legend>
    <FieldHint id={props.id} hint={props.hint} />
    <FieldError id={props.id} error={props.error} />
    {props.children}
  </fieldset>
);
