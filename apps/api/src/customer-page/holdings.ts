import type { CustomerPage } from '@hofn/contracts';
import type { Db } from '@hofn/database';
import { addMonths } from '@hofn/domain';
import { dayOfInstant, type Language } from '@hofn/texts';
import { filterOf, overviewOf } from '../claims/claims.ts';
import { createClaimListStore } from '../claims/store.ts';
import { summaryOf as documentOf } from '../documents/documents.ts';
import { createDocumentListStore } from '../documents/list-store.ts';
import type { Customer } from '../platform/authorization.ts';
import { maxRows } from '../platform/paging.ts';
import { listStart } from '../policies/cursor.ts';
import { summaryOf as policyOf } from '../policies/policies.ts';
import { createPolicyStore } from '../policies/store.ts';

/** Ids of the claims that the reader may see, each with the id of its case, if there is one. */
type VisibleClaims = ReadonlyMap<string, string | null>;

const most = { policies: 100, documents: 10 } as const;
const claimMonths = 36;

/** A customer's policies, claims and documents; claims and their documents only if they are visible to the reader. */
export const createHoldingsPart = (db: Db) => {
  const policies = createPolicyStore(db);
  const claims = createClaimListStore(db);
  const documents = createDocumentListStore(db);

  const policiesOf = async (customer: Customer, language: Language, today: string) => {
    const filter = { search: null, group: null, status: null };
    const rows = await policies.list(customer, language, {
      ...filter,
      ...{ today, after: listStart, limit: most.policies },
    });
    return rows.map((row) => {
      const { id, number, name, insured, status, validFrom, validTo, premiumPerYear } = policyOf(row, today);
      return { id, number, name, insured, status, validFrom, validTo, premiumPerYear };
    });
  };

  const claimsOf = async (
    customer: Customer,
    language: Language,
    { now, visible }: { now: Date; visible: VisibleClaims },
  ) => {
    const from = addMonths(dayOfInstant(now), -claimMonths);
    const row = await claims.list(customer, language, filterOf({ from, sort: 'newest' }), now);
    const items = row ? overviewOf(row, maxRows, '', language).items : [];
    return items.flatMap(({ id, number, title, status, open, unverified, dateOfLoss, compensation }) => {
      const found = visible.get(id);
      if (found === undefined) return [];
      return [{ id, number, title, status, open, unverified, dateOfLoss, compensation, case: found }];
    });
  };

  const documentsOf = async (
    customer: Customer,
    language: Language,
    visible: VisibleClaims,
  ): Promise<CustomerPage['documents']> =>
    (await documents.all(customer, language))
      .filter(({ claim }) => claim === null || visible.has(claim.id))
      .slice(0, most.documents)
      .map((row) => {
        const { id, kind, title, date, readAt } = documentOf(row);
        return { id, kind, title, date, readAt };
      });

  return { policiesOf, claimsOf, documentsOf };
};
