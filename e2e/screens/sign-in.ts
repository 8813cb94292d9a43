import type { Page } from '@playwright/test';
import { demoPassword } from '../support/system.ts';
import { expect, expectValidScreen, oncePerRun } from '../support/test.ts';
import { translate } from '../support/translate.ts';

type Language = 'is' | 'en';

/** The identity provider's sign-in page; staff see another `heading`. */
export const signInScreen = (page: Page, language: Language, heading = 'auth|title') => ({
  loaded: async () => {
    await page.waitForURL(/\/interaction\//);
    await expectValidScreen(page, { language, heading: translate[language](heading) });
  },
  ssn: page.locator('input[name=name]'),
  password: page.locator('input[name=password]'),
  submit: page.locator('button[type=submit]'),
});

/** Signs in as a demo customer, from any page that has redirected to the sign-in page. */
export const signIn = async (
  page: Page,
  language: Language,
  ssn: string,
  password = demoPassword,
): Promise<void> => {
  const screen = signInScreen(page, language);
  await page.waitForURL(/\/interaction\//);
  await expect(page.locator('h1')).toHaveText(translate[language]('auth|title'));
  // The rest of the page is the same for everyone.
  await oncePerRun(`sign-in ${language} ${page.viewportSize()?.width}`, screen.loaded);
  await screen.ssn.fill(ssn);
  await screen.password.fill(password);
  await screen.submit.click();
};
