// What a customer asks for ends with an outcome: staff ask, refuse or accept, and the customer reads it.
import { dayOf } from '@hofn/domain';
import { pathOf } from '@hofn/texts/paths.ts';
import { mailboxScreen } from './screens/mailbox.ts';
import { offersPath, offersScreen } from './screens/offers.ts';
import { overviewPath } from './screens/overview.ts';
import { openSignedIn } from './screens/sign-in.ts';
import { workQueueScreen } from './screens/work-queue.ts';
import { dateField } from './support/dates.ts';
import { people } from './support/people.ts';
import { addresses } from './support/system.ts';
import { expect, expectValidScreen, test } from './support/test.ts';
import { translate } from './support/translate.ts';

const home = { is: 'Heimilistrygging', en: 'Home and family insurance' };
const accident = { is: 'Slysatrygging', en: 'Accident insurance' };
const question = { is: 'Hvaða íþróttir stundar þú?', en: 'Which sports do you practise?' };
/** What the answer says of money, whatever the day of the test makes of it. */
const money = /Payments due from|each payment is|paid into your bank|taken off what|already planned/;

const reason = { is: 'Fallhlífarstökk er utan við skilmálana.', en: 'Skydiving is outside the terms.' };

test('ACT-3, ACT-6, RIGHT-1: an accepted offer is a policy at once; its contract is withdrawn from in two steps, and leaves no open case', async ({
  page,
  browser,
}) => {
  const t = translate.is;
  await openSignedIn(page, 'is', people.family.ssn, addresses.site + offersPath.is);
  const offers = offersScreen(page, 'is');
  await offers.loaded();
  await offers.open(accident.is);
  await offers.loaded(accident.is);
  await offers.answer('accept');
  await expect(page.getByText(t('requests|issuedTitle'))).toBeVisible();
  await expectValidScreen(page, { language: 'is', heading: accident.is });
  await page.getByRole('link', { name: t('requests|viewPolicy') }).click();

  const dialog = page.getByRole('dialog');
  await page.getByRole('button', { name: t('policyForm|title.withdraw') }).click();
  await expect(dialog.getByText(t('byRule|because.right'))).toBeVisible();
  await expectValidScreen(page, { language: 'is', heading: accident.is });
  await dialog.getByRole('button', { name: t('policyForm|confirm.withdraw') }).click();
  await expect(page.getByRole('heading', { name: t('requests|withdrawnTitle') })).toBeFocused();
  await expectValidScreen(page, { language: 'is', heading: accident.is });
  await expect(page.getByRole('button', { name: t('policyForm|title.withdraw') })).toHaveCount(0);

  await page.goto(`${addresses.site}${pathOf('portal.matters', 'is').slice(1)}/`);
  await expect(page.getByText(t('requests|withdrawnTitle'))).toBeVisible();
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 } });
  const staff = await context.newPage();
  const queue = workQueueScreen(staff, 'en');
  await queue.signIn('katrin');
  await queue.search.fill('8204418');
  await expect(staff.getByRole('link', { name: new RegExp(accident.en) })).toHaveCount(0);
  await context.close();
});

