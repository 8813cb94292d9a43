// The screens of each area, for contact sheets.
import { type Language, languageOfPath } from '@hofn/texts/language.ts';
import { matchPath, type PathKey, type PathRow, pathOf, paths } from '@hofn/texts/paths.ts';
import type { Page } from '@playwright/test';
import type { Product } from './product.ts';
import { signIn, signInEmployee } from './sign-in.ts';

/** A screen and its address. `isFirstVisit`: as it is before the question about cookies is answered. */
export type Screen = { name: string; address: string; isFirstVisit?: boolean };

/**
 * Somebody who visits an area: signs in if need be, and finds the screens that they reach. The page may be anywhere
 * afterwards.
 * @param known names of screens that others have found, which are not looked at again
 */
type Visitor = (
  page: Page,
  product: Product,
  language: Language,
  known: ReadonlySet<string>,
) => Promise<Screen[]>;

const base = '/arsskyrsla';
/** Site path of an address. */
const sitePathOf = (address: string): string =>
  new URL(address, 'http://localhost').pathname.replace(base, '').replace(/(.)\/$/, '$1') || '/';
const addressOf = (origin: string, path: string): string => `${new URL(origin).origin}${base}${path}`;

/** Pages of one template look alike, but for those that have a layout each. */
const mostOfTemplate = 3;
const ownLayout = new Set(['generic']);
/** Templates that are shown only on the way to somewhere else, or to somebody with a link. */
const noScreens = new Set(['draft', 'preview', 'docdl', 'login', 'cardVerification']);

const isPublic = ({ template, protected: isProtected, aliasOf }: PathRow): boolean =>
  !isProtected && !aliasOf && !noScreens.has(template) && !/^(?:portal|staff)/.test(template);

/** Every page with a layout of its own, and a few of each other kind. */
const anybody: Visitor = async (page, { system }, language) => {
  const sitemap = await (await page.request.get(`${system.site}sitemap.xml`)).text();
  const published = Array.from(sitemap.matchAll(/<loc>([^<]*)<\/loc>/g), ([, at]) => sitePathOf(at ?? ''));
  const others = paths
    .filter(({ index, is }) => index === false && !is.includes(':'))
    .map((row) => row[language]);
  const counts = new Map<string, number>();
  const screens: Screen[] = [
    { name: 'first visit', address: addressOf(system.site, pathOf('front', language)), isFirstVisit: true },
  ];
  for (const path of [...published, ...others]) {
    const row = matchPath(path)?.row;
    if (!row || !isPublic(row) || languageOfPath(path) !== language) continue;
    const count = counts.get(row.template) ?? 0;
    if (count >= mostOfTemplate && !ownLayout.has(row.template)) continue;
    counts.set(row.template, count + 1);
    screens.push({ name: `${row.template}: ${path}`, address: addressOf(system.site, path) });
  }
  return screens;
};

/** Links in the page's content. */
const linksIn = (page: Page): Promise<string[]> =>
  page
    .locator(`main a[href^="${base}"]`)
    .evaluateAll((links) => links.map((link) => link.getAttribute('href') ?? ''));

/** Waits until a signed-in page has its data. */
export const waitUntilLoaded = async (page: Page): Promise<void> => {
  await page.locator('main h1').first().waitFor();
  // Not until the network is idle: some screens ask again and again.
  await page.waitForFunction(
    () => !document.querySelector('main [data-state=loading], main [aria-busy=true]'),
  );
};

/** Screens of the portal at an address that is the same for everybody. */
const plainPortalScreens = paths.filter(
  ({ template, protected: isProtected, aliasOf, is }) =>
    template.startsWith('portal') && isProtected && !aliasOf && !is.includes(':'),
);

/**
 * A customer, who follows links from the portal's menu to one screen of each kind.
 * @param opensAll also screens to which nothing links at present, such as the figures of a company that has sent them
 */
const customer =
  (name: string, { opensAll = false } = {}): Visitor =>
  async (page, product, language, known) => {
    const { system } = product;
    const person = system.demo?.signIns.find((other) => other.name.startsWith(name));
    if (!person) throw new Error(`No demo customer is called ${name}`);
    const menu = addressOf(system.site, pathOf('portal.mobileMenu', language));
    await page.goto(menu);
    await signIn(page, product, person.ssn);
    const found = new Map<string, Screen>();
    const follow = async (waiting: string[]): Promise<void> => {
      for (let link = waiting.shift(); link; link = waiting.shift()) {
        const path = sitePathOf(link);
        const row = matchPath(path)?.row;
        if (!row?.protected || languageOfPath(path) !== language || found.has(row.key)) continue;
        const address = new URL(link, system.site).href;
        found.set(row.key, { name: row.key, address });
        await page.goto(address);
        await waitUntilLoaded(page);
        waiting.push(...(await linksIn(page)));
      }
    };
    await follow([menu]);
    if (opensAll) await follow(plainPortalScreens.map((row) => addressOf(system.site, row[language])));
    return [...found.values()].filter((screen) => !known.has(screen.name));
  };

/** Cases of different kinds look different; so many from the head of the queue show most of them. */
const mostCases = 8;

/** An employee who opens pages of the staff portal, and the first cases where the work queue is among them. */
const employee =
  (username: string, keys: readonly PathKey[]): Visitor =>
  async (page, product, language) => {
    const { staff } = product.system;
    const queue = addressOf(staff, pathOf('staff.queue', language));
    await page.goto(queue);
    await signInEmployee(page, product, username);
    const pages = paths
      .filter(({ key }) => keys.some((wanted) => wanted === key))
      .map((row) => ({ name: row.key, address: addressOf(staff, row[language]) }));
    if (!keys.includes('staff.queue')) return pages;
    await page.goto(queue);
    await waitUntilLoaded(page);
    const isCase = (link: string) => matchPath(sitePathOf(link))?.row.key === 'staff.case';
    const cases = [...new Set((await linksIn(page)).filter(isCase))].slice(0, mostCases);
    return [
      ...pages,
      ...cases.map((link, index) => ({
        name: `staff.case ${index + 1}`,
        address: new URL(link, staff).href,
      })),
    ];
  };

/** Who visits each area: together they reach all of its screens. */
export const areas = {
  site: [anybody],
  portal: [customer('Guðrún Helga'), customer('Netagerðin', { opensAll: true })],
  staff: [
    employee('katrin', [
      'staff.queue',
      'staff.customers',
      'staff.chat',
      'staff.approvals',
      'staff.absences',
      'staff.textBlocks',
      'staff.authorities',
      'staff.employees',
      'staff.security',
    ]),
    employee('ragna', ['staff.audit', 'staff.complaints']),
  ],
} as const satisfies Record<string, readonly Visitor[]>;
export type Area = keyof typeof areas;
