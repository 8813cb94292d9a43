import { compareIcelandic } from '@hofn/texts/collation.ts';
import { type IndexedPage, placeWeights, type SearchIndex } from './search-index.ts';
import { stemOf, wordsOf } from './stems.ts';

// Score of an indexed word by how it matches the query word.
const fit = { exact: 8, begun: 5, stem: 4, inside: 1 } as const;
// Factor by field: text, description, title, search words: editors write those for the page that answers them.
const placeFactor = [1, 2, 5, 7] as const;
/** Minimum length of a query word that also matches inside compounds, which are common in Icelandic. */
const minInsideLength = 4;
/** Maximum length of the inflectional ending after a stem. */
const maxEndingLength = 8;

const fitOf = (word: string, queryWord: string, stem: string): number => {
  if (word === queryWord) return fit.exact;
  if (word.startsWith(queryWord)) return fit.begun;
  if (word.startsWith(stem) && word.length - stem.length <= maxEndingLength) return fit.stem;
  return queryWord.length >= minInsideLength && word.includes(stem) ? fit.inside : 0;
};

/** Score of each matching page for a query word, by page index. */
const scoresFor = (words: readonly [string, number[]][], queryWord: string): Map<number, number> => {
  const stem = stemOf(queryWord);
  const best = new Map<number, number>();
  for (const [word, postings] of words) {
    const fits = fitOf(word, queryWord, stem);
    if (fits === 0) continue;
    for (const posting of postings) {
      const page = Math.floor(posting / placeWeights);
      const value = fits * (placeFactor[posting % placeWeights] ?? 1);
      best.set(page, Math.max(best.get(page) ?? 0, value));
    }
  }
  return best;
};

// The first two are higher than the sum of all word scores.
const wholeTitle = 1000;
const titleBegun = 100;
/** The query may still be typed: «trygging» is on the way to «Tryggingar», but «cancel» is not the start of «cancellation». */
const titleWordBegun = 10;

const bonusOf = (title: string, query: string): number => {
  if (title === query) return wholeTitle;
  if (title.startsWith(`${query} `)) return titleBegun;
  return title.startsWith(query) ? titleWordBegun : 0;
};

/** Creates a search function that returns the pages matching every query word, best match first. */
export const createFinder = ({ pages, words }: SearchIndex): ((question: string) => IndexedPage[]) => {
  const entries = Object.entries(words);
  const titles = pages.map(({ title }) => wordsOf(title).join(' '));
  return (question) => {
    const queryWords = wordsOf(question);
    if (queryWords.length === 0) return [];
    const wordScores = queryWords.map((word) => scoresFor(entries, word));
    const whole = queryWords.join(' ');
    const scoreOf = (at: number): number => {
      const title = titles[at] ?? '';
      return bonusOf(title, whole) + wordScores.reduce((sum, found) => sum + (found.get(at) ?? 0), 0);
    };
    return pages
      .map((page, at) => ({ page, at }))
      .filter(({ at }) => wordScores.every((found) => found.has(at)))
      .map(({ page, at }) => ({ page, score: scoreOf(at) }))
      .toSorted((a, b) => b.score - a.score || compareIcelandic(a.page.title, b.page.title))
      .map(({ page }) => page);
  };
};
