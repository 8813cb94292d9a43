import type { Page } from '@playwright/test';
import { expect, expectScreen } from '../support/test.ts';
import { translate } from '../support/translate.ts';

/** Path of the offers, relative to the site's base. */
export const offersPath = { is: 'vidskipti/tilbod/', en: 'en/my-pages/offers/' };

/** The list of offers, and the screen of an offer. */
export const offersScreen = (page: Page, language: 'is' | 'en') => {
  const t = translate[language];
  return {
    open: (name: string) => page.getByRole('link', { name, exact: true }).click(),
    comparison: page.getByRole('table', { name: t('offers|compare') }),
    parts: page.getByRole('table', { name: t('offers|parts') }),
    ipid: page.getByRole('button', { name: t('offers|ipidGet') }),
    /** Accepts or declines, and confirms in the dialog. */
    answer: async (which: 'accept' | 'decline') => {
      await page.getByRole('button', { name: t(`offers|${which}`) }).click();
      await page
        .getByRole('dialog', { name: t(`offers|${which}`) })
        .getByRole('button', { name: t(`offers|${which}`) })
        .click();
    },
    loaded: async (heading: string = t('offers|title')) => {
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(heading);
      await expect(page.locator('main [data-state=loading]')).toHaveCount(0);
      await expectScreen(page, { language, heading });
    },
  };
};
