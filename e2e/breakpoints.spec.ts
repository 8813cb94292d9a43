// Every layout change, checked at its breakpoint and one pixel below, in a page that is resized (rule MENU-5).

import { site as texts } from '@hofn/texts/catalogue/is/site.ts';
import { pathOf } from '@hofn/texts/paths.ts';
import { breakpoints } from '@hofn/ui/tokens.ts';
import type { Locator, Page } from '@playwright/test';
import { is as parts } from '../packages/ui/gallery/words/is.ts';
import { signIn } from './screens/sign-in.ts';
import { bundle, openBundle } from './support/bundle.ts';
import { people } from './support/people.ts';
import { addresses } from './support/system.ts';
import { expect, test } from './support/test.ts';
import { translate } from './support/translate.ts';

const t = translate.is;

/** An observation of the layout, as a word or a number. */
type Observation = () => Promise<string | number>;
type Row = {
  at: keyof typeof breakpoints;
  what: string;
  observe: Observation;
  below: string | number;
  from: string | number;
};

const boxOf = async (locator: Locator) => {
  const box = await locator.boundingBox();
  if (!box) throw new Error(`not on the screen: ${locator}`);
  return box;
};

const left =
  (locator: Locator): Observation =>
  async () =>
    Math.round((await boxOf(locator)).x);

const isVisible =
  (locator: Locator): Observation =>
  async () =>
    (await locator.isVisible()) ? 'seen' : 'hidden';

/** Whether the second element is beside the first or below it. */
const placement =
  (first: Locator, second: Locator): Observation =>
  async () => {
    const [a, b] = [await boxOf(first), await boxOf(second)];
    return b.y < a.y + a.height && (b.x >= a.x + a.width || a.x >= b.x + b.width) ? 'beside' : 'below';
  };

/** How many of the elements are in the first row. */
const countInFirstRow =
  (locators: Locator): Observation =>
  async () => {
    const tops = await locators.evaluateAll((all) => all.map((each) => each.getBoundingClientRect().top));
    return tops.filter((top) => top === tops[0]).length;
  };

const style =
  (locator: Locator, property: string): Observation =>
  () =>
    locator.evaluate((element, name) => getComputedStyle(element).getPropertyValue(name), property);

/** Resizes the page to each breakpoint and one pixel below, and compares what is seen with the rows. */
const checkRows = async (page: Page, rows: Row[]): Promise<void> => {
  const looked: string[] = [];
  for (const { at, what, observe } of rows)
    for (const width of [breakpoints[at] - 1, breakpoints[at]]) {
      await page.setViewportSize({ width, height: 900 });
      looked.push(`${width} px: ${what}: ${await observe()}`);
      const wider = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      if (wider > 0) looked.push(`${width} px: ${wider} px wider than the window`);
    }
  expect(looked).toEqual(
    rows.flatMap(({ at, what, below, from }) => [
      `${breakpoints[at] - 1} px: ${what}: ${below}`,
      `${breakpoints[at]} px: ${what}: ${from}`,
    ]),
  );
};

const open = (page: Page, key: 'front' | 'terms' | 'report.operations' | 'calendar' | 'portal.base') =>
  page.goto(addresses.site.replace(/\/$/, pathOf(key, 'is')));

