// Insurance is bought in one sitting: from a price on the site to a policy in force, paid by card, with its receipt.

import { emails as emailsEnglish } from '@hofn/texts/catalogue/en/emails.ts';
import { purchase as english } from '@hofn/texts/catalogue/en/purchase.ts';
import { emails } from '@hofn/texts/catalogue/is/emails.ts';
import { purchase as icelandic } from '@hofn/texts/catalogue/is/purchase.ts';
import { createTranslator } from '@hofn/texts/translator.ts';
import { mailboxScreen } from './screens/mailbox.ts';
import { cardServicePage } from './screens/paymentdetails.ts';
import { pricesScreen } from './screens/prices.ts';
import { signIn } from './screens/sign-in.ts';
import { people } from './support/people.ts';
import { expect, expectValidScreen, findAxeViolations, test } from './support/test.ts';
import { translate } from './support/translate.ts';

const texts = { is: createTranslator('is', icelandic), en: createTranslator('en', english) };
const mails = { is: emails, en: emailsEnglish };
const email = 'sigridur.asa@isver.example';

const journeys = [
  {
    ...({ language: 'is', width: 390, product: 'travel', heading: 'Ferðatrygging' } as const),
    answers: [['household', 'single']],
  },
  {
    ...({ language: 'en', width: 1280, product: 'home', heading: 'Home and family insurance' } as const),
    answers: [
      ['contents', '12000000'],
      ['area', 'rural'],
      ['claims', 'none'],
    ],
  },
] as const;

for (const { language, width, product, heading, answers } of journeys)
  test(`BUY-1, BUY-2, BUY-3, BUY-4, RIGHT-1: a price becomes a policy in force in one sitting: ${product}, ${language}, ${width} px`, async ({
    page,
    expectedMessages,
  }) => {
    expectedMessages.push(/^warning: Failed to execute 'postMessage'/);
    const t = texts[language];
    const portal = translate[language];
    const main = page.getByRole('main');
    const step = async (title: string) => {
      const shown = main.getByRole('heading', { level: 2, name: title });
      await expect(shown).toBeVisible();
      await expectValidScreen(page, { language, heading });
      expect(await findAxeViolations(page), title).toEqual([]);
    };
    const next = () => main.getByRole('button', { name: t('purchase|next'), exact: true }).click();
    await page.setViewportSize({ width, height: 900 });

    // A visitor works out a price, and buys at it: the price is kept, and they sign in.
    const prices = pricesScreen(page, language);
    await prices.open(`#${product}`);
    for (const [name, value] of answers) await prices.answer(name, value);
    if (await prices.submit.isVisible()) await prices.submit.click();
    await expect(prices.price).toBeVisible();
    await expect(main.getByText(prices.text('buyText'))).toBeVisible();
    await main.getByRole('button', { name: prices.text('buy'), exact: true }).click();
    await signIn(page, language, people.procuration.ssn);

    // Price, and who is insured.
    await step(t('purchase|step1'));
    await expect(main.getByText('050279-1469').filter({ visible: true })).toBeVisible();
    if (product === 'home') await main.getByLabel(t('purchase|address')).fill('Hafnargata 31');
    await next();

    // Needs: what is missing is named; then all is answered.
    await step(t('purchase|step2'));
    await next();
    await expect(main.getByText(portal('errorCode|requiredField')).first()).toBeVisible();
    if (product === 'home')
      await main
        .getByRole('group', { name: t('purchaseNeed|living') })
        .getByText(t('purchaseNeed|living.own'), { exact: true })
        .click();
    await main
      .getByRole('group', { name: t('purchaseNeed|elsewhere') })
      .getByText(t('purchaseNeed|elsewhere.no'), { exact: true })
      .click();
    await main.getByText(t('purchaseNeed|priority.cover'), { exact: true }).click();
    await next();

    // Documents, as delivered; it continues here after a reload, as on another device.
    await step(t('purchase|step3'));
    await page.reload();
    await step(t('purchase|step3'));
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      main.getByRole('button', { name: t('purchase|ipidGet') }).click(),
    ]);
    expect(download.suggestedFilename()).toMatch(/\.pdf$/);
    await main.getByLabel(t('purchase|read')).check();
    await next();

    // First day and card: one is registered if there is none.
    await step(t('purchase|step4'));
    await expect(main.getByText(t('purchase|yearly'))).toBeVisible();
    const register = main.getByRole('button', { name: portal('card|register') });
    const other = main.getByLabel(portal('card|useOther'));
    await expect(register.or(other).first()).toBeVisible();
    if (!(await other.isVisible())) {
      await expect(register).not.toHaveAttribute('aria-disabled', 'true');
      const [opened] = await Promise.all([page.waitForEvent('popup'), register.click()]);
      const service = cardServicePage(opened);
      await service.enter('4242 4242 4242 4242');
      await service.confirm();
      await expect(other).toBeVisible();
    }
    await next();

    // One page with everything, and the button.
    await step(t('purchase|step5'));
    await expect(main.getByText(t('purchase|atOnceMoney'))).toBeVisible();
    await expect(main.getByText(/•••• \d{4}/).first()).toBeVisible();
    await main.getByRole('button', { name: t('purchase|buy'), exact: true }).click();

    // The receipt, with certificate and the right to withdraw.
    await expect(main.locator('strong', { hasText: t('purchase|inForceTitle') })).toBeVisible();
    await expect(page.locator('h1')).toBeFocused();
    await expectValidScreen(page, { language, heading });
    expect(await findAxeViolations(page), 'receipt').toEqual([]);
    await expect(main.getByRole('heading', { name: t('purchase|withdraw') })).toBeVisible();
    await expect(main.getByRole('link', { name: t('purchase|certificate') })).toBeVisible();
    await main.getByRole('link', { name: t('purchase|policy') }).click();
    await expect(page.getByRole('button', { name: portal('policyForm|title.withdraw') })).toBeVisible();
    const mailbox = mailboxScreen(await page.context().newPage(), language);
    const subject = mails[language].purchaseEmail.issuedSubject.split('{')[0] ?? '';
    await expect.poll(() => mailbox.count(email, subject + heading)).toBeGreaterThan(0);
  });
