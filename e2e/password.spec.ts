import { passwordPath, passwordScreen } from './screens/password.ts';
import { signIn } from './screens/sign-in.ts';
import { people } from './support/people.ts';
import { addresses, demoPassword } from './support/system.ts';
import { expect, test } from './support/test.ts';
import { translate } from './support/translate.ts';

const other = 'Hekla gýs við sólsetur';

// The browser logs refused requests.
test.use({ expectedMessages: [/status of 400/] });

test('PORT-12, AUTH-15: a customer changes their password only with the current one, and the new one replaces it', async ({
  page,
}, { retry }) => {
  const t = translate.is;
  const screen = passwordScreen(page, 'is');
  const change = async (current: string, next: string) => {
    await screen.change(current, next);
    await expect(page.getByText(t('password|changedText'))).toBeVisible();
    await expect(screen.next).toHaveValue('');
  };
  await page.goto(addresses.site + passwordPath.is);
  // Nobody else may be signed in as this customer: a new password ends all their other sessions.
  await signIn(page, 'is', people.landlord.ssn);
  // A failed attempt may have left the other password in place.
  const refused = page.getByText(t('auth|wrongCredentials')).first();
  await expect(screen.current.or(refused)).toBeVisible();
  if (retry > 0 && (await refused.isVisible())) {
    await signIn(page, 'is', people.landlord.ssn, other);
    await screen.loaded();
    await change(other, demoPassword);
    await page.reload();
  }
  await screen.loaded();
  await screen.change(`${demoPassword}x`, other);
  await expect(page.locator('main [role=alert] a')).toHaveText([t('errorCode|passwordWrong')]);
  await expect(page.getByText(t('password|changedText'))).toHaveCount(0);
  await change(demoPassword, other);
  await page.reload();
  await expect(screen.current).toBeVisible();
  // Restores the password that all demo customers share.
  await change(other, demoPassword);
});
