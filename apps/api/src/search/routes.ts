import type { SearchResult, searchCalls } from '@hofn/contracts';
import type { Database } from '@hofn/database';
import type { Clock } from '@hofn/domain/clock.ts';
import { dayOfInstant, foldForSearch, type Language } from '@hofn/texts';
import type { Handlers } from '../platform/registrar.ts';
import { textsIn } from '../platform/texts.ts';
import { createSearchStore } from './store.ts';

/** Lists of words that mean the same, all folded. */
const sameWords = (language: Language): string[][] =>
  textsIn(language)('search|sameWords')
    .split(';')
    .map((list) => list.split(',').map((word) => foldForSearch(word.trim())));

const isPhrase = (same: string): boolean => same.includes(' ');

/** A search whose phrases of the lists are one word each: «flat tyre» is a «tyre», and says nothing about a flat. */
const withoutPhrases = (search: string, lists: readonly string[][]): string =>
  lists
    .flatMap((list) => list.filter(isPhrase).map((phrase) => ({ phrase, word: list[0] ?? phrase })))
    .reduce((text, { phrase, word }) => text.replaceAll(phrase, word), search);

/**
 * A word with its synonyms: «framrúða» contains «rúða», so it is also found by «rúðu». English has few such compounds, and a
 * synonym has to begin a word: «tire» is not in «entire».
 */
const alternativesOf = (word: string, lists: readonly string[][], language: Language): string[] => {
  const begins = (same: string) => (language === 'en' ? word.startsWith(same) : word.includes(same));
  const synonyms = lists
    .map((list) => list.filter((same) => !isPhrase(same)))
    .filter((list) => list.some(begins))
    .flat()
    .filter((same) => same !== word);
  return [...new Set([word, ...synonyms.map((same) => (language === 'en' ? ` ${same}` : same))])];
};

/** Length of the shortest word that is searched for alone. */
const minAloneLength = 5;
/** How many words are tried alone, each with a query of its own. */
const maxAlone = 2;

/**
 * The words to search for one by one when nothing has all of them, longest first: someone types «banki brunatrygging», and
 * their policy does not name the bank.
 */
const wordsAlone = (words: readonly string[][]): string[][] =>
  words.length < 2
    ? []
    : words
        .filter(([word = '']) => word.length >= minAloneLength)
        .toSorted(([a = ''], [b = '']) => b.length - a.length)
        .slice(0, maxAlone);

const benefitKeys = ['roadside', 'courtesyCar'] as const;

export const searchHandlers = ({
  database,
  clock,
}: {
  database: Database;
  clock: Clock;
}): Handlers<typeof searchCalls> => {
  const store = createSearchStore(database.db);
  return {
    search: async ({ query, context: { subject }, language }) => {
      const t = textsIn(language);
      const lists = sameWords(language);
      const words = withoutPhrases(foldForSearch(query.q), lists)
        .split(/\s+/)
        .filter(Boolean)
        .map((word) => alternativesOf(word, lists, language));
      const benefitName = (key: string) => t.find(`benefits|${key}`) ?? key;
      const today = dayOfInstant(clock.now());
      const find = async (sought: typeof words) => {
        const benefits = benefitKeys.filter((key) => {
          const name = ` ${foldForSearch(benefitName(key))}`;
          return sought.every((same) => same.some((word) => name.includes(word)));
        });
        return { benefits, found: await store.find(subject, language, { words: sought, benefits, today }) };
      };
      let { benefits, found } = await find(words);
      for (const word of wordsAlone(words)) {
        if (Object.values(found).some(({ length }) => length > 0)) break;
        ({ benefits, found } = await find([word]));
      }
      const items: SearchResult[] = [
        ...found.policies.map(({ benefits: own, detail, ...policy }) => ({
          kind: 'policy' as const,
          ...policy,
          detail: [...benefits.filter((key) => own.includes(key)).map(benefitName), detail].join(', '),
          date: null,
          amount: null,
        })),
        ...found.claims.map((claim) => ({ kind: 'claim' as const, ...claim, amount: null })),
        ...found.documents.map((document) => ({
          kind: 'document' as const,
          ...document,
          detail: null,
          amount: null,
        })),
        ...found.transactions.map((transaction) => ({ kind: 'transaction' as const, ...transaction })),
      ];
      return { items };
    },
  };
};
