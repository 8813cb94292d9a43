import { parsePlate } from './plate.ts';

/** What a person who was not signed in states about themselves, besides a kennitala. */
export type StatedPerson = { name: string; phone: string | null; plate: string | null };

/** What is on file about the customer whose kennitala was given. */
export type PersonOnFile = { name: string; phones: readonly (string | null)[]; plates: readonly string[] };

/** What a stated person can have in common with a customer. */
export const agreementKinds = ['name', 'phone', 'plate'] as const;
export type Agreement = (typeof agreementKinds)[number];

/** Words of a name without case and accents, so that «Þóra Jónsdóttir» and «thora jonsdottir» are the same. */
const wordsOf = (name: string): string[] =>
  name
    .toLowerCase()
    .replaceAll('þ', 'th')
    .replaceAll('ð', 'd')
    .replaceAll('æ', 'ae')
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/[^\p{L}\p{N} ]/gu, ' ')
    .split(/\s+/)
    .filter((word) => word !== '');

/** Names of one person: every word stated is one of theirs, in order, and the last word is the same. */
const isSameName = (stated: string, onFile: string): boolean => {
  const [words, known] = [wordsOf(stated), wordsOf(onFile)];
  if (words.length < 2 || words.at(-1) !== known.at(-1)) return false;
  let from = 0;
  return words.every((word) => {
    const at = known.indexOf(word, from);
    from = at + 1;
    return at >= 0;
  });
};

/** The seven digits of an Icelandic phone number, with or without its country code; undefined when it is another. */
const sevenDigits = (phone: string | null): string | undefined =>
  /^(?:(?:\+|00)?354)?(\d{7})$/.exec((phone ?? '').replaceAll(/[\s()-]/g, ''))?.[1];

/**
 * What agrees between somebody who gave a kennitala without signing in and the customer who has it. A kennitala is no secret:
 * where nothing agrees, a person has to decide whether they are the same (rule ACT-7a).
 */
export const agreementsOf = (stated: StatedPerson, onFile: PersonOnFile): Agreement[] => {
  const phone = sevenDigits(stated.phone);
  const plate = parsePlate(stated.plate ?? '');
  const agrees: Record<Agreement, boolean> = {
    name: isSameName(stated.name, onFile.name),
    phone: phone !== undefined && onFile.phones.some((known) => sevenDigits(known) === phone),
    plate: plate !== undefined && onFile.plates.some((known) => parsePlate(known) === plate),
  };
  return agreementKinds.filter((kind) => agrees[kind]);
};
