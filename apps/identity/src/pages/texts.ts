import { createTranslator, isLanguage, type Language, shortCode, type Translate } from '@hofn/texts';
import { errors as errorsEn } from '@hofn/texts/catalogue/en/errors.ts';
import { global as globalEn } from '@hofn/texts/catalogue/en/global.ts';
import { identity as identityEn } from '@hofn/texts/catalogue/en/identity.ts';
import { shell as shellEn } from '@hofn/texts/catalogue/en/shell.ts';
import { errors } from '@hofn/texts/catalogue/is/errors.ts';
import { global } from '@hofn/texts/catalogue/is/global.ts';
import { identity } from '@hofn/texts/catalogue/is/identity.ts';
import { shell } from '@hofn/texts/catalogue/is/shell.ts';

const icelandic = { ...shell, ...global, ...identity, ...errors };

/** Translator for the sign-in pages in one language. */
export type Texts = Translate<typeof icelandic>;

const translators: Record<Language, Texts> = {
  is: createTranslator('is', icelandic),
  en: createTranslator('en', { ...shellEn, ...globalEn, ...identityEn, ...errorsEn }),
};

/**
 * Texts in the first supported language, by default Icelandic (rule LANG-1). Each preference may be a space-separated
 * list, like OpenID Connect's `ui_locales`.
 */
export const textsFor = (...preferences: unknown[]): Texts => {
  const codes = preferences.flatMap((preference) =>
    typeof preference === 'string' ? preference.split(' ').map(shortCode) : [],
  );
  return translators[codes.find(isLanguage) ?? 'is'];
};
