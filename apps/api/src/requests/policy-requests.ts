import type { PolicyRequest, PolicyRequestDetails, PolicyRequestOptions } from '@hofn/contracts';
import {
  changeRequests,
  customers,
  type Db,
  policies,
  policyCovers,
  premiumParts,
  productCovers,
} from '@hofn/database';
import { addDays } from '@hofn/domain';
import { comesWithLevel } from '@hofn/domain/home-levels.ts';
import {
  daysToChoose,
  endOfNextMonth,
  endsByNotice,
  groundsToCancel,
  lastDayOnNotice,
  lastDayOnWithdrawal,
  lastDayToWithdraw,
  requestableKinds,
  unearnedPremium,
} from '@hofn/domain/policy-requests.ts';
import { type Part, totalOf } from '@hofn/insurance/rating.ts';
import {
  deductiblesOf,
  partsWithCover,
  partsWithDeductible,
  priceOfCover,
} from '@hofn/insurance/repricing.ts';
import { dayOfInstant, formatDate, type Language } from '@hofn/texts';
import { and, asc, eq, sql } from 'drizzle-orm';
import type { Customer } from '../platform/authorization.ts';
import { Fault } from '../platform/fault.ts';
import { type TariffEdition, tariffOn } from '../platform/tariffs.ts';
import { textsIn } from '../platform/texts.ts';
import { addableTo } from '../policies/addable.ts';
import { noDetails } from './policy-facts.ts';

type Subject = Pick<Customer, 'id'>;
type Cover = typeof productCovers.$inferSelect;

/** A policy with everything that a request about it depends on. */
export type RequestablePolicy = {
  policy: typeof policies.$inferSelect;
  isCompany: boolean;
  /** Day of the contract, when an offer was accepted here. */
  soldOn: string | null;
  parts: Part[];
  /** The product's optional covers, and the ids of those that the policy has. */
  optional: Cover[];
  included: ReadonlySet<string>;
};

/** The day on which a policy was sold here, by accepting an offer; null for any other. */
const soldHereOn = async (db: Db, { customerId, number }: typeof policies.$inferSelect) => {
  const [sale] = await db
    .select({ settledAt: changeRequests.settledAt })
    .from(changeRequests)
    .where(
      and(
        eq(changeRequests.customerId, customerId),
        eq(changeRequests.state, 'confirmed'),
        sql`${changeRequests.proposalId} is not null and ${changeRequests.outcome} -> 'policy' ->> 'number' = ${number}`,
      ),
    )
    .limit(1);
  return sale?.settledAt ? dayOfInstant(new Date(sale.settledAt)) : null;
};

/** The subject's policy; undefined when there is none, or it belongs to another customer. */
export const findRequestable = async (
  db: Db,
  subject: Subject,
  id: string,
): Promise<RequestablePolicy | undefined> => {
  const [row] = await db
    .select({ policy: policies, kind: customers.kind })
    .from(policies)
    .innerJoin(customers, eq(customers.id, policies.customerId))
    .where(and(eq(policies.customerId, subject.id), eq(policies.id, id)));
  if (!row) return undefined;
  const { policy, kind } = row;
  const ofPolicy = (table: typeof policyCovers | typeof premiumParts) =>
    and(eq(table.customerId, subject.id), eq(table.policyId, id));
  const covers = await db.select({ id: policyCovers.id }).from(policyCovers).where(ofPolicy(policyCovers));
  const optional = await db
    .select()
    .from(productCovers)
    .where(and(eq(productCovers.productId, policy.productId), eq(productCovers.optional, true)))
    .orderBy(asc(productCovers.ordinal));
  return {
    policy,
    isCompany: kind !== 'person',
    soldOn: await soldHereOn(db, policy),
    parts: await db
      .select({ id: premiumParts.id, amount: premiumParts.amount })
      .from(premiumParts)
      .where(ofPolicy(premiumParts)),
    optional: optional.filter((cover) => !comesWithLevel(cover.id)),
    included: new Set(covers.map((cover) => cover.id)),
  };
};

const requestedOf = ({ policy, isCompany, soldOn }: RequestablePolicy) => ({
  ...policy,
  product: policy.productId,
  isCompany,
  soldOn,
});

