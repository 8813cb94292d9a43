import type { Page } from '@playwright/test';
import { expect, expectScreen } from '../support/test.ts';
import { translate } from '../support/translate.ts';

type Language = 'is' | 'en';

/** Paths of the policy overview and the benefits, relative to the site's base. */
export const overviewPath = { is: 'vidskipti/', en: 'en/my-pages/' };
export const benefitsPath = { is: 'vidskipti/fridindi/', en: 'en/my-pages/benefits/' };
/** Path of the policies, relative to the site's base: a policy with its id, the overview without one. */
export const policyPath = { is: '/vidskipti/tryggingar/', en: '/en/my-pages/insurance/' };

/** The policy overview. */
export const overviewScreen = (page: Page, language: Language) => {
  const t = translate[language];
  return {
    policies: page.locator(`main a[href*="${policyPath[language]}"]`),
    search: page.getByRole('searchbox', { name: t('overview|search') }),
    userMenu: page.locator('[popovertarget=user-menu]'),
    signOut: page.getByRole('button', { name: t('nav|logout') }),
    /** @param heading the greeting, which appears only once the customer is loaded */
    loaded: async (heading: string | RegExp) => {
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(heading);
      await expect(page.locator('main [data-state=loading]')).toHaveCount(0);
      await expectScreen(page, { language, heading });
    },
  };
};

/** The screen of a policy. */
export const policyScreen = (page: Page, language: Language) => {
  const t = translate[language];
  return {
    premiumParts: page.getByRole('table', { name: t('policy|premiumParts') }),
    loaded: async (name: string | RegExp) => {
      await expect(page.locator('main [data-state=loading]')).toHaveCount(0);
      await expectScreen(page, { language, heading: name });
    },
  };
};
