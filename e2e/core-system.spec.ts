import type { Page } from '@playwright/test';
import { addresses } from './support/system.ts';
import { expect, findAxeViolations, journeyVariants, test } from './support/test.ts';
import { translate } from './support/translate.ts';

/** Checks a page of the core system: its heading and language, that it fits, and what axe finds. */
const expectValidPage = async (page: Page, language: string, heading: string): Promise<void> => {
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(heading);
  await expect(page.locator('html')).toHaveAttribute('lang', language);
  // Without its style sheet, which may still be loading, a table is wider.
  await page.waitForLoadState();
  const overflow = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  );
  expect(overflow, 'pixels wider than the window').toBeLessThanOrEqual(0);
  expect(await findAxeViolations(page), 'what axe finds').toEqual([]);
};

// What the other buttons do is tested in `scripts/core-service.test.ts`: here it would change the day of all other tests.
// The variants switch the same rule on and off, one after the other.
test.describe.configure({ mode: 'default' });

for (const { name, language, width } of journeyVariants('phone'))
  test(`CORE-13, ${name}: the core system shows its customers and its calendar, and is used by keyboard`, async ({
    page,
  }) => {
    const t = translate[language];
    const heading = t('core|title');
    await page.setViewportSize({ width, height: 844 });
    await page.goto(`${addresses.core}?lang=${language}`);
    await expect(page.getByText(t('core|connected'), { exact: true })).toBeVisible();
    for (const act of ['core|forwardDay', 'core|forwardMonth', 'core|forwardYear'] as const)
      await expect(page.getByRole('button', { name: t(act) })).toBeVisible();
    await expectValidPage(page, language, heading);

    await page.getByRole('button', { name: t('core|ruleOn') }).focus();
    await page.keyboard.press('Enter');
    await expect(page.getByText(t('core|ruleIsOn'))).toBeVisible();
    await page.getByRole('button', { name: t('core|ruleOff') }).focus();
    await page.keyboard.press('Enter');
    await expect(page.getByText(t('core|ruleIsOff'))).toBeVisible();

    const customer = 'Sigurbjörg Rós Hallgrímsdóttir';
    await page.getByRole('link', { name: customer }).focus();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('rowheader', { name: '2055611' })).toBeVisible();
    await expectValidPage(page, language, customer);
  });
