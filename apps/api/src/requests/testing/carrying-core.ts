import type { CoreAct, CoreActAnswer, CoreFact, CoreRequest, Facts, RequestKind } from '@hofn/contracts';
import {
  coreRecords,
  customers,
  type Db,
  policies,
  policyCovers,
  policyFigures,
  policyItems,
} from '@hofn/database';
import { addDays, addMonths } from '@hofn/domain';
import { and, eq } from 'drizzle-orm';
import type { CoreBehaviour } from './fake-core.ts';

type PolicyFacts = Facts<'policies'>;
type Known = { key: string; version: number; facts: PolicyFacts };

const source = 'kerfi';

/** A policy on file as the core would send it, with the version that it sends next. */
const knownPolicy = async (db: Db, number: string): Promise<Known> => {
  const [found] = await db
    .select({ policy: policies, ssn: customers.ssn })
    .from(policies)
    .innerJoin(customers, eq(customers.id, policies.customerId))
    .where(eq(policies.number, number));
  if (!found) throw new Error(`No policy ${number} is on file`);
  const { policy, ssn } = found;
  const { customerId, id } = policy;
  const isOf = (table: typeof policyItems | typeof policyCovers | typeof policyFigures) =>
    and(eq(table.customerId, customerId), eq(table.policyId, id));
  const items = await db.select().from(policyItems).where(isOf(policyItems));
  const covers = await db.select().from(policyCovers).where(isOf(policyCovers));
  const [figures] = await db.select().from(policyFigures).where(isOf(policyFigures));
  const isRecord = and(eq(coreRecords.type, 'policies'), eq(coreRecords.id, id));
  const [record] = await db.select().from(coreRecords).where(isRecord);
  if (!record)
    await db.insert(coreRecords).values({
      ...{ source, type: 'policies', key: id, id, version: 1, customerId },
      receivedAt: '2026-11-21T12:00:00Z',
    });
  const facts = {
    ...{ customer: ssn, number, product: policy.productId, premiumPerYear: policy.premiumPerYear },
    insured:
      policy.insuredIs !== null && policy.insuredEn !== null
        ? { is: policy.insuredIs, en: policy.insuredEn }
        : null,
    ...{ deductible: policy.deductible, sumInsured: policy.sumInsured },
    ...{ validFrom: policy.validFrom, validTo: policy.validTo, renews: policy.renews },
    ...{ cancelledOn: policy.cancelledOn, lapsedOn: policy.lapsedOn, suspendedOn: policy.suspendedOn },
    instalmentsPerYear: policy.instalmentsPerYear as PolicyFacts['instalmentsPerYear'],
    instalmentFeePercent: Number(policy.instalmentFeePercent),
    terms: policy.termsCodes,
    items: items.map((item) => ({
      ...{ id: item.id, kind: item.kind, name: { is: item.nameIs, en: item.nameEn }, facts: item.facts },
    })),
    covers: covers.map(({ id: cover, sumInsured, deductible }) => ({ id: cover, sumInsured, deductible })),
    premiumParts: [{ id: 'base', amount: policy.premiumPerYear }],
    figures: figures?.figures ?? null,
  } as PolicyFacts;
  return { key: record?.key ?? id, version: (record?.version ?? 1) + 1, facts };
};

/** A policy that ends before a day. One that never covers ends on its first day, cancelled before it. */
const ended = (facts: PolicyFacts, from: string, noticeOn: string): PolicyFacts => {
  const lastDay = addDays(from, -1);
  const neverCovers = lastDay < facts.validFrom;
  return {
    ...facts,
    validTo: neverCovers ? facts.validFrom : lastDay,
    cancelledOn: neverCovers ? addDays(facts.validFrom, -1) : noticeOn,
    renews: false,
  };
};

