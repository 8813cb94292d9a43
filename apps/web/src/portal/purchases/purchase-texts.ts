import type { purchase } from '@hofn/texts/catalogue/is/purchase.ts';
import { createTranslator, type Translate } from '@hofn/texts/translator.ts';
import { useCallback } from 'react';
import { importOnDemand } from '../../engine/chunks.ts';
import { type Language, useTexts } from '../../engine/index.ts';
import { type LazyPart, useLazyPart } from '../../engine/use-lazy-part.ts';

/** Texts of a purchase, loaded when its screens open. */
export type PurchaseTexts = Translate<typeof purchase>;

const loaders: Record<Language, () => Promise<{ purchase: typeof purchase }>> = {
  is: importOnDemand(() => import('@hofn/texts/catalogue/is/purchase.ts')),
  // The compiler checks that both languages have the same keys.
  en: importOnDemand(
    () => import('@hofn/texts/catalogue/en/purchase.ts') as Promise<{ purchase: typeof purchase }>,
  ),
};

const loadTexts = async (language: Language): Promise<PurchaseTexts> =>
  createTranslator(language, (await loaders[language]()).purchase);

/** The texts of a purchase in the page's language, for a `MoreTexts` around it. */
export const usePurchaseTexts = (): LazyPart<PurchaseTexts> => {
  const { language } = useTexts<'portal'>();
  return useLazyPart(useCallback(() => loadTexts(language), [language]));
};
