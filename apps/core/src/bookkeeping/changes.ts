import type { Facts } from '@hofn/contracts';
import type { NewChange } from '@hofn/insurance/policy-life.ts';
import { standing } from '@hofn/insurance/policy-life.ts';
import type { Book } from '../book.ts';
import { UnknownPolicy } from '../unknown-policy.ts';
import { type Cause, life, type PolicyEdit } from './life.ts';

/** Writes what a policy says today, from its versions. */
const showPolicy = (book: Book, key: string): void => {
  const state = life.on(standing(book.lives.versions(key)), book.state.today);
  if (state) book.put('policies', key, state.policy);
};

/**
 * Adds a version to a policy, and shows what it says today.
 * @param from first day on which it applies
 * @param day the day on which it becomes known
 */
export const changePolicy = (
  book: Book,
  policy: string,
  change: NewChange<Facts<'policies'>, PolicyEdit>,
  { from, day, cause, request = null }: { from: string; day: string; cause: Cause; request?: string | null },
): void => {
  const version = life.next(book.lives.versions(policy), change, { from, recordedOn: day });
  book.lives.addVersion({ ...version, policy, cause, request });
  showPolicy(book, policy);
};

/** Shows what changes on a day that were accepted before it, however late they became known. @throws UnknownPolicy */
export const showChanges = (book: Book, day: string): void => {
  for (const { key } of book.all('policies'))
    if (book.lives.versions(key).some(({ from }) => from === day)) showPolicy(book, key);
  const stray = book.stray.find(({ effectiveOn }) => effectiveOn <= day);
  if (stray) throw new UnknownPolicy(`The book has no policy ${stray.policy?.number ?? ''}`);
};
