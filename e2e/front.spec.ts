// The front page's question: what is typed leads to its price, and stays in the tab.
import front from '../content/front/front.json' with { type: 'json' };
import prices from '../content/prices/prices.json' with { type: 'json' };
import { addresses } from './support/system.ts';
import { expect, expectValidScreen, journeyVariants, test } from './support/test.ts';

const { insure } = front;

for (const { language, width, name } of journeyVariants('phone', 'desktop')) {
  const address = `${addresses.site}${language === 'is' ? '' : 'en/'}`;

  test(`SITE-1c: a plate leads to the price of a car and an address to that of a home, filled in; anything else to the choice, and nothing to what to type (${name})`, async ({
    page,
  }) => {
    const requests: string[] = [];
    page.on('request', (request) => requests.push(`${request.url()} ${request.postData()}`));
    await page.setViewportSize({ width, height: 900 });
    await page.goto(address);
    const main = page.getByRole('main');
    const field = main.getByLabel(insure.label[language]);
    const ask = async (text: string) => {
      await field.fill(text);
      await main.getByRole('button', { name: insure.price.title[language] }).click();
    };
    await ask(' ');
    await expect(field).toBeFocused();
    await expect(field).toHaveAccessibleDescription(new RegExp(insure.missing[language]));
    await expectValidScreen(page, { language, heading: front.hero.title[language] });

    await ask('ab c12');
    await expect(page).toHaveURL(/#motor-liability$/);
    await expect(main.getByLabel(prices.plate[language])).toHaveValue('AB C12');

    await page.goBack();
    await ask('Laugavegur 12, 101 Reykjavík');
    await expect(page).toHaveURL(/#home$/);
    await expect(main.getByLabel(prices.address[language])).toHaveValue('Laugavegur 12, 101 Reykjavík');
    await expect(main.locator('input[name=area][value=capital]')).toBeChecked();
    await page.reload();
    await expect(main.getByLabel(prices.address[language])).toHaveValue('Laugavegur 12, 101 Reykjavík');
    await expectValidScreen(page, { language, heading: /./ });

    await page.goto(address);
    await ask('hundur');
    await expect(main.getByText(prices.otherTitle[language])).toBeVisible();
    await expectValidScreen(page, { language, heading: prices.title[language] });
    expect(requests.filter((request) => /c12|laugavegur/i.test(request))).toEqual([]);
  });
}

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false });

  test('SITE-1c: the question opens the choice of products, and puts nothing in the address', async ({
    page,
  }) => {
    await page.goto(addresses.site);
    const main = page.getByRole('main');
    await main.getByLabel(insure.label.is).fill('AB C12');
    await main.getByRole('button', { name: insure.price.title.is }).click();
    await expect(page).toHaveURL(/\/tryggja\/?\??$/);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(prices.title.is);
  });
});
