import { createHash } from 'node:crypto';
import type { ClaimsHistoryFacts, claims, Db, policies } from '@hofn/database';
import {
  claimPayments,
  claims as claimRows,
  documents,
  policyItems,
  policies as policyRows,
} from '@hofn/database';
import { isStanding } from '@hofn/database/documents/facts-sql.ts';
import { addMonths, compareDays } from '@hofn/domain';
import { coversOf } from '@hofn/domain/claim-covers.ts';
import { motorInsurance } from '@hofn/domain/policy-requests.ts';
import { coverEndedOn, isCancelledBefore } from '@hofn/domain/policy-status.ts';
import type { Language } from '@hofn/texts';
import { and, asc, eq, gte, inArray, min, ne, sql } from 'drizzle-orm';
import type { Customer } from '../platform/authorization.ts';
import { writeCode } from '../platform/codes.ts';

/** Directive 2009/103/EC, article 16: at least the five years before the request. */
const coveredMonths = 60;

type PolicyRow = typeof policies.$inferSelect;
type ClaimRow = typeof claims.$inferSelect;
type Subject = Pick<Customer, 'id'>;
type PaidClaim = ClaimRow & { paid: number };
type Stated = ClaimsHistoryFacts['policies'][number];

/** Covers of others’ losses, by what was damaged; one that covers both says neither. */
const damageOf: Readonly<Record<string, ('material' | 'bodily')[]>> = {
  'damage-to-other-peoples-property': ['material'],
  'injury-to-others': ['bodily'],
  'mandatory-motor-insurance': [],
};

/** Whether a claim with a status is not settled yet. */
const isOpenStatus: Readonly<Record<ClaimRow['status'], boolean>> = {
  ...{ received: true, inProgress: true, awaitingDocuments: true, assessment: true },
  ...{ approved: true, partlyApproved: true, reopened: true },
  ...{ rejected: false, settled: false, closed: false, withdrawn: false },
};

/** Lines of the claim form in which others’ losses from a vehicle are reported; null for a report by telephone. */
const thirdPartyLines: ReadonlySet<ClaimRow['line']> = new Set(['vehicle', 'liability', null]);

/**
 * Whether a claim on a motor policy is about others’ losses, not the driver’s own injury or the damage to the car: as decided by
 * cover, and until then as the report may turn out.
 */
const isThirdParty = ({ covers, line, form }: ClaimRow, product: string): boolean => {
  const decided = (covers ?? []).map(({ id }) => id);
  if (line === 'accident')
    // Reported by somebody who was hurt: in the car, unless it was decided otherwise.
    return decided.some((id) => (damageOf[id] ?? []).length > 0);
  if (decided.length > 0) return decided.some((id) => Object.hasOwn(damageOf, id));
  if (!thirdPartyLines.has(line)) return false;
  const causes = form?.causes ?? [];
  const possible = line === 'vehicle' && causes.length > 0 ? coversOf(line, causes).get(product) : undefined;
  return !possible || possible.size === 0 || [...possible].some((id) => Object.hasOwn(damageOf, id));
};

/** What was damaged: as decided by cover, before that what the report says of an injury; empty where neither says. */
const damagesOf = ({ covers, form }: ClaimRow): ('material' | 'bodily')[] => {
  if (covers !== null) return [...new Set(covers.flatMap(({ id }) => damageOf[id] ?? []))];
  return form?.details.injured === 'yes' ? ['bodily'] : [];
};

const outcomeOf = (status: ClaimRow['status'], paid: number): Stated['claims'][number]['outcome'] => {
  if (isOpenStatus[status]) return paid > 0 ? 'partlyPaid' : 'open';
  if (paid > 0) return 'paid';
  return status === 'rejected' ? 'rejected' : 'nothingPaid';
};

/** Days without cover within the period of the contract, as far as we know them; none after its last day of cover. */
const pausesOf = ({ gaps, suspensions, suspendedOn }: PolicyRow, today: string, end: string | null) =>
  [
    ...gaps,
    ...suspensions,
    ...(suspendedOn !== null && suspendedOn <= today ? [{ from: suspendedOn, to: null }] : []),
  ]
    .filter(({ from }) => end === null || from <= end)
    .map((pause): Stated['pauses'][number] =>
      end !== null && (pause.to === null || pause.to > end) ? { ...pause, to: end } : pause,
    )
    .toSorted((a, b) => compareDays(a.from, b.from));

const textOf = (value: unknown): string | null => (typeof value === 'string' ? value : null);

/** Motor policies that covered on a day within the period. */
const policiesOf = async (db: Db, subject: Subject, today: string): Promise<PolicyRow[]> => {
  const rows = await db
    .select()
    .from(policyRows)
    .where(and(eq(policyRows.customerId, subject.id), inArray(policyRows.productId, [...motorInsurance])))
    .orderBy(asc(policyRows.number));
  const since = addMonths(today, -coveredMonths);
  return rows.filter(
    (row) =>
      row.validFrom <= today && !isCancelledBefore(row) && (coverEndedOn(row, today) ?? today) >= since,
  );
};

