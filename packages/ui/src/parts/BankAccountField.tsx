import {
  type BankAccount,
  type BankAccountPart,
  bankAccountDigits,
  bankAccountParts,
  digitsOfPart,
  padPart,
  splitAccount,
} from '@hofn/domain/bank-account.ts';
import type { ChangeEvent, ClipboardEvent, ComponentPropsWithRef, FocusEvent } from 'react';
import styles from './Field.module.css';
import { FieldGroup, type FieldTexts, useField } from './FieldFrame.tsx';
import { replaceInputText } from './replace-input-text.ts';

type Part = Omit<ComponentPropsWithRef<'input'>, 'className' | 'type'> & {
  label: string;
  /** Error of this part, shown above all three. */
  error?: string | undefined;
};
type Props = FieldTexts & {
  /** Id of the first part, so that the error summary can link to it. */
  id?: string;
  /** Bank or branch, four digits. */
  bank: Part;
  /** Ledger, two digits. */
  ledger: Part;
  /** Account number, six digits. */
  account: Part;
};

const siblingInputs = (input: HTMLInputElement): HTMLInputElement[] => [
  ...(input.closest('fieldset')?.querySelectorAll('input') ?? []),
];

const fillParts = (input: HTMLInputElement, account: Partial<BankAccount>): void => {
  const inputs = siblingInputs(input);
  bankAccountParts.forEach((name, index) => {
    const digits = account[name];
    const part = inputs[index];
    if (part && digits !== undefined) replaceInputText(part, digits);
  });
};

/** The input without the character just typed, which has no room in a part that is full (rule PAY-2). */
const withoutTyped = ({ value, selectionStart }: HTMLInputElement): string => {
  const caret = selectionStart ?? value.length;
  return value.slice(0, Math.max(0, caret - 1)) + value.slice(caret);
};

/**
 * An Icelandic bank account in its three parts. It takes only digits when typed, moves the focus when a part is full,
 * pads a part with zeros on blur, and splits an account that is pasted, dropped or filled in. What cannot be split stays
 * in its field unchanged, to be shown with an error: cut, it would be another account (rule HOLD-24).
 */
export const BankAccountField = ({ label, optional, hint, error, id, ...parts }: Props) => {
  const errors = bankAccountParts.flatMap((name) => parts[name].error ?? []);
  const errorLines = errors.map((message) => (
    <span key={message} className={styles.fault}>
      {message}
    </span>
  ));
  const texts = { label, optional, hint, error: error ?? (errorLines.length > 0 && errorLines) };
  const { id: group, ...field } = useField(id, texts);

  const handleChange = (name: BankAccountPart) => (event: ChangeEvent<HTMLInputElement>) => {
    const input = event.currentTarget;
    const { inputType } = event.nativeEvent as Partial<InputEvent>;
    const isTyped = inputType === 'insertText';
    const account = isTyped ? undefined : splitAccount(input.value);
    if (account) {
      fillParts(input, account);
      return;
    }
    const entered = digitsOfPart(name, input.value);
    const isOverfull = isTyped && entered.length > bankAccountDigits[name];
    const digits = isOverfull ? digitsOfPart(name, withoutTyped(input)) : entered;
    if (input.value !== digits) input.value = digits;
    parts[name].onChange?.(event);
    const isFull = name !== 'account' && digits.length === bankAccountDigits[name];
    const isDeletion = event.nativeEvent instanceof InputEvent && /^delete/.test(event.nativeEvent.inputType);
    if (isFull && !isDeletion && document.activeElement === input)
      siblingInputs(input)[bankAccountParts.indexOf(name) + 1]?.focus();
  };
  const handleBlur = (name: BankAccountPart) => (event: FocusEvent<HTMLInputElement>) => {
    replaceInputText(event.currentTarget, padPart(name, event.currentTarget.value));
    parts[name].onBlur?.(event);
  };
  const handlePaste = (event: ClipboardEvent<HTMLInputElement>) => {
    const account = splitAccount(event.clipboardData.getData('text'));
    if (!account) return;
    event.preventDefault();
    fillParts(event.currentTarget, account);
  };

  return (
    <FieldGroup {...texts} id={group} describedBy={field['aria-describedby']}>
      <div className={styles.parts}>
        {bankAccountParts.map((name) => {
          const { label: partLabel, error: partError, id: ownId, ...input } = parts[name];
          const isInvalid = partError ? true : error ? field['aria-invalid'] : undefined;
          return (
            <label key={name}>
              <span className={styles.hint}>{partLabel}</span>
              <input
                inputMode="numeric"
                autoComplete="off"
                {...input}
                type="text"
                id={ownId ?? (name === 'bank' ? group : undefined)}
                aria-invalid={isInvalid}
                aria-describedby={isInvalid ? `${group}-error` : undefined}
                className={`${styles.input} ${styles[name]}`}
                onChange={handleChange(name)}
                onBlur={handleBlur(name)}
                onPaste={handlePaste}
              />
            </label>
          );
        })}
      </div>
    </FieldGroup>
  );
};
