import type { PageLink, PortalLink, Site } from '../content/site.ts';
import { useUser } from '../session/index.ts';

export type PortalMenu = {
  /** The main entries, in the order of rule PORT-15. */
  main: PageLink[];
  /** The screens within an entry; none where it is a screen alone. */
  within: (entry: PageLink) => PageLink[];
  /** Both levels as one list: each entry and the other screens within it. */
  all: PageLink[];
};

/** The portal's menu for whom the data is of: some screens are for persons or companies alone. */
export const usePortalMenu = ({ menu }: Site): PortalMenu => {
  const subject = useUser().data?.currentProxyUser;
  // Until it is known who looks, the menu is a person's, as most are.
  const audience = subject?.isCompany ? 'company' : 'person';
  const isMeant = (entry: PortalLink): boolean => (entry.audience ?? audience) === audience;
  const main = menu.portal.filter(isMeant);
  const within = ({ page }: PageLink): PageLink[] => (menu.portalSub[page] ?? []).filter(isMeant);
  const all = main.flatMap((entry) => [entry, ...within(entry).filter(({ page }) => page !== entry.page)]);
  return { main, within, all };
};
