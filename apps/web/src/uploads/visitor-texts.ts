import { type Catalogue, createTranslator } from '@hofn/texts/translator.ts';
import type { ComponentProps } from 'react';
import { importOnDemand } from '../engine/chunks.ts';
import type { Language } from '../engine/index.ts';
import type { TextsContext } from '../engine/texts.ts';

type Texts = NonNullable<ComponentProps<typeof TextsContext>['value']>;

const loaders: Record<Language, () => Promise<{ visitorClaim: Catalogue }>> = {
  is: importOnDemand(() => import('@hofn/texts/catalogue/is/visitor-claim.ts')),
  en: importOnDemand(() => import('@hofn/texts/catalogue/en/visitor-claim.ts')),
};

/** Portal texts used by the visitor form, because site pages load only the site's texts. */
export const loadPortalTexts = async (language: Language): Promise<Texts> => {
  const { visitorClaim } = await loaders[language]();
  // As with page texts, the type is unchecked: components use only texts that their page has loaded.
  return createTranslator(language, visitorClaim) as unknown as Texts;
};
