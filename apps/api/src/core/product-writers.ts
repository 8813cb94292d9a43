import type { ItemFactTypeFacts, PremiumPartTypeFacts, ProductFacts, TermsFacts } from '@hofn/contracts';
import {
  type Db,
  itemFactTypes,
  policies,
  policyCovers,
  premiumPartTypes,
  productCovers,
  products,
  putRows,
  terms,
} from '@hofn/database';
import { and, eq, inArray, sql } from 'drizzle-orm';
import { codesIn } from './references.ts';
import { type Arrival, type FactWriter, factFault } from './upsert.ts';

const namesOf = ({ name }: { name: { is: string; en: string } }) => ({ nameIs: name.is, nameEn: name.en });

/** What is named by a code belongs to nobody, and its code is its id. */
const byCode = async <Facts extends { code: string }>(
  _tx: Db,
  _source: string,
  arrivals: readonly Arrival<Facts>[],
) => arrivals.map(({ facts }) => ({ customerId: null, existingId: facts.code }));

/** Editions of terms. */
export const termsWriter: FactWriter<TermsFacts> = {
  type: 'terms',
  find: byCode,
  write: (tx, newer) =>
    putRows(
      tx,
      terms,
      newer.map(({ facts: { title, ...row } }) => ({ ...row, titleIs: title.is, titleEn: title.en })),
      { key: ['code'] },
    ),
};

/** Kinds of premium parts. */
export const premiumPartTypeWriter: FactWriter<PremiumPartTypeFacts> = {
  type: 'premium-part-types',
  find: byCode,
  write: (tx, newer) =>
    putRows(
      tx,
      premiumPartTypes,
      newer.map(({ facts: { name, ...row } }) => ({ ...row, ...namesOf({ name }) })),
      { key: ['code'] },
    ),
};

/** Kinds of facts about insured items. */
export const itemFactTypeWriter: FactWriter<ItemFactTypeFacts> = {
  type: 'item-fact-types',
  find: byCode,
  write: (tx, newer) =>
    putRows(
      tx,
      itemFactTypes,
      newer.map(({ facts: { code: key, label, ...row } }) => ({
        ...row,
        key,
        labelIs: label.is,
        labelEn: label.en,
      })),
      { key: ['key'] },
    ),
};

/** Covers that products would lose although policies have them, as `product cover`. */
const coversInUse = async (tx: Db, arrivals: readonly Arrival<ProductFacts>[]): Promise<string[]> => {
  const kept = new Set(arrivals.flatMap(({ facts }) => facts.covers.map(({ id }) => `${facts.code} ${id}`)));
  const codes = arrivals.map(({ facts }) => facts.code);
  if (codes.length === 0) return [];
  const onFile = await tx
    .select({ productId: productCovers.productId, id: productCovers.id })
    .from(productCovers)
    .where(inArray(productCovers.productId, codes));
  const lost = onFile.filter(({ productId, id }) => !kept.has(`${productId} ${id}`));
  if (lost.length === 0) return [];
  const used = await tx
    .selectDistinct({ productId: policies.productId, id: policyCovers.id })
    .from(policyCovers)
    .innerJoin(
      policies,
      and(eq(policies.customerId, policyCovers.customerId), eq(policies.id, policyCovers.policyId)),
    )
    .where(
      sql`(${policies.productId}, ${policyCovers.id}) in (${sql.join(
        lost.map(({ productId, id }) => sql`(${productId}, ${id})`),
        sql`, `,
      )})`,
    );
  return used.map(({ productId, id }) => `${productId} ${id}`);
};

/** Products with their covers and exclusions. */
export const productWriter: FactWriter<ProductFacts> = {
  type: 'products',
  find: async (tx, _source, arrivals) => {
    const known = await codesIn(tx, terms.code);
    const used = await coversInUse(tx, arrivals);
    return arrivals.map(({ facts }) => {
      const faults = [
        ...facts.terms.flatMap((code, index) =>
          known.has(code) ? [] : [factFault(`facts.terms.${index}`, 'No terms have this code.')],
        ),
        ...used.flatMap((cover) =>
          cover.startsWith(`${facts.code} `)
            ? [factFault('facts.covers', `Policies have the cover ${cover.slice(facts.code.length + 1)}.`)]
            : [],
        ),
      ];
      return faults.length > 0 ? faults : { customerId: null, existingId: facts.code };
    });
  },
  write: async (tx, newer) => {
    if (newer.length === 0) return;
    await putRows(
      tx,
      products,
      newer.map(({ facts: { code: id, name, deductible, terms: termsCodes, covers: _, ...row } }) => ({
        ...row,
        ...namesOf({ name }),
        id,
        termsCodes,
        deductibleIs: deductible.is,
        deductibleEn: deductible.en,
      })),
      { key: ['id'] },
    );
    await tx.delete(productCovers).where(
      inArray(
        productCovers.productId,
        newer.map(({ id }) => id),
      ),
    );
    await putRows(
      tx,
      productCovers,
      newer.flatMap(({ id: productId, facts: { covers } }) =>
        covers.map(({ name, description, ...cover }, ordinal) => ({
          ...cover,
          ...namesOf({ name }),
          productId,
          ordinal,
          descriptionIs: description.is,
          descriptionEn: description.en,
        })),
      ),
      { key: ['productId', 'id'] },
    );
  },
};
