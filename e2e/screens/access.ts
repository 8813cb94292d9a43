import type { Page } from '@playwright/test';
import { expect, expectScreen } from '../support/test.ts';
import { translate } from '../support/translate.ts';

type Language = 'is' | 'en';

export const accessPath = {
  is: 'vidskipti/stillingar/adgangsheimild/',
  en: 'en/my-pages/settings/access-permits/',
};

/** Access permits: who has access, which customers the user may act for, and the bar that names the current one. */
export const accessScreen = (page: Page, language: Language) => {
  const t = translate[language];
  const section = (title: string) => page.getByRole('region', { name: title, exact: true });
  return {
    loaded: async () => {
      for (const title of [t('access|held'), t('access|companies')])
        await expect(section(title).locator('table, [data-state=empty]').first()).toBeVisible();
      await expectScreen(page, { language, heading: t('access|title') });
    },
    granted: section(t('access|given')),
    received: section(t('access|held')),
    companies: section(t('access|companies')),
    bar: page.getByRole('region', { name: t('acting|label') }),
    notice: (text: string) => page.getByText(text, { exact: true }),
    dialog: page.getByRole('dialog'),
    actFor: (name: string) => page.getByRole('button', { name: t('acting|actFor', { name }) }),
    stopActing: page.getByRole('button', {
      name: `${t('acting|stopShort')}: ${t('acting|stop')}`,
      exact: true,
    }),
    grant: page.getByRole('button', { name: t('access|give'), exact: true }),
  };
};
