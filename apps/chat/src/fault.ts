import { STATUS_CODES } from 'node:http';
import { type ErrorCode, errorCodes, type Problem, type Refusal } from '@hofn/contracts';
import { chatLengths } from '@hofn/domain/chat.ts';
import { KeysAway, TokenRefused } from '@hofn/service/tokens.ts';
import { createTranslator, errorText, type Language } from '@hofn/texts';
import { api as apiEn } from '@hofn/texts/catalogue/en/api.ts';
import { errors as errorsEn } from '@hofn/texts/catalogue/en/errors.ts';
import { api as apiIs } from '@hofn/texts/catalogue/is/api.ts';
import { errors as errorsIs } from '@hofn/texts/catalogue/is/errors.ts';
import type { z } from 'zod';

/** Why a field was refused, as a key of the texts under `field`. */
export type FieldFault = { path: string; reason: 'required' | 'longest' | 'email' | 'form' | 'json' };

/** The one error that the service raises on purpose; any other is a fault of ours. */
export class Fault extends Error {
  override name = 'Fault';
  readonly code: ErrorCode;
  readonly fields: readonly FieldFault[];

  constructor(code: ErrorCode, fields: readonly FieldFault[] = []) {
    super(code);
    this.code = code;
    this.fields = fields;
  }
}

const translators = {
  is: createTranslator('is', { ...apiIs, ...errorsIs }),
  en: createTranslator('en', { ...apiEn, ...errorsEn }),
};

const longest: Record<string, number> = { ...chatLengths, text: chatLengths.message };

/** What a schema says of a word, as faults of its fields. */
export const fieldFaults = ({ issues }: z.ZodError): FieldFault[] =>
  issues.map((issue) => {
    const path = issue.path.join('.') || 'FORM';
    if (issue.code === 'too_small') return { path, reason: 'required' };
    if (issue.code === 'too_big') return { path, reason: 'longest' };
    if (issue.code === 'invalid_format' && issue.format === 'email') return { path, reason: 'email' };
    return { path, reason: 'form' };
  });

/** The fault behind an error: what is not ours is `unknownError`, and belongs into the log. */
export const faultOf = (error: unknown): Fault => {
  if (error instanceof Fault) return error;
  if (error instanceof TokenRefused) return new Fault('unauthenticated');
  if (error instanceof KeysAway) return new Fault('unavailable');
  return new Fault('unknownError');
};

/** The body of an answer to a call that is refused, in the first language that is asked for, Icelandic unless English. */
export const problemOf = ({ code }: Fault, asked: string | undefined, requestId: string): Problem => {
  const { status } = errorCodes[code];
  const message = errorText(translators[/^en\b/i.test(asked ?? '') ? 'en' : 'is'], code);
  return { type: code, title: STATUS_CODES[status] ?? code, status, errorCode: code, message, requestId };
};

/** What is said to whoever sent a word that is not taken, in their language. */
export const refusalOf = (
  { code, fields }: Fault,
  word: { of: string; key?: string; chat?: string },
  language: Language,
): Refusal => {
  const t = translators[language];
  const errors: Record<string, string[]> = {};
  for (const { path, reason } of fields) {
    const text =
      reason === 'longest' ? t('field|longest', { max: longest[path] ?? 0 }) : t(`field|${reason}`);
    errors[path] = [...(errors[path] ?? []), text];
  }
  return {
    type: 'refused',
    ...word,
    errorCode: code,
    message: errorText(t, code),
    ...(fields.length > 0 && { errors }),
  };
};
