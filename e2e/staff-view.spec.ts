// An employee views a customer, and the customer can see that they did.
import { signIn } from './screens/sign-in.ts';
import { staffViewScreen } from './screens/staff-view.ts';
import { people } from './support/people.ts';
import { addresses, demoPassword } from './support/system.ts';
import { expect, expectValidScreen, findAxeViolations, journeyVariants, test } from './support/test.ts';
import { translate } from './support/translate.ts';

// In order: a view replaces the one that the same employee already has of the same customer.
test.describe.configure({ mode: 'default' });

const guðrún = 'Guðrún Helga Þorsteinsdóttir';
const jón = 'Jón Jónsson';
const privacyPath = { is: 'vidskipti/stillingar/personuvernd/', en: 'en/my-pages/settings/privacy/' };

for (const { language, width, name } of journeyVariants('desktop')) {
  test(`STAFF-2a, STAFF-2b, STAFF-2c, STAFF-3, STAFF-4: an employee looks up a customer and views them under a banner; the customer reads who viewed what and why, ${name}`, async ({
    browser,
    page,
  }) => {
    const t = translate[language];
    const context = await browser.newContext({ viewport: { width, height: 900 } });
    const desk = await context.newPage();
    const screen = staffViewScreen(desk, language);
    await screen.signIn('katrin', demoPassword);
    await screen.loaded();
    await expect(screen.open).toBeDisabled();
    await screen.ssn.fill(people.family.ssn.slice(0, 9));
    await expect(screen.open).toBeDisabled();
    await screen.ssn.fill(people.family.ssn);
    await expect(screen.found(guðrún)).toBeVisible();
    await expect(screen.reason).toHaveValue('service');
    await screen.reason.selectOption('claim');
    await screen.open.click();

    await screen.expectViewed(guðrún, people.family.ssn);
    await expect(screen.banner).toContainText(
      t('staffView|because', { reason: t('staffView|reason.claim') }),
    );
    await expect(desk.getByRole('link', { name: /^Kaskó|^Comprehensive/ }).first()).toBeVisible();
    await expectValidScreen(desk, { language, heading: /./ });
    expect(await desk.evaluate(() => sessionStorage.getItem('hofn.staff.viewed'))).toBe(people.family.ssn);

    // The spouse needs the same check as anyone: the name is filled in, the reason is asked for again.
    await screen.button(t('staffView|spouse', { name: jón })).click();
    await expect(screen.found(jón)).toBeVisible();
    await expect(screen.reason).toHaveValue('service');
    expect(await findAxeViolations(desk)).toEqual([]);

    await screen.button(t('staffView|endNow')).click();
    await screen.loaded();
    await expect(screen.banner).toHaveCount(0);
    await context.close();

    await page.setViewportSize({ width, height: 900 });
    await page.goto(addresses.site + privacyPath[language]);
    await signIn(page, language, people.family.ssn);
    const row = page.getByRole('row').filter({ hasText: 'Katrín' }).first();
    await expect(row).toContainText(t('staffView|reason.claim'));
    await expect(row).toContainText(t('views|part.overview'));
    await expectValidScreen(page, { language, heading: t('privacy|title') });
  });
}

test('PORT-14, ACC-6, STAFF-4: a company has no privacy page; it reads who viewed its data under access permits', async ({
  page,
}) => {
  const t = translate.is;
  await page.setViewportSize({ width: 1280, height: 900 });
  await page.goto(addresses.site + privacyPath.is);
  await signIn(page, 'is', people.company.ssn);
  await expect(page.getByText(t('errorCode|personsOnly'))).toBeVisible();
  await expectValidScreen(page, { language: 'is', heading: t('privacy|title') });
  const menu = page.getByRole('link', { name: t('access|title'), exact: true });
  await expect(menu).toBeVisible();
  await expect(page.getByRole('link', { name: t('privacy|title'), exact: true })).toHaveCount(0);
  await menu.click();
  await expect(page.getByRole('heading', { name: t('views|titleCompany') })).toBeVisible();
  await expect(page.getByText(t('views|empty'))).toBeVisible();
});

test.describe('unknown customers and ended views', () => {
  // The browser logs each refusal.
  test.use({ expectedMessages: [/status of 40[34]/], popups: 'shown' });

  test('ROLE-4, SITE-8, STAFF-2c, STAFF-5, STAFF-7: somebody of the employee’s household is not viewed, and the spouse of a customer after a separate check; staff see no popups and no actions, and signing out clears the tab', async ({
    page,
  }) => {
    const t = translate.is;
    const screen = staffViewScreen(page, 'is');
    // Signing out ends the session that other tests of the same employee use.
    await screen.signIn('ragna', demoPassword);
    await screen.ssn.fill('8123456789');
    await expect(page.getByText(t('errorCode|ssnNotFound'))).toBeVisible();
    await expect(screen.open).toBeDisabled();
    // Katla lives with Ragna.
    await screen.ssn.fill(people.claims.ssn);
    await expect(page.getByText(t('errorCode|conflictOfInterest'))).toBeVisible();
    await expect(screen.open).toBeDisabled();
    await screen.ssn.fill(people.family.ssn);
    await screen.open.click();
    await screen.expectViewed(guðrún, people.family.ssn);
    await screen.button(t('staffView|spouse', { name: jón })).click();
    await expect(screen.found(jón)).toBeVisible();
    await screen.open.click();
    await screen.expectViewed(jón, people.spouse.ssn);

    await page.goto(`${addresses.staffOrigin}/arsskyrsla/vidskipti/greidslustada/`);
    await screen.expectViewed(jón, people.spouse.ssn);
    await expect(page.getByText(t('payment|dueNow'), { exact: true })).toBeVisible();
    await expect(page.getByText(t('staffView|noChange')).first()).toBeVisible();
    await expect(page.getByRole('dialog')).toHaveCount(0);

    // Signing out clears the tab's storage, whatever is in it.
    await page.evaluate(() => sessionStorage.setItem('kept.by.another', '1'));
    await page
      .getByRole('button', { name: t('nav|userMenuFor', { name: 'Ragna Sólveig Hauksdóttir' }) })
      .click();
    await page.getByRole('button', { name: t('nav|logout') }).click();
    await page.waitForURL(`${addresses.staffOrigin}/arsskyrsla/`);
    expect(await page.evaluate(() => ({ ...sessionStorage }))).toEqual({});
  });

  test('STAFF-5: a view that has ended removes the customer’s data from the screen and says so', async ({
    page,
  }) => {
    const t = translate.is;
    const screen = staffViewScreen(page, 'is');
    await screen.signIn('bjarki', demoPassword);
    await screen.ssn.fill(people.newcomer.ssn);
    await screen.open.click();
    await expect(screen.button(t('staffView|endNow'))).toBeVisible();

    // Another tab has the same view, and ends it.
    const other = await page.context().newPage();
    const otherScreen = staffViewScreen(other, 'is');
    await other.goto(`${addresses.staffOrigin}/arsskyrsla/starfsfolk/vidskiptavinir/`);
    await otherScreen.ssn.fill(people.newcomer.ssn);
    await otherScreen.open.click();
    await otherScreen.button(t('staffView|endNow')).click();
    await otherScreen.loaded();

    await page
      .getByRole('navigation', { name: t('shell|portalNavigation') })
      .getByRole('link', { name: 'Skjöl', exact: true })
      .click();
    await expect(page.getByText(t('staffView|endedText'))).toBeVisible();
    await expect(screen.banner).toHaveCount(0);
    expect(await page.evaluate(() => sessionStorage.getItem('hofn.staff.viewed'))).toBeNull();
  });
});
