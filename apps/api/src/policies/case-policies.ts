import type { CasePolicy } from '@hofn/contracts';
import type { Db } from '@hofn/database';
import { policyStatus } from '@hofn/domain';
import { coverageOn, coversOf } from '@hofn/domain/claim-covers.ts';
import type { ClaimLine } from '@hofn/domain/claim-form.ts';
import { ownShareOf } from '@hofn/domain/own-share.ts';
import type { Language } from '@hofn/texts';
import type { Customer } from '../platform/authorization.ts';
import { coverOnDay } from './cover-on-day.ts';
import { createPolicyStore, type PolicyDetails } from './store.ts';

/** A loss as it was reported; without a line when it was not filed with the form. */
type Loss = { line: ClaimLine | null; causes: readonly string[]; dateOfLoss: string };

const lossOf = (
  row: PolicyDetails,
  { line, causes, dateOfLoss }: Loss,
  today: string,
): CasePolicy['loss'] => {
  const inQuestion = line === null ? undefined : coversOf(line, causes).get(row.product);
  return {
    coverage: coverageOn(row, dateOfLoss, today),
    covers: coverOnDay(row, dateOfLoss)
      .covers.filter(({ id, included }) => included && inQuestion?.has(id))
      .map(({ id, name, deductible }) => ({ id, name, deductible })),
    ownShare: ownShareOf(row.product, line, causes, row.deductibleText),
  };
};

/** Policies as staff read them in a work item that is about one. Only staff calls may use it. */
export const createCasePolicies = (db: Db) => {
  const store = createPolicyStore(db);
  return {
    /** @returns null when the customer chose no policy */
    find: async (
      customer: Pick<Customer, 'id'>,
      policyId: string | null,
      { language, today, loss }: { language: Language; today: string; loss?: Loss },
    ): Promise<CasePolicy | null> => {
      const row = policyId === null ? undefined : await store.one(customer, language, policyId);
      if (!row) return null;
      const { id, name, number, insured, deductibleText } = row;
      const { deductible } = loss ? coverOnDay(row, loss.dateOfLoss) : row;
      return {
        ...{ id, name, number, insured, deductible, deductibleText },
        status: policyStatus(row, today),
        loss: loss ? lossOf(row, loss, today) : null,
      };
    },
  };
};
export type CasePolicies = ReturnType<typeof createCasePolicies>;
