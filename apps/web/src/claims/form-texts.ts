import type { claimForm } from '@hofn/texts/catalogue/is/claim-form.ts';
import { createTranslator, type Translate } from '@hofn/texts/translator.ts';
import { useCallback } from 'react';
import { importOnDemand } from '../engine/chunks.ts';
import { type Language, useTexts } from '../engine/index.ts';
import { type LazyPart, useLazyPart } from '../engine/use-lazy-part.ts';

/** Texts of the claim form, loaded when the form opens. */
export type FormTexts = Translate<typeof claimForm>;

const loaders: Record<Language, () => Promise<{ claimForm: typeof claimForm }>> = {
  is: importOnDemand(() => import('@hofn/texts/catalogue/is/claim-form.ts')),
  // The compiler checks that both languages have the same keys.
  en: importOnDemand(
    () => import('@hofn/texts/catalogue/en/claim-form.ts') as Promise<{ claimForm: typeof claimForm }>,
  ),
};

export const loadFormTexts = async (language: Language): Promise<FormTexts> =>
  createTranslator(language, (await loaders[language]()).claimForm);

/** The claim form's texts in the page's language, for a `MoreTexts` around it. */
export const useLoadedTexts = (): LazyPart<FormTexts> => {
  const { language } = useTexts<'portal'>();
  return useLazyPart(useCallback(() => loadFormTexts(language), [language]));
};
