import type { Facts } from '@hofn/contracts';
import { type Coverage, policyOnLoss } from '@hofn/insurance/claim-life.ts';
import { suspendedPercentOf } from '@hofn/insurance/suspension.ts';
import type { Book } from '../book.ts';
import { life } from './life.ts';

/** What a claim is judged by. */
export type JudgedBy = { coverage: Coverage; policy: Facts<'policies'> };

/**
 * The policy that a claim is judged by: as it was on the day of loss, by all that is known of that day by now (rule INS-8).
 * @returns undefined for a claim without a policy of this core
 */
export const judgedBy = (
  book: Book,
  { policy, dateOfLoss }: Pick<Facts<'claims'>, 'policy' | 'dateOfLoss'>,
): JudgedBy | undefined => {
  if (typeof policy !== 'string') return undefined;
  const versions = book.lives.versions(policy);
  return policyOnLoss(life, versions, { dateOfLoss, isWhole: versions.at(0)?.cause !== 'opening' });
};

/** Whether a policy pays nothing for a loss on its day: also not while it was suspended, where nothing of it goes on. */
export const paysNothing = ({ coverage, policy }: JudgedBy): boolean =>
  coverage === 'none' || (coverage === 'suspended' && suspendedPercentOf(policy.product) === 0);
