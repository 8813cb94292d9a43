import { patience } from '@hofn/database/testing/patience.ts';
import { createTranslator } from '@hofn/texts';
import { emails } from '@hofn/texts/catalogue/is/emails.ts';
import type { Locator } from '@playwright/test';
import { accessPath, accessScreen } from './screens/access.ts';
import { mailboxScreen } from './screens/mailbox.ts';
import { overviewPath } from './screens/overview.ts';
import { signIn } from './screens/sign-in.ts';
import { people } from './support/people.ts';
import { addresses } from './support/system.ts';
import { expect, journeyVariants, test } from './support/test.ts';
import { translate } from './support/translate.ts';

const guðrún = 'Guðrún Helga Þorsteinsdóttir';

for (const { language, width, name } of journeyVariants('desktop')) {
  test(`PORT-13, ACC-3, HOLD-2: a customer sees who has access, acts for another person, and stops acting for them, ${name}`, async ({
    page,
  }) => {
    await page.setViewportSize({ width, height: 900 });
    const t = translate[language];
    const screen = accessScreen(page, language);
    await page.goto(addresses.site + accessPath[language]);
    await signIn(page, language, people.spouse.ssn);
    await screen.loaded();
    await expect(screen.granted.getByRole('row').filter({ hasText: guðrún })).toContainText(
      t('accessRole|Full'),
    );
    await expect(screen.received.getByRole('row').filter({ hasText: guðrún })).toContainText(
      t('accessRole|Readonly'),
    );

    // A valid kennitala shows the name before access is granted; closing the dialog grants none.
    await screen.grant.click();
    await screen.dialog.getByLabel(t('access|ssnLabel')).fill('270399-1429');
    await expect(
      screen.dialog.getByText(t('access|person', { name: 'Birta Líf Hrafnsdóttir' })),
    ).toBeVisible();
    await screen.dialog.getByRole('button', { name: t('global|cancel') }).click();

    await screen.actFor(guðrún).click();
    await expect(screen.bar).toContainText(t('acting|bar', { name: guðrún }));
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(page.getByRole('link', { name: /^Kaskó|^Comprehensive/ }).first()).toBeVisible();

    // Read-only access offers no actions, and says why.
    await page.goto(
      `${addresses.site}${language === 'is' ? 'vidskipti/greidslustada/' : 'en/my-pages/payment-status/'}`,
    );
    await expect(
      page.getByText(t('acting|readonly', { act: t('acting|act.pay'), name: guðrún })),
    ).toBeVisible();
    await expect(page.getByText(t('payment|dueNow'), { exact: true })).toBeVisible();
    await expect(
      page.getByRole('button', { name: new RegExp(t('payment|payAmount', { amount: '' }).trim()) }),
    ).toHaveCount(0);

    // The permits belong to the person acted for, who is named in the caption too.
    await page.goto(addresses.site + accessPath[language]);
    const permits = page.getByRole('table', { name: t('access|givenFor', { name: guðrún }) });
    await expect(
      permits.getByRole('columnheader', { name: language === 'is' ? 'Kennitala' : 'National ID' }),
    ).toBeVisible();

    // Start watching now: the notice shows for only a few seconds.
    const noticeShown = expect(screen.notice(t('acting|ended'))).toBeVisible({ timeout: patience(30_000) });
    await screen.stopActing.click();
    await noticeShown;
    await expect(screen.bar).toHaveCount(0);
    await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
  });
}

test('LIFE-44: the bar stays, on a phone in one line, and is never so high that it covers what has focus or what a link leads to', async ({
  page,
}) => {
  const t = translate.is;
  const screen = accessScreen(page, 'is');
  await page.goto(addresses.site + accessPath.is);
  await signIn(page, 'is', people.spouse.ssn);
  await screen.loaded();
  await screen.actFor(guðrún).click();
  await expect(screen.bar).toContainText(guðrún);
  const headings = page.getByRole('main').locator('h2[id]');
  const link = page.getByRole('main').getByRole('link').first();
  const longName = 'Þorsteinn Guðbrandur Hallgrímsson Brynjólfsson Þorgeirsson og Vilhjálmur Kristjánsson';
  /** How far below the bar an element begins, in pixels. */
  const belowBar = async (element: Locator) => {
    await expect(screen.bar).toBeInViewport({ ratio: 1 });
    const bar = await screen.bar.boundingBox();
    return ((await element.boundingBox())?.y ?? 0) - (bar?.y ?? 0) - (bar?.height ?? 0);
  };
  const open = async (width: number) => {
    await page.setViewportSize({ width, height: 700 });
    await page.goto(addresses.site + overviewPath.is);
    await expect(headings.nth(2)).toBeVisible();
  };
  for (const [width, name] of [
    [1280, guðrún],
    [390, guðrún],
    [320, guðrún],
    [320, longName],
    [768, longName],
  ] as const) {
    await page.route('**/api/user/v1/info', async (route) => {
      const response = await route.fetch();
      const user = await response.json();
      user.currentProxyUser.fullName = name;
      await route.fulfill({ response, json: user });
    });
    await open(width);
    await expect(screen.bar).toContainText(name);
    // At the end of the page, going back up to a link.
    await page.evaluate(() => scrollTo(0, document.body.scrollHeight));
    await link.focus();
    expect(await belowBar(link)).toBeGreaterThanOrEqual(0);
    const target = headings.nth(2);
    await target.evaluate(({ id }) => location.assign(`#${id}`));
    await expect(target).toBeInViewport();
    expect(await belowBar(target)).toBeGreaterThanOrEqual(0);
    expect((await screen.bar.boundingBox())?.height).toBeLessThanOrEqual(width < 352 ? 72 : 60);
    // Only what fits is shown; the name of the button says the rest.
    const { stop, stopShort } = { stop: t('acting|stop'), stopShort: t('acting|stopShort') };
    await expect(screen.stopActing).toHaveText(width < 768 ? stopShort : stop, { useInnerText: true });
    await page.unroute('**/api/user/v1/info');
  }
});

