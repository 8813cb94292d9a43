import { createTranslator, type Language, type Translate } from '@hofn/texts';
import { api as apiEn } from '@hofn/texts/catalogue/en/api.ts';
import { errors as errorsEn } from '@hofn/texts/catalogue/en/errors.ts';
import { portal as portalEn } from '@hofn/texts/catalogue/en/portal.ts';
import { api as apiIs } from '@hofn/texts/catalogue/is/api.ts';
import { errors as errorsIs } from '@hofn/texts/catalogue/is/errors.ts';
import { portal as portalIs } from '@hofn/texts/catalogue/is/portal.ts';

type Own = typeof apiIs & typeof errorsIs & Pick<typeof portalIs, 'benefits' | 'policy'>;

const translators: Record<Language, Translate<Own>> = {
  is: createTranslator('is', {
    ...apiIs,
    ...errorsIs,
    benefits: portalIs.benefits,
    policy: portalIs.policy,
  }),
  en: createTranslator('en', {
    ...apiEn,
    ...errorsEn,
    benefits: portalEn.benefits,
    policy: portalEn.policy,
  }) as Translate<Own>,
};

/** The texts that the service itself answers with, in one language. */
export const textsIn = (language: Language): Translate<Own> => translators[language];
