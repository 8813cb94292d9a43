import { pathOf } from '@hofn/texts/paths.ts';
import type { Page } from '@playwright/test';
import { expect } from '../support/test.ts';
import { translate } from '../support/translate.ts';
import { signInStaff } from './sign-in.ts';

type Language = 'is' | 'en';

/** The staff's work queue, and a case in it. */
export const workQueueScreen = (page: Page, language: Language) => {
  const t = translate[language];
  const button = (name: string) => page.getByRole('button', { name, exact: true });
  const search = page.getByRole('searchbox', { name: t('queue|search') });
  return {
    signIn: async (username: string) => {
      const path = `${pathOf('staff.queue', language).slice(1)}/`;
      await signInStaff(page, language, { path, username });
      await expect(page.locator('h1')).toHaveText(t('queue|title'));
      await expect(page.getByRole('table')).toBeVisible();
    },
    button,
    search,
    /** Finds a case by its number and opens it. */
    openCase: async (reference: string) => {
      await search.fill(reference);
      const row = page.getByRole('row').filter({ hasText: reference });
      // Exactly one row with a link, besides the header row: the search has finished.
      await expect(page.getByRole('row').filter({ has: page.getByRole('link') })).toHaveCount(1);
      await expect(row).toBeVisible();
      await row.getByRole('link').click();
      await expect(page.getByRole('heading', { name: t('queue|history') })).toBeVisible();
    },
    answer: page.getByLabel(t('queue|answer'), { exact: true }),
    alsoClose: page.getByLabel(t('queue|closeToo')),
  };
};
