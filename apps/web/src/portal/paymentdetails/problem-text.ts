import { errorText } from '@hofn/texts';
import type { useTexts } from '../../engine/index.ts';
import type { ApiError } from '../../session/index.ts';
import type { Problem } from './registration.ts';

type Texts = ReturnType<typeof useTexts<'portal'>>;

/** The words that came with an error, in the reader's language, or else those of its code (rule PAY-10). */
const ownWords = (t: Texts, { body, errorCode }: ApiError): string => {
  const message: unknown =
    typeof body === 'object' && body !== null ? Reflect.get(body, 'message') : undefined;
  return typeof message === 'string' && message !== '' ? message : errorText(t, errorCode);
};

/** Why a card was not registered, as the reader is told (rule PAY-10). */
export const problemText = (t: Texts, problem: Problem): string => {
  if (problem.is === 'failed') return ownWords(t, problem.error);
  if (problem.is === 'refused') return errorText(t, problem.errorCode ?? 'unknownError');
  return t(`card|${problem.is}`);
};
