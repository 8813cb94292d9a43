// Public prices: choosing, answering, comparing, saving, and opening a saved price.
import { mailboxScreen } from './screens/mailbox.ts';
import { offerPath, pricesScreen } from './screens/prices.ts';
import { people } from './support/people.ts';
import { addresses } from './support/system.ts';
import { expect, journeyVariants, test } from './support/test.ts';

const car = { is: 'Kaskótrygging', en: 'Comprehensive motor insurance' };
const title = { is: 'Fá verð', en: 'Get a price' };
const reference = /[0-9A-HJKMNP-TV-Z]{4}(?:-[0-9A-HJKMNP-TV-Z]{4}){2}/;

/** Answers all questions about a car worth 3.5 million, except the deductible, which keeps its default. */
const answerCar = async (screen: ReturnType<typeof pricesScreen>) => {
  await screen.answer('value', '3500000');
  await screen.answer('vehicleAge', 'used');
  await screen.answer('area', 'town');
  await screen.answer('claims', 'none');
};

for (const { language, width, name } of journeyVariants('phone')) {
  test(`SITE-1c, FORM-11, LIFE-39: a visitor chooses a product, answers, compares deductibles by price, saves a price and opens it again, ${name}`, async ({
    page,
  }) => {
    await page.setViewportSize({ width, height: 900 });
    const screen = pricesScreen(page, language);
    await screen.open();
    await screen.loaded(title[language]);
    await screen.product(car[language]).click();
    await expect(screen.submit).toBeVisible();
    await screen.loaded(car[language]);

    await screen.submit.click();
    await expect(screen.errors).toBeFocused();
    await expect(screen.errors.getByRole('listitem')).toHaveCount(4);
    await answerCar(screen);
    await screen.submit.click();
    await screen.expectPrice(/52[.,]430/);
    await expect(screen.price).toContainText(/4[.,]505/);
    // Whatever the browser's language, the service names the parts in that of the page.
    await expect(screen.price).toContainText({ is: 'Grunniðgjald', en: 'Base premium' }[language]);
    await screen.loaded(car[language]);

    // Choosing another deductible by its price updates the price without a reload.
    const other = screen.option('kaskoStep', '140000').locator('..');
    await expect(other).toContainText(/45[.,]620/);
    await other.click();
    await screen.expectPrice(/45[.,]620/);
    await expect(screen.announced.filter({ hasText: /45[.,]620/ })).toHaveCount(1);
    await expect(screen.price).toContainText(/140[.,]000/);

    await screen.save.click();
    await expect(screen.saved).toBeFocused();
    const number = reference.exec((await screen.saved.locator('..').textContent()) ?? '')?.[0] ?? '';
    expect(number).toMatch(reference);
    // LIFE-39: its number comes first, and can be copied.
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await screen.button(screen.text('copy')).click();
    await expect(screen.main.getByText(screen.text('copied'))).toBeVisible();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(number);
    await screen.toOffer.click();
    await expect(screen.price).toContainText(/45[.,]620/);
    await screen.loaded(car[language]);
    await expect(page).toHaveURL(new RegExp(`#${number}$`));

    // On any device, by typing its number.
    await screen.open();
    await screen.toNumber.click();
    await expect(screen.number).toBeVisible();
    await screen.loaded(language === 'is' ? 'Tilboðið þitt' : 'Your quote');
    await screen.number.fill(number.toLowerCase().replaceAll('-', ''));
    await screen.openOffer.click();
    await expect(screen.price).toContainText(/45[.,]620/);
    await expect(screen.main).toContainText(number);

    // The device remembers it, until the visitor makes it forget; the header leads there from every page.
    await page.goto(`${addresses.site}${language === 'is' ? 'um-okkur' : 'en/about'}`);
    await page.getByRole('banner').getByRole('link', { name: title[language], exact: true }).click();
    const remembered = screen.main.getByRole('listitem').filter({ hasText: number });
    await expect(remembered).toContainText(/45[.,]620/);
    await screen.loaded(title[language]);
    await remembered.getByRole('button', { name: number }).click();
    await expect(remembered).toHaveCount(0);
    await page.reload();
    await expect(screen.product(car[language])).toBeVisible();
    await expect(remembered).toHaveCount(0);
  });
}

