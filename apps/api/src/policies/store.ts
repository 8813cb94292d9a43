import type { PolicyGroup, PolicySort, PolicyStatus } from '@hofn/contracts';
import type { Db } from '@hofn/database';
import type { Language } from '@hofn/texts';
import type { Customer } from '../platform/authorization.ts';
import { hiddenClaimsOf } from '../platform/sensitive-claims.ts';
import { onFirstUse } from '../platform/sql.ts';
import { type BenefitRow, benefitsQuery } from './benefits-query.ts';
import type { Position } from './cursor.ts';
import { listQuery } from './list-query.ts';
import { type OverviewRow, overviewQuery } from './overview-query.ts';
import { type PolicyDetails, policyQuery } from './policy-query.ts';

export type { BenefitRow, OverviewRow, PolicyDetails };

/** A policy in a list, with the days that its status depends on. */
export type PolicyRow = OverviewRow['policies'][number];

export type PolicyFilter = {
  today: string;
  after: Position;
  limit: number;
  search: string | null;
  group: PolicyGroup | null;
  status: PolicyStatus | null;
  /** In force on at least one day from `from` to `to`. */
  from?: string | null;
  to?: string | null;
  sort?: PolicySort;
};

export type PolicyStore = ReturnType<typeof createPolicyStore>;

/** Policies. Every query names the subject. */
export const createPolicyStore = (db: Db) => {
  const queriesIn = (language: Language) => ({
    list: onFirstUse(() => listQuery(db, language)),
    overview: onFirstUse(() => overviewQuery(db, language)),
    policy: onFirstUse(() => policyQuery(db, language)),
    benefits: onFirstUse(() => benefitsQuery(db, language)),
  });
  const queries = { is: queriesIn('is'), en: queriesIn('en') };

  return {
    /** Policies after a position, in the order of `sort`; ties by number. */
    list: (
      subject: Customer,
      language: Language,
      { after: [place, number, id], from = null, to = null, sort = 'product', ...filter }: PolicyFilter,
    ): Promise<Array<PolicyRow & { place: number }>> =>
      queries[language].list().execute({ subject: subject.id, place, number, id, from, to, sort, ...filter }),

    /** Data of the overview; undefined when the subject is not a customer. */
    overview: async (subject: Customer, language: Language, day: string): Promise<OverviewRow | undefined> =>
      (
        await queries[language].overview().execute({
          subject: subject.id,
          hidden: hiddenClaimsOf(subject),
          today: day,
        })
      )[0],

    /** The subject's policy; undefined when there is none, or it belongs to another customer. */
    one: async (
      subject: Pick<Customer, 'id'>,
      language: Language,
      id: string,
    ): Promise<PolicyDetails | undefined> =>
      (await queries[language].policy().execute({ subject: subject.id, id }))[0],

    /** Loyalty tier, benefits and discounts of the subject. */
    benefits: async (subject: Customer, language: Language, day: string): Promise<BenefitRow | undefined> =>
      (await queries[language].benefits().execute({ subject: subject.id, today: day }))[0],
  };
};
