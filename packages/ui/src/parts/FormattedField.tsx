import { formatKennitala, formatPhone, parseIsk, parsePhone } from '@hofn/domain';
import type { Language } from '@hofn/texts/language.ts';
import { formatNumber } from '@hofn/texts/number.ts';
import type { FocusEvent } from 'react';
import { TextField, type TextFieldProps } from './Field.tsx';
import { rewrite } from './rewrite.ts';

type Props = Omit<TextFieldProps, 'type' | 'width' | 'unit'>;

/** Shows what was typed in its usual form once the field is left; what has no such form stays as it was typed. */
const leaving =
  (format: (text: string) => string, onBlur: Props['onBlur']) => (event: FocusEvent<HTMLInputElement>) => {
    rewrite(event.currentTarget, format(event.currentTarget.value));
    onBlur?.(event);
  };

const kennitala = (text: string): string => {
  const digits = text.replace(/[\s\u2010-\u2015\u2212-]/g, '');
  return /^\d{10}$/.test(digits) ? formatKennitala(digits) : text.trim();
};

const phone = (text: string): string => {
  const digits = parsePhone(text);
  return digits ? formatPhone(digits) : text.trim();
};

/** A kennitala: spaces and dashes are forgiven, and it is shown 6+4. */
export const KennitalaField = ({ onBlur, ...rest }: Props) => (
  <TextField
    inputMode="numeric"
    autoComplete="off"
    spellCheck={false}
    {...rest}
    width="narrow"
    onBlur={leaving(kennitala, onBlur)}
  />
);

/** An Icelandic phone number, shown `### ####` (rule FORM-6b). */
export const PhoneField = ({ onBlur, ...rest }: Props) => (
  <TextField
    // HTML knows a number without its country in a text field alone.
    inputMode="tel"
    autoComplete="tel-national"
    {...rest}
    width="narrow"
    onBlur={leaving(phone, onBlur)}
  />
);

/** Whole krónur, shown with the language's thousands; read them with `parseIsk`. */
export const MoneyField = ({
  onBlur,
  language,
  unit,
  ...rest
}: Props & { language: Language /** «kr.» */; unit: string }) => {
  const money = (text: string): string => {
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
      onBlur={leaving(money, onBlur)}
    />
  );
};
