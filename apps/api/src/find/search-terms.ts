import type { CustomerMatch } from '@hofn/contracts';
import { cleanIdentifier, compactIdentifier, parsePhone } from '@hofn/domain';
import { isLongEnoughToFind } from '@hofn/domain/find.ts';
import { foldForSearch } from '@hofn/texts';

/** What is looked for in the columns of `find_words`: the words of a name, and a number or address as one word. */
export type SearchTerms = { words: string[]; code: string | undefined };

const punctuation = /[ .,;:()"'’/|&+_-]+/;
/** As in `find_words`. */
const longestWord = 60;

/**
 * A typed search; undefined when it is too short to find anybody: one letter, or fewer than four digits. A phone number is looked
 * for without its country code.
 */
export const searchTermsOf = (typed: string): SearchTerms | undefined => {
  if (!isLongEnoughToFind(typed)) return undefined;
  const text = cleanIdentifier(typed);
  const words = foldForSearch(text)
    .split(punctuation)
    .filter((word) => word !== '')
    .map((word) => [...word].slice(0, longestWord).join(''));
  const compact = foldForSearch(parsePhone(text) ?? compactIdentifier(text)).replaceAll(/[ -]/g, '');
  const isCode = /[\d@]/.test(compact);
  return { words, code: isCode ? [...compact].slice(0, longestWord).join('') : undefined };
};

const quoted = (word: string): string => `'${word.replaceAll('\\', '\\\\').replaceAll("'", "''")}'`;
const joined = (words: readonly string[], ending: string): string =>
  words.map((word) => `${quoted(word)}${ending}`).join(' & ');

/** The queries as PostgreSQL reads a `tsquery`: whole words, words that begin so, and the number alone. */
export const queriesOf = ({ words, code }: SearchTerms) => {
  const begun = [words.length > 0 && `(${joined(words, ':*')})`, code && `${quoted(code)}:*`];
  return {
    whole: words.length > 0 ? joined(words, '') : undefined,
    begun: begun.filter(Boolean).join(' | '),
    code: code && `${quoted(code)}:*`,
  };
};

type Contact = { fullName: string; ssn: string; email: string | null } & {
  mobilePhone: string | null;
  homePhone: string | null;
};

/** The words of a name, as they are looked for. */
export const nameWordsOf = (name: string): string[] => foldForSearch(name).split(punctuation);

/** Which of a customer's own details was found; the name, unless a number is. */
export const matchOf = ({ words, code }: SearchTerms, customer: Contact): CustomerMatch => {
  const begins = (value: string | null) =>
    code !== undefined && value !== null && foldForSearch(value).replaceAll(/[ -]/g, '').startsWith(code);
  if (begins(customer.ssn)) return 'ssn';
  if (begins(customer.mobilePhone) || begins(customer.homePhone)) return 'phone';
  if (begins(customer.email)) return 'email';
  const named = nameWordsOf(customer.fullName);
  if (words.every((word) => named.some((part) => part.startsWith(word)))) return 'name';
  return words.some((word) => customer.ssn.startsWith(word)) ? 'ssn' : 'email';
};

/** Whether every word that was typed is a whole word of the name. */
export const isNamed = ({ words }: SearchTerms, name: string): boolean => {
  const named = new Set(nameWordsOf(name));
  return words.every((word) => named.has(word));
};
