import type { Lookup, Params } from './translator.ts';

/**
 * The text of a service's error code, from the category `errorCode`; a code without a text gets that of `unknownError`
 * (rule LANG-5).
 */
export const errorText = (t: Lookup, code: string | undefined, params?: Params): string =>
  t.find(`errorCode|${code ?? ''}`, params) ?? t.find('errorCode|unknownError') ?? 'errorCode|unknownError';
