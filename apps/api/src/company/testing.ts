import {
  changeRequests,
  type Database,
  policies,
  policyFigures,
  premiumParts,
  products,
  tariffs,
} from '@hofn/database';
import { rate, tariff } from '@hofn/database/seed/rating.ts';
import { type CompanyFigures, companyProducts, type DeclaredFigures } from '@hofn/domain/company-figures.ts';
import { totalOf } from '@hofn/insurance/rating.ts';
import { riskOfFigures } from '@hofn/insurance/risks.ts';

export const figures: CompanyFigures = {
  liability: { activity: 'trade', payroll: 90_000_000, staff: 8, turnover: 300_000_000, foreignShare: 0 },
  personal: { agreement: 'general', occupation: 'trade', manYears: 7.5, allDay: false },
  travel: { travellers: 4, nordic: 10, europe: 20, northAmerica: 0, world: 0, riskyWork: false },
};

const ids = { liability: 'c1', personal: 'c2', travel: 'c3' } as const;

/** The company's three policies with figures, rated by the tariff, and no pending change. */
export const fillCompany = async ({ db }: Database): Promise<void> => {
  await db.delete(changeRequests);
  await db
    .insert(tariffs)
    .values({ version: 'test-1', validFrom: '2026-01-01', tables: tariff })
    .onConflictDoNothing();
  for (const [index, cover] of (['liability', 'personal', 'travel'] as const).entries()) {
    const productId = companyProducts[cover];
    const declared = { cover, figures: figures[cover] } as DeclaredFigures;
    const parts = rate(productId, {
      ...riskOfFigures(declared, tariff),
      discounts: ['loyalty-gold'],
      instalments: 12,
    });
    await db
      .insert(products)
      .values({
        id: productId,
        group: 'business',
        ordinal: 30 + index,
        nameIs: `Fyrirtækjatrygging ${index}`,
        nameEn: `Company policy ${index}`,
        deductibleIs: '',
        deductibleEn: '',
        mandatory: false,
      })
      .onConflictDoNothing();
    const key = { customerId: 'felag', policyId: ids[cover] };
    await db
      .insert(policies)
      .values({
        customerId: key.customerId,
        id: key.policyId,
        number: `300000${index}`,
        productId,
        premiumPerYear: totalOf(parts),
        validFrom: '2026-03-01',
        validTo: '2027-02-28',
        instalmentsPerYear: 12,
        instalmentFeePercent: 3.09,
        termsCodes: [],
      })
      .onConflictDoNothing();
    await db
      .insert(premiumParts)
      .values(parts.map((part) => ({ ...key, ...part })))
      .onConflictDoNothing();
    await db
      .insert(policyFigures)
      .values({ ...key, figures: figures[cover] })
      .onConflictDoNothing();
  }
};
