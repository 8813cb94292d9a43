import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { demoAgents } from '@hofn/database/seed/staff.ts';
import type { BrowserContext, Page } from '@playwright/test';
import { addresses, demoPassword } from '../support/system.ts';
import { expect, expectValidScreen, oncePerRun, test } from '../support/test.ts';
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

type Cookies = Awaited<ReturnType<BrowserContext['cookies']>>;

/** Confirms the request with this code on the simulated phones, without opening their page. */
const confirmOnPhone = async (page: Page, code: string): Promise<void> => {
  const phones = await (await page.request.get(addresses.eid)).text();
  const request = phones.split('<li class="request">').find((item) => item.includes(`>${code}</strong>`));
  const action = /action="(\/requests\/[^"]+\/confirm[^"]*)"/.exec(request ?? '')?.[1];
  if (!action) throw new Error(`No phone shows the code ${code}`);
  const answered = await page.request.post(new URL(action.replaceAll('&amp;', '&'), addresses.eid).href);
  expect(answered.ok()).toBe(true);
};

/**
 * Signs in as an employee: password, then electronic ID (rule HOLD-11). The first sign-in of a run leaves the identity
 * provider's session for the others, which then need neither.
 */
export const signInStaff = async (
  page: Page,
  language: Language,
  {
    path,
    username,
    password = demoPassword,
    isFresh = false,
  }: {
    path: string;
    username: string;
    password?: string;
    /** Signs in even when a session of the run exists, for what needs a recent sign-in. */
    isFresh?: boolean;
  },
): Promise<void> => {
  const folder = join(test.info().project.outputDir, 'staff');
  const file = join(folder, `${username}.json`);
  if (!isFresh && existsSync(file))
    await page.context().addCookies(JSON.parse(readFileSync(file, 'utf8')) as Cookies);
  await page.goto(`${addresses.staffOrigin}/arsskyrsla/${path}`);
  const screen = signInScreen(page, language, 'auth|employee');
  // A test may have ended the session that the others share.
  const signOut = page.getByRole('button', { name: translate[language]('staff|logout') });
  await expect(screen.password.or(signOut)).toBeVisible();
  if (await signOut.isVisible()) return;
  await screen.loaded();
  await screen.ssn.fill(username);
  await screen.password.fill(password);
  await screen.submit.click();
  await expectValidScreen(page, { language, heading: translate[language]('auth|secondFactor') });
  const phone = demoAgents.find((agent) => agent.username === username)?.mobilePhone ?? '';
  await page.locator('input[name=called]').fill(phone);
  await page.locator('form[action*=electronic-id] button[type=submit]').click();
  const code = await page.locator('.code').getAttribute('aria-label');
  await confirmOnPhone(page, (code ?? '').replaceAll(' ', ''));
  // The page polls: loading it again at the moment that it leaves would end the sign-in.
  await page.waitForURL((at) => at.origin === addresses.staffOrigin);
  const cookies = await page.context().cookies(addresses.identity);
  mkdirSync(folder, { recursive: true });
  writeFileSync(file, JSON.stringify(cookies.filter(({ name }) => name.startsWith('hofn_session'))));
};
