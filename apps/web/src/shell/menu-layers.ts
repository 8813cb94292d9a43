import type { Layer, Site } from '../content/site.ts';

/** What stands over the site's layers: whom a page is for. */
const order: Layer[] = ['individuals', 'companies', 'about'];

const keysOf = (menu: Site['menu'], layer: Layer): string[] => [
  ...menu.top.filter(({ id }) => id === layer).map(({ page }) => page),
  ...menu.links[layer].map(({ page }) => page),
  ...menu.middle[layer].flatMap(({ page, items }) => [
    page,
    ...items.flatMap((item) => [item.page, ...(item.items ?? []).map((inner) => inner.page)]),
  ]),
];

/** What pages of one kind have in common: `board` of `board.ragna-steinsdottir`, `report` of `report.people`. */
const kindOf = (page: string): string | undefined => page.split('.')[0];

/**
 * The layer that a page belongs to: the first whose menu has it, so that a page for everyone stays with individuals; else
 * the first whose menu has a page of its kind.
 */
export const layerOf = (menu: Site['menu'], page: string): Layer =>
  order.find((layer) => keysOf(menu, layer).includes(page)) ??
  order.find((layer) => keysOf(menu, layer).some((key) => kindOf(key) === kindOf(page))) ??
  'individuals';

/** Whether a page is a menu entry's own, or stands under the menu item of the same page. */
export const isUnder = (menu: Site['menu'], layer: Layer, entry: string, page: string): boolean =>
  entry === page ||
  menu.middle[layer].some(({ items }) =>
    items.some((item) => item.page === entry && item.items?.some((inner) => inner.page === page)),
  );
