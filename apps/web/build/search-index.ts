import { compareIcelandic } from '@hofn/texts';
import type { FaqDocument } from '../src/content/documents.ts';
import type { Language } from '../src/engine/types.ts';
import { type IndexedPage, placeWeights, type SearchIndex } from '../src/search/search-index.ts';
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
  'searchWords',
]);

/** Every text in a page's data. */
const textsIn = (value: unknown): string[] => {
  if (typeof value === 'string') return [value];
  if (Array.isArray(value)) return value.flatMap(textsIn);
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, entry]) => (notText.has(name) ? [] : textsIn(entry)));
};

/** What search finds: a page, or a part of one that has an address of its own. */
type Found = IndexedPage & { texts: [text: string, description: string, title: string, searchWords: string] };

/** Length of an answer in results, in characters. */
const answerLength = 160;

/** The questions of the page with questions and answers, each with its own address. */
const questionsOf = ({ path, data, template }: Page): Found[] =>
  template !== 'faq'
    ? []
    : (data as FaqDocument).groups.flatMap(({ questions }) =>
        questions.map(({ id, q, a, searchWords = '' }) => {
          return {
            path: `${path}#${id}`,
            title: q,
            description: a.length > answerLength ? `${a.slice(0, answerLength).trimEnd()}…` : a,
            texts: [a, '', q, searchWords],
          };
        }),
      );

/** A page; the front page has no title of its own. */
const pageOf = ({ path, template, data, context }: Page, frontTitle: string): Found => {
  const title = context.title || frontTitle;
  // Terms have the same title as their product, which must rank first.
  const [asText, asTitle] = template === 'termsDocument' ? [title, ''] : ['', title];
  return {
    path,
    title,
    description: context.description,
    texts: [
      textsIn(data).join(' '),
      `${context.description} ${asText}`,
      asTitle,
      (data as { searchWords?: string }).searchWords ?? '',
    ],
  };
};

/**
 * The index of the site's search: the pages of one language that search engines may index too, and the questions of one of
 * them, with their words (rules SITE-6 and LIFE-27).
 * @param frontTitle title of the front page
 */
export const searchIndexOf = (
  pages: readonly Page[],
  language: Language,
  frontTitle: string,
): SearchIndex => {
  const found = pages
    .filter((page) => page.context.language === language && isIndexed(page))
    .flatMap((page) => [pageOf(page, frontTitle), ...questionsOf(page)])
    .toSorted((a, b) => compareIcelandic(a.title, b.title));
  const places = new Map<string, Map<number, number>>();
  found.forEach(({ texts }, at) => {
    for (const [place, text] of texts.entries())
      for (const word of new Set(wordsOf(text))) {
        const pagesOfWord = places.get(word);
        if (pagesOfWord) pagesOfWord.set(at, place);
        else places.set(word, new Map([[at, place]]));
      }
  });
  const words = [...places]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([word, postings]) => [word, Array.from(postings, ([at, place]) => at * placeWeights + place)]);
  return {
    pages: found.map(({ path, title, description }) => ({ path, title, description })),
    words: Object.fromEntries(words),
  };
};
