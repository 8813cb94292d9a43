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

/** A word with its synonyms: «framrúða» contains «rúða», so it is also found by «rúðu». */
const alternativesOf = (word: string, lists: readonly string[][]): string[] => [
  ...new Set([word, ...lists.filter((list) => list.some((same) => word.includes(same))).flat()]),
];

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
      const words = foldForSearch(query.q)
        .split(/\s+/)
        .filter(Boolean)
        .map((word) => alternativesOf(word, lists));
      const benefitName = (key: string) => t.find(`benefits|${key}`) ?? key;
      const benefits = benefitKeys.filter((key) => {
        const name = foldForSearch(benefitName(key));
        return words.every((same) => same.some((word) => name.includes(word)));
      });
      const today = dayOfInstant(clock.now());
      const found = await store.find(subject, language, { words, benefits, today });
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
