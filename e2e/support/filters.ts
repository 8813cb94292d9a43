import type { Page } from '@playwright/test';
import { translate } from './translate.ts';

/** Opens a list's filters, which a phone hides behind a button. */
export const openFilters = async (page: Page, language: 'is' | 'en'): Promise<void> => {
  // With filters in use, the button also counts them.
  const fold = page.getByRole('button', { name: new RegExp(`^${translate[language]('table|filters')}`) });
  if ((await fold.isVisible()) && (await fold.getAttribute('aria-expanded')) === 'false') await fold.click();
};
