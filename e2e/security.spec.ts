// Sign-in settings: a passkey is added after sign-in by electronic ID, used, and removed.
import { signIn, signInStaff } from './screens/sign-in.ts';
import { answerOnPhone } from './screens/signing.ts';
import { people } from './support/people.ts';
import { addresses } from './support/system.ts';
import { test as base, expect, expectValidScreen } from './support/test.ts';
import { translate } from './support/translate.ts';

const path = { is: 'vidskipti/stillingar/oryggi/', en: 'en/my-pages/settings/security/' };

/** Tests of a browser whose virtual authenticator always verifies its user. */
const test = base.extend<{ authenticator: undefined }>({
  authenticator: [
    async ({ page }, use) => {
      const devTools = await page.context().newCDPSession(page);
      await devTools.send('WebAuthn.enable');
      await devTools.send('WebAuthn.addVirtualAuthenticator', {
        options: {
          protocol: 'ctap2',
          transport: 'internal',
          hasResidentKey: true,
          hasUserVerification: true,
          isUserVerified: true,
          automaticPresenceSimulation: true,
        },
      });
      await use(undefined);
      // The next test of the worker gets the same browser context, which may have one authenticator.
      await devTools.send('WebAuthn.disable');
    },
    { auto: true },
  ],
});

test('AUTH-10e: a customer adds a passkey after sign-in by electronic ID, signs in with it, and removes it, is, 390 px', async ({
  page,
  context,
}, { retry, repeatEachIndex }) => {
  const t = translate.is;
  const name = `Síminn ${repeatEachIndex}-${retry}`;
  await page.setViewportSize({ width: 390, height: 900 });
  await page.goto(addresses.site + path.is);
  await page.getByRole('link', { name: t('auth|tabEid') }).click();
  await page.getByRole('link', { name: t('auth|useApp') }).click();
  await page.getByLabel(t('auth|ssn')).fill(people.procuration.ssn);
  await page.getByRole('button', { name: t('auth|submit') }).click();
  const code = (await page.getByRole('img', { name: /^\d \d \d \d$/ }).getAttribute('aria-label')) ?? '';
  await answerOnPhone(context, 'is', code.replaceAll(' ', ''), /^Staðfesta/);

  await expect(page.getByRole('cell', { name: t('security|current') })).toBeVisible();
  await expectValidScreen(page, { language: 'is', heading: t('security|title') });
  await page.getByRole('button', { name: t('security|passkeyAdd') }).click();
  await expect(page.getByText(t('security|missingName'))).toBeVisible();
  await page.getByLabel(t('security|passkeyName')).fill(name);
  await page.getByRole('button', { name: t('security|passkeyAdd') }).click();
  await expect(page.getByText(t('security|passkeyAdded'))).toBeVisible();
  await expect(page.getByRole('rowheader', { name })).toBeVisible();
  await expectValidScreen(page, { language: 'is', heading: t('security|title') });

  // As in another browser that has the passkey.
  await context.clearCookies();
  await page.evaluate(() => localStorage.clear());
  await page.goto(addresses.site + path.is);
  await page.getByRole('link', { name: t('auth|tabPasskey') }).click();
  await expectValidScreen(page, { language: 'is', heading: t('auth|title') });
  await page.getByRole('button', { name: t('auth|passkeyButton') }).click();
  await expect(
    page
      .getByRole('row')
      .filter({ hasText: t('signInWay|passkey') })
      .first(),
  ).toBeVisible();
  const remove = page.getByRole('button', { name: t('security|passkeyRemoveOf', { name }) });
  await remove.click();
  await expect(page.getByText(t('security|passkeyRemoved'))).toBeVisible();
  await expect(remove).toHaveCount(0);
  await expect(page.getByRole('button', { name: t('security|passkeyAdd') })).toBeVisible();
});

test('AUTH-10e: a customer signed in with a password reads what a passkey requires, en, 1280 px', async ({
  page,
}) => {
  const t = translate.en;
  await page.setViewportSize({ width: 1280, height: 900 });
  await page.goto(addresses.site + path.en);
  await signIn(page, 'en', people.longNames.ssn);
  await expect(page.getByText(t('security|signInAgainText'))).toBeVisible();
  await expect(page.getByRole('cell', { name: t('security|current') })).toBeVisible();
  await expectValidScreen(page, { language: 'en', heading: t('security|title') });
  await page.getByRole('button', { name: t('security|signInAgain') }).click();
  await page.waitForURL(/\/interaction\//);
  await page.getByRole('link', { name: t('auth|tabPasskey') }).click();
  // This device has no passkey.
  await expectValidScreen(page, { language: 'en', heading: t('auth|title') });
});

test('HOLD-11: an employee sees their own sign-in, and why no passkey can be created at a host outside PASSKEY_HOST, en, 390 px', async ({
  page,
}) => {
  const t = translate.en;
  await page.setViewportSize({ width: 390, height: 900 });
  await signInStaff(page, 'en', { path: 'en/staff/security/', username: 'bjarki', isFresh: true });
  await expect(page.getByRole('cell', { name: t('security|current') })).toBeVisible();
  await expect(page.getByText(t('security|passkeyNone'))).toBeVisible();
  await expectValidScreen(page, { language: 'en', heading: t('security|title') });
  await page.getByLabel(t('security|passkeyName')).fill('Phone');
  // The tests' staff portal is at staff.localhost, and passkeys belong to localhost: browsers accept that of no subdomain.
  await page.getByRole('button', { name: t('security|passkeyAdd') }).click();
  await expect(page.getByText(t('passkeyNotMade|otherHost'))).toBeVisible();
});
