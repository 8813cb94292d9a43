import { errors as errorsEnglish } from '@hofn/texts/catalogue/en/errors.ts';
import { portal as portalEnglish } from '@hofn/texts/catalogue/en/portal.ts';
import { shell as shellEnglish } from '@hofn/texts/catalogue/en/shell.ts';
import { site as siteEnglish } from '@hofn/texts/catalogue/en/site.ts';
import { staff as staffEnglish } from '@hofn/texts/catalogue/en/staff.ts';
import { errors } from '@hofn/texts/catalogue/is/errors.ts';
import { portal } from '@hofn/texts/catalogue/is/portal.ts';
import { shell } from '@hofn/texts/catalogue/is/shell.ts';
import { site } from '@hofn/texts/catalogue/is/site.ts';
import { staff } from '@hofn/texts/catalogue/is/staff.ts';
import { type Catalogue, createTranslator, type TextKey } from '@hofn/texts/translator.ts';
import type { Language, PageContext } from '../src/engine/types.ts';

/** The texts of each area's pages. Their type is `Catalogues` in the engine. */
export const catalogues: Record<PageContext['area'], Record<Language, Catalogue>> = {
  site: { is: { ...shell, ...site }, en: { ...shellEnglish, ...siteEnglish } },
  portal: {
    is: { ...shell, ...portal, ...errors },
    en: { ...shellEnglish, ...portalEnglish, ...errorsEnglish },
  },
  staff: {
    is: { ...shell, ...staff, ...errors },
    en: { ...shellEnglish, ...staffEnglish, ...errorsEnglish },
  },
};

/** A shell text with unfilled placeholders, for use outside pages. */
export const shellText = (language: Language, key: TextKey<typeof shell>): string =>
  createTranslator<Catalogue>(language, { is: shell, en: shellEnglish }[language]).find(key) ?? key;
