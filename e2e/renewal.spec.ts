// A renewal from the overview: what the next period costs, why, and the ways to change it.
import { overviewPath, overviewScreen } from './screens/overview.ts';
import { openSignedIn } from './screens/sign-in.ts';
import { people } from './support/people.ts';
import { addresses } from './support/system.ts';
import { expect, expectValidScreen, firstVariant, test } from './support/test.ts';
import { translate } from './support/translate.ts';

/** Krónur in a text with one amount. */
const amountIn = (text: string): number => {
  const amount = Number(text.replaceAll(/\D/g, ''));
  return /[-−]/.test(text) ? -amount : amount;
};

for (const { language, width, product } of firstVariant(
  { language: 'is', width: 390, product: 'Lögboðin ökutækjatrygging' },
  { language: 'en', width: 1280, product: 'Mandatory motor insurance' },
))
  test(`RENEW-1, RENEW-3: a customer finds the policy that renews, reads what the next period costs and why to the króna, and begins to change it, ${language}, ${width} px`, async ({
    page,
  }) => {
    const t = translate[language];
    await page.setViewportSize({ width, height: 900 });
    await openSignedIn(page, language, people.family.ssn, addresses.site + overviewPath[language]);
    const overview = overviewScreen(page, language);
    await overview.policies.filter({ hasText: product }).first().click();
    await expectValidScreen(page, { language, heading: product });
    const renewal = page.getByRole('region', { name: new RegExp(`^${t('renewal|title', { date: '' })}`) });
    const amounts = (await renewal.locator('tbody td, tfoot td').allTextContents()).map(amountIn);
    const next = amounts.pop();
    expect(amounts.length).toBeGreaterThan(2);
    expect(amounts.reduce((sum, amount) => sum + amount, 0)).toBe(next);
    await renewal.getByRole('button', { name: t('policyForm|title.cover') }).click();
    await expect(page.getByRole('dialog')).toBeVisible();
  });
