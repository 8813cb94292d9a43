import type { Layer, Site } from '../content/site.ts';

/** The site's layers: the audiences of its pages. */
const order: Layer[] = ['individuals', 'companies', 'about'];

const keysOf = (menu: Site['menu'], layer: Layer): string[] => [
  ...menu.top.filter(({ id }) => id === layer).map(({ page }) => page),
  ...menu.links[layer].map(({ page }) => page),
  ...menu.middle[layer].flatMap(({ page, items }) => [
    page,
    ...items.flatMap((item) => [item.page, ...(item.items ?? []).map((inner) => inner.page)]),
  ]),
];

/** The common key prefix of pages of a kind: `board` of `board.ragna-steinsdottir`, `report` of `report.people`. */
const kindOf = (page: string): string | undefined => page.split('.')[0];

/**
 * The layer of a page: the first whose menu contains it, so that a page for everyone belongs to individuals; otherwise
 * the first whose menu contains a page of its kind.
 */
export const layerOf = (menu: Site['menu'], page: string): Layer =>
  order.find((layer) => keysOf(menu, layer).includes(page)) ??
  order.find((layer) => keysOf(menu, layer).some((key) => kindOf(key) === kindOf(page))) ??
  'individuals';

/** Whether a page is a menu entry, or is below the menu item of that entry. */
export const isUnder = (menu: Site['menu'], layer: Layer, entry: string, page: string): boolean =>
  entry === page ||
  menu.middle[layer].some(({ items }) =>
    items.some((item) => item.page === entry && item.items?.some((inner) => inner.page === page)),
  );
