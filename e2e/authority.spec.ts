// Authority by two administrators, as both see it; and the screen of approvals of somebody who has the authority.
import { formatMoney } from '@hofn/texts';
import { pathOf } from '@hofn/texts/paths.ts';
import type { Page } from '@playwright/test';
import { signInStaff } from './screens/sign-in.ts';
import { workQueueScreen } from './screens/work-queue.ts';
import { addresses } from './support/system.ts';
import { expect, expectValidScreen, firstVariant, test } from './support/test.ts';
import { translate } from './support/translate.ts';

type Language = 'is' | 'en';
const bjarki = 'Bjarki Freyr Sigurðsson';

/** Where an administrator lands, who has no other role and no work queue. */
const signInAdministrator = (page: Page, language: Language) =>
  signInStaff(page, language, {
    path: `${pathOf('staff.authorities', language).slice(1)}/`,
    username: 'steinunn',
  });

const openAuthority = async (page: Page, language: Language) => {
  await page.goto(`${addresses.staffOrigin}/arsskyrsla${pathOf('staff.authorities', language)}/`);
  await expectValidScreen(page, { language, heading: translate[language]('authorities|title') });
};

// The amount that is not lower.
test.use({ expectedMessages: [/status of 400/] });

// Lines of their own, because the two run at the same time.
for (const { language, width, line } of firstVariant(
  { language: 'is', width: 320, line: 'travel' },
  { language: 'en', width: 1280, line: 'liability' },
))
  test(`ROLE-5: an administrator gives authority, a second one confirms it, the first lowers and ends it, ${language}, ${width} px`, async ({
    browser,
    page,
  }) => {
    test.slow();
    const t = translate[language];
    const what = `${t('authorityAct|claim.reserve')}, ${t(`employees|line.${line}`)}`;
    const rowsOf = (of: Page) => of.getByRole('row').filter({ hasText: what }).filter({ hasText: bjarki });
    const valid = (of: Page) => expectValidScreen(of, { language, heading: t('authorities|title') });
    await page.setViewportSize({ width, height: 900 });
    await workQueueScreen(page, language).signIn('katrin');
    await openAuthority(page, language);

    await page.getByRole('button', { name: t('authorities|give') }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel(t('authorities|who')).selectOption({ label: bjarki });
    await dialog.getByLabel(t('authorities|act'), { exact: true }).selectOption('claim.reserve');
    await dialog.getByLabel(t('authorities|line')).selectOption(line);
    await dialog.getByRole('button', { name: t('authorities|submit') }).click();
    await expect(dialog.getByLabel(t('authorities|upTo'))).toHaveAccessibleDescription(
      new RegExp(t('authorities|amountWrong')),
    );
    await dialog.getByLabel(t('authorities|upTo')).fill('7500000');
    await valid(page);
    await dialog.getByLabel(t('authorities|upTo')).press('Enter');
    await expect(dialog).toHaveCount(0);
    await expect(rowsOf(page)).toContainText(t('authorities|otherConfirms'));
    await expect(rowsOf(page).getByRole('button')).toHaveText([t('authorities|reject')]);
    await valid(page);

    // The second administrator, who has no other role.
    const context = await browser.newContext({ serviceWorkers: 'block' });
    const second = await context.newPage();
    await second.setViewportSize({ width, height: 900 });
    await signInAdministrator(second, language);
    await openAuthority(second, language);
    await rowsOf(second)
      .getByRole('button', { name: t('authorities|confirmOf', { name: bjarki, what }) })
      .click();
    const question = second.getByRole('dialog');
    await expect(question).toContainText(formatMoney(language, 7_500_000));
    await valid(second);
    await question.getByRole('button', { name: t('authorities|confirm'), exact: true }).click();
    await expect(question).toHaveCount(0);
    await expect(rowsOf(second)).toContainText(t('authorities|state.holds'));
    await expect(rowsOf(second)).toContainText('Katrín Ósk Einarsdóttir');
    await expect(rowsOf(second)).toContainText('Steinunn Lóa Eyvindardóttir');
    await valid(second);
    await context.close();

    await page.reload();
    await rowsOf(page)
      .getByRole('button', { name: t('authorities|lowerOf', { name: bjarki, what }) })
      .press('Enter');
    await dialog.getByLabel(t('authorities|upTo')).fill('8000000');
    await dialog.getByRole('button', { name: t('authorities|lower'), exact: true }).click();
    await expect(dialog.getByLabel(t('authorities|upTo'))).toHaveAccessibleDescription(
      language === 'is' ? /lægri en nú/ : /lower than it is now/,
    );
    await dialog.getByLabel(t('authorities|upTo')).fill('6000000');
    await dialog.getByRole('button', { name: t('authorities|lower'), exact: true }).click();
    await expect(dialog).toHaveCount(0);
    await expect(rowsOf(page)).toContainText(formatMoney(language, 6_000_000));
    await rowsOf(page)
      .getByRole('button', { name: t('authorities|endOf', { name: bjarki, what }) })
      .click();
    await valid(page);
    await dialog.getByRole('button', { name: t('authorities|end'), exact: true }).click();
    await expect(dialog).toHaveCount(0);
    await expect(rowsOf(page)).toContainText(t('authorities|state.ended'));
    await expect(rowsOf(page).getByRole('button')).toHaveCount(0);
    await valid(page);
  });

for (const { language, width } of firstVariant(
  { language: 'is', width: 1280 },
  { language: 'en', width: 320 },
))
  test(`ROLE-3: the screen of approvals is in the menu of who works at the desk, and not of an administrator, ${language}, ${width} px`, async ({
    browser,
    page,
  }) => {
    const t = translate[language];
    await page.setViewportSize({ width, height: 900 });
    await workQueueScreen(page, language).signIn('ragna');
    await page.getByRole('link', { name: t('approvals|title') }).click();
    await expect(
      page.getByText(t('approvals|none')).or(page.getByText(t('approvals|toDecide'))),
    ).toBeVisible();
    await expectValidScreen(page, { language, heading: t('approvals|title') });
    const context = await browser.newContext({ serviceWorkers: 'block' });
    const administrator = await context.newPage();
    await signInAdministrator(administrator, language);
    const menu = administrator.getByRole('navigation', { name: t('staff|navigation') });
    await expect(menu.getByRole('link', { name: t('authorities|title') })).toBeVisible();
    await expect(menu.getByRole('link', { name: t('approvals|title') })).toHaveCount(0);
    await context.close();
  });
