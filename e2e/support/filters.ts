import type { Page } from '@playwright/test';
import { words } from './words.ts';

/** Unfolds the filters of a list, which a phone folds behind a button. */
export const openFilters = async (page: Page, language: 'is' | 'en'): Promise<void> => {
  // With filters in use it says how many.
  const fold = page.getByRole('button', { name: new RegExp(`^${words[language]('table|filters')}`) });
  if ((await fold.isVisible()) && (await fold.getAttribute('aria-expanded')) === 'false') await fold.click();
};
