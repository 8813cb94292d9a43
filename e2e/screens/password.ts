import type { Page } from '@playwright/test';
import { expect, expectScreen } from '../support/test.ts';
import { translate } from '../support/translate.ts';

/** Path of the password screen, relative to the site's base. */
export const passwordPath = { is: 'vidskipti/stillingar/lykilord/', en: 'en/my-pages/settings/password/' };

/** The screen where a customer changes their password. */
export const passwordScreen = (page: Page, language: 'is' | 'en') => {
  const t = translate[language];
  const current = page.getByLabel(t('password|current'));
  const next = page.getByRole('textbox', { name: t('password|next'), exact: true });
  return {
    current,
    next,
    loaded: async () => {
      await expect(current).toBeVisible();
      await expectScreen(page, { language, heading: t('password|title') });
    },
    /** Fills in both passwords and submits them. */
    change: async (currentPassword: string, newPassword: string) => {
      await current.fill(currentPassword);
      await next.fill(newPassword);
      await page.getByRole('button', { name: t('password|submit') }).click();
    },
  };
};
