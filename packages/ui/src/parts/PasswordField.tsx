import { type ComponentPropsWithRef, useState } from 'react';
import styles from './Field.module.css';
import { FieldFrame, type FieldWords, useField } from './FieldFrame.tsx';

type Props = Omit<ComponentPropsWithRef<'input'>, 'className' | 'type'> &
  FieldWords & {
    /** «Sýna lykilorð»; pressed, the letters are seen. */
    showLabel: string;
  };

/** A password that can be shown while it is typed. */
export const PasswordField = ({ label, optional, hint, error, id, showLabel, ...rest }: Props) => {
  const words = { label, optional, hint, error };
  const field = useField(id, words);
  const [shown, show] = useState(false);
  return (
    <FieldFrame {...words} id={field.id}>
      <input
        autoComplete="current-password"
        spellCheck={false}
        autoCapitalize="none"
        {...rest}
        {...field}
        type={shown ? 'text' : 'password'}
        className={styles.input}
      />
      <button
        type="button"
        className={styles.show}
        aria-pressed={shown}
        aria-controls={field.id}
        onClick={() => show(!shown)}
      >
        {showLabel}
      </button>
    </FieldFrame>
  );
};
