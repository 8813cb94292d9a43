import type { Page } from '@playwright/test';
import { translate } from './translate.ts';

/** Opens a list's filters, which a phone hides behind a button, and a short list everywhere. */
export const openFilters = async (page: Page, language: 'is' | 'en'): Promise<void> => {
  // With filters in use, the button also counts them.
  const fold = page.getByRole('button', { name: new RegExp(`^${translate[language]('table|filters')}`) });
  if ((await fold.isVisible()) && (await fold.getAttribute('aria-expanded')) === 'false') await fold.click();
};

/** Chooses an action on a whole list from the menu below it. */
export const chooseListAction = async (page: Page, language: 'is' | 'en', label: string): Promise<void> => {
  const list = page.getByRole('main');
  await list.getByRole('button', { name: translate[language]('table|more'), exact: true }).click();
  await list.getByRole('button', { name: label }).click();
};
