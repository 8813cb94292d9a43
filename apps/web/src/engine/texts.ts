import type { claimForm } from '@hofn/texts/catalogue/is/claim-form.ts';
import type { errors } from '@hofn/texts/catalogue/is/errors.ts';
import type { photos } from '@hofn/texts/catalogue/is/photos.ts';
import type { portal } from '@hofn/texts/catalogue/is/portal.ts';
import type { purchase } from '@hofn/texts/catalogue/is/purchase.ts';
import type { shell } from '@hofn/texts/catalogue/is/shell.ts';
import type { site } from '@hofn/texts/catalogue/is/site.ts';
import type { staff } from '@hofn/texts/catalogue/is/staff.ts';
import type { Lookup, Translate } from '@hofn/texts/translator.ts';
import { createContext, useContext } from 'react';

/**
 * The texts of each area, from the page's static query `texts`. The compiler checks that both languages have the same
 * keys (rule LANG-6).
 */
export type Catalogues = {
  site: typeof shell & typeof site;
  portal: typeof shell & typeof portal & typeof errors;
  staff: typeof shell & typeof staff & typeof errors;
  /** Within a claim form, which loads its texts when it opens and gives them to `MoreTexts`. */
  claimForm: Catalogues['portal'] & typeof claimForm;
  /** Within a purchase, whose screens load its texts. */
  purchase: Catalogues['portal'] & typeof purchase;
  /** Within the photo viewer, which brings its texts. */
  photos: Catalogues['portal'] & typeof photos;
};

/** Texts of any area; `useTexts` says of which. */
export type PageTexts = Lookup;

export const TextsContext = createContext<PageTexts | undefined>(undefined);

/**
 * `t` of the page's language, with the texts of its area: `useTexts()` on the site, `useTexts<'portal'>()` in the
 * portal, `useTexts<'claimForm'>()` in the claim form.
 */
export const useTexts = <Area extends keyof Catalogues = 'site'>(): Translate<Catalogues[Area]> => {
  const texts = useContext(TextsContext);
  if (!texts) throw new Error('No page context');
  // The page's template knows the area, and so which texts the page has.
  return texts as Translate<Catalogues[Area]>;
};
