import type { ClaimCover } from '@hofn/contracts';
import { accessGrants, customers, type Db, policies, products } from '@hofn/database';
import { coverageOn, coversOf, householdProducts, knownProducts } from '@hofn/domain/claim-covers.ts';
import type { ClaimLine } from '@hofn/domain/claim-form.ts';
import type { Clock } from '@hofn/domain/clock.ts';
import { parsePlate } from '@hofn/domain/plate.ts';
import { dayOfInstant, type Language } from '@hofn/texts';
import { and, asc, eq, gte, inArray, isNull, lte, notInArray, or } from 'drizzle-orm';
import type { RequestContext } from '../platform/authorization.ts';
import { pick } from '../platform/language.ts';
import { policiesNaming } from '../policies/naming.ts';
import { createPolicyStore, type PolicyDetails } from '../policies/store.ts';

/** A loss as far as the form knows it. */
export type Loss = {
  line: ClaimLine;
  causes: readonly string[];
  /** `YYYY-MM-DD`; today when it is not known yet. */
  dateOfLoss?: string | undefined;
  /** Of the vehicle; narrows to its policies. */
  plate?: string | undefined;
};

type Candidate = { holderId: string; policyId: string; productId: string };

/** A fleet has many policies of one product; a claim form shows only the first. */
const mostPolicies = 20;

/** Finds the policies and covers that may pay for a loss (rule LIFE-13); a handler decides which one does. */
export const createCoverFinder = ({ db, clock }: { db: Db; clock: Clock }) => {
  const policyStore = createPolicyStore(db);

  const ownPolicies = (holderId: string, productIds: readonly string[]): Promise<Candidate[]> =>
    db
      .select({ holderId: policies.customerId, policyId: policies.id, productId: policies.productId })
      .from(policies)
      .where(and(eq(policies.customerId, holderId), inArray(policies.productId, [...productIds])))
      .orderBy(asc(policies.number));

  /** Policies that insure the subject's home, of a spouse who has given the subject access. Access does not pass on. */
  const householdPolicies = async (
    { subject, via }: RequestContext,
    productIds: readonly string[],
    today: string,
  ): Promise<Candidate[]> => {
    const wanted = productIds.filter((product) => householdProducts.includes(product));
    if (via !== 'self' || subject.kind !== 'person' || wanted.length === 0) return [];
    const [self] = await db
      .select({ spouseSsn: customers.spouseSsn })
      .from(customers)
      .where(eq(customers.id, subject.id));
    const spouses = await db
      .select({ id: customers.id })
      .from(accessGrants)
      .innerJoin(customers, eq(customers.id, accessGrants.customerId))
      .where(
        and(
          eq(accessGrants.holderId, subject.id),
          isNull(accessGrants.endedAt),
          lte(accessGrants.validFrom, today),
          gte(accessGrants.validTo, today),
          or(eq(customers.ssn, self?.spouseSsn ?? ''), eq(customers.spouseSsn, subject.ssn)),
        ),
      );
    const found: Candidate[] = [];
    for (const { id } of spouses) found.push(...(await ownPolicies(id, wanted)));
    return found;
  };

  const candidatesFor = async (context: RequestContext, productIds: readonly string[]) => {
    const { subject } = context;
    const today = dayOfInstant(clock.now());
    const all: Candidate[] = [
      ...(await ownPolicies(subject.id, productIds)),
      ...(await policiesNaming(db, subject)).filter(({ productId }) => productIds.includes(productId)),
      ...(await householdPolicies(context, productIds, today)),
    ];
    // A spouse's policy may both name the subject and insure the home.
    return [...new Map(all.map((one) => [`${one.holderId} ${one.policyId}`, one])).values()];
  };

  const deductibleTexts = async (
    productIds: readonly string[],
    language: Language,
  ): Promise<Map<string, string>> => {
    const text = pick(language, products.deductibleIs, products.deductibleEn);
    const rows = await db
      .select({ id: products.id, text })
      .from(products)
      .where(inArray(products.id, [...productIds]));
    return new Map(rows.map(({ id, text: words }) => [id, words]));
  };

  const isAboutVehicle = ({ items }: PolicyDetails, plate: string | undefined): boolean => {
    const plates = items.flatMap(({ facts }) => (typeof facts.plate === 'string' ? [facts.plate] : []));
    if (plate === undefined || plates.length === 0) return true;
    return plates.some((known) => parsePlate(known) === parsePlate(plate));
  };

  /** Whether the subject has a policy, in force on the day, of a product whose covers are not known here. */
  const hasUnknownProduct = async (holderId: string, day: string): Promise<boolean> => {
    const rows = await db
      .select({ id: policies.id })
      .from(policies)
      .where(
        and(
          eq(policies.customerId, holderId),
          gte(policies.validTo, day),
          notInArray(policies.productId, [...knownProducts]),
        ),
      )
      .limit(1);
    return rows.length > 0;
  };

  return {
    /** The policies that may pay for a loss, the subject's own first, each with the covers in question. */
    find: async (
      context: RequestContext,
      { line, causes, dateOfLoss, plate }: Loss,
      language: Language,
    ): Promise<{ items: ClaimCover[]; isComplete: boolean }> => {
      const wanted = coversOf(line, causes);
      const productIds = [...wanted.keys()];
      const today = dayOfInstant(clock.now());
      const texts = await deductibleTexts(productIds, language);
      const knownPlate = plate === undefined ? undefined : parsePlate(plate);
      const found: ClaimCover[] = [];
      for (const { holderId, policyId } of await candidatesFor(context, productIds)) {
        if (found.length === mostPolicies) break;
        const row = await policyStore.one({ id: holderId }, language, policyId);
        const coverage = row ? coverageOn(row, dateOfLoss ?? today, today) : 'none';
        if (!row || coverage === 'none') continue;
        if (!isAboutVehicle(row, knownPlate)) continue;
        const coverIds = wanted.get(row.product);
        const covers = row.covers.filter(({ id, included }) => included && coverIds?.has(id));
        // Which cover pays is open for some causes; where it is not, the policy must have it.
        if (coverIds === undefined || (coverIds.size > 0 && covers.length === 0)) continue;
        const isOwn = holderId === context.subject.id;
        found.push({
          policyId: isOwn ? row.id : null,
          holder: row.holder.fullName,
          number: row.number,
          name: row.name,
          insured: isOwn ? row.insured : null,
          covers: covers.map(({ id, name, deductible }) => ({ id, name, deductible })),
          deductible: row.deductible,
          deductibleText: texts.get(row.product) ?? '',
          isSuspended: coverage === 'suspended',
        });
      }
      return {
        items: found.toSorted((a, b) => Number(a.policyId === null) - Number(b.policyId === null)),
        isComplete: !(await hasUnknownProduct(context.subject.id, dateOfLoss ?? today)),
      };
    },
  };
};
export type CoverFinder = ReturnType<typeof createCoverFinder>;
