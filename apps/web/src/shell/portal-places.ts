import { paths } from '@hofn/texts/paths.ts';
import type { PageLink } from '../content/site.ts';

const rowOf = (page: string) => paths.find(({ key }) => key === page);
const addressOf = (page: string): string | undefined => rowOf(page)?.is;

/** The screen of the menu: one with two addresses has one entry, and writing a message belongs to messages. */
export const screenOf = (page: string): string =>
  page === 'portal.memo' ? 'portal.matters' : (rowOf(page)?.aliasOf ?? page);

/** Policies belong to the overview; other pages to the screen that their path starts with, as a claim to the claims. */
const isWithin = (entry: Pick<PageLink, 'page'>, page: string): boolean =>
  entry.page === 'portal.base'
    ? /^portal\.(base$|polic)/.test(page)
    : (addressOf(page)?.startsWith(`${addressOf(entry.page)}/`) ?? false);

/** The entry of a screen: its own, otherwise that of its parent screen. */
export const entryOf = <Entry extends Pick<PageLink, 'page'>>(
  entries: readonly Entry[],
  page: string,
): Entry | undefined =>
  entries.find((entry) => entry.page === page) ?? entries.find((entry) => isWithin(entry, page));
