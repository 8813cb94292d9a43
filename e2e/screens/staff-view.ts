import { formatKennitala } from '@hofn/domain';
import type { Page } from '@playwright/test';
import { expect, expectValidScreen } from '../support/test.ts';
import { translate } from '../support/translate.ts';
import { signInStaff } from './sign-in.ts';

type Language = 'is' | 'en';

/** Where staff look up a customer, and the banner above the customer's pages. */
export const staffViewScreen = (page: Page, language: Language) => {
  const t = translate[language];
  const banner = page.getByRole('region', { name: t('staffView|banner') });
  const open = page.getByRole('button', { name: t('staffView|open') });
  return {
    /** Signs in as an employee through the portal's front page, which redirects to the customer look-up. */
    signIn: async (username: string, password: string) => {
      const path = language === 'is' ? 'vidskipti/' : 'en/my-pages/';
      await signInStaff(page, language, { path, username, password });
      await expect(page.locator('h1')).toHaveText(t('staffView|title'));
    },
    loaded: () => expectValidScreen(page, { language, heading: t('staffView|title') }),
    ssn: page.getByLabel(t('staffView|ssnLabel')),
    reason: page.getByLabel(t('staffView|reason'), { exact: true }),
    open,
    found: (name: string) => page.getByText(t('staffView|found', { name })),
    banner,
    /** Expects the banner to name the customer being viewed (rule STAFF-2a). */
    expectViewed: async (name: string, ssn: string) => {
      await expect(banner).toContainText(t('staffView|viewing', { name }));
      await expect(banner).toContainText(formatKennitala(ssn));
    },
    button: (name: string) => banner.getByRole('button', { name, exact: true }),
  };
};
