import { addDays, dayOf } from '@hofn/domain';
import { emptyClaimForm } from '@hofn/domain/claim-form.ts';
import { claimForm as english } from '@hofn/texts/catalogue/en/claim-form.ts';
import { claimForm as icelandic } from '@hofn/texts/catalogue/is/claim-form.ts';
import { plainPdf } from '../apps/api/src/platform/pdf/testing-files.ts';
import { claimScreen, claimsPath, claimsScreen } from './screens/claims.ts';
import { mailboxScreen } from './screens/mailbox.ts';
import { openSignedIn } from './screens/sign-in.ts';
import { dateField } from './support/dates.ts';
import { people } from './support/people.ts';
import { addresses } from './support/system.ts';
import { expect, expectValidScreen, journeyVariants, test } from './support/test.ts';
import { translate } from './support/translate.ts';

const texts = { is: icelandic, en: english };
const path = { is: 'tjonstilkynningar/', en: 'en/file-a-claim/' };
const titles = {
  is: { list: 'Tilkynna tjón', line: 'Tilkynna tjón á innbúi', start: 'Byrja tilkynningu' },
  en: { list: 'File a claim', line: 'File a home contents claim', start: 'Start your claim' },
};
/** A day of loss recent enough that the form does not ask why the claim is late. */
const recentDay = addDays(dayOf(new Date()), -5);
const pdf = {
  name: 'reikningur.pdf',
  mimeType: 'application/pdf',
  buffer: plainPdf,
};

