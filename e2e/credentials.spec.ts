// Requesting credentials from the sign-in page, and the link in the resulting e-mail.
import { mailboxScreen } from './screens/mailbox.ts';
import { signIn } from './screens/sign-in.ts';
import { people } from './support/people.ts';
import { addresses } from './support/system.ts';
import { expect, expectValidScreen, journeyVariants, test } from './support/test.ts';
import { translate } from './support/translate.ts';

const start = { is: 'vidskipti/', en: 'en/my-pages/' };
const subject = { is: 'Slóð til að velja nýtt lykilorð', en: 'Link to choose a new password' };
// A separate customer for each test: a new password cancels the customer's other requests.
const customerFor = { is: people.board, en: people.housing };

for (const { language, width, name } of journeyVariants('desktop')) {
  test(`AUTH-10d: a customer replaces a forgotten password through an e-mail, ${name}`, async ({
    page,
    expectedMessages,
  }) => {
    // The browser logs refused requests and the expired link.
    expectedMessages.push(/status of 4(00|10)/);
    const t = translate[language];
    const { ssn, email } = customerFor[language];
    // Unique to this attempt: the current password is refused as a new one.
    const password = `Hekla gýs ${crypto.randomUUID()}`;
    await page.setViewportSize({ width, height: 900 });
    const mailbox = mailboxScreen(await page.context().newPage(), language);
    // An e-mail from a failed attempt is no longer valid.
    const existingMails = await mailbox.count(email, subject[language]);
    await page.goto(addresses.site + start[language]);
    await page.getByRole('link', { name: t('auth|forgot') }).click();
    await expectValidScreen(page, { language, heading: t('auth|requestTitle') });
    await page.getByRole('button', { name: t('auth|requestSubmit') }).click();
    await expect(page.getByRole('alert')).toBeFocused();
    await page.getByLabel(t('auth|ssn')).fill(ssn);
    await page.getByRole('button', { name: t('auth|requestSubmit') }).click();
    await expectValidScreen(page, { language, heading: t('auth|requestSent') });

    await mailbox.open(email, subject[language], existingMails);
    const link = /http\S+\/password\?\S+/.exec((await mailbox.text.textContent()) ?? '')?.[0] ?? '';
    await page.goto(link);
    await expectValidScreen(page, { language, heading: t('auth|newPasswordTitle') });
    await page.getByLabel(t('auth|newPassword')).fill('stutt');
    await page.getByRole('button', { name: t('auth|newPasswordSubmit') }).click();
    await expect(page.getByRole('alert')).toContainText(t('errorCode|passwordTooShort'));
    await expectValidScreen(page, { language, heading: t('auth|newPasswordTitle') });
    await page.getByLabel(t('auth|newPassword')).fill(password);
    await page.getByRole('button', { name: t('auth|newPasswordSubmit') }).click();
    await expectValidScreen(page, { language, heading: t('auth|newPasswordSet') });
    await page.goto(link);
    await expectValidScreen(page, { language, heading: t('auth|letterGone') });

    await page.getByRole('link', { name: t('auth|toSignIn') }).click();
    await signIn(page, language, ssn, password);
    await page.waitForURL(addresses.site + start[language]);
  });
}
