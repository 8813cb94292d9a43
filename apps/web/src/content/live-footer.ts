import { setNoBreaks } from '@hofn/texts/no-breaks.ts';
import type { Language } from '../engine/types.ts';
import type { ContentLink, Footer, Holiday, OpeningHours, PageLink, Site } from './site.ts';

/** Names in the content service of each language and of its document of telephone and chat hours (rule SITE-11). */
const names = {
  is: { lang: 'is', hours: 'opnunartimi-sima-og-netspjalls' },
  en: { lang: 'en-gb', hours: 'tel-and-chat-opening-hours' },
} as const;

/** Timeout, after which the built-in footer stays. */
const timeoutMs = 4000;

const hours = 'nafn phone timi{titill opnar lokar dagar{dagur}}';
const holidays = 'holidays{dagur nafn opnar lokar}';

/** The query for footer and opening hours (rule CALL-5). */
export const footerQuery = (language: Language): string => {
  const { lang, hours: uid } = names[language];
  return `{footer(uid:"footer",lang:"${lang}"){phone email linkGroups{categoryName links{title page link{... on _ExternalLink{url target}}}}openingHours{${hours}}${holidays} holidayNote buttonLinks{title page}bottomLinks{title page}copyright}opening_hours(uid:"${uid}",lang:"${lang}"){${hours} ${holidays}}}`;
};

// Parsers of the response: each returns the value, or throws if it is malformed.
type Fields = Record<string, unknown>;
const fields = (value: unknown): Fields => {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw new TypeError('no fields');
  return value as Fields;
};
const text = (value: unknown): string => {
  if (typeof value !== 'string' || value === '') throw new TypeError('no text');
  return setNoBreaks(value);
};
const list = <Item>(value: unknown, item: (entry: Fields) => Item): Item[] => {
  if (!Array.isArray(value)) throw new TypeError('no list');
  return value.map((entry) => item(fields(entry)));
};
const matching = (value: unknown, pattern: RegExp): string => {
  if (typeof value !== 'string' || !pattern.test(value)) throw new TypeError(`not ${pattern}`);
  return value;
};
const time = (value: unknown): string => matching(value, /^\d\d:\d\d$/);
const weekday = (value: unknown): number => {
  if (typeof value !== 'number' || !(value >= 1 && value <= 7)) throw new TypeError('no weekday');
  return value;
};

const openingHours = (value: Fields): OpeningHours => ({
  nafn: text(value.nafn),
  ...(value.phone ? { phone: text(value.phone) } : {}),
  timi: list(value.timi, ({ titill, opnar, lokar, dagar }) => ({
    titill: text(titill),
    opnar: time(opnar),
    lokar: time(lokar),
    dagar: list(dagar, ({ dagur }) => weekday(dagur)),
  })),
});

const holiday = ({ dagur, nafn, opnar, lokar }: Fields): Holiday => ({
  dagur: matching(dagur, /^\d{4}-\d\d-\d\d$/),
  nafn: text(nafn),
  opnar: opnar ? time(opnar) : null,
  lokar: lokar ? time(lokar) : null,
});

/** Paths of the pages linked in menus and footer, by page key. */
const knownPaths = (value: unknown, known = new Map<string, string>()): Map<string, string> => {
  if (typeof value !== 'object' || value === null) return known;
  if ('page' in value && 'path' in value) known.set(String(value.page), String(value.path));
  for (const entry of Object.values(value)) knownPaths(entry, known);
  return known;
};

/**
 * Parses the content service's footer. A link to a page that neither menu nor footer linked to in this build is omitted,
 * because its path is not known.
 * @throws if any part is malformed
 */
export const footerFrom = (answer: unknown, builtIn: Site): Footer => {
  const data = fields(fields(answer).data);
  const footer = fields(data.footer);
  const paths = knownPaths(builtIn);
  const pageLink = ({ title, page }: Fields): PageLink[] => {
    const path = typeof page === 'string' ? paths.get(page) : undefined;
    return path === undefined ? [] : [{ title: text(title), page: String(page), path }];
  };
  const contentLink = (link: Fields): ContentLink[] => {
    const { url, target } = link.link ? fields(link.link) : {};
    if (url === undefined) return pageLink(link);
    const address = matching(url, /^https?:\/\//);
    return [{ title: text(link.title), url: address, ...(target ? { target: text(target) } : {}) }];
  };
  const blocks = list(footer.openingHours, openingHours);
  // Telephone and chat hours have their own document, which replaces the footer's first block.
  const hoursDocument = data.opening_hours ? fields(data.opening_hours) : undefined;
  return {
    phone: text(footer.phone),
    email: text(footer.email),
    linkGroups: list(footer.linkGroups, ({ categoryName, links }) => ({
      categoryName: text(categoryName),
      links: list(links, contentLink).flat(),
    })),
    openingHours: hoursDocument ? [openingHours(hoursDocument), ...blocks.slice(1)] : blocks,
    holidays: list(hoursDocument ? hoursDocument.holidays : footer.holidays, holiday),
    holidayNote: footer.holidayNote ? text(footer.holidayNote) : '',
    buttonLinks: list(footer.buttonLinks, pageLink).flat(),
    bottomLinks: list(footer.bottomLinks, pageLink).flat(),
    copyright: footer.copyright ? text(footer.copyright) : '',
  };
};

/**
 * Fetches the current footer from the content service: the ref from the API root, then the query by GET with the ref in
 * its header (rule CALL-5).
 * @returns undefined if the service is slow, down, or responds with a malformed footer: the built-in one then stays
 */
export const fetchFooter = async (
  origin: string,
  language: Language,
  builtIn: Site,
  request: typeof fetch = fetch,
): Promise<Footer | undefined> => {
  const signal = AbortSignal.timeout(timeoutMs);
  const get = async (path: string, headers: Record<string, string> = {}): Promise<unknown> => {
    const response = await request(new URL(path, origin), { headers, signal, credentials: 'omit' });
    if (!response.ok) throw new Error(`${path} answered ${response.status}`);
    return response.json();
  };
  try {
    const { refs } = fields(await get('/api/v2'));
    const [ref] = list(refs, (entry) => text(entry.ref));
    const query = new URLSearchParams({ query: footerQuery(language) });
    return footerFrom(await get(`/graphql?${query}`, { 'Prismic-ref': text(ref) }), builtIn);
  } catch {
    return undefined;
  }
};
