// The identity service's own pages: both languages, narrow and wide, by keyboard, without scripts, in dark mode.
import type { Page } from '@playwright/test';
import {
  audience,
  clientId,
  type IdentityAndClient,
  startIdentityAndClient,
  visitors,
} from './support/identity.ts';
import { expect, expectValidScreen, journeyVariants, test } from './support/test.ts';

const labels = {
  is: {
    heading: 'Innskráning',
    submit: 'Skrá mig inn',
    name: 'Kennitala',
    password: 'Lykilorð',
    show: 'Sýna lykilorð',
    hide: 'Fela lykilorð',
    wrong: 'Kennitala og lykilorð passa ekki saman. Athugaðu hvort tveggja.',
    staff: 'Innskráning starfsfólks',
    username: 'Notandanafn',
    secondFactor: 'Staðfestu hver þú ert',
    usePasskey: 'Nota aðgangslykil í staðinn',
    refused: 'Innskráning ekki möguleg',
  },
  en: {
    heading: 'Log in',
    submit: 'Log in',
    name: 'National ID',
    password: 'Password',
    show: 'Show password',
    hide: 'Hide password',
    wrong: 'The national ID and password do not match. Check both.',
    staff: 'Employee login',
    username: 'Username',
    secondFactor: 'Confirm that it is you',
    usePasskey: 'Use a passkey instead',
    refused: 'Login not possible',
  },
} as const;

// In one worker, which starts the service once.
test.describe.configure({ mode: 'default' });

let system: IdentityAndClient;
test.beforeAll(async () => {
  system = await startIdentityAndClient();
});
test.afterAll(() => system.stop());

const request = (params: Record<string, string>) => {
  const query = new URLSearchParams({
    client_id: clientId,
    response_type: 'code',
    redirect_uri: `${system.origin}/1`,
    scope: 'openid profile email',
    audience,
    code_challenge: 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM',
    code_challenge_method: 'S256',
    state: 'kept',
    ...params,
  });
  return `${system.domain}/authorize?${query}`;
};

const fillIn = async (page: Page, language: 'is' | 'en', name: string, password: string) => {
  await page.getByLabel(labels[language].name, { exact: true }).fill(name);
  await page.getByLabel(labels[language].password, { exact: true }).fill(password);
  await page.getByRole('button', { name: labels[language].submit }).click();
};

for (const { language, width, name } of journeyVariants('phone')) {
  const text = labels[language];

  test(`AUTH-10a, UI-6, LANG-6: a customer signs in, ${name}`, async ({ page }) => {
    await page.setViewportSize({ width, height: 900 });
    const outside: string[] = [];
    page.on('request', (sent) => {
      if (!sent.url().startsWith(system.domain) && !sent.url().startsWith(system.origin))
        outside.push(sent.url());
    });
    await page.goto(request({ ui_locales: language }));
    await expectValidScreen(page, { language, heading: text.heading });

    await fillIn(page, language, '', '');
    await expect(page.getByRole('alert')).toBeFocused();
    await expectValidScreen(page, { language, heading: text.heading });
    await page.getByRole('alert').getByRole('link').first().click();
    await expect(page.getByLabel(text.name, { exact: true })).toBeFocused();

    await fillIn(page, language, '010190-1429', 'not the password');
    await expect(page.getByRole('alert')).toContainText(text.wrong);
    await expect(page.getByLabel(text.name, { exact: true })).toHaveValue('010190-1429');
    await expect(page.getByLabel(text.name, { exact: true })).toHaveAccessibleDescription(
      new RegExp(text.wrong),
    );
    await expect(page.getByLabel(text.password, { exact: true })).toHaveValue('');
    await expectValidScreen(page, { language, heading: text.heading });

    await fillIn(page, language, '010190-1429', visitors.customer.password);
    await page.waitForURL((url) => url.searchParams.get('state') === 'kept' && url.searchParams.has('code'));
    expect(outside).toEqual([]);
  });

  test(`AUTH-2a, UI-6: a refused request is explained, ${name}`, async ({ page, expectedMessages }) => {
    // Chromium logs the page's own status.
    expectedMessages.push(/status of 400/);
    await page.setViewportSize({ width, height: 900 });
    await page.goto(request({ ui_locales: language, redirect_uri: 'https://elsewhere.example/' }));
    await expectValidScreen(page, { language, heading: text.refused });
  });
}

