import { addresses } from './support/system.ts';
import { expect, test } from './support/test.ts';

// Life and critical illness insurance, old and new.
const codes = ['LI33', 'LI31', 'LJ30', 'LJ31', 'LJ32'];
const index = { is: 'skilmalar/', en: 'en/terms/' };

test('UI-8: life and illness terms open by their code in Icelandic, and with E appended in English', async ({
  page,
}) => {
  for (const language of ['is', 'en'] as const) {
    await page.goto(addresses.site + index[language]);
    for (const base of codes) {
      const code = language === 'is' ? base : `${base}E`;
      await page
        .getByRole('row')
        .filter({ has: page.getByRole('cell', { name: code, exact: true }) })
        .getByRole('link')
        .click();
      await expect(page).toHaveURL(`${addresses.site}${index[language]}${code}`);
      await expect(page.locator('html')).toHaveAttribute('lang', language);
      await expect(page.locator('main')).toContainText(`${code} ·`);
      await page.goBack();
    }
  }
});
