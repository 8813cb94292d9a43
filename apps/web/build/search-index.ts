import { compareIcelandic } from '@hofn/texts';
import type { Language } from '../src/engine/types.ts';
import { placeWeights, type SearchIndex } from '../src/search/search-index.ts';
import { wordsOf } from '../src/search/stems.ts';
import type { Page } from './plan-pages.ts';
import { isIndexed } from './search-engines.ts';

// Fields of page data without page text: identifiers and links to other pages.
const notText = new Set([
  'page',
  'path',
  'url',
  'uid',
  'id',
  'type',
  'icon',
  'illustration',
  'crumbs',
  'related',
  'links',
  'group',
  'groups',
]);

/** Every text in a page's data. */
const textsIn = (value: unknown): string[] => {
  if (typeof value === 'string') return [value];
  if (Array.isArray(value)) return value.flatMap(textsIn);
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, entry]) => (notText.has(name) ? [] : textsIn(entry)));
};

/** Title of a page in results; the front page has no title of its own. */
const titleOf = ({ context }: Page, frontTitle: string): string => context.title || frontTitle;

/**
 * The index of the site's search: the pages of one language that search engines may index too, with their words (rule
 * SITE-6).
 * @param frontTitle title of the front page
 */
export const searchIndexOf = (
  pages: readonly Page[],
  language: Language,
  frontTitle: string,
): SearchIndex => {
  const found = pages
    .filter((page) => page.context.language === language && isIndexed(page))
    .toSorted((a, b) => compareIcelandic(titleOf(a, frontTitle), titleOf(b, frontTitle)));
  const places = new Map<string, Map<number, number>>();
  found.forEach((page, at) => {
    const title = titleOf(page, frontTitle);
    // Terms have the same title as their product, which must rank first.
    const [asText, asTitle] = page.template === 'termsDocument' ? [title, ''] : ['', title];
    const parts = [textsIn(page.data).join(' '), `${page.context.description} ${asText}`, asTitle];
    for (const [place, text] of parts.entries())
      for (const word of wordsOf(text)) {
        const pagesOfWord = places.get(word) ?? new Map<number, number>();
        pagesOfWord.set(at, place);
        places.set(word, pagesOfWord);
      }
  });
  const words = [...places]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([word, postings]) => [word, Array.from(postings, ([at, place]) => at * placeWeights + place)]);
  return {
    pages: found.map((page) => ({
      path: page.path,
      title: titleOf(page, frontTitle),
      description: page.context.description,
    })),
    words: Object.fromEntries(words),
  };
};
