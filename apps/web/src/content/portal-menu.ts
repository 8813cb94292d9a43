import type { PageLink, PortalLink, Site } from './site.ts';

/** Screens of the menu screen's group: a main entry's, and the main entries after it that have one screen. */
export type MenuGroup = { main: PageLink; screens: PageLink[] };

export type PortalMenu = {
  /** The main entries, in the order of rule PORT-15. */
  main: PageLink[];
  /** The screens of an entry; empty for a single screen. */
  within: (entry: PageLink) => PageLink[];
  /** Both levels, each screen once. */
  groups: MenuGroup[];
};

/** The portal's menu for an audience: some screens are only for persons or companies. */
export const portalMenuOf = (menu: Site['menu'], audience: 'person' | 'company'): PortalMenu => {
  const isForAudience = (entry: PortalLink): boolean => (entry.audience ?? audience) === audience;
  const main = menu.portal.filter(isForAudience);
  const within = ({ page }: PageLink): PageLink[] => (menu.portalSub[page] ?? []).filter(isForAudience);
  const groups: MenuGroup[] = [];
  for (const entry of main) {
    const screens = within(entry);
    const last = groups.at(-1);
    if (screens.length > 0 || !last)
      groups.push({ main: entry, screens: screens.length > 0 ? screens : [entry] });
    else last.screens.push(entry);
  }
  return { main, within, groups };
};
