// A customer proves to somebody else what is insured, and they check it.
import { emails } from '@hofn/texts/catalogue/is/emails.ts';
import { mailboxScreen } from './screens/mailbox.ts';
import { overviewPath, overviewScreen, policyScreen } from './screens/overview.ts';
import { openSignedIn } from './screens/sign-in.ts';
import { people } from './support/people.ts';
import { addresses } from './support/system.ts';
import { expect, expectValidScreen, test } from './support/test.ts';
import { translate } from './support/translate.ts';

test('RIGHT-5: the owner of a summer house proves to a bank by phone that it is insured, sends the proof, and the bank checks it', async ({
  page,
  context,
}) => {
  // Three screens, an e-mail and the public page.
  test.slow();
  const t = translate.is;
  await page.setViewportSize({ width: 390, height: 844 });
  await openSignedIn(page, 'is', people.procuration.ssn, addresses.site + overviewPath.is);
  await overviewScreen(page, 'is').loaded(/Sigríður Ása$/);
  await page.getByRole('link', { name: 'Sumarbústaðatrygging' }).first().click();
  await policyScreen(page, 'is').loaded('Sumarbústaðatrygging');
  await page.getByRole('link', { name: t('proof|way') }).click();
  const make = page.getByRole('button', { name: t('proof|make') });
  await make.click();
  // What is missing is named, with links to the fields.
  await expect(page.getByText(t('proof|recipientMissing')).first()).toBeVisible();
  await expectValidScreen(page, { language: 'is', heading: t('proof|title') });
  await page.getByRole('radio', { name: t('proofPurpose|bank') }).check();
  await page.getByRole('textbox', { name: t('proof|recipient') }).fill('Vinningur vinningur.is');
  await page.getByRole('textbox', { name: t('proof|reference') }).fill('Lán 0142-74-1234');
  await page.getByRole('textbox', { name: t('proof|email') }).fill('lan@banki.example');
  await make.click();
  await expect(page.getByText(t('proof|recipientWrong')).first()).toBeVisible();
  await page.getByRole('textbox', { name: t('proof|recipient') }).fill('Prófbankinn hf.');
  await make.click();
  const card = page.getByRole('listitem').filter({ hasText: 'Prófbankinn hf.' }).first();
  await expect(card).toContainText('Lán 0142-74-1234');
  const download = page.waitForEvent('download');
  await card.getByRole('button', { name: t('proof|download') }).click();
  expect((await download).suggestedFilename()).toMatch(/^stadfesting-\d+-[\d-]+\.pdf$/);

  await card.getByRole('button', { name: t('proof|sendTo') }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByRole('textbox')).toHaveValue('lan@banki.example');
  await expectValidScreen(page, { language: 'is', heading: t('proof|title') });
  await dialog.getByRole('button', { name: t('global|send') }).click();
  await expect(
    card.getByText(t('proofSend|sent', { email: 'lan@banki.example', time: '' }).trim()),
  ).toBeVisible();
  await expectValidScreen(page, { language: 'is', heading: t('proof|title') });

  const bank = await context.newPage();
  const mailbox = mailboxScreen(bank, 'is');
  await mailbox.open(
    'lan@banki.example',
    emails.insuranceProofEmail.subject.replace('{holder}', 'Sigríður Ása Brynjólfsdóttir'),
  );
  await expect(mailbox.attachments).toHaveCount(1);
  const link = mailbox.html.getByRole('link', { name: emails.insuranceProofEmail.button });
  await bank.goto((await link.getAttribute('href')) ?? '');
  await expect(bank.getByText('Tryggingin er í gildi í dag')).toBeVisible();
  await expect(bank.locator('main')).toContainText('S. Á. B.');
  await expect(bank.locator('main')).toContainText('Prófbankinn hf.');
  await expect(bank.locator('main')).not.toContainText('Sigríður');
  await expectValidScreen(bank, { language: 'is', heading: 'Sannreyna staðfestingu eða vottorð' });
  await bank.getByRole('textbox').fill('0000-0000-0000-0000');
  await bank.getByRole('button', { name: 'Sannreyna' }).click();
  await expect(
    bank.getByText('Við höfum ekki gefið út staðfestingu eða vottorð með þessum kóða'),
  ).toBeVisible();
});