test('CORE-10, LIFE-6, DATA-8: staff ask about a request in the customer’s own words and refuse it; the customer answers, and reads why on the policy, in the list and by e-mail', async ({
  page,
  browser,
}) => {
  const t = translate.is;
  const english = translate.en;
  await openSignedIn(page, 'is', people.family.ssn, addresses.site + overviewPath.is);
  const policyLink = page.locator('main').getByRole('link', { name: home.is, exact: true }).first();
  await policyLink.click();
  await page.getByRole('button', { name: t('policyForm|title.cover') }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('radio', { name: t('policyForm|other') }).check();
  await dialog.getByLabel(t('policyForm|text')).fill('Ég vil tryggja fallhlífina mína líka.');
  await dialog.getByRole('button', { name: t('policyForm|continue') }).click();
  await expect(dialog.getByText(t('byRule|because.ownWords'))).toBeVisible();
  await dialog.getByRole('button', { name: t('policyForm|confirm.request') }).click();
  await expect(page.getByRole('heading', { name: t('policyForm|sent') })).toBeVisible();
  const policy = page.url();
  const facts = page.locator('dt').filter({ hasText: t('policy|number') });
  const number = await facts.locator('xpath=following-sibling::dd[1]').textContent();
  const policyName = `${home.is}, ${number}`;

  const context = await browser.newContext({ viewport: { width: 1280, height: 900 } });
  const staff = await context.newPage();
  const queue = workQueueScreen(staff, 'en');
  await queue.signIn('katrin');
  await queue.search.fill(number ?? '');
  const rows = staff.getByRole('row').filter({ has: staff.getByRole('link', { name: new RegExp(home.en) }) });
  await rows.first().getByRole('link').click();
  await expect(queue.button(english('queue|close'))).toHaveCount(0);
  const decide = async (
    act: 'ask' | 'refuse',
    confirm: 'moreInformation' | 'refused',
    texts: typeof question,
  ) => {
    await queue.button(english(`requestCase|${act}`)).click();
    await staff.getByLabel(english(`requestCase|${act}Is`)).fill(texts.is);
    await staff.getByLabel(english(`requestCase|${act}En`)).fill(texts.en);
    await queue.button(english('requestCase|preview')).click();
    const preview = staff.getByRole('dialog', { name: english('requestCase|previewTitle') });
    await expect(preview.getByText(texts.is)).toBeVisible();
    await expect(preview.getByText(texts.en)).toBeVisible();
    await preview.getByRole('button', { name: english(`requestCase|confirm.${confirm}`) }).click();
    await expect(preview).toHaveCount(0);
  };
  await decide('ask', 'moreInformation', question);

  await page.goto(`${addresses.site}${pathOf('portal.matters', 'is').slice(1)}/`);
  await expect(page.getByText(question.is)).toBeVisible();
  await expectValidScreen(page, { language: 'is', heading: t('matters|title') });
  // What waits on the overview leads straight to the field.
  await page.goto(addresses.site + overviewPath.is);
  const toAnswer = new RegExp(`${t('requests|toAnswer', { what: t('requests|cover') })}: ${home.is}`);
  await page.getByRole('link', { name: toAnswer }).click();
  await expect(page.getByLabel(t('requests|answer'))).toBeFocused();
  await page.getByLabel(t('requests|answer')).fill('Fallhlífarstökk.');
  await page.getByRole('button', { name: t('requests|send') }).click();
  await expect(page.getByText(t('requests|sent'))).toBeVisible();

  await staff.reload();
  await expect(staff.getByText('Fallhlífarstökk.')).toBeVisible();
  await decide('refuse', 'refused', reason);
  await expect(staff.getByText(reason.is)).toBeVisible();
  await expectValidScreen(staff, { language: 'en', heading: new RegExp(home.en) });
  await context.close();

  await page.goto(policy);
  await expect(page.getByText(reason.is)).toBeVisible();
  await expectValidScreen(page, { language: 'is', heading: home.is });
  const mailbox = mailboxScreen(await page.context().newPage(), 'is');
  await mailbox.open('gudrun.helga@postur.example', `Beiðninni er hafnað: ${policyName}`);
  await expect(mailbox.html.locator('body')).toContainText(reason.is);
});

test('LIFE-7, LIFE-8: a wish is open on the overview until it is taken back, and then waits for nobody', async ({
  page,
  browser,
}) => {
  const t = translate.is;
  await openSignedIn(page, 'is', people.spouse.ssn, addresses.site + overviewPath.is);
  await page.locator('main').getByRole('link', { name: accident.is }).click();
  const dialog = page.getByRole('dialog');
  await page.getByRole('button', { name: t('policyForm|title.cover') }).click();
  await dialog.getByRole('radio', { name: t('policyForm|other') }).check();
  await dialog.getByLabel(t('policyForm|text')).fill('Ég vil hærri bætur.');
  await dialog.getByRole('button', { name: t('policyForm|continue') }).click();
  await dialog.getByRole('button', { name: t('policyForm|confirm.request') }).click();
  await expect(page.getByRole('heading', { name: t('policyForm|sent') })).toBeVisible();

  const what = `${t('requests|cover')}: ${accident.is}`;
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 } });
  const staff = await context.newPage();
  const queue = workQueueScreen(staff, 'is');
  await queue.signIn('katrin');
  await queue.search.fill(`${t('requests|cover').toLowerCase()}: slys`);
  const rows = staff.getByRole('row').filter({ has: staff.getByRole('link', { name: what }) });
  await expect(rows).toHaveCount(1);

  await page.goto(addresses.site + overviewPath.is);
  const open = page.getByRole('region', { name: t('requests|open') });
  await open.getByRole('link', { name: what }).click();
  await page.getByRole('button', { name: t('requests|retract'), exact: true }).click();
  await expectValidScreen(page, { language: 'is', heading: accident.is });
  await dialog.getByRole('button', { name: t('requests|retractYes') }).click();
  await expect(page.getByText(t('requests|retracted'))).toBeVisible();
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
  await expect(page.getByRole('button', { name: t('policyForm|title.cover') })).toBeVisible();

  await staff.reload();
  await expect(rows).toHaveCount(0);
  await context.close();
});