const vehiclesOf = (db: Db, subject: Subject, policyIds: readonly string[]) =>
  db
    .select()
    .from(policyItems)
    .where(
      and(
        eq(policyItems.customerId, subject.id),
        inArray(policyItems.policyId, [...policyIds]),
        eq(policyItems.kind, 'vehicle'),
      ),
    )
    .orderBy(asc(policyItems.id));

/** A policy has the days of its newest period alone; its certificates those of the periods before. */
const beginsOf = async (db: Db, subject: Subject, policyIds: readonly string[]) => {
  const rows = await db
    .select({ policyId: documents.policyId, from: min(documents.periodFrom) })
    .from(documents)
    .where(
      and(
        eq(documents.customerId, subject.id),
        inArray(documents.policyId, [...policyIds]),
        eq(documents.kind, 'certificate'),
      ),
    )
    .groupBy(documents.policyId);
  return new Map(rows.map(({ policyId, from }) => [policyId, from]));
};

/** Verified claims since a day that were not withdrawn, with what has been paid for each in ISK. */
const claimsOf = async (db: Db, subject: Subject, since: string): Promise<PaidClaim[]> => {
  const rows = await db
    .select()
    .from(claimRows)
    .where(
      and(
        eq(claimRows.customerId, subject.id),
        gte(claimRows.dateOfLoss, since),
        eq(claimRows.unverified, false),
        ne(claimRows.status, 'withdrawn'),
      ),
    )
    .orderBy(asc(claimRows.dateOfLoss), asc(claimRows.number));
  const sums = await db
    .select({ claimId: claimPayments.claimId, amount: sql<string>`sum(${claimPayments.amount})` })
    .from(claimPayments)
    .where(and(eq(claimPayments.customerId, subject.id), eq(claimPayments.state, 'paid'), isStanding))
    .groupBy(claimPayments.claimId);
  const paid = new Map(sums.map(({ claimId, amount }) => [claimId, Number(amount)]));
  return rows.map((row) => ({ ...row, paid: paid.get(row.id) ?? 0 }));
};

const statedClaim = (claim: PaidClaim): Stated['claims'][number] => ({
  ...{ id: claim.id, number: claim.number, dateOfLoss: claim.dateOfLoss },
  ...{ damages: damagesOf(claim), outcome: outcomeOf(claim.status, claim.paid), paid: claim.paid },
});

/** Reads what a claims-history statement of a customer states on a day. */
export const createHistory = (db: Db) => ({
  hasPolicies: async (subject: Subject, today: string): Promise<boolean> =>
    (await policiesOf(db, subject, today)).length > 0,

  /** Undefined when there was no motor insurance within the period. */
  read: async (
    subject: Pick<Customer, 'id' | 'kind' | 'fullName' | 'ssn'>,
    { language, today }: { language: Language; today: string },
  ): Promise<ClaimsHistoryFacts | undefined> => {
    const rows = await policiesOf(db, subject, today);
    if (rows.length === 0) return undefined;
    const from = addMonths(today, -coveredMonths);
    const policyIds = rows.map(({ id }) => id);
    const vehicles = await vehiclesOf(db, subject, policyIds);
    const begins = await beginsOf(db, subject, policyIds);
    const claimed = await claimsOf(db, subject, from);
    return {
      kind: 'claimsHistory',
      holder: {
        ...{ fullName: subject.fullName, ssn: subject.ssn },
        isCompany: subject.kind === 'company',
      },
      ...{ from, to: today },
      policies: rows.map((row) => ({
        number: row.number,
        insured: language === 'is' ? row.insuredIs : row.insuredEn,
        vehicles: vehicles
          .filter(({ policyId }) => policyId === row.id)
          .map(({ nameIs, nameEn, facts }) => ({
            name: language === 'is' ? nameIs : nameEn,
            plate: textOf(facts.plate),
          })),
        from: [row.validFrom, begins.get(row.id) ?? row.validFrom].toSorted()[0] ?? row.validFrom,
        to: coverEndedOn(row, today),
        pauses: pausesOf(row, today, coverEndedOn(row, today)),
        claims: claimed
          .filter((claim) => claim.policyId === row.id && isThirdParty(claim, row.productId))
          .map(statedClaim),
      })),
      // Somebody reported them without knowing the policy, and nobody has linked them yet. By telephone no line is named.
      unlinked: claimed.filter(
        ({ policyId, line }) => policyId === null && (line === null || line === 'vehicle'),
      ).length,
    };
  },
});
export type History = ReturnType<typeof createHistory>;

/** Keys in one order: the database stores an object without the order of its keys. */
const sorted = (_key: string, value: unknown): unknown =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
    : value;

/** A short hash of what a statement states, printed on it and shown by the check: `ABCD-EFGH-JKMN-PQRS`. */
export const fingerprintOf = (facts: ClaimsHistoryFacts): string =>
  writeCode(createHash('sha256').update(JSON.stringify(facts, sorted)).digest().subarray(0, 10));

/** All claims of a statement. */
export const claimsIn = ({ policies: stated }: ClaimsHistoryFacts): Stated['claims'] =>
  stated.flatMap(({ claims: of }) => of);

/** Whether a claim was not settled on the day of issue. */
export const isOpenClaim = ({ outcome }: Stated['claims'][number]): boolean =>
  outcome === 'open' || outcome === 'partlyPaid';
