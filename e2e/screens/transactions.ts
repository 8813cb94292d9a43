import type { Page } from '@playwright/test';
import { expect, expectScreen } from '../support/test.ts';
import { words } from '../support/words.ts';

/** Path of the transactions, relative to the site's base. */
export const transactionsPath = { is: 'vidskipti/hreyfingayfirlit/', en: 'en/my-pages/transactions/' };

/** The account's entries. */
export const transactionsScreen = (page: Page, language: 'is' | 'en') => {
  const t = words[language];
  const table = page.getByRole('table', { name: t('transactions|title') });
  const select = (key: string) => page.getByRole('combobox', { name: t(`transactions|${key}`), exact: true });
  const entries = table.locator('tbody tr');
  return {
    table,
    entries,
    amounts: entries.locator('td:nth-last-child(2)'),
    balances: entries.locator('td:last-child'),
    /** Waits until the list is filtered to some but not all entries, each containing the text. @returns their number */
    narrowed: async (all: number, text: string | RegExp): Promise<number> => {
      let found = 0;
      await expect(async () => {
        found = await entries.count();
        expect(found).toBeGreaterThan(0);
        expect(found).toBeLessThan(all);
        expect(await entries.filter({ hasText: text }).count()).toBe(found);
      }).toPass();
      return found;
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
