import type { PageLink, PortalLink, Site } from '../content/site.ts';
import { useUser } from '../session/index.ts';

export type PortalMenu = {
  /** The main entries, in the order of rule PORT-15. */
  main: PageLink[];
  /** The screens of an entry; empty for a single screen. */
  within: (entry: PageLink) => PageLink[];
  /** Both levels as one list: each entry and its other screens. */
  all: PageLink[];
};

/** The portal's menu for the subject: some screens are only for persons or companies. */
export const usePortalMenu = ({ menu }: Site): PortalMenu => {
  const subject = useUser().data?.currentProxyUser;
  // Until the subject is known, the menu for persons, who are the majority.
  const audience = subject?.isCompany ? 'company' : 'person';
  const isForAudience = (entry: PortalLink): boolean => (entry.audience ?? audience) === audience;
  const main = menu.portal.filter(isForAudience);
  const within = ({ page }: PageLink): PageLink[] => (menu.portalSub[page] ?? []).filter(isForAudience);
  const all = main.flatMap((entry) => [entry, ...within(entry).filter(({ page }) => page !== entry.page)]);
  return { main, within, all };
};