for (const { language, width, name } of journeyVariants('desktop')) {
  const text = labels[language];

  test(`AUTH-10c, HOLD-11, UI-6: staff are asked for a user name, then for an electronic ID, ${name}`, async ({
    page,
  }) => {
    await page.setViewportSize({ width, height: 900 });
    await page.goto(request({ ui_locales: language, connection: 'employee' }));
    await expectValidScreen(page, { language, heading: text.staff });
    await page.getByLabel(text.username).fill(visitors.employee.name);
    await page.getByLabel(text.password, { exact: true }).fill(visitors.employee.password);
    await page.keyboard.press('Enter');
    await expectValidScreen(page, { language, heading: text.secondFactor });
    await page.getByRole('link', { name: text.usePasskey }).click();
    await expectValidScreen(page, { language, heading: text.staff });
  });
}

test('LANG-9: the language switch keeps the reader on the page', async ({ page }) => {
  await page.goto(request({}));
  await page.getByRole('link', { name: 'English' }).click();
  await expectValidScreen(page, { language: 'en', heading: labels.en.heading });
  await fillIn(page, 'en', visitors.customer.name, 'not the password');
  await expect(page.getByRole('alert')).toContainText(labels.en.wrong);
  await page.getByRole('link', { name: 'Íslenska' }).click();
  await expectValidScreen(page, { language: 'is', heading: labels.is.heading });
});

test('AUTH-10a: the password is shown on request, and never sent as a plain text field', async ({ page }) => {
  await page.goto(request({}));
  const password = page.getByLabel(labels.is.password, { exact: true });
  await password.fill('fjara');
  await page.getByRole('button', { name: labels.is.show }).click();
  await expect(password).toHaveAttribute('type', 'text');
  await page.getByRole('button', { name: labels.is.hide }).click();
  await expect(password).toHaveAttribute('type', 'password');
});

test('MENU-6: a customer signs in by keyboard alone', async ({ page }) => {
  await page.goto(request({}));
  const order = [];
  for (let press = 0; press < 9; press += 1) {
    await page.keyboard.press('Tab');
    order.push(
      await page.evaluate(() => document.activeElement?.id || document.activeElement?.textContent?.trim()),
    );
  }
  expect(order).toEqual([
    'Fara beint í meginmál',
    '',
    'English',
    'Rafræn skilríki',
    'Aðgangslykill',
    'Lykilorð',
    'name',
    'password',
    labels.is.show,
  ]);
  await page.getByLabel(labels.is.name, { exact: true }).focus();
  await page.keyboard.type(visitors.customer.name);
  await page.keyboard.press('Tab');
  await page.keyboard.type(visitors.customer.password);
  await page.keyboard.press('Enter');
  await page.waitForURL((url) => url.searchParams.has('code'));
});

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false });
  test('AUTH-10a: a customer signs in, and errors are shown', async ({ page }) => {
    await page.goto(request({}));
    await fillIn(page, 'is', visitors.customer.name, 'not the password');
    await expect(page.getByRole('alert')).toContainText(labels.is.wrong);
    await fillIn(page, 'is', visitors.customer.name, visitors.customer.password);
    await page.waitForURL((url) => url.searchParams.has('code'));
  });
});

test.describe('in dark mode, at 320 px', () => {
  test.use({ colorScheme: 'dark', viewport: { width: 320, height: 640 } });
  test('UI-6: the page stays readable, and nothing overflows the window', async ({ page }) => {
    await page.goto(request({}));
    await fillIn(page, 'is', visitors.customer.name, 'not the password');
    await expectValidScreen(page, { language: 'is', heading: labels.is.heading });
  });
});
