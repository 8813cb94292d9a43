// An administrator adds and dismisses an employee; the employee sets up how they sign in by the e-mailed link.
import { mailboxScreen } from './screens/mailbox.ts';
import { signInScreen, signInStaff } from './screens/sign-in.ts';
import { addresses } from './support/system.ts';
import { expect, expectValidScreen, test } from './support/test.ts';
import { translate } from './support/translate.ts';

const t = translate.is;
const heading = t('employees|title');
const password = 'lundi og selur við Hornbjarg';

test('HOLD-11: an administrator adds an employee, who chooses a password by the e-mailed link, and is refused once dismissed', async ({
  browser,
  page,
}) => {
  const username = `ari.${crypto.randomUUID().slice(0, 8)}`;
  const email = `${username}@hofn.example`;
  const name = 'Ari Karl Prófsson';
  await signInStaff(page, 'is', { path: 'starfsfolk/notendur/', username: 'katrin' });
  await expect(page.getByRole('table')).toBeVisible();
  await expectValidScreen(page, { language: 'is', heading });

  await page.getByRole('button', { name: t('employees|add'), exact: true }).click();
  const dialog = page.getByRole('dialog', { name: t('employees|addTitle') });
  await dialog.getByLabel(t('employees|username')).fill(username);
  await dialog.getByLabel(t('employees|name'), { exact: true }).fill(name);
  await dialog.getByLabel(t('employees|email')).fill(email);
  await dialog.getByLabel(t('employees|ssn')).fill('070782-1469');
  await dialog.getByLabel(t('employees|is.claims')).check();
  await dialog.getByText(t('employees|roleAllLines')).click();
  await dialog.getByLabel(t('employees|line.home')).check();
  await expectValidScreen(page, { language: 'is', heading });
  await dialog.getByRole('button', { name: t('employees|addSubmit') }).click();
  await expect(dialog).toHaveCount(0);
  const row = page.getByRole('row').filter({ hasText: username });
  await expect(row).toContainText(t('employees|noSignIn'));
  await expect(row).toContainText(t('employees|role.claims'));

  const context = await browser.newContext({ serviceWorkers: 'block' });
  const ari = await context.newPage();
  const mailbox = mailboxScreen(ari, 'is');
  await mailbox.open(email, 'Slóð til að setja upp innskráningu í starfsmannagátt');
  const link = await mailbox.html.getByRole('link', { name: 'Setja upp innskráningu' }).getAttribute('href');
  await ari.goto(link ?? '');
  await expectValidScreen(ari, { language: 'is', heading: t('auth|setupTitle') });
  await ari.locator('input[name=password]').fill(password);
  await ari.getByRole('button', { name: t('auth|newPasswordSubmit') }).click();
  await expectValidScreen(ari, { language: 'is', heading: t('auth|setupDone') });

  const signIn = async (expected: string) => {
    await ari.goto(`${addresses.staffOrigin}/arsskyrsla/starfsfolk/verkefni/`);
    const screen = signInScreen(ari, 'is', 'auth|employee');
    await ari.waitForURL(/\/interaction\//);
    await screen.ssn.fill(username);
    await screen.password.fill(password);
    await screen.submit.click();
    await expect(ari.getByText(expected).first()).toBeVisible();
  };
  // The password alone leads to the second factor.
  await signIn(t('auth|secondFactorLead'));

  await page
    .getByRole('button', { name: t('employees|accessOf', { name }) })
    .last()
    .click();
  await page.getByRole('button', { name: t('employees|act.dismiss') }).click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(row).toContainText(t('employees|dismissed'));
  await signIn(t('auth|wrongEmployee'));
  await context.close();
});
