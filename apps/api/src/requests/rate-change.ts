import { type Db, policies } from '@hofn/database';
import { isCurrent } from '@hofn/domain';
import { type CompanyCover, companyProducts, type DeclaredFigures } from '@hofn/domain/company-figures.ts';
import type { Part } from '@hofn/insurance/rating.ts';
import type { Language } from '@hofn/texts';
import { and, eq } from 'drizzle-orm';
import { partsOf } from '../company/company.ts';
import { createCompanyStore, type RatedRow } from '../company/store.ts';
import { type TariffEdition, tariffOn } from '../platform/tariffs.ts';
import type { RequestRow } from './store.ts';

/** A company's policy whose figures are to change, with its new price. */
export type RatedChange = { row: RatedRow; parts: Part[]; edition: TariffEdition };

/** The policy of a change of figures, rated for the day `effectiveOn`; undefined when it is not in force. */
export const rateChange = async (
  tx: Db,
  request: RequestRow,
  { effectiveOn, today, language }: { effectiveOn: string; today: string; language: Language },
): Promise<RatedChange | undefined> => {
  const subject = { id: request.customerId };
  const [policy] = await tx
    .select({ product: policies.productId })
    .from(policies)
    .where(and(eq(policies.customerId, subject.id), eq(policies.id, request.policyId ?? '')));
  const cover = (Object.keys(companyProducts) as CompanyCover[]).find(
    (cover) => companyProducts[cover] === policy?.product,
  );
  if (!policy || !cover) return undefined;
  const rows = await createCompanyStore(tx).rated(subject, language, policy.product);
  const row = rows.find(({ id }) => id === request.policyId);
  // What was requested in time can be settled late.
  if (!row || !(isCurrent(row, today) || (effectiveOn < today && isCurrent(row, effectiveOn))))
    return undefined;
  // The contract's schema of the cover checked the figures when they were requested.
  const declared = { cover, figures: request.after } as unknown as DeclaredFigures;
  const edition = await tariffOn(tx, effectiveOn);
  return { row, edition, parts: partsOf(row, policy.product, declared, edition) };
};
