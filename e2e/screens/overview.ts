import type { Page } from '@playwright/test';
import { expect, expectScreen } from '../support/test.ts';
import { words } from '../support/words.ts';

type Language = 'is' | 'en';

/** Addresses of the policy overview and of what follows from it, from the site's base. */
export const overviewPath = { is: 'vidskipti/', en: 'en/my-pages/' };
export const benefitsPath = { is: 'vidskipti/fridindi/', en: 'en/my-pages/benefits/' };
/** Where policies are, from the site's base: each by its id, and without one the overview. */
export const policyPath = { is: '/vidskipti/tryggingar/', en: '/en/my-pages/insurance/' };

/** The policy overview. */
export const overviewScreen = (page: Page, language: Language) => {
  const t = words[language];
  return {
    policies: page.locator(`main a[href*="${policyPath[language]}"]`),
    search: page.getByRole('searchbox', { name: t('overview|search') }),
    userMenu: page.locator('[popovertarget=user-menu]'),
    signOut: page.getByRole('button', { name: t('nav|logout') }),
    /** @param heading the greeting, which no screen shows before the customer is known */
    loaded: async (heading: string | RegExp) => {
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(heading);
      await expect(page.locator('main [data-state=loading]')).toHaveCount(0);
      await expectScreen(page, { language, heading });
    },
  };
};

/** The details of one policy. */
export const policyScreen = (page: Page, language: Language) => {
  const t = words[language];
  return {
    premiumParts: page.getByRole('table', { name: t('policy|premiumParts') }),
    loaded: async (name: string | RegExp) => {
      await expect(page.locator('main [data-state=loading]')).toHaveCount(0);
      await expectScreen(page, { language, heading: name });
    },
  };
};
