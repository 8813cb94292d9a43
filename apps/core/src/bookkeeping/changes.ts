import type { Facts } from '@hofn/contracts';
import { addDays } from '@hofn/domain';
import { mostEarlier } from '@hofn/domain/cover-history.ts';
import { coverHistory } from '@hofn/insurance/cover-history.ts';
import type { NewChange } from '@hofn/insurance/policy-life.ts';
import { standing } from '@hofn/insurance/policy-life.ts';
import { isRenewalPriced, withNextPeriod } from '@hofn/insurance/renewal-price.ts';
import type { Book } from '../book.ts';
import { UnknownPolicy } from '../unknown-policy.ts';
import { type Cause, life, type PolicyEdit, type PolicyVersion } from './life.ts';

type Policy = Facts<'policies'>;
type Span = { from: string; to: string };

const joined = <One extends Span>(atFirst: readonly One[] = [], sinceThen: readonly One[] | undefined) =>
  [...atFirst, ...(sinceThen ?? [])].slice(-mostEarlier);

/** The earlier days of a policy: those in its facts when its versions began, and those of its versions. */
const historyOf = (
  { suspensions, earlierCover }: Policy,
  versions: readonly PolicyVersion[],
  today: string,
): Pick<Policy, 'suspensions' | 'earlierCover'> => {
  const follows = coverHistory(life, versions, today);
  return {
    ...((suspensions || follows.suspensions) && { suspensions: joined(suspensions, follows.suspensions) }),
    ...((earlierCover || follows.earlierCover) && {
      earlierCover: joined(earlierCover, follows.earlierCover),
    }),
  };
};

/** The policy as it will be when its next period begins, by what is known today. */
const aheadOf = (versions: readonly PolicyVersion[], { validTo }: Policy): Policy | undefined =>
  life.on(standing(versions), addDays(validTo, 1))?.policy;

/** Writes what a policy says today, from its versions: also about days before today, by which claims are judged (rule INS-8). */
const showPolicy = (book: Book, key: string): void => {
  const versions = book.lives.versions(key);
  const { today } = book.state;
  const state = life.on(standing(versions), today);
  if (!state) return;
  const { policy } = state;
  const shown = { ...policy, ...historyOf(policy, versions, today) };
  book.put('policies', key, withNextPeriod(shown, today, aheadOf(versions, shown)));
};

/** Tells the next period of the policies that end soon, with its premium (rule RENEW-1). */
export const tellNextPeriods = (book: Book, day: string): void => {
  for (const { key, facts } of book.all('policies'))
    if (facts.nextPeriod === undefined && isRenewalPriced(facts, day))
      book.put('policies', key, withNextPeriod(facts, day, aheadOf(book.lives.versions(key), facts)));
};

/**
 * Adds a version to a policy, and shows what it says today.
 * @param from first day on which it applies
 * @param day the day on which it becomes known
 */
export const changePolicy = (
  book: Book,
  policy: string,
  change: NewChange<Policy, PolicyEdit>,
  { from, day, cause, request = null }: { from: string; day: string; cause: Cause; request?: string | null },
): void => {
  const version = life.next(book.lives.versions(policy), change, { from, recordedOn: day });
  book.lives.addVersion({ ...version, policy, cause, request });
  showPolicy(book, policy);
};

/** Whether the policy's facts lack the earlier days of its versions, as after an upgrade from a release that sent none. */
const lacksHistory = ({ suspensions, earlierCover }: Policy, versions: readonly PolicyVersion[]): boolean =>
  versions.some(
    ({ change: { kind } }) =>
      (kind === 'suspend' && suspensions === undefined) || (kind === 'edit' && earlierCover === undefined),
  );

/** Shows what changes on a day that were accepted before it, however late they became known. @throws UnknownPolicy */
export const showChanges = (book: Book, day: string): void => {
  for (const { key, facts } of book.all('policies')) {
    const versions = book.lives.versions(key);
    if (versions.some(({ from }) => from === day) || lacksHistory(facts, versions)) showPolicy(book, key);
  }
  const stray = book.stray.find(({ effectiveOn }) => effectiveOn <= day);
  if (stray) throw new UnknownPolicy(`The book has no policy ${stray.policy?.number ?? ''}`);
};
