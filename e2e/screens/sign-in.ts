import { existsSync, mkdirSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs';
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

/** What a signed-in customer's browser stores: cookies, and the session in local storage. */
type Stored = { cookies: Cookies; session: [name: string, value: string][] };

const sessionPrefix = 'hofn.session::';
/** How long a stored session is used, in milliseconds: less than an access token is valid. */
const keptMs = 5 * 60_000;

const storedSession = (page: Page): Promise<[string, string][]> =>
  page.evaluate(
    (prefix) => Object.entries(localStorage).filter(([name]) => name.startsWith(prefix)),
    sessionPrefix,
  );

/** Gives the page the session of a customer, once: a test may end it. */
const useSession = async (page: Page, { cookies, session }: Stored): Promise<void> => {
  await page.context().addCookies(cookies);
  await page.addInitScript(
    ([origin, entries]) => {
      // The frame of the browser's PDF viewer is of this origin, and has no storage.
      const visit = window.sessionStorage as Storage | null;
      if (location.origin !== origin || !visit || visit.getItem('test.signedIn')) return;
      visit.setItem('test.signedIn', 'true');
      for (const [name, value] of entries) localStorage.setItem(name, value);
    },
    [addresses.origin, session] as const,
  );
};

/**
 * Opens an address as a demo customer. The first test signs in and leaves the session to others of the next minutes,
 * which saves each the way to the sign-in page and back. A test that is about signing in or out, about acting for
 * others, or that needs a recent sign-in, calls `signIn` instead: it must neither share a session nor have an old one.
 */
export const openSignedIn = async (
  page: Page,
  language: Language,
  ssn: string,
  address: string,
): Promise<void> => {
  const folder = join(test.info().project.outputDir, 'customers');
  const file = join(folder, `${ssn}.json`);
  const age = Date.now() - (statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0);
  if (age < keptMs) {
    await useSession(page, JSON.parse(readFileSync(file, 'utf8')) as Stored);
    await page.goto(address);
    return;
  }
  await page.goto(address);
  await signIn(page, language, ssn);
  await page.waitForURL((at) => at.origin === addresses.origin && !/code=/.test(at.search));
  await expect.poll(() => storedSession(page)).not.toEqual([]);
  const stored: Stored = { cookies: await page.context().cookies(), session: await storedSession(page) };
  mkdirSync(folder, { recursive: true });
  const draft = `${file}.${process.pid}`;
  writeFileSync(draft, JSON.stringify(stored));
  renameSync(draft, file);
};

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