test('LIFE-39, PATH-12a: asking for a call about a saved price opens, at its top, a request that is filled in, and that can be sent', async ({
  page,
}) => {
  const screen = pricesScreen(page, 'is');
  await screen.open('#kasko');
  await answerCar(screen);
  await screen.submit.click();
  await screen.expectPrice(/52\.430/);
  await screen.save.click();
  await expect(screen.saved).toBeFocused();
  const number = reference.exec((await screen.saved.locator('..').textContent()) ?? '')?.[0] ?? '';
  await screen.main.getByRole('link', { name: screen.text('ask'), exact: true }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Biðja um símtal' })).toBeVisible();
  await screen.loaded('Biðja um símtal');
  expect(await page.evaluate(() => window.scrollY), 'pixels from the top').toBe(0);
  await expect(page.getByRole('checkbox', { name: 'Ökutækjatrygging' })).toBeChecked();
  await expect(page.getByLabel('Skilaboð')).toHaveValue(new RegExp(`${number}, 52\\.430`));
  await page.getByLabel('Nafn').fill('Guðrún Prófsdóttir');
  await page.getByLabel('Kennitala').fill(people.family.ssn);
  await page.getByLabel('Netfang').fill('gudrun@example.is');
  await page.getByLabel('Sími').fill('5551234');
  await page.getByRole('checkbox', { name: 'hafa samband' }).check();
  await page.getByRole('main').getByRole('button', { name: 'Biðja um símtal' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Takk fyrir' })).toBeVisible();
  await expect(page.getByRole('main')).toContainText('Ráðgjafi hringir í þig');
});

test('LIFE-39: the levels of home insurance are compared in a table with their prices, and the contents can be estimated', async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  const screen = pricesScreen(page, 'is');
  await screen.open('#home');
  await page.getByText(screen.text('estimateTitle')).click();
  await page.getByLabel(screen.text('estimateArea')).fill('100');
  await page.getByLabel(screen.text('estimatePeople')).fill('3');
  await screen.button(screen.text('estimateUse')).click();
  await screen.answer('area', 'capital');
  await screen.answer('claims', 'none');
  const levels = page.getByRole('table', { name: screen.text('levelsTitle') }).getByRole('row');
  await expect(levels.nth(1)).toContainText(screen.text('levelNo'));
  await expect(levels.nth(1)).toContainText('28.000');
  await expect(levels.nth(4)).toContainText(/10%.*2%.*16\.000/);
  await screen.submit.click();
  await screen.expectPrice(/8\.300\.000/);
  // The deductible, and now the price.
  for (const level of [1, 2, 3, 4]) await expect(levels.nth(level)).toContainText(/kr\..*kr\./);
  await screen.loaded('Heimilistrygging');
});

test.describe('when things go wrong', () => {
  test.use({ expectedMessages: [/Failed to load resource/] });

  test('FORM-1, FORM-11: an error loses no answers, and yesterday’s price is recalculated before it is saved', async ({
    page,
  }) => {
    const screen = pricesScreen(page, 'is');
    // Unique to this attempt, because all tests share the mailbox.
    const address = `tilbod-${crypto.randomUUID().slice(0, 8)}@example.is`;
    await page.route('**/api/public/v1/price', (route) => route.abort(), { times: 1 });
    await screen.open('#kasko');
    await answerCar(screen);
    await screen.submit.click();
    await expect(screen.main.getByRole('alert').filter({ hasText: screen.text('failed') })).toBeVisible();
    await expect(screen.option('vehicleAge', 'used')).toBeChecked();
    await screen.button(screen.text('again')).click();
    await screen.expectPrice(/52\.430/);

    // An out-of-range answer has no price, and the error appears at its field.
    await screen.answer('value', '100');
    await expect(screen.main.getByText('Skráðu tölu frá 200.000 til 40.000.000')).toBeVisible();
    await expect(screen.price).toBeHidden();
    // The earlier price returns at once, but it is requested again before it can be saved.
    const priceRequested = page.waitForResponse('**/api/public/v1/price');
    await screen.answer('value', '3.500.000');
    await priceRequested;
    await screen.expectPrice(/52\.430/);
    await expect(screen.save).toBeEnabled();

    await screen.email.fill('gestur');
    await screen.save.click();
    await expect(screen.email).toHaveAccessibleDescription(/nafn@example\.is/);
    await screen.email.fill(address);
    await page.route(
      '**/api/public/v1/offer',
      (route) => route.fulfill({ status: 409, json: { errorCode: 'priceChanged' } }),
      { times: 1 },
    );
    await screen.save.click();
    await expect(screen.main.getByText(screen.words('changed'))).toBeVisible();
    await screen.expectPrice(/52\.430/);
    await screen.save.click();
    await expect(screen.saved).toBeFocused();
    const number = reference.exec((await screen.saved.locator('..').textContent()) ?? '')?.[0] ?? '';
    const mailbox = mailboxScreen(await page.context().newPage(), 'is');
    await mailbox.open(address, 'Tilboðið þitt');
    await expect(mailbox.text).toContainText(`${addresses.site}tryggja/tilbod#${number}`);
  });

  test('FORM-11: an expired price says so and is recalculated with its answers, and a wrong number is reported', async ({
    page,
  }) => {
    const screen = pricesScreen(page, 'en');
    const saved = await page.request.post(`${addresses.api}/public/v1/offer`, {
      data: { product: 'travel', answers: { household: 'single' }, tariff: '2026-1', perYear: 12_140 },
    });
    expect(saved.status()).toBe(201);
    const { reference: number } = (await saved.json()) as { reference: string };
    await page.route('**/api/public/v1/offer/*', async (route) => {
      const answer = await route.fetch();
      if (!answer.ok()) return route.fulfill({ response: answer });
      return route.fulfill({ response: answer, json: { ...(await answer.json()), ended: true } });
    });
    await page.goto(`${addresses.site}${offerPath.en}/#${number}`);
    await expect(screen.main.getByText(screen.offerPattern('ended'))).toBeVisible();
    await screen.loaded('Travel insurance');
    await expect(screen.price).toBeHidden();
    await screen.button(screen.offerText('workOut')).click();
    await screen.expectPrice(/12,140/);
    await expect(screen.option('household', 'single')).toBeChecked();

    await page.goto(`${addresses.site}${offerPath.en}/#0000-0000-0000`);
    await page.reload();
    await expect(screen.main.getByText(screen.offerPattern('missing'))).toBeVisible();
    await screen.loaded('Your quote');
  });
});

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false });

  test('SITE-1c: without scripts, a visitor reads what to do instead', async ({ page }) => {
    const screen = pricesScreen(page, 'is');
    await screen.open();
    await expect(screen.product(car.is)).toBeVisible();
    await expect(screen.main.getByText(screen.words('noScript'))).toBeVisible();
    await expect(screen.main.getByRole('link', { name: 'Óska eftir verði' })).toHaveAttribute(
      'href',
      '/arsskyrsla/fa-verd',
    );
  });
});
