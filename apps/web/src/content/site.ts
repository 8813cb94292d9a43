import type { IconName } from '@hofn/ui';

/** Shapes of the content that surrounds every page, in one language. Links to pages that are not made are left out. */

/** A link to a page of the table of paths: `page` is its key, `path` its site path without the base. */
export type PageLink = { title: string; page: string; path: string };

/** A link of content: to a page of ours, or to an address elsewhere. */
export type ContentLink = PageLink | { title: string; url: string; target?: string };

/** The layer of the site that the reader is in. */
export type Layer = 'individuals' | 'companies' | 'about';

export type MenuLink = PageLink & { items?: PageLink[] };
export type MenuItem = PageLink & { id: string; items: MenuLink[] };

/** `dagar` are days of the week, Monday 1; `opnar` and `lokar` are hours of the day in Iceland, `24:00` at most. */
export type OpeningTime = { titill: string; opnar: string; lokar: string; dagar: number[] };
export type OpeningHours = { nafn: string; phone?: string; timi: OpeningTime[] };
/** A day with other hours, or none. `dagur` is `YYYY-MM-DD`. */
export type Holiday = { dagur: string; nafn: string; opnar: string | null; lokar: string | null };

export type Footer = {
  phone: string;
  email: string;
  linkGroups: { categoryName: string; links: ContentLink[] }[];
  openingHours: OpeningHours[];
  holidays: Holiday[];
  holidayNote: string;
  buttonLinks: PageLink[];
  bottomLinks: PageLink[];
  copyright: string;
};

/** Words and links of the assistance panel (rule HELP-2). */
export type Assistance = {
  button: string;
  title: string;
  lead: string;
  serviceTitle: string;
  serviceLinks: PageLink[];
  contactTitle: string;
  phone: { title: string; text: string };
  contactLinks: PageLink[];
  buttons: PageLink[];
  hoursTitle: string;
};

/** An entry of the portal's menu; with `audience` it is for persons or companies alone. */
export type PortalLink = PageLink & { audience?: 'person' | 'company' };

/** The document `site` in one language: what the shell is made from. */
export type Site = {
  company: {
    name: string;
    shortName: string;
    address: string;
    phone: string;
    phoneHref: string;
    email: string;
    emailHref: string;
  };
  menu: {
    top: (PageLink & { id: Layer })[];
    middle: Record<Layer, MenuItem[]>;
    links: Record<Layer, (PageLink & { icon: IconName })[]>;
    portal: PortalLink[];
    /** The screens within an entry of `portal`, by its page. */
    portalSub: Record<string, PortalLink[]>;
  };
  footer: Footer;
  assistance: Assistance;
};

/** Words and links of a page that says what went wrong. */
export type StatusPage = { title: string; text: string; links: PageLink[] };
