import { createTranslator, type Lookup, type Params } from '@hofn/texts';
import { chat as chatEn } from '@hofn/texts/catalogue/en/chat.ts';
import { errors as errorsEn } from '@hofn/texts/catalogue/en/errors.ts';
import { identity as identityEn } from '@hofn/texts/catalogue/en/identity.ts';
import { insuranceCore as coreEn } from '@hofn/texts/catalogue/en/insurance-core.ts';
import { portal as portalEn } from '@hofn/texts/catalogue/en/portal.ts';
import { shell as shellEn } from '@hofn/texts/catalogue/en/shell.ts';
import { staff as staffEn } from '@hofn/texts/catalogue/en/staff.ts';
import { chat as chatIs } from '@hofn/texts/catalogue/is/chat.ts';
import { errors as errorsIs } from '@hofn/texts/catalogue/is/errors.ts';
import { identity as identityIs } from '@hofn/texts/catalogue/is/identity.ts';
import { insuranceCore as coreIs } from '@hofn/texts/catalogue/is/insurance-core.ts';
import { portal as portalIs } from '@hofn/texts/catalogue/is/portal.ts';
import { shell as shellIs } from '@hofn/texts/catalogue/is/shell.ts';
import { staff as staffIs } from '@hofn/texts/catalogue/is/staff.ts';

const translatorOf =
  (texts: Lookup) =>
  (key: string, params?: Params): string => {
    const text = texts.find(key, params);
    if (text === undefined) throw new Error(`The catalogues have no text ${key}`);
    return text;
  };

/** Texts that the tests look for, from the same catalogues as the screens. */
export const translate = {
  is: translatorOf(
    createTranslator('is', {
      ...shellIs,
      ...portalIs,
      ...errorsIs,
      ...identityIs,
      ...chatIs,
      ...staffIs,
      ...coreIs,
    }),
  ),
  en: translatorOf(
    createTranslator('en', {
      ...shellEn,
      ...portalEn,
      ...errorsEn,
      ...identityEn,
      ...chatEn,
      ...staffEn,
      ...coreEn,
    }),
  ),
};
