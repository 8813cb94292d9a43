// Places and phone numbers: what to do after damage, roadside assistance, workshops and car rentals.
import { addresses } from './support/system.ts';
import { expect, expectValidScreen, journeyVariants, test } from './support/test.ts';

const pages = {
  is: { events: 'lentir-tu-i-tjoni/', roadside: 'bilahjalp-vis/', workshops: 'verkstaedi-og-bilaleigur/' },
  en: {
    events: 'en/what-to-do/',
    roadside: 'en/roadside-assistance/',
    workshops: 'en/workshops-and-car-rentals/',
  },
};
const headings = {
  is: {
    events: 'Lentir þú í tjóni?',
    roadside: 'Bílahjálp um land allt',
    workshops: 'Verkstæði og bílaleigur',
  },
  en: {
    events: 'Has something happened?',
    roadside: 'Roadside assistance around the country',
    workshops: 'Workshops and car rentals',
  },
};

for (const language of ['is', 'en'] as const)
  test(`SITE-1e: what to do names the emergency number and leads to the first steps of a kind of damage (${language})`, async ({
    page,
  }) => {
    await page.goto(addresses.site + pages[language].events);
    await page.keyboard.press('Shift');
    await expect(page.locator('html')).toHaveAttribute('data-live', '');
    const main = page.locator('main');
    await expect(main).toContainText('112');
    const kind = main.getByRole('heading', { level: 2 }).getByRole('link').first();
    const heading = (await kind.textContent()) ?? '';
    await kind.click();
    await expectValidScreen(page, { language, heading });
    await expect(
      main.getByRole('heading', { name: { is: 'Fyrstu skrefin', en: 'First steps' }[language] }),
    ).toBeVisible();
    await expect(main.locator('ol li').first()).toBeVisible();
  });

for (const { language, width, name } of journeyVariants('desktop')) {
  test(`SITE-1e, SITE-1f, SITE-1h: what to do, roadside assistance, workshops and car rentals are pages, the last two searchable by place and service (${name})`, async ({
    page,
  }) => {
    await page.setViewportSize({ width, height: 844 });
    for (const key of ['events', 'roadside', 'workshops'] as const) {
      await page.goto(addresses.site + pages[language][key]);
      await page.keyboard.press('Shift');
      await expect(page.locator('html')).toHaveAttribute('data-live', '');
      await expectValidScreen(page, { language, heading: headings[language][key] });
    }
    const found = page.locator('main').getByRole('status');
    const places = page.locator('main li').filter({ has: page.getByRole('heading', { level: 3 }) });
    await expect(found).toHaveText(/24$/);
    await expect(places).toHaveCount(24);
    await page.locator('main').getByRole('searchbox').fill('isafjordur');
    await expect(places.first()).toContainText('Ísafjörður');
    const inTown = await places.count();
    expect(inTown).toBeLessThan(24);
    await expect(places.first().getByRole('link')).toHaveAttribute('href', /^tel:\+354\d{7}$/);
    const services = page.locator('main').getByRole('combobox');
    const last = await services.locator('option').last().textContent();
    await page.locator('main').getByRole('searchbox').fill('');
    await services.selectOption(last);
    await expect(places.first()).toContainText(last ?? '');
    await page.locator('main').getByRole('searchbox').fill('xyzzy');
    await expect(found).toContainText('560');
    await expect(places).toHaveCount(0);
  });
}
