import { type Catalogue, createTranslator } from '@hofn/texts/translator.ts';
import { importOnDemand } from '../engine/chunks.ts';
import type { Language } from '../engine/index.ts';
import type { PageTexts } from '../engine/texts.ts';

const loaders: Record<Language, () => Promise<{ visitorClaim: Catalogue }>> = {
  is: importOnDemand(() => import('@hofn/texts/catalogue/is/visitor-claim.ts')),
  en: importOnDemand(() => import('@hofn/texts/catalogue/en/visitor-claim.ts')),
};

/** Portal texts used by the visitor form, because site pages load only the site's texts. */
export const loadPortalTexts = async (language: Language): Promise<PageTexts> => {
  const { visitorClaim } = await loaders[language]();
  return createTranslator(language, visitorClaim);
};
