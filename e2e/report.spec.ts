// The annual report: six pages to turn, each chart as a picture and as a table.
import { site as en } from '@hofn/texts/catalogue/en/site.ts';
import { site as is } from '@hofn/texts/catalogue/is/site.ts';
import { pathOf } from '@hofn/texts/paths.ts';
import { addresses } from './support/system.ts';
import { expect, expectValidScreen, journeyVariants, test } from './support/test.ts';

const report = {
  is: { t: is.report, title: 'Ársskýrsla 2025', second: 'Reksturinn', last: ['69,3', '19,0', '88,3'] },
  en: { t: en.report, title: 'Annual report 2025', second: 'Operations', last: ['69.3', '19.0', '88.3'] },
} as const;

for (const { language, width, name } of journeyVariants('desktop')) {
  test(`SITE-2, LANG-6: a visitor reads the annual report page by page, and a chart also as a table, ${name}`, async ({
    page,
  }) => {
    const { t, title, second, last } = report[language];
    await page.setViewportSize({ width, height: 900 });
    await page.goto(addresses.site.replace(/\/$/, pathOf('report.overview', language)));
    await expectValidScreen(page, { language, heading: title });
    const contents = page.getByRole('navigation', {
      name: language === 'is' ? is.page.contents : en.page.contents,
    });
    await expect(contents.getByRole('link')).toHaveCount(6);
    await expect(contents.locator('[aria-current=page]')).toHaveText(title);
    const turn = page.getByRole('navigation', { name: t.turn });
    await expect(turn.getByRole('link')).toHaveCount(1);
    await turn.getByRole('link', { name: second }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(second);
    await expectValidScreen(page, { language, heading: second });
    await expect(turn.getByRole('link', { name: t.previous })).toHaveText(new RegExp(title));

    const table = page.getByRole('figure').getByRole('table');
    await expect(table).toBeHidden();
    await page.getByText(t.showTable).click();
    await expect(table.getByRole('row').last().getByRole('cell')).toHaveText([...last]);
    // In print, where nothing can be opened, every chart shows its table, and page navigation is left out.
    await page.getByText(t.showTable).click();
    await expect(table).toBeHidden();
    await page.emulateMedia({ media: 'print' });
    await expect(table).toBeVisible();
    await expect(turn).toBeHidden();
  });
}
