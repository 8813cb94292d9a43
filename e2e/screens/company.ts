import type { Page } from '@playwright/test';
import { expect, expectScreen } from '../support/test.ts';
import { translate } from '../support/translate.ts';

/** Paths of the company cover pages, relative to the site's base. */
export const companyPaths = {
  liability: {
    is: 'vidskipti/uppfaera-tryggingar/frjals-abyrgdatrygging/',
    en: 'en/my-pages/update-insurance/business-liability/',
  },
  personal: {
    is: 'vidskipti/uppfaera-tryggingar/slysatrygging-launthega/',
    en: 'en/my-pages/update-insurance/employee-accident/',
  },
  travel: {
    is: 'vidskipti/uppfaera-tryggingar/ferdatrygging-fyrirtaekja/',
    en: 'en/my-pages/update-insurance/company-travel/',
  },
} as const;
const titles = { liability: 'titleLiability', personal: 'titlePersonal', travel: 'titleTravel' } as const;

/** A company cover page. */
export const companyScreen = (page: Page, language: 'is' | 'en', cover: keyof typeof companyPaths) => {
  const t = translate[language];
  const heading = t(`company|${titles[cover]}`);
  const dialog = page.getByRole('dialog', { name: t('company|confirmTitle') });
  return {
    dialog,
    policies: page.getByRole('main').getByRole('region'),
    field: (name: string) => page.getByLabel(t(`company|${name}`), { exact: true }),
    /** Opens a policy's form, the first by default. */
    change: (index = 0) =>
      page
        .getByRole('button', { name: new RegExp(`^${t('company|changeFigures')}`) })
        .nth(index)
        .click(),
    calculate: () => page.getByRole('button', { name: t('company|reckon') }).click(),
    send: () => dialog.getByRole('button', { name: t('company|send') }).click(),
    loaded: async () => {
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(heading);
      await expect(page.locator('main [data-state=loading]')).toHaveCount(0);
      await expectScreen(page, { language, heading });
    },
  };
};
