import type { ClaimCover, LapsedCover } from '@hofn/contracts';
import { type Db, policies, policyCovers, policyItems, productCovers, products } from '@hofn/database';
import { coverageOn, coversOf, knownCovers } from '@hofn/domain/claim-covers.ts';
import type { ClaimLine } from '@hofn/domain/claim-form.ts';
import type { Clock } from '@hofn/domain/clock.ts';
import { gapOn } from '@hofn/domain/cover-gaps.ts';
import { ownShareOf } from '@hofn/domain/own-share.ts';
import { parsePlate } from '@hofn/domain/plate.ts';
import { dayOfInstant, type Language } from '@hofn/texts';
import { and, asc, eq, gte, inArray, isNull, lte, not, notInArray, or, type SQL, sql } from 'drizzle-orm';
import type { RequestContext } from '../platform/authorization.ts';
import { pick } from '../platform/language.ts';
import { coverOnDay } from '../policies/cover-on-day.ts';
import { deductibleTexts } from '../policies/deductible-texts.ts';
import { accessibleCustomers, householdOf } from '../policies/household.ts';
import { policiesNaming } from '../policies/naming.ts';
import { createPolicyStore } from '../policies/store.ts';

/** A loss as far as the form knows it. */
export type Loss = {
  line: ClaimLine;
  causes: readonly string[];
  /** `YYYY-MM-DD`; today when it is not known yet. */
  dateOfLoss?: string | undefined;
  /** Of the vehicle; narrows to its policies. */
  plate?: string | undefined;
};

/** The covers in question, by product; a product without any applies as a whole. */
type Covers = ReadonlyMap<string, ReadonlySet<string>>;

/** A fleet has many policies of one product; a claim form shows only the first. */
const mostPolicies = 20;

/** In force on a day, as `coverageOn` says: before the current period, a policy in force today counts. */
const inForce = (day: string, today: string) =>
  and(
    gte(policies.validTo, day),
    lte(policies.validFrom, day < today ? today : day),
    or(isNull(policies.lapsedOn), sql`${policies.lapsedOn} > greatest(${day}::date, ${policies.validFrom})`),
    not(isInGap(day)),
  );

/** Whether a day is between a lapse and its end. */
const isInGap = (day: string) =>
  sql`exists (select from jsonb_to_recordset(${policies.gaps}) as gap("from" text, "to" text)
    where ${day} between gap."from" and gap."to")`;

/** Had lapsed on a day, whether or not that has ended since. */
const hadLapsed = (day: string) => or(lte(policies.lapsedOn, day), isInGap(day));

const namesOf = (covers: Covers): string[] =>
  [...covers].flatMap(([product, ids]) => [...ids].map((id) => `${product} ${id}`));
const nameOfCover = sql<string>`${productCovers.productId} || ' ' || ${productCovers.id}`;

/** What a policy covered on a day on which that was not what it covers now; null where it was. */
const earlierCover = (day: string) =>
  sql`(select earlier from jsonb_array_elements(${policies.earlierCover}) as earlier
    where ${day} between earlier ->> 'from' and earlier ->> 'to' limit 1)`;

/** Whether a policy had an optional cover on a day (rule INS-8). */
const hadCover = (day: string) =>
  sql`case when ${earlierCover(day)} is null then ${policyCovers.id} is not null
    else exists (select from jsonb_array_elements(${earlierCover(day)} -> 'covers') as had where had ->> 'id' = ${productCovers.id}) end`;

/** Whether a policy included a cover on a day that meets a condition. */
const includesCover = (db: Db, day: string, condition: SQL) =>
  sql`exists ${db
    .select({ id: productCovers.id })
    .from(productCovers)
    .leftJoin(
      policyCovers,
      and(
        eq(policyCovers.customerId, policies.customerId),
        eq(policyCovers.policyId, policies.id),
        eq(policyCovers.id, productCovers.id),
      ),
    )
    .where(
      and(
        eq(productCovers.productId, policies.productId),
        eq(productCovers.kind, 'cover'),
        sql`(not ${productCovers.optional} or ${hadCover(day)})`,
        condition,
      ),
    )}`;

/** Which cover pays is open for some causes; where it is not, the policy must have it. */
const hasAnyOf = (db: Db, day: string, covers: Covers) =>
  or(
    inArray(
      policies.productId,
      [...covers].filter(([, ids]) => ids.size === 0).map(([product]) => product),
    ),
    includesCover(db, day, inArray(nameOfCover, namesOf(covers))),
  );

/** Whether nothing is known of a product, or of a cover that a policy includes. */
const hasUnknown = (db: Db, day: string) =>
  or(
    notInArray(policies.productId, [...knownCovers.keys()]),
    includesCover(db, day, notInArray(nameOfCover, namesOf(knownCovers))),
  );

const knownPlate = sql`${policyItems.facts}->>'plate'`;

const hasItem = (db: Db, condition: SQL) =>
  sql`exists ${db
    .select({ id: policyItems.id })
    .from(policyItems)
    .where(
      and(eq(policyItems.customerId, policies.customerId), eq(policyItems.policyId, policies.id), condition),
    )}`;

/** Insures the vehicle with the plate. An engine may not know small from capital letters beyond ASCII. */
const insuresVehicle = (db: Db, plate: string) =>
  hasItem(
    db,
    sql`translate(upper(regexp_replace(${knownPlate}, '[[:space:]-]', '', 'g')), 'áðéíóúýþæö', 'ÁÐÉÍÓÚÝÞÆÖ') = ${plate}`,
  );

