import { signIn } from './screens/sign-in.ts';
import { people } from './support/people.ts';
import { addresses, demoPassword } from './support/system.ts';
import { expect, expectSound, test, variants } from './support/test.ts';
import { words } from './support/words.ts';

const path = { is: 'vidskipti/stillingar/lykilord/', en: 'en/my-pages/settings/password/' };

// The browser reports each answer that refuses.
test.use({ expectedMessages: [/status of 400/] });

for (const { language, width, name } of variants) {
  test(`PORT-12: what is wrong with a new password is told at its field, ${name}`, async ({ page }) => {
    await page.setViewportSize({ width, height: 900 });
    const t = words[language];
    await page.goto(addresses.site + path[language]);
    await signIn(page, language, people.reader.ssn);
    await expect(page.getByLabel(t('password|current'))).toBeVisible();
    await expectSound(page, { language, heading: t('password|title') });
    await page.getByLabel(t('password|current')).fill(demoPassword);
    await page.getByRole('textbox', { name: t('password|next'), exact: true }).fill('stutt');
    await page.getByRole('button', { name: t('password|submit') }).click();
    await expect(page.locator('main [role=alert] a')).toHaveText([t('errorCode|passwordTooShort')]);
    await page.getByRole('textbox', { name: t('password|next'), exact: true }).fill('Lykilorð 2026');
    await page.getByRole('button', { name: t('password|submit') }).click();
    await expect(page.locator('main [role=alert] a')).toHaveText([t('errorCode|passwordTooCommon')]);
    await expectSound(page, { language, heading: t('password|title') });
  });
}

test('PORT-12, AUTH-15: the password is changed, and the new one is the present one from then on', async ({
  page,
}) => {
  const t = words.is;
  const change = async (present: string, next: string) => {
    await page.getByLabel(t('password|current')).fill(present);
    await page.getByRole('textbox', { name: t('password|next'), exact: true }).fill(next);
    await page.getByRole('button', { name: t('password|submit') }).click();
    await expect(page.getByText(t('password|changedText'))).toBeVisible();
    await expect(page.getByRole('textbox', { name: t('password|next'), exact: true })).toHaveValue('');
  };
  await page.goto(addresses.site + path.is);
  // Nobody else may be signed in as this customer meanwhile: a new password ends all other sign-ins.
  await signIn(page, 'is', people.landlord.ssn);
  const other = 'Hekla gýs við sólsetur';
  await change(demoPassword, other);
  await page.reload();
  await expect(page.getByLabel(t('password|current'))).toBeVisible();
  // Back to the one that all of the demo share.
  await change(other, demoPassword);
});
