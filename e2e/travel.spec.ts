import { companyPaths, companyScreen } from './screens/company.ts';
import { travelPath, travelScreen } from './screens/documents.ts';
import { openSignedIn } from './screens/sign-in.ts';
import { people } from './support/people.ts';
import { addresses } from './support/system.ts';
import { expect, expectValidScreen, journeyVariants, test } from './support/test.ts';
import { translate } from './support/translate.ts';

const day = (ahead: number) => new Date(Date.now() + ahead * 86_400_000).toISOString().slice(0, 10);

for (const { language, width, name } of journeyVariants('phone')) {
  test.describe(name, () => {
    test.use({ viewport: { width, height: 900 } });
    const t = translate[language];

    test('PORT-6, PORT-9a, DATA-6: a person shows the travel card and creates a visa confirmation, and anyone verifies it by its code; a company’s page is not theirs', async ({
      page,
      expectedMessages,
    }) => {
      // The service refuses a period that ends before it starts.
      expectedMessages.push(/400/);
      await openSignedIn(page, language, people.family.ssn, addresses.site + travelPath[language]);
      const screen = travelScreen(page, language);
      await screen.loaded();
      await expect(page.getByText('Sóley Jónsdóttir')).toBeVisible();
      await screen.show.click();
      await expect(page.getByText(t('travel|datesMissing')).first()).toBeVisible();
      await screen.from.fill(day(5));
      await screen.to.fill(day(3));
      await screen.show.click();
      await expect(screen.to.parts.first()).toHaveAttribute('aria-invalid', 'true');
      await screen.to.fill(day(12));
      await screen.show.click();
      await expect(screen.paper).toBeVisible();
      await expect(page.getByText(/EUR|evrur/)).toBeVisible();
      await expectValidScreen(page, { language, heading: t('travel|title') });
      const code = (await screen.code.first().textContent()) ?? 'none';

      // A person is told that the page is for companies.
      await page.goto(addresses.site + companyPaths.liability[language]);
      await companyScreen(page, language, 'liability').loaded();
      await expect(page.getByText(t('company|companiesOnly'))).toBeVisible();

      const check = { is: 'sannreyna/ferdatrygging/', en: 'en/verify/travel-insurance/' }[language];
      await page.goto(`${addresses.site}${check}#${code}`);
      const answer = page.getByRole('status').filter({ hasText: /\d{7}/ });
      await expect(answer).toContainText('S. J.');
      await expect(page.locator('main')).not.toContainText('Sóley');
      await expectValidScreen(page, { language, heading: /./ });
      await page.getByRole('textbox').fill('0000-0000-0000-0000');
      await page.getByRole('button', { name: /Sannreyna|Verify/ }).click();
      await expect(page.getByText(/er ekki í gildi\.$|is not valid\.$/)).toBeVisible();
    });
  });
}

test.describe('a link to verify a travel confirmation', () => {
  test.use({ expectedMessages: [/status of 4/] });

  test('HOLD-1: a truncated code does no harm, and a second code in the same tab is verified too', async ({
    page,
  }) => {
    const requestUrls: string[] = [];
    page.on('request', (request) => {
      const [, code] = /\/travelcheck\/(.*)$/.exec(request.url()) ?? [];
      if (code) requestUrls.push(decodeURIComponent(code));
    });
    const field = page.getByRole('textbox');
    for (const code of ['50%', '0000-0000-0000-0000', '%C3']) {
      await page.goto(`${addresses.site}sannreyna/ferdatrygging/#${code}`);
      await expect(field).toHaveValue(code);
      await expect(page.getByText(/er ekki í gildi\.$/)).toBeVisible();
      await expect(page.locator('main h1')).toBeVisible();
    }
    expect(requestUrls).toEqual(['50%', '0000-0000-0000-0000', '%C3']);
  });
});
