// What a customer asks for ends with an outcome: staff ask, refuse or accept, and the customer reads it.
import { pathOf } from '@hofn/texts/paths.ts';
import { mailboxScreen } from './screens/mailbox.ts';
import { offersPath, offersScreen } from './screens/offers.ts';
import { overviewPath } from './screens/overview.ts';
import { openSignedIn } from './screens/sign-in.ts';
import { workQueueScreen } from './screens/work-queue.ts';
import { people } from './support/people.ts';
import { addresses } from './support/system.ts';
import { expect, expectValidScreen, test } from './support/test.ts';
import { translate } from './support/translate.ts';

const accident = { is: 'Slysatrygging', en: 'Accident insurance' };
const question = { is: 'Hvaða íþróttir stundar þú?', en: 'Which sports do you practise?' };
const reason = { is: 'Fallhlífarstökk er utan við skilmálana.', en: 'Skydiving is outside the terms.' };

test('CORE-10, LIFE-6, DATA-8, DESK-6, DESK-10: an accepted offer is shown whole to staff, who ask and refuse; the customer answers, and reads why on the offer, in the list and by e-mail', async ({
  page,
  browser,
}) => {
  const t = translate.is;
  const english = translate.en;
  await openSignedIn(page, 'is', people.family.ssn, addresses.site + offersPath.is);
  const offers = offersScreen(page, 'is');
  await offers.loaded();
  await offers.open(accident.is);
  await offers.loaded(accident.is);
  const offer = page.url();
  await offers.answer('accept');
  await expect(page.getByText(t('requests|offerOpen'))).toBeVisible();

  const context = await browser.newContext({ viewport: { width: 1280, height: 900 } });
  const staff = await context.newPage();
  const queue = workQueueScreen(staff, 'en');
  await queue.signIn('katrin');
  await queue.openCase('8204418');
  await expect(staff.getByRole('heading', { name: english('requestCase|proof') })).toBeVisible();
  await expect(staff.getByRole('table', { name: english('requestCase|covers') })).toBeVisible();
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
  const what = `${t('requests|offer')}: ${accident.is}, 8204418`;
  await page.goto(addresses.site + overviewPath.is);
  await page.getByRole('link', { name: t('requests|toAnswer', { what }) }).click();
  await expect(page.getByLabel(t('requests|answer'))).toBeFocused();
  await page.getByLabel(t('requests|answer')).fill('Fallhlífarstökk.');
  await page.getByRole('button', { name: t('requests|send') }).click();
  await expect(page.getByText(t('requests|sent'))).toBeVisible();

  await staff.reload();
  await expect(staff.getByText('Fallhlífarstökk.')).toBeVisible();
  await decide('refuse', 'refused', reason);
  await expect(staff.getByText(reason.is)).toBeVisible();
  await expectValidScreen(staff, { language: 'en', heading: /Accident/ });
  await context.close();

  await page.goto(offer);
  await expect(page.getByText(reason.is)).toBeVisible();
  await expectValidScreen(page, { language: 'is', heading: accident.is });
  const mailbox = mailboxScreen(await page.context().newPage(), 'is');
  await mailbox.open('gudrun.helga@postur.example', `Beiðninni er hafnað: ${accident.is}, 8204418`);
  await expect(mailbox.html.locator('body')).toContainText(reason.is);
});

test('LIFE-7, LIFE-8: a cancellation is open on the overview until it is taken back, and then waits for nobody', async ({
  page,
  browser,
}) => {
  const t = translate.is;
  await openSignedIn(page, 'is', people.spouse.ssn, addresses.site + overviewPath.is);
  await page.locator('main').getByRole('link', { name: accident.is }).click();
  const dialog = page.getByRole('dialog');
  await page.getByRole('button', { name: t('policy|more') }).click();
  await page.getByRole('button', { name: t('policyForm|title.cancel') }).click();
  await dialog.getByRole('button', { name: t('policyForm|confirm.cancel') }).click();
  await expect(page.getByRole('heading', { name: t('policyForm|sent') })).toBeVisible();

  const context = await browser.newContext({ viewport: { width: 1280, height: 900 } });
  const staff = await context.newPage();
  const queue = workQueueScreen(staff, 'is');
  await queue.signIn('katrin');
  await queue.search.fill('uppsogn: slys');
  const rows = staff
    .getByRole('row')
    .filter({ has: staff.getByRole('link', { name: `Uppsögn: ${accident.is}` }) });
  await expect(rows).toHaveCount(1);

  await page.goto(addresses.site + overviewPath.is);
  const open = page.getByRole('region', { name: t('requests|open') });
  await open.getByRole('link', { name: `Uppsögn: ${accident.is}` }).click();
  await page.getByRole('button', { name: t('requests|retract'), exact: true }).click();
  await expectValidScreen(page, { language: 'is', heading: accident.is });
  await dialog.getByRole('button', { name: t('requests|retractYes') }).click();
  await expect(page.getByText(t('requests|retracted'))).toBeVisible();
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
  await expect(page.getByRole('button', { name: t('policy|more') })).toBeVisible();

  await staff.reload();
  await expect(rows).toHaveCount(0);
  await context.close();
});