test('MENU-5: the site changes its layout at sm, md, lg, xm, xl, xxl and where the logo overhangs, not a pixel earlier', async ({
  page,
}) => {
  const header = page.getByRole('banner');
  const heading = page.getByRole('heading', { level: 1 });
  const footer = page.getByRole('contentinfo');
  const shortCuts = header.getByRole('navigation', { name: t('shell|linksNavigation') });
  const logo = header.getByRole('link').filter({ has: page.locator('svg[width="112"]') });
  const insure = page.getByRole('main').locator('form');
  const loss = page.getByRole('main').locator('form + a');
  const products = page.getByRole('main').locator('ul > li:has(h3)');
  const harbour = page.getByRole('main').locator('svg').first();
  const logoHangs: Observation = async () => {
    const [mark, text] = [await boxOf(logo), await boxOf(heading)];
    return mark.x + mark.width < text.x ? 'outside' : 'within';
  };
  await open(page, 'front');
  await checkRows(page, [
    { at: 'sm', what: 'margin of the page', observe: left(heading), below: 16, from: 24 },
    { at: 'sm', what: 'products in a line', observe: countInFirstRow(products), below: 1, from: 2 },
    { at: 'md', what: 'margin of the page', observe: left(heading), below: 24, from: 32 },
    {
      at: 'md',
      what: 'field and button of the question',
      observe: placement(insure.locator('input'), insure.getByRole('button')),
      below: 'below',
      from: 'beside',
    },
    {
      at: 'md',
      what: 'links of the footer in a line',
      observe: countInFirstRow(footer.locator('h3:has(+ ul)')),
      below: 1,
      from: 2,
    },
    { at: 'lg', what: 'margin of the page', observe: left(heading), below: 32, from: 56 },
    { at: 'lg', what: 'three rows of menus', observe: isVisible(shortCuts), below: 'hidden', from: 'seen' },
    {
      at: 'lg',
      what: 'button of the menu sheet',
      observe: isVisible(header.getByRole('button', { name: t('shell|menu') })),
      below: 'seen',
      from: 'hidden',
    },
    {
      at: 'lg',
      what: 'what to insure and what has happened',
      observe: placement(insure, loss),
      below: 'below',
      from: 'beside',
    },
    { at: 'lg', what: 'products in a line', observe: countInFirstRow(products), below: 2, from: 4 },
    {
      at: 'lg',
      what: 'picture of the harbour',
      observe: placement(heading, harbour),
      below: 'below',
      from: 'beside',
    },
    {
      at: 'xm',
      what: 'icons of the short cuts',
      observe: isVisible(shortCuts.locator('svg').first()),
      below: 'hidden',
      from: 'seen',
    },
    {
      at: 'xl',
      what: 'address and links in the footer',
      observe: placement(footer.locator('address'), footer.getByRole('list').first()),
      below: 'below',
      from: 'beside',
    },
    { at: 'xxl', what: 'width of the page', observe: left(heading), below: 96, from: 56 },
    { at: 'logo', what: 'the logo and the page', observe: logoHangs, below: 'within', from: 'outside' },
  ]);

  await open(page, 'terms');
  const head = page.getByRole('main').locator('thead');
  await checkRows(page, [
    {
      at: 'md',
      what: 'headings of the table',
      observe: style(head, 'position'),
      below: 'absolute',
      from: 'static',
    },
  ]);

  const contents = page.getByRole('navigation', { name: texts.page.contents });
  const figures = page.getByRole('main').locator('dl > div');
  await open(page, 'report.operations');
  await checkRows(page, [
    { at: 'md', what: 'key figures in a line', observe: countInFirstRow(figures), below: 1, from: 3 },
    {
      at: 'lg',
      what: 'contents',
      observe: placement(figures.first(), contents),
      below: 'below',
      from: 'beside',
    },
  ]);

  await open(page, 'calendar');
  const doors = page.getByRole('main').getByRole('list').last().getByRole('listitem');
  await expect(doors).toHaveCount(24);
  await checkRows(page, [
    { at: 'sm', what: 'doors in a line', observe: countInFirstRow(doors), below: 3, from: 4 },
    { at: 'md', what: 'doors in a line', observe: countInFirstRow(doors), below: 4, from: 8 },
  ]);
});

