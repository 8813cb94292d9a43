import type { Lookup, Params } from './translator.ts';

/**
 * The text of an error code that a service answered with, from the category `errorCode`; a code without a text reads
 * as `errorCode|unknownError` (rule LANG-5).
 */
export const errorText = (t: Lookup, code: string | undefined, params?: Params): string =>
  t.find(`errorCode|${code ?? ''}`, params) ?? t.find('errorCode|unknownError') ?? 'errorCode|unknownError';
