import type { Page } from '@playwright/test';
import { expect, expectScreen } from '../support/test.ts';
import { translate } from '../support/translate.ts';

/** Path of the claims, relative to the site's base. */
export const claimsPath = { is: 'vidskipti/tjonayfirlit/', en: 'en/my-pages/claims/' };

/** The list of claims. */
export const claimsScreen = (page: Page, language: 'is' | 'en') => {
  const t = translate[language];
  const table = page.getByRole('table', { name: t('claims|title') });
  const rows = table.locator('tbody tr');
  return {
    rows,
    claim: (title: string) => table.getByRole('link', { name: title }),
    state: page.getByRole('combobox', { name: t('claims|filterState'), exact: true }),
    search: page.getByRole('searchbox', { name: t('claims|search') }),
    clear: page.getByRole('button', { name: t('table|clear') }),
    report: page.getByRole('link', { name: t('claims|report') }),
    loaded: async () => {
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(t('claims|title'));
      await expect(page.locator('main [data-state=loading]')).toHaveCount(0);
      await expectScreen(page, { language, heading: t('claims|title') });
    },
  };
};

/** The screen of a claim. */
export const claimScreen = (page: Page, language: 'is' | 'en') => {
  const t = translate[language];
  const section = (key: string) =>
    page.locator('section', { has: page.getByRole('heading', { name: t(`claim|${key}`), exact: true }) });
  return {
    steps: section('timeline')
      .getByRole('listitem')
      .filter({ has: page.getByRole('heading') }),
    payments: page.getByRole('table', { name: t('claim|compensation') }),
    documents: section('documents'),
    chooser: section('documents').locator('input[type=file]'),
    messages: section('messages').getByRole('listitem'),
    message: page.getByRole('textbox', { name: t('claim|message') }),
    send: page.getByRole('button', { name: t('claim|sendMessage') }),
    loaded: async (title: string) => {
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(title);
      await expectScreen(page, { language, heading: title });
    },
  };
};
