// Sign-in with an electronic ID: the code here and on the sandbox's phones, refused first and then confirmed.
import { demoPeople } from '@hofn/demo';
import { answerOnPhone } from './screens/signing.ts';
import { people } from './support/people.ts';
import { addresses } from './support/system.ts';
import { expect, expectValidScreen, journeyVariants, test } from './support/test.ts';
import { translate } from './support/translate.ts';

const start = { is: 'vidskipti/', en: 'en/my-pages/' };
const confirm = /^(Staðfesta|Confirm)/;
const refuse = /^(Hafna|Decline|Refuse)/;
const customerFor = { is: people.overdue, en: people.reader };

/** The names in the overview's greeting after sign-in. */
const nameFor = { is: 'Sigurbjörg Rós', en: 'Marta' };

for (const { language, width, name } of journeyVariants('phone')) {
  test(`AUTH-10b: a customer signs in with their phone, which shows the same code, ${name}`, async ({
    page,
    context,
  }) => {
    const t = translate[language];
    const phone = demoPeople().find(({ ssn }) => ssn === customerFor[language].ssn)?.mobilePhone ?? '';
    const code = page.getByRole('img', { name: /^\d \d \d \d$/ });
    const answer = async (act: RegExp) => {
      await expectValidScreen(page, { language, heading: t('auth|codeTitle') });
      const digits = ((await code.getAttribute('aria-label')) ?? '').replaceAll(' ', '');
      await answerOnPhone(context, language, digits, act);
    };
    await page.setViewportSize({ width, height: 900 });
    await page.goto(addresses.site + start[language]);
    await page.getByRole('link', { name: t('auth|tabEid') }).click();
    await expectValidScreen(page, { language, heading: t('auth|title') });
    await page.getByRole('button', { name: t('auth|submit') }).click();
    await expect(page.getByRole('alert')).toContainText(t('auth|mobileMissing'));
    await page.getByLabel(t('auth|mobile'), { exact: true }).fill(phone);
    await page.getByRole('button', { name: t('auth|submit') }).click();

    await answer(refuse);
    await expect(page.getByRole('alert')).toContainText(t('auth|eidCancelled'));
    await expect(page.getByRole('alert')).toBeFocused();
    await expectValidScreen(page, { language, heading: t('auth|title') });
    await expect(page.getByLabel(t('auth|mobile'), { exact: true })).toHaveValue(phone);
    await page.getByRole('button', { name: t('auth|submit') }).click();

    await answer(confirm);
    await page.waitForURL(addresses.site + start[language]);
    await expectValidScreen(page, { language, heading: new RegExp(nameFor[language]) });
  });
}

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false });
  test('AUTH-10b: the code’s page shows the outcome without being reloaded', async ({ page, browser }) => {
    const t = translate.is;
    const phone = demoPeople().find(({ ssn }) => ssn === people.young.ssn)?.mobilePhone ?? '';
    const request = new URLSearchParams({
      client_id: 'hofn-web',
      response_type: 'code',
      redirect_uri: addresses.site,
      scope: 'openid',
      code_challenge: 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM',
      code_challenge_method: 'S256',
    });
    await page.goto(`${addresses.identity}authorize?${request}`);
    await page.getByRole('link', { name: t('auth|tabEid') }).click();
    await page.getByLabel(t('auth|mobile'), { exact: true }).fill(phone);
    await page.getByRole('button', { name: t('auth|submit') }).click();
    const digits = (await page.getByRole('img', { name: /^\d \d \d \d$/ }).getAttribute('aria-label')) ?? '';
    const phones = await browser.newContext({ javaScriptEnabled: true });
    await answerOnPhone(phones, 'is', digits.replaceAll(' ', ''), refuse);
    await phones.close();
    await expect(page.getByRole('alert')).toContainText(t('auth|eidCancelled'));
  });
});
