import type { Page } from '@playwright/test';
import { expect, expectScreen } from '../support/test.ts';
import { translate } from '../support/translate.ts';

/** Paths of the settings, relative to the site's base. */
export const settingsPath = { is: 'vidskipti/stillingar/', en: 'en/my-pages/settings/' };
export const paymentDetailsPath = {
  is: 'vidskipti/stillingar/greidsluupplysingar/',
  en: 'en/my-pages/settings/payment-details/',
};

/** The general settings. */
export const generalScreen = (page: Page, language: 'is' | 'en') => {
  const t = translate[language];
  return {
    email: page.getByLabel(t('settings|email'), { exact: true }),
    mobilePhone: page.getByLabel(t('settings|mobilePhone'), { exact: true }),
    homePhone: page.getByLabel(t('settings|homePhone')),
    language: page.getByLabel(t('settings|language'), { exact: true }),
    save: page.getByRole('button', { name: t('settings|save'), exact: true }),
    loaded: async () => {
      await expect(page.getByLabel(t('settings|email'), { exact: true })).toBeVisible();
      await expectScreen(page, { language, heading: t('settings|generalTitle') });
    },
  };
};

/** The payment details, or the part of them in a popup. */
export const paymentDetailsScreen = (page: Page, language: 'is' | 'en') => {
  const t = translate[language];
  const account = page.getByRole('group', { name: t('bank|number') });
  return {
    account,
    part: (name: 'bank' | 'ledger' | 'account') => account.getByLabel(t(`bank|${name}`), { exact: true }),
    saveAccount: page.getByRole('button', { name: t('bank|save') }),
    otherCard: page.getByRole('checkbox', { name: t('card|useOther') }),
    register: page.getByRole('button', { name: t('card|register'), exact: true }),
    method: page.getByRole('group', { name: t('paymentDetails|methodLabel') }),
    saveMethod: page.getByRole('button', { name: t('paymentDetails|methodSave') }),
    updated: page.getByRole('status').filter({ hasText: t('paymentDetails|updated') }),
    loaded: async () => {
      await expect(account).toBeVisible();
      await expect(page.getByRole('group', { name: t('paymentDetails|methodLabel') })).toBeVisible();
      await expect(page.getByRole('heading', { name: t('card|title') })).toBeVisible();
      await expect(page.locator('main [data-state=loading]')).toHaveCount(0);
      await expectScreen(page, { language, heading: t('paymentDetails|title') });
    },
  };
};

/** The card service's page, in a window or a frame. */
export const cardServicePage = (page: Pick<Page, 'locator' | 'getByRole'>) => ({
  enter: async (number: string) => {
    await page.locator('#number').fill(number);
    await page.locator('#expires').fill('08/29');
    await page.locator('#code').fill('123');
    await page.locator('form button').click();
  },
  confirm: () => page.locator('button.confirm').click(),
});
