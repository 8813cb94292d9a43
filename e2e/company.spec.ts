import { emails } from '@hofn/texts/catalogue/is/emails.ts';
import { companyPaths, companyScreen } from './screens/company.ts';
import { documentsPath, travelPath } from './screens/documents.ts';
import { mailboxScreen } from './screens/mailbox.ts';
import { openSignedIn } from './screens/sign-in.ts';
import { people } from './support/people.ts';
import { addresses } from './support/system.ts';
import { expect, expectValidScreen, journeyVariants, test } from './support/test.ts';
import { translate } from './support/translate.ts';

for (const { language, width, name } of journeyVariants('desktop')) {
  test(`PORT-9a, PORT-9b, PORT-9c: a company reads what each cover's premium is based on and sees what a change would cost, ${name}`, async ({
    page,
  }) => {
    await page.setViewportSize({ width, height: 900 });
    const t = translate[language];
    await openSignedIn(page, language, people.company.ssn, addresses.site + companyPaths.liability[language]);
    const liability = companyScreen(page, language, 'liability');
    await liability.loaded();
    await expect(page.getByText(t('companyActivity|industry'))).toBeVisible();
    await liability.change();
    await expect(liability.field('foreignShare')).toHaveValue('35');
    await liability.field('foreignShare').fill('120');
    await liability.calculate();
    await expect(page.locator('main [role=alert] a')).toHaveText([t('company|invalidPercent')]);
    await liability.field('foreignShare').fill('60');
    await liability.calculate();
    await expect(liability.dialog.getByRole('row', { name: t('company|foreignShare') })).toContainText('60');
    await expect(liability.dialog).toContainText(t('company|estimateNote'));
    await liability.dialog.getByRole('button', { name: t('global|cancel') }).click();
    await page.getByRole('link', { name: t('company|titlePersonal') }).click();
    await page
      .getByRole('dialog', { name: t('global|unsavedTitle') })
      .getByRole('button', { name: t('global|leave') })
      .click();
    const personal = companyScreen(page, language, 'personal');
    await personal.loaded();
    await expect(personal.policies).toHaveCount(3);
    await page.getByRole('link', { name: t('company|titleTravel') }).click();
    const travel = companyScreen(page, language, 'travel');
    await travel.loaded();
    await travel.change();
    await expect(travel.field('europe')).toHaveValue('62');
    await expectValidScreen(page, { language, heading: t('company|titleTravel') });
  });
}

test('HOLD-3, PORT-6, PORT-9b, PORT-15: leaving several unsaved changes needs confirmation; a change of man-years is sent, shown as pending and confirmed by e-mail; a company finds no travel card in the menu or at its address', async ({
  page,
  expectedMessages,
}) => {
  // The service refuses a change that changes nothing. It also refuses travel cards requested before the page knows
  // that the user acts for a company. The browser logs both.
  expectedMessages.push(/status of 400/, /status of 403/);
  const t = translate.is;
  await openSignedIn(page, 'is', people.company.ssn, addresses.site + companyPaths.personal.is);
  const screen = companyScreen(page, 'is', 'personal');
  await screen.loaded();
  // A change sent by a failed attempt is still pending, and its policy has no button meanwhile.
  const pending = page.getByText(t('company|pending').split('{')[0] ?? 'none');
  const buttons = page.getByRole('button', { name: new RegExp(`^${t('company|changeFigures')}`) });
  await expect(buttons.nth(1)).toBeVisible();
  const [waiting, free] = [await pending.count(), await buttons.count()];
  // Two changes, cancelled in the order they were typed: then leaving asks nothing.
  const forms = page.locator('main form');
  const manYears = (place: number) => forms.nth(place).getByLabel(t('company|manYears'), { exact: true });
  await screen.change();
  await manYears(0).fill('11');
  await screen.change();
  await manYears(1).fill('12');
  await forms
    .first()
    .getByRole('button', { name: t('global|cancel') })
    .click();
  await forms
    .first()
    .getByRole('button', { name: t('global|cancel') })
    .click();
  await expect(forms).toHaveCount(0);
  await page.getByRole('link', { name: t('company|titleTravel') }).click();
  await companyScreen(page, 'is', 'travel').loaded();
  await page.getByRole('link', { name: t('company|titlePersonal') }).click();
  await screen.loaded();

  await screen.change(1);
  await screen.calculate();
  await expect(page.getByText(t('errorCode|noChange'))).toBeVisible();
  await screen.field('manYears').fill('6,5');
  // Each form keeps its input, whichever of the two is sent first.
  await screen.change();
  await manYears(0).fill('12');
  await forms
    .nth(1)
    .getByRole('button', { name: t('company|reckon') })
    .click();
  await expect(screen.dialog.getByRole('row', { name: t('company|manYears') })).toContainText('6,5');
  await screen.send();
  await expect(page.getByText(t('company|sent'))).toBeInViewport();
  const question = page.getByRole('dialog', { name: t('global|unsavedTitle') });
  const leaveAndStay = async (leave: () => Promise<unknown>) => {
    await leave();
    await question.getByRole('button', { name: t('global|stay') }).click();
    await expect(question).toHaveCount(0);
    await expect(manYears(0)).toHaveValue('12');
  };
  await leaveAndStay(() => page.getByRole('link', { name: t('company|titleTravel') }).click());
  await leaveAndStay(() => page.goBack());
  await leaveAndStay(() =>
    page
      .getByRole('link', { name: t('shell|otherLanguage') })
      .first()
      .click(),
  );
  // On closing the tab, the browser itself asks.
  const browserDialog = page.waitForEvent('dialog');
  const reload = page.reload();
  const dialog = await browserDialog;
  expect(dialog.type()).toBe('beforeunload');
  await dialog.accept();
  await reload;
  await screen.loaded();
  await expect(pending).toHaveCount(waiting + 1);
  await expect(buttons).toHaveCount(free - 1);
  const mailbox = mailboxScreen(await page.context().newPage(), 'is');
  await mailbox.open('bokhald@isver.example', emails.changeRequestEmail.subject);

  await page.goto(addresses.site + travelPath.is);
  await expect(page.getByRole('heading', { name: t('travel|companyTitle') })).toBeVisible();
  await expectValidScreen(page, { language: 'is', heading: t('travel|title') });
  const menu = page.getByRole('navigation', { name: t('shell|portalNavigation') });
  await expect(menu.getByRole('link', { name: t('payment|title') })).toBeVisible();
  await expect(menu.getByRole('link', { name: t('travel|title') })).toHaveCount(0);
  const ownMenu = page.locator('header [popover] a');
  await expect(ownMenu).not.toHaveCount(0);
  await expect(ownMenu.filter({ hasText: t('travel|title') })).toHaveCount(0);
  await page
    .locator('main')
    .getByRole('link', { name: t('documents|title') })
    .click();
  await expect(page).toHaveURL(new RegExp(documentsPath.is.replace(/\/$/, '')));
});
