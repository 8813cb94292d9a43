import type { Catalogue, Translate } from '@hofn/texts/translator.ts';
import { createContext, useContext } from 'react';
import type portalTexts from './texts/portal.is.ts';
import type siteTexts from './texts/site.is.ts';
import type { Language, PageContext } from './types.ts';

/** The texts of each area. The other language has the same keys, which the compiler holds (rule LANG-6). */
type Catalogues = { site: typeof siteTexts; portal: typeof portalTexts };

// Written out, so that the bundler makes a chunk of each: a page loads one language and one area.
const catalogues: Record<PageContext['area'], Record<Language, () => Promise<{ default: Catalogue }>>> = {
  site: { is: () => import('./texts/site.is.ts'), en: () => import('./texts/site.en.ts') },
  portal: { is: () => import('./texts/portal.is.ts'), en: () => import('./texts/portal.en.ts') },
};

/** Loads the texts that a page needs. */
export const loadTexts = async ({ area, language }: PageContext): Promise<Catalogue> =>
  (await catalogues[area][language]()).default;

export const TextsContext = createContext<Translate<Catalogues['site']> | undefined>(undefined);

/**
 * `t` of the page's language, with the texts of its area: `useTexts()` on the site, `useTexts<'portal'>()` in the
 * portal.
 */
export const useTexts = <Area extends keyof Catalogues = 'site'>(): Translate<Catalogues[Area]> => {
  const texts = useContext(TextsContext);
  if (!texts) throw new Error('useTexts needs a page around it');
  // The page was loaded with the texts of its own area; a template knows which that is.
  return texts as unknown as Translate<Catalogues[Area]>;
};
