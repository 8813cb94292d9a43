import { type Catalogue, createTranslator } from '@hofn/texts/translator.ts';
import type { ComponentProps } from 'react';
import { later } from '../engine/chunks.ts';
import type { Language } from '../engine/index.ts';
import type { TextsContext } from '../engine/texts.ts';

type Texts = NonNullable<ComponentProps<typeof TextsContext>['value']>;

const load: Record<Language, () => Promise<{ visitorClaim: Catalogue }>> = {
  is: later(() => import('@hofn/texts/catalogue/is/visitor-claim.ts')),
  en: later(() => import('@hofn/texts/catalogue/en/visitor-claim.ts')),
};

/** What the parts of the portal say that a page of the site shows: it has the texts of the site alone. */
export const loadPortalTexts = async (language: Language): Promise<Texts> => {
  const { visitorClaim } = await load[language]();
  // As with the texts of a page: those who read them know which they have.
  return createTranslator(language, visitorClaim) as unknown as Texts;
};
