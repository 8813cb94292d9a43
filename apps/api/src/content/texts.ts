import type { Catalogue, Language } from '@hofn/texts';
import { api as apiEn } from '@hofn/texts/catalogue/en/api.ts';
import { errors as errorsEn } from '@hofn/texts/catalogue/en/errors.ts';
import { global as globalEn } from '@hofn/texts/catalogue/en/global.ts';
import { identity as identityEn } from '@hofn/texts/catalogue/en/identity.ts';
import { portal as portalEn } from '@hofn/texts/catalogue/en/portal.ts';
import { shell as shellEn } from '@hofn/texts/catalogue/en/shell.ts';
import { site as siteEn } from '@hofn/texts/catalogue/en/site.ts';
import { api as apiIs } from '@hofn/texts/catalogue/is/api.ts';
import { errors as errorsIs } from '@hofn/texts/catalogue/is/errors.ts';
import { global as globalIs } from '@hofn/texts/catalogue/is/global.ts';
import { identity as identityIs } from '@hofn/texts/catalogue/is/identity.ts';
import { portal as portalIs } from '@hofn/texts/catalogue/is/portal.ts';
import { shell as shellIs } from '@hofn/texts/catalogue/is/shell.ts';
import { site as siteIs } from '@hofn/texts/catalogue/is/site.ts';

const groups: Record<Language, Catalogue[]> = {
  is: [apiIs, errorsIs, globalIs, identityIs, portalIs, shellIs, siteIs],
  en: [apiEn, errorsEn, globalEn, identityEn, portalEn, shellEn, siteEn],
};

/** Every text of the product in one language, by category and key. Several catalogues may extend a category. */
export const categoriesIn = (language: Language): Record<string, Record<string, string>> => {
  const categories: Record<string, Record<string, string>> = {};
  for (const group of groups[language]) {
    for (const [category, texts] of Object.entries(group)) {
      categories[category] = { ...categories[category], ...texts };
    }
  }
  return categories;
};
