import { formatKennitala, formatPhone, kennitalaDigits, parseIsk, parsePhone } from '@hofn/domain';
import type { Language } from '@hofn/texts/language.ts';
import { formatNumber } from '@hofn/texts/number.ts';
import type { FocusEvent } from 'react';
import { TextField, type TextFieldProps } from './Field.tsx';
import { replaceInputText } from './replace-input-text.ts';

type Props = Omit<TextFieldProps, 'type' | 'width' | 'unit'>;

/** Formats the value on blur; a value that cannot be formatted is unchanged. */
const formatOnBlur =
  (format: (text: string) => string, onBlur: Props['onBlur']) => (event: FocusEvent<HTMLInputElement>) => {
    replaceInputText(event.currentTarget, format(event.currentTarget.value));
    onBlur?.(event);
  };

const formatKennitalaInput = (text: string): string => {
  const digits = kennitalaDigits(text);
  return digits ? formatKennitala(digits) : text.trim();
};

const formatPhoneInput = (text: string): string => {
  const digits = parsePhone(text);
  return digits ? formatPhone(digits) : text.trim();
};

/** A kennitala: spaces and dashes are ignored, and it is formatted 6+4. */
export const KennitalaField = ({ onBlur, ...rest }: Props) => (
  <TextField
    inputMode="numeric"
    autoComplete="off"
    spellCheck={false}
    {...rest}
    width="narrow"
    onBlur={formatOnBlur(formatKennitalaInput, onBlur)}
  />
);

/** An Icelandic phone number, formatted `### ####` (rule FORM-6b). */
export const PhoneField = ({ onBlur, ...rest }: Props) => (
  <TextField
    // `autocomplete="tel-national"` is only valid in a text field.
    inputMode="tel"
    autoComplete="tel-national"
    {...rest}
    width="narrow"
    onBlur={formatOnBlur(formatPhoneInput, onBlur)}
  />
);

/** An amount in whole krónur, formatted in the language; parse it with `parseIsk`. */
export const MoneyField = ({
  onBlur,
  language,
  unit,
  ...rest
}: Props & { language: Language /** «kr.» */; unit: string }) => {
  const formatMoneyInput = (text: string): string => {
    const isk = parseIsk(text);
    return isk === undefined ? text.trim() : formatNumber(language, isk);
  };
  return (
    <TextField
      inputMode="numeric"
      autoComplete="off"
      {...rest}
      width="narrow"
      unit={unit}
      onBlur={formatOnBlur(formatMoneyInput, onBlur)}
    />
  );
};
