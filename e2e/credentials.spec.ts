// Asking for credentials from the sign-in page, and the link of the letter that comes of it.
import { mailboxScreen } from './screens/mailbox.ts';
import { signIn } from './screens/sign-in.ts';
import { people } from './support/people.ts';
import { addresses } from './support/system.ts';
import { expect, expectSound, test, variants } from './support/test.ts';
import { words } from './support/words.ts';

const start = { is: 'vidskipti/', en: 'en/my-pages/' };
const subject = { is: 'Slóð til að velja nýtt lykilorð', en: 'Link to choose a new password' };
// Each of their own: a new password ends what else the customer has begun.
const who = { is: people.board, en: people.housing };

for (const { language, width, name } of variants) {
  test(`AUTH-10d: a forgotten password is chosen anew by a letter, ${name}`, async ({
    page,
    expectedMessages,
  }) => {
    // The browser reports what is refused, and a link that holds no more.
    expectedMessages.push(/status of 4(00|10)/);
    const t = words[language];
    const { ssn, email } = who[language];
    // Of this try alone: the present one is not taken for a new one.
    const password = `Hekla gýs ${crypto.randomUUID()}`;
    await page.setViewportSize({ width, height: 900 });
    const mailbox = mailboxScreen(await page.context().newPage(), language);
    // A letter of a first try holds no more.
    const had = await mailbox.count(email, subject[language]);
    await page.goto(addresses.site + start[language]);
    await page.getByRole('link', { name: t('auth|forgot') }).click();
    await expectSound(page, { language, heading: t('auth|requestTitle') });
    await page.getByRole('button', { name: t('auth|requestSubmit') }).click();
    await expect(page.getByRole('alert')).toBeFocused();
    await page.getByLabel(t('auth|ssn')).fill(ssn);
    await page.getByRole('button', { name: t('auth|requestSubmit') }).click();
    await expectSound(page, { language, heading: t('auth|requestSent') });

    await mailbox.open(email, subject[language], had);
    const link = /http\S+\/password\?\S+/.exec((await mailbox.text.textContent()) ?? '')?.[0] ?? '';
    await page.goto(link);
    await expectSound(page, { language, heading: t('auth|newPasswordTitle') });
    await page.getByLabel(t('auth|newPassword')).fill('stutt');
    await page.getByRole('button', { name: t('auth|newPasswordSubmit') }).click();
    await expect(page.getByRole('alert')).toContainText(t('errorCode|passwordTooShort'));
    await expectSound(page, { language, heading: t('auth|newPasswordTitle') });
    await page.getByLabel(t('auth|newPassword')).fill(password);
    await page.getByRole('button', { name: t('auth|newPasswordSubmit') }).click();
    await expectSound(page, { language, heading: t('auth|newPasswordSet') });
    await page.goto(link);
    await expectSound(page, { language, heading: t('auth|letterGone') });

    await page.getByRole('link', { name: t('auth|toSignIn') }).click();
    await signIn(page, language, ssn, password);
    await page.waitForURL(addresses.site + start[language]);
  });
}