test.describe('access that is revoked', () => {
  // The browser logs the call that is refused after access was revoked.
  test.use({ expectedMessages: [/status of 403/] });

  test('ACC-2, ACC-5, LIFE-12: access is granted, changed once confirmed, announced by e-mail, used, and revoked while in use', async ({
    browser,
    page,
  }, { retry }) => {
    const t = translate.is;
    // A retry uses another person: the first attempt may already have granted access and sent the e-mail.
    const { ssn, name, email } =
      retry === 0
        ? { ...people.newcomer, name: 'Birta Líf Hrafnsdóttir', email: 'birta' }
        : { ...people.young, name: 'Tómas Orri Valdimarsson', email: 'tomas' };
    const sigurbjörg = 'Sigurbjörg Rós Hallgrímsdóttir';
    const context = await browser.newContext();
    const other = await context.newPage();
    const giver = accessScreen(other, 'is');
    await other.goto(addresses.site + accessPath.is);
    await signIn(other, 'is', people.overdue.ssn);
    await giver.loaded();
    await giver.grant.click();
    await giver.dialog.getByLabel(t('access|ssnLabel')).fill(ssn);
    await expect(giver.dialog.getByText(t('access|person', { name }))).toBeVisible();
    await giver.dialog.getByRole('radio', { name: t('accessRole|Readonly') }).check();
    await giver.dialog.getByRole('button', { name: t('access|submit') }).click();
    const row = giver.granted.getByRole('row').filter({ hasText: name });
    await expect(row).toContainText(t('accessRole|Readonly'));
    // Granting again shows what they have, and asks before it changes.
    await giver.grant.click();
    await giver.dialog.getByLabel(t('access|ssnLabel')).fill(ssn);
    await expect(giver.dialog.getByText(t('access|hasAccess', { name }))).toBeVisible();
    await expect(giver.dialog.getByRole('radio', { name: t('accessRole|Readonly') })).toBeChecked();
    await giver.dialog.getByRole('radio', { name: t('accessRole|Full') }).check();
    await giver.dialog.getByRole('button', { name: t('access|submitChange') }).click();
    await expect(giver.dialog.getByText(t('access|changeIntro', { name }))).toBeVisible();
    await giver.dialog.getByRole('button', { name: t('access|confirmChange') }).click();
    await expect(row).toContainText(t('accessRole|Full'));

    const mail = createTranslator('is', emails);
    await mailboxScreen(await context.newPage(), 'is').open(
      email,
      mail('accessGivenEmail|subject', { giver: sigurbjörg }),
    );
    const holder = accessScreen(page, 'is');
    await page.goto(addresses.site + accessPath.is);
    await signIn(page, 'is', ssn);
    await holder.loaded();
    await holder.actFor(sigurbjörg).click();
    await expect(holder.bar).toContainText(sigurbjörg);
    await expect(page.getByRole('heading', { level: 1 })).toContainText(sigurbjörg);
    // The overdue payment is not the reader's.
    await expect(page.getByText(`${sigurbjörg} skuldar þessa greiðslu.`)).toBeVisible();

    // Start watching now: the notice appears with the next request and shows for only a few seconds.
    const noticeShown = expect(holder.notice(t('acting|accessEnded', { name: sigurbjörg }))).toBeVisible({
      timeout: patience(60_000),
    });
    await row.getByRole('button', { name: t('access|revokeFor', { name }) }).click();
    await giver.dialog.getByRole('button', { name: t('access|revoke'), exact: true }).click();
    await expect(giver.notice(t('access|revokedNotice', { name }))).toBeVisible();

    // The next request is refused, and the portal returns to the user's own data.
    await page
      .getByRole('link', { name: t('claims|title') })
      .first()
      .click();
    await noticeShown;
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(t('claims|title'));
    await expect(holder.bar).toHaveCount(0);
    await context.close();
  });
});

test('ACC-3, ACC-4, ACC-6: the holder of a procuration acts for the company, which has no travel confirmation', async ({
  page,
}) => {
  const t = translate.is;
  const screen = accessScreen(page, 'is');
  await page.goto(addresses.site + accessPath.is);
  await signIn(page, 'is', people.procuration.ssn);
  await screen.loaded();
  const company = 'Netagerðin Ísver ehf.';
  await expect(screen.companies.getByRole('row').filter({ hasText: company })).toContainText(
    t('access|procuration'),
  );
  const menu = page.getByRole('navigation', { name: t('shell|portalNavigation') });
  const travel = menu.getByRole('link', { name: 'Staðfesting ferðatryggingar' });
  await expect(travel).toHaveCount(1);
  await screen.actFor(company).click();
  await expect(screen.bar).toContainText(company);
  await expect(
    menu
      .getByRole('link', { name: t('documents|title') })
      .or(menu.getByRole('link').first())
      .first(),
  ).toBeVisible();
  await expect(travel).toHaveCount(0);
  await screen.stopActing.click();
  await expect(travel).toHaveCount(1);
});
