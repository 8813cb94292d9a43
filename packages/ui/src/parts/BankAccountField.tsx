import {
  type BankAccountPart,
  bankAccountDigits,
  bankAccountParts,
  digitsOfPart,
  padPart,
  splitAccount,
} from '@hofn/domain/bank-account.ts';
import type { ChangeEvent, ClipboardEvent, ComponentPropsWithRef, FocusEvent } from 'react';
import styles from './Field.module.css';
import { FieldGroup, type FieldWords, useField } from './FieldFrame.tsx';
import { rewrite } from './rewrite.ts';

type Part = Omit<ComponentPropsWithRef<'input'>, 'className' | 'type'> & {
  label: string;
  /** What is wrong with this part; it is told above all three. */
  error?: string | undefined;
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

const inputsBeside = (input: HTMLInputElement): HTMLInputElement[] => [
  ...(input.closest('fieldset')?.querySelectorAll('input') ?? []),
];

/**
 * An Icelandic bank account as it is written, in its three parts: digits alone, the focus goes on when a part is full,
 * a part that is left is filled up with zeros, and a whole account can be pasted into any of them.
 */
export const BankAccountField = ({ label, optional, hint, error, id, ...parts }: Props) => {
  const faults = bankAccountParts.flatMap((name) => parts[name].error ?? []);
  const told = faults.map((fault) => (
    <span key={fault} className={styles.fault}>
      {fault}
    </span>
  ));
  const words = { label, optional, hint, error: error ?? (told.length > 0 && told) };
  const { id: group, ...field } = useField(id, words);

  const change = (name: BankAccountPart) => (event: ChangeEvent<HTMLInputElement>) => {
    const input = event.currentTarget;
    const digits = digitsOfPart(name, input.value);
    if (input.value !== digits) input.value = digits;
    parts[name].onChange?.(event);
    const goesOn = name !== 'account' && digits.length === bankAccountDigits[name];
    const deletes = event.nativeEvent instanceof InputEvent && /^delete/.test(event.nativeEvent.inputType);
    if (goesOn && !deletes && document.activeElement === input)
      inputsBeside(input)[bankAccountParts.indexOf(name) + 1]?.focus();
  };
  const leave = (name: BankAccountPart) => (event: FocusEvent<HTMLInputElement>) => {
    rewrite(event.currentTarget, padPart(name, event.currentTarget.value));
    parts[name].onBlur?.(event);
  };
  const paste = (event: ClipboardEvent<HTMLInputElement>) => {
    const account = splitAccount(event.clipboardData.getData('text'));
    if (!account) return;
    event.preventDefault();
    const inputs = inputsBeside(event.currentTarget);
    bankAccountParts.forEach((name, index) => {
      const input = inputs[index];
      const digits = account[name];
      if (input && digits !== undefined) rewrite(input, digits);
    });
  };

  return (
    <FieldGroup {...words} id={group} describedBy={field['aria-describedby']}>
      <div className={styles.parts}>
        {bankAccountParts.map((name) => {
          const { label: partLabel, error: partError, id: own, ...input } = parts[name];
          const isFaulty = partError ? true : error ? field['aria-invalid'] : undefined;
          return (
            <label key={name}>
              <span className={styles.hint}>{partLabel}</span>
              <input
                inputMode="numeric"
                autoComplete="off"
                {...input}
                type="text"
                id={own ?? (name === 'bank' ? group : undefined)}
                aria-invalid={isFaulty}
                aria-describedby={isFaulty ? `${group}-error` : undefined}
                className={`${styles.input} ${styles[name]}`}
                onChange={change(name)}
                onBlur={leave(name)}
                onPaste={paste}
              />
            </label>
          );
        })}
      </div>
    </FieldGroup>
  );
};
