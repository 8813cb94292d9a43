import type { IconName } from '@hofn/ui';

/** Content of the page shell in one language, without links to missing pages. */

/** A link to a page in the path table: `page` is the key, `path` the site path. */
export type PageLink = { title: string; page: string; path: string };

/** A link in content, to a site page or a URL. */
export type ContentLink = PageLink | { title: string; url: string; target?: string };

/** The audience of a page. */
export type Layer = 'individuals' | 'companies' | 'about';

export type MenuLink = PageLink & { items?: PageLink[] };
export type MenuItem = PageLink & { id: string; items: MenuLink[] };

/** Field names of the content service (rule CALL-5): `dagar` are weekdays, Monday is 1; `opnar` and `lokar` are times of day in Iceland, up to `24:00`. */
export type OpeningTime = { titill: string; opnar: string; lokar: string; dagar: number[] };
export type OpeningHours = { nafn: string; phone?: string; timi: OpeningTime[] };
/** A day with special opening hours, or closed. `dagur` is `YYYY-MM-DD`. */
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

/** Texts and links of the assistance panel (rule HELP-2). */
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

/** An entry of the portal's menu; with `audience`, only for persons or companies. */
export type PortalLink = PageLink & { audience?: 'person' | 'company' };

/** The content document `site` in one language. */
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
    /** Sub-menu of each `portal` entry, by page key. */
    portalSub: Record<string, PortalLink[]>;
  };
  footer: Footer;
  assistance: Assistance;
};

/** Texts and links of an error page. */
export type StatusPage = { title: string; text: string; links: PageLink[] };
