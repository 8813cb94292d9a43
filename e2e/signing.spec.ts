import { readFile } from 'node:fs/promises';
import { openSignedIn, signIn } from './screens/sign-in.ts';
import { answerOnPhone, signatureCheckPath, signingScreen, toSignPath } from './screens/signing.ts';
import { hidePdfViewer } from './support/browser.ts';
import { people } from './support/people.ts';
import { addresses } from './support/system.ts';
import { expect, expectValidScreen, findAxeViolations, journeyVariants, test } from './support/test.ts';
import { translate } from './support/translate.ts';

// The document is downloaded and read here; `pdf-viewer.spec.ts` tests the browser's PDF viewer.
test.beforeEach(({ page }) => hidePdfViewer(page));

for (const { language, width, name } of journeyVariants('desktop')) {
  test.describe(name, () => {
    test.use({ viewport: { width, height: 900 } });
    const t = translate[language];

    test('PORT-5, PORT-18, DATA-7b: a customer reads the documents to sign, and refusing on the phone signs nothing', async ({
      page,
      context,
    }) => {
      await openSignedIn(page, language, people.family.ssn, addresses.site + toSignPath[language]);
      const screen = signingScreen(page, language);
      await screen.loaded();
      const title = { is: 'Heimild til skuldfærslu', en: 'Direct debit mandate' }[language];
      await screen.open(title).click();
      await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
      // The document has its own address.
      await page.reload();
      await expect(screen.start).toBeVisible();
      if (width === 1280)
        await expect(page.locator('header [aria-current=page]')).toHaveText([
          /Skjöl|Documents/,
          t('signing|title'),
        ]);

      const onFile = await screen.phone.inputValue();
      expect(onFile).toMatch(/^\d{3} \d{4}$/);
      await screen.phone.fill('');
      await screen.start.click();
      await expect(page.getByText(t('global|requiredField'))).toBeVisible();
      await screen.phone.fill(onFile);
      await screen.start.click();
      const code = await screen.code();
      await expect(screen.dialog.getByText(t('signing|codeHelp'))).toBeVisible();
      expect(await findAxeViolations(page, 'dialog')).toEqual([]);
      await answerOnPhone(context, language, code, /Hafna|Refuse/);
      await expect(
        screen.dialog.getByRole('status').filter({ hasText: t('signing|unchanged') }),
      ).toBeVisible();
      await page.keyboard.press('Escape');
      await expect(screen.dialog).toHaveCount(0);
      await expectValidScreen(page, { language, heading: title });
    });
  });
}

test('DATA-7b: a document signed in the app is listed as signed; anyone can verify it, and a changed copy is detected', async ({
  page,
  context,
}, { retry }) => {
  const t = translate.is;
  await page.goto(addresses.site + toSignPath.is);
  // What a failed attempt signed cannot be signed again.
  const [customer, title] =
    retry === 0 ? [people.claims, 'Samkomulag um bætur'] : [people.family, 'Umboð til að sækja upplýsingar'];
  await signIn(page, 'is', customer.ssn);
  const screen = signingScreen(page, 'is');
  await screen.open(title).click();
  await screen.method('withApp').check();
  await screen.start.click();
  const code = await screen.code();
  // A phone may discard the page while its owner is in the app.
  await page.reload();
  await expect(screen.dialog.getByText(code)).toBeVisible();
  await answerOnPhone(context, 'is', code, /Staðfesta/);
  await expect(page.getByText(t('signing|done'))).toBeVisible();
  await screen.loaded();
  await expect(screen.signed.first()).toContainText(t('signing|byApp'));

  const [file] = await Promise.all([
    page.waitForEvent('download'),
    screen.signed.first().getByRole('button').click(),
  ]);
  const signed = await readFile(await file.path());
  await page.getByRole('link', { name: t('signing|verify') }).click();
  await page.waitForURL(addresses.site + signatureCheckPath.is);
  const pdf = { name: 'skjal.pdf', mimeType: 'application/pdf' };
  await page.locator('input[type=file]').setInputFiles({ ...pdf, buffer: signed });
  await expect(page.getByText('Skjalið er óbreytt frá undirritun')).toBeVisible();
  await expectValidScreen(page, { language: 'is', heading: 'Sannreyna undirritun' });
  const changed = Buffer.from(signed);
  changed[changed.length - 8] = 0x20;
  await page.locator('input[type=file]').setInputFiles({ ...pdf, buffer: changed });
  await expect(page.getByText('Við þekkjum ekki þetta skjal')).toBeVisible();
});

test('DATA-7b: a company names its signatory, and nobody signs without permission', async ({
  page,
  context,
  expectedMessages,
}) => {
  expectedMessages.push(/status of 4\d\d/);
  const t = translate.is;
  await openSignedIn(page, 'is', people.company.ssn, addresses.site + toSignPath.is);
  const screen = signingScreen(page, 'is');
  await screen.waiting.first().click();
  await screen.method('withApp').check();
  const signatory = page.getByRole('textbox', { name: t('signing|ssn') });
  await screen.start.click();
  await expect(page.getByText(t('global|requiredField'))).toBeVisible();
  // A customer who has no connection to the company.
  await signatory.fill(people.newcomer.ssn);
  await screen.start.click();
  await answerOnPhone(context, 'is', await screen.code(), /Staðfesta/);
  await expect(screen.dialog.getByRole('alert')).toContainText(t('errorCode|signerMismatch'));
  await page.keyboard.press('Escape');
  await expect(signatory).toHaveValue(/^\d{6}-\d{4}$/);
  await page.goto(addresses.site + toSignPath.is);
  await expect(screen.waiting.first()).toBeVisible();
});
