// Who cannot pay what is due is offered other days before cover lapses, and sees what was agreed.
import { emails } from '@hofn/texts/catalogue/is/emails.ts';
import { mailboxScreen } from './screens/mailbox.ts';
import { paymentsPath, paymentsScreen } from './screens/payments.ts';
import { openSignedIn } from './screens/sign-in.ts';
import { people } from './support/people.ts';
import { addresses } from './support/system.ts';
import { expect, expectValidScreen, test } from './support/test.ts';
import { translate } from './support/translate.ts';

test('RIGHT-4, UI-7: a customer with an unpaid instalment chooses payments by keyboard on a small phone, reads what they cost, and sees what was agreed', async ({
  page,
}, { retry }) => {
  const t = translate.is;
  await page.setViewportSize({ width: 320, height: 700 });
  await openSignedIn(page, 'is', people.family.ssn, addresses.site + paymentsPath.is);
  const screen = paymentsScreen(page, 'is');
  await screen.loaded();
  const agreed = page.getByText(t('paymentPlan|runningTitle').split('{')[0] ?? 'none');
  const ask = page.getByRole('button', { name: t('payment|cannotPay') });
  await expect(agreed.or(ask)).toBeVisible();
  // What a failed attempt has agreed cannot be agreed again.
  if (retry === 0 || (await ask.isVisible())) {
    await ask.press('Enter');
    const dialog = page.getByRole('dialog');
    await expect(dialog.getByRole('heading', { name: t('paymentPlan|otherwise') })).toBeVisible();
    await dialog.getByRole('radio', { name: /^3 greiðslur/ }).press('Space');
    await expectValidScreen(page, { language: 'is', heading: t('payment|title') });
    await dialog.getByRole('button', { name: t('policyForm|continue') }).press('Enter');
    await expect(dialog.getByText(t('paymentPlan|ofWhichFee'))).toBeVisible();
    await expect(dialog.getByText(t('byRule|because.planTerms'))).toBeVisible();
    await expectValidScreen(page, { language: 'is', heading: t('payment|title') });
    await dialog.getByRole('button', { name: t('paymentPlan|confirm') }).press('Enter');
    await expect(dialog.getByText(t('paymentPlan|doneTitle'))).toBeVisible();
    await expectValidScreen(page, { language: 'is', heading: t('payment|title') });
    await dialog
      .getByRole('button', { name: t('paymentPlan|close') })
      .last()
      .press('Enter');
  }
  await expect(agreed).toBeVisible();
  await expect(ask).toHaveCount(0);
  await expect(screen.inState('overdue')).toHaveCount(0);
  const mailbox = mailboxScreen(await page.context().newPage(), 'is');
  const subject = emails.requestAcceptedEmail.subject.replace('{what}', t('paymentPlan|title.parts'));
  await mailbox.open('gudrun.helga@postur.example', subject);
  await expect(mailbox.html.locator('body')).toContainText(emails.requestAcceptedEmail.plan);
});