/** What can be asked for about a policy today, with the choices of the forms. */
export const requestOptionsOf = (
  found: RequestablePolicy,
  { language, today, edition }: { language: Language; today: string; edition: TariffEdition | undefined },
): PolicyRequestOptions => {
  const { policy, isCompany, soldOn, optional, included } = found;
  const kinds = requestableKinds(requestedOf(found), today);
  const grounds = groundsToCancel(policy.productId);
  const canChange = kinds.includes('cover');
  const deductibles = edition && canChange ? deductiblesOf(edition.tables, policy.productId) : [];
  return {
    kinds,
    grounds: [...grounds],
    cancelDays: kinds.includes('cancel') && grounds.length > 0 ? daysToChoose(policy, 'cancel', today) : null,
    suspendDays: kinds.includes('suspend') ? daysToChoose(policy, 'suspend', today) : null,
    resumeDays: kinds.includes('resume') ? daysToChoose(policy, 'resume', today) : null,
    asksForPosts: kinds.includes('cancel') && isCompany && endsByNotice(policy.productId),
    withdrawUntil: kinds.includes('withdraw') && soldOn ? lastDayToWithdraw(policy.productId, soldOn) : null,
    removable: optional.flatMap((cover) =>
      canChange && included.has(cover.id)
        ? [{ cover: cover.id, name: language === 'is' ? cover.nameIs : cover.nameEn }]
        : [],
    ),
    deductibles: deductibles.includes(policy.deductible ?? 0)
      ? deductibles.filter((amount) => amount !== policy.deductible)
      : [],
  };
};

/** A request as it is stored: what is asked for, from when, and the premium with it. */
export type AssessedRequest = {
  details: PolicyRequestDetails;
  effectiveOn: string;
  premium: number;
  isPriced: boolean;
  edition: TariffEdition;
};

const invalid = (path: string, reason: 'form' | 'required' = 'form') =>
  new Fault('validation', { fields: [{ path, reason }] });

/** The day a customer chose. @throws Fault `validation` when it is missing or outside the range */
const chosenDay = (
  path: string,
  day: string | undefined,
  { from, to }: { from: string; to: string },
  language: Language,
): string => {
  if (day === undefined) throw invalid(path, 'required');
  if (day >= from && day <= to) return day;
  const params = { from: formatDate(language, from), to: formatDate(language, to) };
  throw new Fault('validation', { fields: [{ path, reason: 'dayBetween', params }] });
};

type Occasion = { today: string; language: Language };
type Assessed = Pick<AssessedRequest, 'details' | 'effectiveOn'> & { parts?: Part[] | undefined };
type Of<Kind extends PolicyRequest['kind']> = Extract<PolicyRequest, { kind: Kind }>;

/** A request for another product on the same thing, which gets a policy of its own. */
const assessProduct = async (
  db: Db,
  policy: RequestablePolicy['policy'],
  product: string,
  { today, language }: Occasion,
): Promise<Assessed> => {
  const addableIn = async (wanted: Language) =>
    (await addableTo(db, policy, { today, language: wanted })).find((each) => each.product === product);
  const [is, en] = [await addableIn('is'), await addableIn('en')];
  if (!is || !en) throw invalid('change.product');
  const productName = { is: is.name, en: en.name };
  return {
    details: {
      ...noDetails,
      // Other systems and the release before this one know a request in words alone.
      act: 'other',
      text: textsIn(language)('policyRequest|wantProduct', { name: productName[language] }),
      product,
      productName,
      priceFrom: is.pricePerYear,
    },
    effectiveOn: addDays(today, 1),
  };
};

const assessCover = async (
  db: Db,
  found: RequestablePolicy,
  { change }: Of<'cover'>,
  occasion: Occasion,
  { tables }: TariffEdition,
): Promise<Assessed> => {
  const { today } = occasion;
  const { policy, parts, optional, included } = found;
  const product = policy.productId;
  const tomorrow = addDays(today, 1);
  if (change.act === 'other')
    return { details: { ...noDetails, act: 'other', text: change.text }, effectiveOn: tomorrow };
  if (change.act === 'addProduct') return assessProduct(db, policy, change.product, occasion);
  if (change.act === 'deductible') {
    const { deductible } = change;
    if (deductible === policy.deductible) throw new Fault('noChange');
    if (!deductiblesOf(tables, product).includes(deductible)) throw invalid('change.deductible');
    return {
      details: { ...noDetails, act: 'deductible', deductible },
      effectiveOn: tomorrow,
      parts: partsWithDeductible(parts, tables, { product, from: policy.deductible, to: deductible }),
    };
  }
  const isIncluded = change.act === 'add';
  const cover = optional.find(({ id }) => id === change.cover);
  if (!cover || included.has(cover.id) === isIncluded) throw invalid('change.cover');
  const lastDay = isIncluded ? null : [endOfNextMonth(today), policy.validTo].toSorted()[0];
  return {
    details: {
      ...noDetails,
      act: change.act,
      cover: cover.id,
      coverName: { is: cover.nameIs, en: cover.nameEn },
      priceFrom: (isIncluded && priceOfCover(tables, product, cover.id)) || null,
      lastDay: lastDay ?? null,
    },
    effectiveOn: lastDay ? addDays(lastDay, 1) : tomorrow,
    parts: partsWithCover(parts, tables, { product, cover: cover.id, isIncluded }),
  };
};

