// Staff find a customer and go on to a case, by keyboard alone.
import { formatKennitala } from '@hofn/domain';
import { pathOf } from '@hofn/texts/paths.ts';
import { workQueueScreen } from './screens/work-queue.ts';
import { people } from './support/people.ts';
import { expect, expectValidScreen, test } from './support/test.ts';
import { translate } from './support/translate.ts';

const variants = [
  { language: 'is', width: 390, typed: 'husfelagid vestur' },
  { language: 'en', width: 1280, typed: formatKennitala(people.housing.ssn) },
] as const;
const company = 'Húsfélagið Vesturvangi 8';

for (const { language, width, typed } of variants) {
  test(`ROLE-6, ROLE-7: an employee finds a customer, opens their page with a reason, and a case from it, by keyboard alone, ${language}, ${width} px`, async ({
    page,
  }) => {
    const t = translate[language];
    await page.setViewportSize({ width, height: 900 });
    const queue = workQueueScreen(page, language);
    await queue.signIn('katrin');

    await page.keyboard.press('Control+k');
    const field = page.getByRole('combobox', { name: t('find|label') });
    await expect(field).toBeFocused();
    await page.keyboard.type(typed);
    const customer = page.getByRole('option').filter({ hasText: company }).first();
    await expect(customer).toBeVisible();
    await page.keyboard.press('ArrowDown');
    await expect(customer).toHaveAttribute('aria-selected', 'true');
    await page.keyboard.press('Enter');

    await expect(page.locator('h1')).toHaveText(t('customerPage|title'));
    await expectValidScreen(page, { language, heading: t('customerPage|title') });
    const reason = page.getByRole('combobox', { name: t('staffView|reason') });
    await reason.focus();
    await page.keyboard.press('ArrowDown');
    await expect(reason).toHaveValue('claim');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');

    await expectValidScreen(page, { language, heading: company });
    const cases = page.getByRole('region', { name: t('customerPage|openCases') });
    const item = cases.getByRole('link').first();
    const title = await item.textContent();
    await item.focus();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('heading', { name: t('queue|history') })).toBeVisible();
    await expect(page.getByText(title ?? '').first()).toBeVisible();
    // And back to the customer, with the reason that was given.
    await page.getByRole('link', { name: t('customerPage|link') }).focus();
    await page.keyboard.press('Enter');
    await expect(page.locator('h1')).toHaveText(company);
    expect(page.url()).toContain(`${pathOf('staff.customers', language)}/`);
  });
}
