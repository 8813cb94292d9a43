import type { Page } from '@playwright/test';
import { expect, expectScreen } from '../support/test.ts';
import { translate } from '../support/translate.ts';

/** Path of the payment status, relative to the site's base. */
export const paymentsPath = { is: 'vidskipti/greidslustada/', en: 'en/my-pages/payment-status/' };

/** The payment status. */
export const paymentsScreen = (page: Page, language: 'is' | 'en') => {
  const t = translate[language];
  const rows = page.getByRole('table', { name: t('payment|title'), exact: true }).locator('tbody tr');
  const dialog = page.getByRole('dialog', { name: t('payment|payTitle') });
  return {
    rows,
    /** Rows in a state, found by its label. */
    inState: (state: string) => rows.filter({ hasText: t(`paymentStatus|${state}`) }),
    year: page.getByRole('combobox', { name: t('payment|filterYear') }),
    state: page.getByRole('combobox', { name: t('payment|filterState') }),
    chart: page.getByRole('table', {
      name: new RegExp(`^${t('payment|chartTitle', { year: '' }).trim()} \\d{4}$`),
    }),
    /** The card that will be charged, named beside the button that pays what is due. */
    card: page.locator('main dd').getByText(t('payment|withCard').split('{')[0] ?? 'none'),
    dialog,
    /** Confirms in the dialog, which charges the card. */
    confirm: () => dialog.getByRole('button', { name: new RegExp(`^${t('payment|pay')} `) }).click(),
    loaded: async () => {
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(t('payment|title'));
      await expect(page.locator('main [data-state=loading]')).toHaveCount(0);
      await expectScreen(page, { language, heading: t('payment|title') });
    },
  };
};