const assessCancel = (
  { policy, isCompany }: RequestablePolicy,
  { grounds, on, insurer, hasFivePosts }: Of<'cancel'>,
  { today, language }: Occasion,
): Assessed => {
  const possible = groundsToCancel(policy.productId);
  // A caller of an earlier release gives no grounds for what ends by notice.
  const otherwise = endsByNotice(policy.productId) ? 'notice' : undefined;
  const chosen = possible.length === 0 ? otherwise : (grounds ?? otherwise);
  if (!chosen || (possible.length > 0 && !possible.includes(chosen))) throw invalid('grounds', 'required');
  if (chosen === 'notice') {
    if (isCompany && hasFivePosts === undefined) throw invalid('hasFivePosts', 'required');
    const lastDay = lastDayOnNotice(policy, { today, hasFivePosts: isCompany && hasFivePosts === true });
    return { details: { ...noDetails, lastDay }, effectiveOn: addDays(lastDay, 1) };
  }
  if (chosen === 'newInsurer' && !insurer) throw invalid('insurer', 'required');
  const lastDay = chosenDay('on', on, daysToChoose(policy, 'cancel', today), language);
  return {
    details: {
      ...{ ...noDetails, lastDay, grounds: chosen },
      insurer: chosen === 'newInsurer' ? (insurer ?? null) : null,
    },
    effectiveOn: addDays(lastDay, 1),
  };
};

const assessKind = async (
  db: Db,
  found: RequestablePolicy,
  request: PolicyRequest,
  occasion: Occasion,
  edition: TariffEdition,
): Promise<Assessed> => {
  const { policy } = found;
  switch (request.kind) {
    case 'cover':
      return assessCover(db, found, request, occasion, edition);
    case 'cancel':
      return assessCancel(found, request, occasion);
    case 'suspend': {
      const range = daysToChoose(policy, 'suspend', occasion.today);
      const from = chosenDay('from', request.from, range, occasion.language);
      return { details: { ...noDetails, lastDay: addDays(from, -1) }, effectiveOn: from };
    }
    case 'resume': {
      const range = daysToChoose(policy, 'resume', occasion.today);
      return { details: noDetails, effectiveOn: chosenDay('from', request.from, range, occasion.language) };
    }
    case 'withdraw': {
      const lastDay = lastDayOnWithdrawal(policy, occasion.today);
      const isBefore = lastDay < policy.validFrom;
      return {
        details: { ...noDetails, lastDay: isBefore ? null : lastDay },
        effectiveOn: addDays(lastDay, 1),
      };
    }
  }
};

/**
 * Checks a request about a policy and works out what it leads to.
 * @throws Fault `notRequestable` when the policy does not allow its kind, `noChange`, `validation`
 */
export const assessRequest = async (
  db: Db,
  found: RequestablePolicy,
  request: PolicyRequest,
  occasion: Occasion,
): Promise<AssessedRequest> => {
  const { policy } = found;
  if (!requestableKinds(requestedOf(found), occasion.today).includes(request.kind))
    throw new Fault('notRequestable');
  const edition = await tariffOn(db, occasion.today);
  const { details, effectiveOn, parts } = await assessKind(db, found, request, occasion, edition);
  const ends = request.kind === 'cancel' || request.kind === 'withdraw';
  return {
    details: ends ? { ...details, refund: unearnedPremium(policy, addDays(effectiveOn, -1)) } : details,
    effectiveOn,
    premium: ends ? 0 : parts ? totalOf(parts) : policy.premiumPerYear,
    isPriced: parts !== undefined,
    edition,
  };
};
