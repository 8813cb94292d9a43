import { errorText } from '@hofn/texts';
import type { useTexts } from '../../engine/index.ts';
import type { ApiError } from '../../session/index.ts';
import type { Problem } from './registration.ts';

type Texts = ReturnType<typeof useTexts<'portal'>>;

/**
 * The message of an error response, already in the user's language, or else the text of its code (rule
 * PAY-10).
 */
const messageOf = (t: Texts, { body, errorCode }: ApiError): string => {
  const message: unknown =
    typeof body === 'object' && body !== null ? Reflect.get(body, 'message') : undefined;
  return typeof message === 'string' && message !== '' ? message : errorText(t, errorCode);
};

/** Why a card was not registered, for the user (rule PAY-10). */
export const problemText = (t: Texts, problem: Problem): string => {
  if (problem.kind === 'failed') return messageOf(t, problem.error);
  if (problem.kind === 'refused') return errorText(t, problem.errorCode ?? 'unknownError');
  return t(`card|${problem.kind}`);
};
