import { signIn } from './screens/sign-in.ts';
import { people } from './support/people.ts';
import { addresses } from './support/system.ts';
import { expect, expectSound, test, variants } from './support/test.ts';
import { words } from './support/words.ts';

const path = { is: 'vidskipti/fridindi/', en: 'en/my-pages/benefits/' };

for (const { language, width, name } of variants) {
  test(`DATA-4: a customer reads discounts and services, and why they have them, ${name}`, async ({
    page,
  }) => {
    await page.setViewportSize({ width, height: 900 });
    const t = words[language];
    await page.goto(addresses.site + path[language]);
    await signIn(page, language, people.family.ssn);
    const rows = page.getByRole('table', { name: t('benefits|title') }).locator('tbody tr');
    await expect(rows.filter({ hasText: t('benefits|courtesyCar') })).toHaveCount(1);
    await expect(rows.filter({ hasText: t('benefits|included') }).first()).toBeVisible();
    await expectSound(page, { language, heading: t('benefits|title') });
  });
}