test('ACT-3, DESK-2: what the core refers is decided at the desk: why it was referred, what it leads to in the letter, and the core carries it out', async ({
  page,
  browser,
}) => {
  const t = translate.is;
  const english = translate.en;
  await openSignedIn(page, 'is', people.young.ssn, addresses.site + overviewPath.is);
  const policyLink = page.locator('main').getByRole('link', { name: 'Ökuvísir', exact: true }).first();
  await policyLink.click();
  await expect(page.getByRole('heading', { level: 1, name: 'Ökuvísir' })).toBeVisible();
  const dialog = page.getByRole('dialog');
  await page
    .getByRole('main')
    .getByRole('button', { name: t('policy|more'), exact: true })
    .click();
  await page.locator('main').getByText(t('policyForm|title.cancelOrSold')).click();
  await dialog.getByRole('radio', { name: t('policyRequest|grounds.sold') }).check();
  await dateField(dialog, t('policyForm|onSold')).fill(dayOf(new Date()));
  await dialog.getByRole('button', { name: t('policyForm|continue') }).click();
  await expect(dialog.getByText(t('byRule|because.grounds'))).toBeVisible();
  await dialog.getByRole('button', { name: t('policyForm|confirm.request') }).click();
  await expect(page.getByRole('heading', { name: t('policyForm|sent') })).toBeVisible();
  const policy = page.url();

  const context = await browser.newContext({ viewport: { width: 1280, height: 900 } });
  const staff = await context.newPage();
  const queue = workQueueScreen(staff, 'en');
  await queue.signIn('katrin');
  await queue.search.fill('cancellation: ökuvísir');
  await staff
    .getByRole('link', { name: /Cancellation: Ökuvísir/ })
    .first()
    .click();
  await expect(staff.getByText(english('requestCase|leftToUs'))).toBeVisible();
  await expect(staff.getByText(english('byRule|because.grounds')).filter({ visible: true })).toBeVisible();
  await expectValidScreen(staff, { language: 'en', heading: /Ökuvísir/ });
  // The key of the decision opens its form, in which the next key is text (rule DESK-2).
  await staff.locator('h1').click();
  await staff.keyboard.press('d');
  await expect(queue.button(english('requestCase|preview'))).toBeVisible();
  await queue.button(english('requestCase|preview')).click();
  const preview = staff.getByRole('dialog', { name: english('requestCase|previewTitle') });
  await expect(preview.getByText(money).first()).toBeVisible();
  await preview.getByRole('button', { name: english('requestCase|confirm.accepted') }).click();
  await expect(preview).toHaveCount(0);
  await expect(staff.getByRole('heading', { name: english('requestCase|outcome') })).toBeVisible();
  await expectValidScreen(staff, { language: 'en', heading: /Ökuvísir/ });
  await context.close();

  await page.goto(policy);
  await expect(page.getByRole('button', { name: t('policyForm|title.cancelOrSold') })).toHaveCount(0);
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 } });

  test('ACT-1, ACT-3, ACT-5: a customer cancels, reads in the answer that it is done, when cover ends and what becomes of the money, and opens the receipt, from which the core repeats the decision', async ({
    page,
  }) => {
    const t = translate.en;
    const heading = home.en;
    await openSignedIn(page, 'en', people.erased.ssn, addresses.site + overviewPath.en);
    await page.locator('main').getByRole('link', { name: heading, exact: true }).click();
    const dialog = page.getByRole('dialog');
    await page.getByRole('button', { name: t('policyForm|title.cancel') }).click();
    await expect(dialog.getByText(t('byRule|because.notice'))).toBeVisible();
    await expect(dialog.getByText(money)).toBeVisible();
    await expectValidScreen(page, { language: 'en', heading });
    await dialog.getByRole('button', { name: t('policyForm|confirm.cancel') }).click();
    await expect(page.getByText(/^Done on /)).toBeVisible();
    await expect(page.getByText(money)).toBeVisible();
    await expect(page.getByRole('button', { name: t('policyForm|title.cancel') })).toHaveCount(0);
    await expectValidScreen(page, { language: 'en', heading });

    await page.getByRole('link', { name: t('receipt|open') }).click();
    const receipt = t('receipt|of', { what: t('requests|cancel') });
    await expect(page.getByRole('heading', { name: receipt })).toBeVisible();
    await expect(page.getByText(t('byRule|because.notice'))).toBeVisible();
    await expect(page.getByText(money)).toBeVisible();
    await expectValidScreen(page, { language: 'en', heading: receipt });
    const [key = '', sha256 = ''] = await page.locator('main code').allTextContents();
    // The core finds its own receipt by the reference shown, and repeats the decision from it.
    const kept = await (await page.request.get(`${addresses.core}receipts/${key}?lang=en`)).text();
    expect(kept).toContain(sha256);
    expect(kept).toContain(translate.en('core|repeated.same'));
  });
});
