import type { Page } from '@playwright/test';
import { dateField } from '../support/dates.ts';
import { expect, expectScreen } from '../support/test.ts';
import { translate } from '../support/translate.ts';

/** Paths relative to the site's base. */
export const documentsPath = { is: 'vidskipti/rafraen-skjol/', en: 'en/my-pages/electronic-documents/' };
export const travelPath = {
  is: 'vidskipti/stadfesting-ferdatryggingar/',
  en: 'en/my-pages/travel-insurance-confirmation/',
};

/** The list of documents. */
export const documentsScreen = (page: Page, language: 'is' | 'en') => {
  const t = translate[language];
  const select = (key: string) => page.getByRole('combobox', { name: t(`documents|${key}`), exact: true });
  const rows = page.getByRole('table', { name: t('documents|title') }).locator('tbody tr');
  return {
    rows,
    kind: select('kind'),
    state: select('state'),
    year: select('year'),
    search: page.getByRole('searchbox', { name: t('documents|search') }),
    clear: page.getByRole('button', { name: t('table|clear') }),
    download: page.getByRole('button', { name: t('documents|downloadSelected') }),
    /**
     * Waits until the list is filtered to some but not all documents, each containing the text. @returns their number
     */
    waitForFiltered: async (total: number, text: string | RegExp): Promise<number> => {
      let rowCount = 0;
      await expect(async () => {
        rowCount = await rows.count();
        expect(rowCount).toBeGreaterThan(0);
        expect(rowCount).toBeLessThan(total);
        expect(await rows.filter({ hasText: text }).count()).toBe(rowCount);
      }).toPass();
      return rowCount;
    },
    loaded: async () => {
      await expect(rows.first()).toBeVisible();
      await expectScreen(page, { language, heading: t('documents|title') });
    },
  };
};

/** The travel card and the visa confirmation. */
export const travelScreen = (page: Page, language: 'is' | 'en') => {
  const t = translate[language];
  return {
    code: page.getByText(/^[0-9A-Z]{4}(-[0-9A-Z]{4}){3}$/),
    from: dateField(page, t('travel|visaFrom')),
    to: dateField(page, t('travel|visaTo')),
    show: page.getByRole('button', { name: t('travel|visaShow') }),
    paper: page.getByRole('heading', { name: t('travel|visaPaperTitle') }),
    loaded: async () => {
      await expect(page.getByRole('heading', { name: t('travel|cardTitle') })).toBeVisible();
      await expectScreen(page, { language, heading: t('travel|title') });
    },
  };
};
