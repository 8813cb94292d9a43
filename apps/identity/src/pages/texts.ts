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

/** Looks texts of the sign-in pages up in one language. */
export type Texts = Translate<typeof icelandic>;

const translators: Record<Language, Texts> = {
  is: createTranslator('is', icelandic),
  en: createTranslator('en', { ...shellEn, ...globalEn, ...identityEn, ...errorsEn }),
};

/**
 * Texts in the first of the wished languages that the product speaks, else in Icelandic (rule LANG-1). A wish may be a
 * list, as `ui_locales` of OpenID Connect is.
 */
export const textsFor = (...wishes: unknown[]): Texts => {
  const codes = wishes.flatMap((wish) => (typeof wish === 'string' ? wish.split(' ').map(shortCode) : []));
  return translators[codes.find(isLanguage) ?? 'is'];
};