test('MENU-5: the portal and the sign-in page change their layout at the same breakpoints', async ({
  page,
}) => {
  await page.setViewportSize({ width: 575, height: 900 });
  await open(page, 'portal.base');
  await page.waitForURL(/\/interaction\//);
  const heading = page.getByRole('heading', { level: 1 });
  await expect(heading).toBeVisible();
  const form = page.locator('form').first();
  const roomBeside: Observation = async () => {
    const { x, width } = await boxOf(form);
    return Math.round((page.viewportSize()?.width ?? 0) - x - width);
  };
  await checkRows(page, [
    { at: 'sm', what: 'sign-in: room around the form', observe: left(form), below: 41, from: 57 },
    {
      at: 'lg',
      what: 'sign-in: the form leaves room for the picture',
      observe: roomBeside,
      below: 65,
      from: 425,
    },
  ]);
  await signIn(page, 'is', people.family.ssn);
  const header = page.getByRole('banner');
  const menu = header.getByRole('navigation', { name: t('shell|portalNavigation') });
  const entries = menu.getByRole('link');
  const chart = page.getByRole('table', { name: t('overview|chartTitle') });
  await expect(chart).toBeVisible();
  const gap: Observation = async () => {
    const [first, second] = [await boxOf(entries.nth(0)), await boxOf(entries.nth(1))];
    return Math.round(second.x - first.x - first.width);
  };
  const policies = page
    .getByRole('main')
    .getByRole('heading', { level: 2, name: t('overview|groupVehicles') });
  await checkRows(page, [
    { at: 'lg', what: 'main menu', observe: isVisible(menu), below: 'hidden', from: 'seen' },
    { at: 'xm', what: 'room between entries', observe: gap, below: 24, from: 32 },
    { at: 'xl', what: 'chart', observe: placement(policies, chart), below: 'below', from: 'beside' },
    { at: 'xxl', what: 'width of the page', observe: left(heading), below: 96, from: 56 },
  ]);
});

test('MENU-5: components change their layout at the same breakpoints', async ({ page }) => {
  await openBundle(
    page,
    await bundle(new URL('../packages/ui/gallery/main.tsx', import.meta.url)),
    '?language=is',
  );
  const region = (name: keyof typeof parts.parts) =>
    page.getByRole('region', { name: parts.parts[name], exact: true });
  const table = region('table').getByRole('table', { name: parts.table.given });
  await expect(table).toBeVisible();
  const steps = page.getByRole('navigation', { name: parts.form.steps });
  const overdue = region('messages').getByText(parts.messages.overdueText);
  const tag = region('tags').getByText(parts.tags.active);
  await checkRows(page, [
    {
      at: 'sm',
      what: 'choices in a line',
      observe: countInFirstRow(region('choices').locator('fieldset').last().locator('label')),
      below: 1,
      from: 2,
    },
    {
      at: 'sm',
      what: 'tabs',
      observe: style(page.getByRole('tab').first(), 'flex-grow'),
      below: '1',
      from: '0',
    },
    {
      at: 'sm',
      what: 'choosing and dropping a file',
      observe: placement(
        region('files').locator('input[type=file]').first(),
        region('files').getByText(parts.files.drop).first(),
      ),
      below: 'below',
      from: 'beside',
    },
    {
      at: 'md',
      what: 'table',
      observe: style(table.locator('thead'), 'position'),
      below: 'absolute',
      from: 'static',
    },
    {
      at: 'md',
      what: 'choice of order',
      observe: isVisible(page.getByLabel(parts.table.sortBy)),
      below: 'seen',
      from: 'hidden',
    },
    {
      at: 'md',
      what: 'button of a message',
      observe: placement(overdue, region('messages').getByRole('button', { name: parts.messages.pay })),
      below: 'below',
      from: 'beside',
    },
    {
      at: 'md',
      what: 'quiet tag',
      observe: style(tag.last(), 'padding-left'),
      below: '0px',
      from: '6px',
    },
    {
      at: 'md',
      what: 'key figures in a line',
      observe: countInFirstRow(region('keyFigures').locator('dl > div')),
      below: 1,
      from: 3,
    },
    {
      at: 'lg',
      what: 'list of steps',
      observe: style(steps.getByRole('list'), 'position'),
      below: 'absolute',
      from: 'static',
    },
    {
      at: 'xl',
      what: 'tag',
      observe: style(tag.first(), 'white-space-collapse'),
      below: 'collapse',
      from: 'collapse',
    },
    {
      at: 'xl',
      what: 'line of a tag',
      observe: style(tag.first(), 'text-wrap-mode'),
      below: 'wrap',
      from: 'nowrap',
    },
  ]);
});
