import type { Page } from '@playwright/test';
import { words } from './words.ts';

/** Unfolds the filters of a list, which a phone folds behind a button. */
export const openFilters = async (page: Page, language: 'is' | 'en'): Promise<void> => {
  const fold = page.getByRole('button', { name: words[language]('table|filters'), exact: true });
  if (await fold.isVisible()) await fold.click();
};
