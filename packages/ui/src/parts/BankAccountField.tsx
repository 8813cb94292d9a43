import type { ComponentPropsWithRef } from 'react';
import styles from './Field.module.css';
import { FieldGroup, type FieldWords, useField } from './FieldFrame.tsx';

type Part = Omit<ComponentPropsWithRef<'input'>, 'className' | 'type' | 'id'> & {
  label: string;
};
type Props = FieldWords & {
  /** Of the first part, so that an error can lead to it. */
  id?: string;
  /** Bank or branch, four figures. */
  bank: Part;
  /** Ledger, two figures. */
  ledger: Part;
  /** The account's own number, six figures. */
  account: Part;
};

/** An Icelandic bank account as it is written, in its three parts. */
export const BankAccountField = ({ label, optional, hint, error, id, ...parts }: Props) => {
  const words = { label, optional, hint, error };
  const { id: first, ...field } = useField(id, words);
  return (
    <FieldGroup {...words} id={first} describedBy={field['aria-describedby']}>
      <div className={styles.parts}>
        {(['bank', 'ledger', 'account'] as const).map((name) => {
          const { label: partLabel, ...input } = parts[name];
          return (
            <label key={name}>
              <span className={styles.hint}>{partLabel}</span>
              <input
                inputMode="numeric"
                autoComplete="off"
                {...input}
                type="text"
                id={name === 'bank' ? first : undefined}
                aria-invalid={field['aria-invalid']}
                className={`${styles.input} ${styles[name]}`}
              />
            </label>
          );
        })}
      </div>
    </FieldGroup>
  );
};