for (const { language, width, name } of journeyVariants('desktop')) {
  test.describe(name, () => {
    test.use({ viewport: { width, height: 900 } });

    test('SITE-1b: a visitor goes from the list of lines to the form, which names what is missing, and back', async ({
      page,
    }) => {
      const { claimForm, claimField, claimLine, claimFault } = texts[language];
      const words = titles[language];
      await page.goto(addresses.site + path[language]);
      await expectValidScreen(page, { language, heading: words.list });
      await page.getByRole('link', { name: new RegExp(`^${claimLine.home}`) }).click();
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(words.line);
      await expectValidScreen(page, { language, heading: words.line });
      await page.getByRole('link', { name: words.start }).click();
      await expect(page.getByRole('heading', { level: 1, name: claimForm.step1 })).toBeFocused();
      await expect(page.getByRole('radio', { name: new RegExp(`^${claimLine.home}`) })).toBeChecked();
      await page.getByRole('button', { name: claimForm.next }).click();
      const errors = page.getByRole('alert');
      await expect(errors).toContainText(claimFault.requiredReporterName);
      await expect(errors).toContainText(claimFault.requiredReporterSsn);
      await expectValidScreen(page, { language, heading: claimForm.step1 });
      await page.getByLabel(claimField.reporterName).fill('Þóra Prófsdóttir');
      await page.getByLabel(claimField.reporterSsn).fill('120375-1489');
      await page.getByRole('button', { name: claimForm.next }).click();
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(claimForm.step2);
      await expectValidScreen(page, { language, heading: claimForm.step2 });
      await page.goBack();
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(words.line);
    });
  });
}

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 900 } });

  test('DATA-9: a visitor files a claim with a photo: a reload loses nothing, the claim gets a number, and a receipt arrives by e-mail', async ({
    page,
    context,
    expectedMessages,
  }) => {
    expectedMessages.push(/Failed to load resource/);
    const { claimForm, claimField } = icelandic;
    const next = page.getByRole('button', { name: claimForm.next });
    const heading = page.getByRole('heading', { level: 1 });
    await page.goto(`${addresses.site}${path.is}heimili/#tilkynning`);
    await page.getByLabel(claimField.reporterName).fill('Guðrún Helga Þorsteinsdóttir');
    await page.getByLabel(claimField.reporterSsn).fill(people.family.ssn);
    await next.click();
    await page.getByRole('checkbox', { name: 'Vatn eða leki' }).check();
    await dateField(page, claimField.dateOfLoss).fill(recentDay);
    await page.getByLabel(claimField.place).fill('Hjarðarhagi 24');
    await page.getByLabel(claimField.description).fill('Lögn undir vaski gaf sig.');
    await page.getByLabel(claimField.phone).fill('615 0001');
    await page.getByLabel(claimField.email).fill('gestur@example.is');
    await next.click();
    await page.getByRole('radio', { name: 'Nei' }).check();
    let broken = 1;
    await page.route('**/api/upload/v1/*/content?*', (route) =>
      broken-- > 0 ? route.abort('connectionreset') : route.continue(),
    );
    await page.locator('input[type=file]').setInputFiles(pdf);
    await expect(
      page.getByText(translate.is('claim|fileDone', { size: '1\u00a0kB' }), { exact: true }),
    ).toBeVisible();
    await next.click();
    await expect(heading).toHaveText(claimForm.step4);
    await page.reload();
    await expect(heading).toHaveText(claimForm.step4);
    for (const text of ['Guðrún Helga Þorsteinsdóttir', 'Lögn undir vaski gaf sig.', pdf.name])
      await expect(page.getByText(text)).toBeVisible();
    await expectValidScreen(page, { language: 'is', heading: claimForm.step4 });
    const declaration = page.getByRole('checkbox', { name: /Upplýsingarnar eru réttar/ });
    await declaration.check();
    // The privacy notice opens over the form, which keeps what was entered.
    await page.getByRole('link', { name: claimForm.privacyMore }).click();
    await expect(page.getByRole('dialog').getByRole('heading', { level: 1 })).toHaveText('Persónuvernd');
    await page.keyboard.press('Escape');
    await expect(declaration).toBeChecked();
    await page.getByRole('button', { name: claimForm.submit }).click();
    await expect(heading).toHaveText(claimForm.thanksTitle);
    const reference = (await page.getByText(/^Tilvísunarnúmer/).textContent())?.split(': ')[1] ?? '';
    expect(reference).toMatch(/^T-\d{4}-\d{6}$/);
    expect(await page.evaluate(() => Object.values(sessionStorage).join(' '))).not.toContain('vaski');

    const post = await context.newPage();
    const mailbox = mailboxScreen(post, 'is');
    await mailbox.open('gestur@example.is', `Tjónstilkynningin er komin til okkar: ${reference}`);
    await expect(mailbox.html.getByText(reference).first()).toBeVisible();
  });

  test('DATA-9: a customer finds a claim filed with their kennitala among their own, marked as unverified', async ({
    page,
    request,
  }) => {
    const visit = await request.post(`${addresses.api}/upload/v1/visits`, { data: {} });
    const { right } = (await visit.json()) as { right: string };
    const filed = await request.post(`${addresses.api}/claim/v1/notices`, {
      headers: { authorization: `Bearer ${right}` },
      data: {
        line: 'windscreen',
        form: {
          ...emptyClaimForm,
          dateOfLoss: recentDay,
          place: 'Reykjanesbraut',
          causes: ['stone'],
          description: 'Steinn kastaðist í rúðuna.',
          email: 'gestur@example.is',
          phone: '6150001',
          details: { licensePlate: 'ABC12', window: 'front' },
        },
        reporter: { name: 'Guðrún Helga Þorsteinsdóttir', ssn: people.family.ssn },
        files: [],
        declaration: true,
      },
    });
    const { reference } = (await filed.json()) as { reference: string };
    await openSignedIn(page, 'is', people.family.ssn, addresses.site + claimsPath.is);
    const list = claimsScreen(page, 'is');
    await expect(list.rows.first()).toBeVisible();
    // A job links it to the customer, most often before they have signed in.
    await expect(async () => {
      await page.goto(addresses.site + claimsPath.is);
      await list.search.fill(reference);
      await expect(list.rows).toHaveCount(1, { timeout: 3000 });
    }).toPass();
    await expect(list.rows).toContainText(translate.is('claim|unverified'));
    await list.rows.getByRole('link').click();
    await claimScreen(page, 'is').loaded('Tjón á bílrúðu');
    await expect(page.getByText(translate.is('claim|unverifiedTitle'))).toBeVisible();
    await expect(page.getByRole('listitem').filter({ hasText: translate.is('claim|visitor') })).toBeVisible();
    await expect(page.getByText(/Þóra Prófsdóttir|Reykjanesbraut/)).toHaveCount(0);
  });

  test('a started claim continues from its page, and is discarded after confirmation', async ({ page }) => {
    const { claimForm, claimField } = icelandic;
    await page.goto(`${addresses.site}${path.is}heimili/`);
    await page.getByRole('link', { name: titles.is.start }).click();
    await page.getByLabel(claimField.reporterName).fill('Þóra Prófsdóttir');
    await page.goBack();
    await page.getByRole('link', { name: 'Halda áfram með tilkynninguna' }).click();
    await expect(page.getByLabel(claimField.reporterName)).toHaveValue('Þóra Prófsdóttir');
    await page.getByRole('button', { name: claimForm.drop }).click();
    await page
      .getByRole('dialog', { name: claimForm.drop })
      .getByRole('button', { name: claimForm.drop })
      .click();
    await expect(page.getByRole('link', { name: titles.is.start })).toBeVisible();
    await page.getByRole('link', { name: titles.is.start }).click();
    await expect(page.getByLabel(claimField.reporterName)).toHaveValue('');
  });

  test('UI-5: without a network the form says so, and opens on retry', async ({ page, expectedMessages }) => {
    expectedMessages.push(/Failed to load resource/, /A part of the page could not be loaded/);
    const { claimForm, claimField } = icelandic;
    let away = true;
    const breaks = (address: string | RegExp) =>
      page.route(address, (route) => (away ? route.abort('connectionreset') : route.continue()));
    await breaks(/visitor-claim/);
    await page.goto(`${addresses.site}${path.is}bilruda/#tilkynning`);
    const failed = page.getByRole('alert');
    await expect(failed).toContainText('Ekki tókst að opna tilkynninguna');
    await breaks('**/api/contentConfig/**');
    await page.unroute(/visitor-claim/);
    await page.getByRole('button', { name: 'Reyna aftur' }).click();
    await expect(page.getByText(claimForm.openFailed)).toBeVisible();
    away = false;
    await page.getByRole('button', { name: 'Reyna aftur' }).click();
    await expect(page.getByLabel(claimField.reporterName)).toBeVisible();
  });
});