/** Insures the vehicle with the plate, or no vehicle whose plate is known. */
const isAboutVehicle = (db: Db, plate: string | undefined) =>
  plate === undefined
    ? undefined
    : or(not(hasItem(db, sql`${knownPlate} is not null`)), insuresVehicle(db, plate));

/** Finds the policies and covers that may pay for a loss (rule LIFE-13); a handler decides which one does. */
export const createCoverFinder = ({ db, clock }: { db: Db; clock: Clock }) => {
  const policyStore = createPolicyStore(db);

  /** Policies of others that name the subject, for nobody but the subject: access does not pass on. */
  const namingPolicies = async ({ subject, via }: RequestContext): Promise<SQL[]> => {
    if (via !== 'self') return [];
    const naming = await policiesNaming(db, subject);
    return naming.flatMap(
      ({ holderId, policyId }) => and(eq(policies.customerId, holderId), eq(policies.id, policyId)) ?? [],
    );
  };

  /**
   * Policies of customers the subject may act for: of a spouse what insures the home, of anybody what insures the
   * vehicle. Access does not pass on.
   */
  const sharedPolicies = async (
    { subject, via }: RequestContext,
    plate: string | undefined,
    today: string,
  ): Promise<SQL | undefined> => {
    if (via !== 'self' || subject.kind !== 'person') return undefined;
    const accessible = await accessibleCustomers(db, subject, today);
    const isShared = inArray(
      policies.customerId,
      accessible.map(({ id }) => id),
    );
    const insuresShared = plate === undefined ? undefined : and(isShared, insuresVehicle(db, plate));
    return or(householdOf(accessible), insuresShared);
  };

  /** The subject's own policies that may have paid, had they not lapsed. */
  const lapsedPolicies = async (
    { subject }: RequestContext,
    day: string,
    { language, isInQuestion }: { language: Language; isInQuestion: SQL | undefined },
  ): Promise<LapsedCover[]> => {
    const rows = await db
      .select({
        policyId: policies.id,
        number: policies.number,
        name: pick(language, products.nameIs, products.nameEn),
        insured: pick(language, policies.insuredIs, policies.insuredEn),
        lapsedOn: policies.lapsedOn,
        gaps: policies.gaps,
      })
      .from(policies)
      .innerJoin(products, eq(products.id, policies.productId))
      .where(
        and(eq(policies.customerId, subject.id), gte(policies.validTo, day), hadLapsed(day), isInQuestion),
      )
      .orderBy(asc(policies.number))
      .limit(mostPolicies);
    return rows.map(({ lapsedOn, gaps, ...policy }) => {
      const gap = gapOn(gaps, day);
      return { ...policy, from: gap?.from ?? lapsedOn ?? day, to: gap?.to ?? null };
    });
  };

  return {
    /** The policies that may pay for a loss, the subject's own first, each with the covers in question. */
    find: async (
      context: RequestContext,
      { line, causes, dateOfLoss, plate }: Loss,
      language: Language,
    ): Promise<{
      items: ClaimCover[];
      lapsed: LapsedCover[];
      isComplete: boolean;
      isTruncated: boolean;
    }> => {
      const { subject, via } = context;
      const wanted = coversOf(line, causes);
      const today = dayOfInstant(clock.now());
      const day = dateOfLoss ?? today;
      const texts = await deductibleTexts(db, [...wanted.keys()], language);
      const own = eq(policies.customerId, subject.id);
      const naming = await namingPolicies(context);
      const parsed = plate === undefined ? undefined : parsePlate(plate);
      const shared = await sharedPolicies(context, parsed, today);
      const isInQuestion = and(
        inArray(policies.productId, [...wanted.keys()]),
        hasAnyOf(db, day, wanted),
        isAboutVehicle(db, parsed),
      );
      const candidates = await db
        .select({ holderId: policies.customerId, policyId: policies.id })
        .from(policies)
        .where(and(or(own, ...naming, shared), inForce(day, today), isInQuestion))
        // The few of others first: the subject's own may be too many.
        .orderBy(asc(own), asc(policies.number), asc(policies.customerId))
        .limit(mostPolicies + 1);
      const unknown = await db
        .select({ id: policies.id })
        .from(policies)
        .where(and(or(own, ...naming), inForce(day, today), hasUnknown(db, day)))
        .limit(1);

      const found: ClaimCover[] = [];
      for (const { holderId, policyId } of candidates.slice(0, mostPolicies)) {
        const row = await policyStore.one({ id: holderId }, language, policyId);
        const coverage = row ? coverageOn(row, day, today) : 'none';
        if (!row || coverage === 'none') continue;
        const { covers: had, deductible } = coverOnDay(row, day);
        const covers = had.filter(({ id, included }) => included && wanted.get(row.product)?.has(id));
        const isOwn = holderId === subject.id;
        found.push({
          policyId: isOwn ? row.id : null,
          holder: row.holder.fullName,
          number: row.number,
          name: row.name,
          insured: isOwn ? row.insured : null,
          covers: covers.map(({ id, name, deductible: own }) => ({ id, name, deductible: own })),
          deductible,
          deductibleText: texts.get(row.product) ?? '',
          ownShare: ownShareOf(row.product, line, causes, texts.get(row.product) ?? ''),
          isSuspended: coverage === 'suspended',
        });
      }
      return {
        items: found.toSorted((a, b) => Number(a.policyId === null) - Number(b.policyId === null)),
        lapsed: await lapsedPolicies(context, day, { language, isInQuestion }),
        // Nobody but the person is shown policies of others; a company is in no household and insured on none.
        isComplete: unknown.length === 0 && (via === 'self' || subject.kind === 'company'),
        isTruncated: candidates.length > mostPolicies,
      };
    },
  };
};
export type CoverFinder = ReturnType<typeof createCoverFinder>;
