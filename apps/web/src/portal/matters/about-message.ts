import type { Language } from '@hofn/texts';
import { pathOf } from '@hofn/texts/paths.ts';
import type { Location } from '../../engine/types.ts';

/** Limit of the message form. */
export const maxSubjectLength = 120;

// In the hash, because a customer's words are not for the addresses that servers log.
const name = 'subject';

/** Path of the message form with a subject filled in. */
export const pathToWrite = (language: Language, subject: string): string =>
  `${pathOf('portal.memo', language)}#${new URLSearchParams({ [name]: subject.slice(0, maxSubjectLength) })}`;

/** The subject that the message form is opened with; empty when it has none. */
export const subjectIn = ({ hash }: Pick<Location, 'hash'>): string =>
  new URLSearchParams(hash.slice(1)).get(name) ?? '';
