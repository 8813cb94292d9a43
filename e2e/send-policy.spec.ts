import { readFile } from 'node:fs/promises';
import { mailboxScreen } from './screens/mailbox.ts';
import { overviewPath, overviewScreen, policyScreen } from './screens/overview.ts';
import { openSignedIn } from './screens/sign-in.ts';
import { chooseListAction } from './support/filters.ts';
import { people } from './support/people.ts';
import { addresses } from './support/system.ts';
import { expect, expectValidScreen, journeyVariants, test } from './support/test.ts';
import { translate } from './support/translate.ts';

const subjects = {
  is: { overview: 'Yfirlit yfir tryggingar', policy: 'Skírteini' },
  en: { overview: 'Your insurance overview', policy: 'Your insurance certificate' },
};
// A separate customer for each width, so that parallel journeys have their own e-mails; each policy is in force.
const senders = {
  390: {
    ssn: people.spouse.ssn,
    name: /Jón$/,
    email: 'jon.jonsson@postur.example',
    policy: { is: 'Slysatrygging', en: 'Accident insurance' },
  },
  1280: {
    ssn: people.family.ssn,
    name: /Guðrún Helga$/,
    email: 'gudrun.helga@postur.example',
    policy: { is: 'Heimilistrygging', en: 'Home and family insurance' },
  },
};

for (const { language, width, name } of journeyVariants('phone')) {
  test(`DATA-4, PORT-19, LANG-6: the overview and a policy are sent by e-mail and read there (${name})`, async ({
    page,
    context,
  }) => {
    // Four screens and two e-mails in one journey.
    test.slow();
    const t = translate[language];
    const sender = senders[width === 390 ? 390 : 1280];
    await page.setViewportSize({ width, height: 900 });
    await openSignedIn(page, language, sender.ssn, addresses.site + overviewPath[language]);
    const overview = overviewScreen(page, language);
    await overview.loaded(sender.name);

    await chooseListAction(page, language, t('overview|send'));
    // It closes automatically unless a pointer is on it.
    const confirmation = page.getByText(t('overview|sent', { email: sender.email }));
    await confirmation.hover();
    await expectValidScreen(page, { language, heading: sender.name });
    await page
      .getByRole('status')
      .filter({ has: confirmation })
      .getByRole('button', { name: t('global|close') })
      .click();
    await expect(confirmation).toHaveCount(0);

    const inbox = await context.newPage();
    const mailbox = mailboxScreen(inbox, language);
    await mailbox.open(sender.email, subjects[language].overview);
    await expect(mailbox.html.locator('html')).toHaveAttribute('lang', language);
    await expect(mailbox.html.getByRole('link')).toHaveAttribute(
      'href',
      addresses.site + overviewPath[language].replace(/\/$/, ''),
    );
    const [download] = await Promise.all([inbox.waitForEvent('download'), mailbox.attachments.click()]);
    expect(download.suggestedFilename()).toMatch(/\.pdf$/);
    expect((await readFile(await download.path())).subarray(0, 5).toString()).toBe('%PDF-');

    // By its whole name: a link to an open request names its policy too.
    const chosen = overview.policies.filter({ hasText: new RegExp(`^${sender.policy[language]}$`) });
    await chosen.click();
    const policy = policyScreen(page, language);
    await expect(page.getByRole('button', { name: t('policy|send') })).toBeVisible();
    await policy.loaded(/./);
    const title = (await page.getByRole('heading', { level: 1 }).textContent()) ?? '';
    await page.getByRole('button', { name: t('policy|send') }).click();
    await expect(page.getByText(t('policy|sent', { email: sender.email }))).toBeVisible();
    await mailbox.open(sender.email, `${subjects[language].policy}: ${title}`);
    await expect(mailbox.text).toContainText(title);
    await expect(mailbox.attachments).toHaveCount(1);
  });
}

test('PORT-19: a customer downloads their policies as CSV and PDF; a failed sending offers a retry that repeats the same request; a customer without an address is asked for it, and keeps what was typed', async ({
  page,
  expectedMessages,
}) => {
  expectedMessages.push(/status of (400|503)/);
  const t = translate.en;
  await openSignedIn(page, 'en', people.family.ssn, addresses.site + overviewPath.en);
  const overview = overviewScreen(page, 'en');
  await overview.loaded(/Guðrún Helga$/);
  for (const [type, label] of [
    ['csv', 'exportCsv'],
    ['pdf', 'exportPdf'],
  ] as const) {
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      chooseListAction(page, 'en', t(`table|${label}`)),
    ]);
    expect(download.suggestedFilename()).toMatch(new RegExp(`^\\w+-\\d{4}-\\d\\d-\\d\\d\\.${type}$`));
    const content = await readFile(await download.path(), 'utf8');
    if (type === 'pdf') expect(content).toMatch(/^%PDF-1\.7/);
    // Another test accepts an offer, which issues one more.
    else expect(content.trim().split('\r\n').length).toBeGreaterThan(people.family.policies);
  }

  const keys: Array<string | undefined> = [];
  await page.route('**/sendpolicyoverview', async (route) => {
    keys.push(route.request().headers()['idempotency-key']);
    if (keys.length > 1) return route.continue();
    return route.fulfill({ status: 503, json: { errorCode: 'unavailable' } });
  });
  await chooseListAction(page, 'en', t('overview|send'));
  await expect(page.getByRole('alert')).toContainText(t('sendByEmail|failed'));
  await expectValidScreen(page, { language: 'en', heading: /Guðrún Helga$/ });
  await page.getByRole('button', { name: t('global|retry') }).click();
  await expect(page.getByText(t('overview|sent', { email: 'gudrun.helga@postur.example' }))).toBeVisible();
  expect(keys).toEqual([keys[0], keys[0]]);
  await page.unroute('**/sendpolicyoverview');

  // The service's response for a customer without an address, faked: every demo customer has an address.
  await page.route('**/sendpolicyoverview', (route) =>
    route.request().postData() === '{}'
      ? route.fulfill({
          status: 400,
          json: { errorCode: 'validation', errors: { email: ['We have no email address on file.'] } },
        })
      : route.continue(),
  );
  await chooseListAction(page, 'en', t('overview|send'));
  const field = page.getByLabel(t('sendByEmail|address'));
  await expect(field).toBeFocused();
  await expectValidScreen(page, { language: 'en', heading: /Guðrún Helga$/ });
  await field.fill('gudrun@');
  await field.press('Enter');
  await expect(page.getByText(t('global|invalidEmail'))).toBeVisible();
  await expect(field).toHaveValue('gudrun@');
  await field.fill('gudrun@postur.example');
  await field.press('Enter');
  await expect(page.getByText(t('overview|sent', { email: 'gudrun@postur.example' }))).toBeVisible();
});
