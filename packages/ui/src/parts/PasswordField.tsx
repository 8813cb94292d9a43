import { type ComponentPropsWithRef, useState } from 'react';
import styles from './Field.module.css';
import { FieldFrame, type FieldTexts, useField } from './FieldFrame.tsx';

type Props = Omit<ComponentPropsWithRef<'input'>, 'className' | 'type'> &
  FieldTexts & {
    /** «Sýna lykilorð», text of the toggle. */
    showLabel: string;
  };

/** A password field with a toggle that shows the password. */
export const PasswordField = ({ label, optional, hint, error, id, showLabel, ...rest }: Props) => {
  const texts = { label, optional, hint, error };
  const field = useField(id, texts);
  const [isShown, setIsShown] = useState(false);
  return (
    <FieldFrame {...texts} id={field.id}>
      <input
        autoComplete="current-password"
        spellCheck={false}
        autoCapitalize="none"
        {...rest}
        {...field}
        type={isShown ? 'text' : 'password'}
        className={styles.input}
      />
      <button
        type="button"
        className={styles.show}
        aria-pressed={isShown}
        aria-controls={field.id}
        onClick={() => setIsShown(!isShown)}
      >
        {showLabel}
      </button>
    </FieldFrame>
  );
};
