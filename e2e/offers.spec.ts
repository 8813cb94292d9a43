import { readFile } from 'node:fs/promises';
import { offersPath, offersScreen } from './screens/offers.ts';
import { openSignedIn, signIn } from './screens/sign-in.ts';
import { people } from './support/people.ts';
import { addresses } from './support/system.ts';
import { expect, journeyVariants, test } from './support/test.ts';
import { translate } from './support/translate.ts';

const car = { is: 'Kaskótrygging', en: 'Comprehensive motor insurance' };

for (const { language, width, name } of journeyVariants('phone')) {
  test(`a customer compares an offer with their current policy and downloads its product information, ${name}`, async ({
    page,
  }) => {
    await page.setViewportSize({ width, height: 900 });
    const t = translate[language];
    await openSignedIn(page, language, people.family.ssn, addresses.site + offersPath[language]);
    const screen = offersScreen(page, language);
    await screen.loaded();
    await screen.open(car[language]);
    await screen.loaded(car[language]);
    await expect(screen.comparison.getByRole('row', { name: t('offers|deductible') })).toContainText(
      /140[.,]000/,
    );
    await expect(screen.comparison.getByRole('row', { name: t('offers|deductible') })).toContainText(
      /90[.,]000/,
    );
    await expect(screen.parts.getByRole('row', { name: t('offers|total') })).toContainText(/104[.,]880/);
    const [download] = await Promise.all([page.waitForEvent('download'), screen.ipid.click()]);
    expect(download.suggestedFilename()).toMatch(/-8204417\.pdf$/);
    expect((await readFile(await download.path())).subarray(0, 4).toString()).toBe('%PDF');
  });
}

test('ACT-3, ACT-6: an offer is accepted once, after a confirmation that says what it does, and its policy is issued at once', async ({
  page,
}, { retry }) => {
  const t = translate.is;
  await page.goto(addresses.site + offersPath.is);
  // An offer accepted by a failed attempt cannot be accepted again.
  await signIn(page, 'is', retry === 0 ? people.procuration.ssn : people.family.ssn);
  const screen = offersScreen(page, 'is');
  await screen.loaded();
  const accident = 'Slysatrygging';
  await screen.open(accident);
  await screen.loaded(accident);
  await expect(page.getByText(t('offers|newPolicy'))).toBeVisible();
  await page.getByRole('button', { name: t('offers|accept') }).click();
  await expect(page.getByRole('dialog').getByText(t('byRule|because.contract'))).toBeVisible();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: t('offers|accept') })
    .click();
  await expect(page.getByText(t('requests|issuedTitle'))).toBeVisible();
  await expect(page.getByRole('button', { name: t('offers|accept') })).toHaveCount(0);
  await expect(page.getByText(t('offers|ipid'))).toHaveCount(0);
  await expect(page.locator('h1')).toBeInViewport();
  await expect(page.locator('h1')).toBeFocused();
  await page.getByRole('link', { name: t('requests|viewPolicy') }).click();
  // The right to withdraw is in sight, with its last day (rule RIGHT-1).
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(accident);
  await page.goto(addresses.site + offersPath.is);
  await screen.loaded();
  const others = page.getByRole('link', { name: car.is, exact: true });
  await expect(others.or(page.getByText(t('offers|empty'), { exact: true }))).toBeVisible();
  await expect(page.getByRole('link', { name: accident, exact: true })).toHaveCount(0);
});

test('an offer that has expired says so and cannot be accepted', async ({ page }) => {
  const t = translate.en;
  await openSignedIn(page, 'en', people.spouse.ssn, addresses.site + offersPath.en);
  const screen = offersScreen(page, 'en');
  await screen.loaded();
  await expect(page.getByText(t('offers|expired'))).toBeVisible();
  await page.locator('main h2 a').click();
  await expect(page.getByText(t('offers|expired'))).toBeVisible();
  await expect(screen.ipid).toBeVisible();
  await expect(page.getByRole('button', { name: t('offers|accept') })).toHaveCount(0);
});
