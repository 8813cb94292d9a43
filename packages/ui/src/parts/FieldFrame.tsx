import { type ReactNode, useId } from 'react';
import { Icon } from '../icons/Icon.tsx';
import styles from './Field.module.css';

/** What every field says. */
export type FieldWords = {
  label: string;
  /** «(valkvætt)», for a field that may be left empty. */
  optional?: string | undefined;
  hint?: ReactNode;
  /** What is wrong and how to mend it. */
  error?: ReactNode;
};

type Identified = FieldWords & { id: string };

/**
 * What ties an input to its label, hint and error: `id`, `aria-describedby` and `aria-invalid`.
 * @param more id of something else that describes it, a counter for one
 */
export const useField = (given: string | undefined, { hint, error }: FieldWords, more?: string) => {
  const own = useId();
  const id = given ?? own;
  const ids = [hint && `${id}-hint`, error && `${id}-error`, more && `${id}-${more}`].filter(Boolean);
  return {
    id,
    'aria-describedby': ids.join(' ') || undefined,
    'aria-invalid': error ? true : undefined,
  };
};

/** What helps before anything is wrong. */
export const FieldHint = ({ id, hint }: { id: string; hint: ReactNode }) =>
  hint && (
    <span className={styles.hint} id={`${id}-hint`}>
      {hint}
    </span>
  );

/** What is wrong, with its mark. */
export const FieldError = ({ id, error }: { id: string; error: ReactNode }) =>
  error && (
    <span className={styles.error} id={`${id}-error`}>
      <Icon name="stop" size={20} /> <span>{error}</span>
    </span>
  );

const Name = ({ label, optional }: FieldWords) => (
  <>
    {label} {optional && <span className={styles.optional}>{optional}</span>}
  </>
);

/** Label above, then hint and error, then the input. */
export const FieldFrame = (props: Identified & { children: ReactNode }) => (
  <div className={props.error ? styles.faulty : undefined}>
    <label className={styles.label} htmlFor={props.id}>
      <Name {...props} />
    </label>
    <FieldHint id={props.id} hint={props.hint} />
    <FieldError id={props.id} error={props.error} />
    {props.children}
  </div>
);

/** The same for several inputs that answer one question. */
export const FieldGroup = (props: Identified & { children: ReactNode; describedBy: string | undefined }) => (
  <fieldset className={props.error ? styles.faulty : undefined} aria-describedby={props.describedBy}>
    <legend className={styles.label}>
      <Name {...props} />
    </legend>
    <FieldHint id={props.id} hint={props.hint} />
    <FieldError id={props.id} error={props.error} />
    {props.children}
  </fieldset>
);