/** What a request about a policy makes of it. */
const changed = (facts: PolicyFacts, request: CoreRequest): PolicyFacts => {
  const { kind, effectiveOn, premium, change, figures, requestedAt } = request;
  const priced = { premiumPerYear: premium, premiumParts: [{ id: 'base', amount: premium }] };
  if (kind === 'cancel' || kind === 'withdraw') return ended(facts, effectiveOn, requestedAt.slice(0, 10));
  if (kind === 'suspend') return { ...facts, suspendedOn: effectiveOn };
  if (kind === 'resume') return { ...facts, suspendedOn: null };
  if (kind === 'figures') return { ...facts, ...priced, figures: figures?.after as PolicyFacts['figures'] };
  const id = change?.cover ?? '';
  const others = facts.covers.filter((cover) => cover.id !== id);
  return {
    ...{ ...facts, ...priced },
    ...(change?.act === 'deductible' && { deductible: change.deductible }),
    ...(change?.act === 'add' && { covers: [...others, { id, sumInsured: null, deductible: null }] }),
    ...(change?.act === 'remove' && { covers: others }),
  };
};

/** The policy that a request issues; undefined where it changes one. */
const issued = ({ request }: CoreAct, beside: PolicyFacts | undefined): Known | undefined => {
  const { offer, change, effectiveOn, premium, customer } = request;
  if (!offer && !change?.product) return undefined;
  const number = `77${offer?.number ?? request.id.replace(/\D/g, '').slice(0, 8)}`;
  const price = offer ? premium : 14_160;
  const facts = {
    ...{ customer: customer.ssn, number, product: offer?.product ?? change?.product, premiumPerYear: price },
    insured: offer ? (offer.insured.is === null ? null : offer.insured) : (beside?.insured ?? null),
    ...{ deductible: offer?.deductible ?? null, sumInsured: offer?.sumInsured ?? null },
    ...{ validFrom: effectiveOn, validTo: addDays(addMonths(effectiveOn, 12), -1), renews: true },
    ...{ cancelledOn: null, lapsedOn: null, suspendedOn: null, instalmentFeePercent: 0 },
    ...{ instalmentsPerYear: offer?.instalmentsPerYear ?? 1, terms: offer?.terms ?? [] },
    ...{ items: offer?.items ?? beside?.items ?? [], covers: offer?.covers ?? [], figures: null },
    premiumParts: offer?.parts ?? [{ id: 'base', amount: price }],
  } as PolicyFacts;
  return { key: number, version: 1, facts };
};

const factOf = ({ key, version, facts }: Known): CoreFact => ({ type: 'policies', key, version, facts });

const answerTo = async (db: Db, act: CoreAct): Promise<CoreActAnswer> => {
  const { request, decidedBy } = act;
  const known = request.policy ? await knownPolicy(db, request.policy.number) : undefined;
  const added = issued(act, known?.facts);
  const { effectiveOn } = request;
  const touched = added
    ? known &&
      request.offer && { ...known, facts: ended(known.facts, effectiveOn, request.requestedAt.slice(0, 10)) }
    : known && { ...known, facts: changed(known.facts, request) };
  const facts = [added, touched].flatMap((each) => (each ? [factOf(each)] : []));
  const premium = added?.facts.premiumPerYear ?? request.premium;
  return {
    ...{ result: 'done', edition: decidedBy ? null : '2026-2', effectiveOn, premium, facts },
    reasons: decidedBy ? [] : [{ code: request.offer ? 'contract' : 'right', texts: null }],
    policyNumber: added?.facts.number ?? known?.facts.number ?? '',
    effect: {
      ...{ premiumBefore: known?.facts.premiumPerYear ?? 0, premiumAfter: premium },
      ...{ charged: 0, credited: 0, refunded: 0, refundOn: null, instalments: [] },
    },
  };
};

/**
 * A core of a few lines, for tests only: it does to the policies on file what an employee has accepted, and what is of a kind in
 * `atOnce`; it refers everything else. Money does not change.
 */
export const carryOut =
  (db: Db, { atOnce = [] }: { atOnce?: readonly RequestKind[] } = {}): CoreBehaviour =>
  async ({ act, path }) => {
    if (act.decidedBy === null && !atOnce.includes(act.request.kind))
      return { result: 'referred', edition: '2026-2', reasons: [] };
    const { facts, policyNumber, ...agreed } = (await answerTo(db, act)) as Extract<
      CoreActAnswer,
      { result: 'done' }
    >;
    return path.endsWith('/preview') ? agreed : { ...agreed, facts, policyNumber };
  };
