import { isLanguage, type Language, shortCode } from '@hofn/texts';
import Negotiator from 'negotiator';

/**
 * Returns the supported language that an `Accept-Language` header prefers, else Icelandic (rule LANG-1). Regions are
 * ignored, so the header's own languages are sorted: matched against ours, `en-GB, is;q=0.9, en;q=0.8` would give
 * Icelandic, because RFC 4647 lets the exact `en` override the weight of `en-GB`.
 */
export const languageOf = (header: string | undefined): Language =>
  new Negotiator({ headers: { 'accept-language': header } }).languages().map(shortCode).find(isLanguage) ??
  'is';

/** Picks the Icelandic or the English of two columns, texts or titles. */
export const pick = <Is, En>(language: Language, is: Is, en: En): Is | En => (language === 'is' ? is : en);
