import type { PageLink, Site } from './site.ts';

/** The screens within an entry of the portal's menu; none where it is a screen alone. */
export const entriesWithin = ({ portalSub }: Site['menu'], { page }: PageLink): PageLink[] =>
  portalSub[page] ?? [];

/** The portal's menu as one list, in order: each entry and the other screens within it. */
export const wholePortalMenu = (menu: Site['menu']): PageLink[] =>
  menu.portal.flatMap((entry) => [
    entry,
    ...entriesWithin(menu, entry).filter(({ page }) => page !== entry.page),
  ]);
