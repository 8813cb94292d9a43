import type { Page } from '@playwright/test';
import { expect, expectScreen } from '../support/test.ts';
import { translate } from '../support/translate.ts';

/** Path of the transactions, relative to the site's base. */
export const transactionsPath = { is: 'vidskipti/hreyfingayfirlit/', en: 'en/my-pages/transactions/' };

/** The account's entries. */
export const transactionsScreen = (page: Page, language: 'is' | 'en') => {
  const t = translate[language];
  const table = page.getByRole('table', { name: t('transactions|title') });
  const select = (key: string) => page.getByRole('combobox', { name: t(`transactions|${key}`), exact: true });
  const entries = table.locator('tbody tr');
  return {
    table,
    entries,
    amounts: entries.locator('td:nth-last-child(2)'),
    balances: entries.locator('td:last-child'),
    /** Waits until the list is filtered to some but not all entries, each containing the text. @returns their number */
    waitForFiltered: async (total: number, text: string | RegExp): Promise<number> => {
      let rowCount = 0;
      await expect(async () => {
        rowCount = await entries.count();
        expect(rowCount).toBeGreaterThan(0);
        expect(rowCount).toBeLessThan(total);
        expect(await entries.filter({ hasText: text }).count()).toBe(rowCount);
      }).toPass();
      return rowCount;
    },
    sums: page.locator('section', { has: page.getByRole('heading', { name: t('transactions|sums') }) }),
    search: page.getByRole('searchbox', { name: t('transactions|search') }),
    period: select('filterPeriod'),
    type: select('filterType'),
    policy: select('filterPolicy'),
    order: select('sort'),
    clear: page.getByRole('button', { name: t('table|clear') }),
    next: page.getByRole('button', { name: t('table|next') }),
    previous: page.getByRole('button', { name: t('table|previous') }),
    loaded: async () => {
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(t('transactions|title'));
      await expect(page.locator('main [data-state=loading]')).toHaveCount(0);
      await expectScreen(page, { language, heading: t('transactions|title') });
    },
  };
};
