import type { Benefits, Policy, PolicySummary } from '@hofn/contracts';
import type { FactValue } from '@hofn/database';
import { addDays, addMonths, isCovering, lastDayOfCover, policyStatus, statusSince } from '@hofn/domain';
import { type PlannedEnd, plannedEnd } from '@hofn/domain/planned-end.ts';
import {
  compareIcelandic,
  formatDate,
  formatList,
  formatMoney,
  formatNumber,
  type Language,
} from '@hofn/texts';
import { pathOf } from '@hofn/texts/paths.ts';
import { textsIn } from '../platform/texts.ts';
import type { BenefitRow, PolicyDetails, PolicyRow } from './store.ts';

/** First day of the next period; null when the policy does not renew. */
const renewsOn = (row: PolicyRow, today: string): string | null => {
  const status = policyStatus(row, today);
  const continues =
    status === 'active' || status === 'renewing' || status === 'pending' || status === 'suspended';
  return row.renews && continues ? addDays(row.validTo, 1) : null;
};

/**
 * The last day of cover and the first of the next period. An accepted end is said before the policy itself says it, as in
 * the sentence about its status; one that belongs to the next period changes neither.
 */
const termOf = (row: PolicyRow, planned: PlannedEnd | null, today: string) =>
  planned && planned.kind !== 'suspend' && planned.lastDay <= row.validTo
    ? { validTo: planned.lastDay, renewsOn: null }
    : { validTo: lastDayOfCover(row, today), renewsOn: renewsOn(row, today) };

/** A policy in a list, with its status on `today`. */
export const summaryOf = (row: PolicyRow, today: string): PolicySummary => {
  const planned = plannedEnd(row, row.acceptedEnd, today);
  return {
    id: row.id,
    number: row.number,
    product: row.product,
    group: row.group,
    name: row.name,
    insured: row.insured,
    status: policyStatus(row, today),
    premiumPerYear: row.premiumPerYear,
    deductible: row.deductible,
    sumInsured: row.sumInsured,
    validFrom: row.validFrom,
    ...termOf(row, planned, today),
    inForce: isCovering(row, today),
    since: statusSince(row, today),
    planned,
  };
};

/** Policies of a list that count, and apart from them those that were cancelled or have ended (rule LIFE-1). */
export const partedOf = (policies: readonly PolicySummary[]): [PolicySummary[], PolicySummary[]] => {
  const isOver = ({ status }: PolicySummary) =>
    status === 'cancelled' || status === 'expired' || status === 'lapsed';
  return [policies.filter((policy) => !isOver(policy)), policies.filter(isOver)];
};

/** A fact about an insured item, as it is displayed. Years and licence plates are not formatted as numbers. */
const factText = (
  language: Language,
  { key, format }: { key: string; format: string },
  value: FactValue,
): string => {
  if (typeof value === 'object') return value[language];
  // The only fact that is a code: the tariff knows it by it.
  if (key === 'vehicleClass') return textsIn(language).find(`vehicleClass|${value}`) ?? String(value);
  if (typeof value === 'number') {
    if (format === 'money') return formatMoney(language, value);
    if (format === 'area') return `${formatNumber(language, value)}\u00a0m²`;
    return format === 'number' ? formatNumber(language, value) : String(value);
  }
  if (format === 'day') return formatDate(language, value);
  return format === 'ssn' ? `${value.slice(0, 6)}-${value.slice(6)}` : value;
};

/** Losses are reported within a year, so that an older gap is no news. */
const gapMonths = 12;

/** The next period, unless the policy ends first. */
const nextPeriodIn = ({ nextPeriod }: PolicyDetails, { renewsOn: next }: PolicySummary) =>
  nextPeriod?.from === next ? nextPeriod : null;

const detailsOf = (row: PolicyDetails, language: Language, today: string) => ({
  holder: row.holder,
  insuredItems: row.items.map(({ facts, ...item }) => ({
    ...item,
    facts: row.factTypes.flatMap(({ label, ...type }) => {
      const value = facts[type.key];
      return value === undefined ? [] : [{ label, value: factText(language, type, value) }];
    }),
  })),
  covers: row.covers.map(({ isChoice: _, ...cover }) => cover),
  premiumParts: row.parts,
  instalments: { perYear: row.instalmentsPerYear, feePercent: row.instalmentFeePercent },
  terms: row.terms.map(({ code, title }) => ({
    code,
    title,
    path: pathOf('termsByCode', language, { code }),
  })),
  benefits: row.benefits,
  deductibleText: row.deductibleText,
  gaps: row.gaps.filter(({ to }) => to >= addMonths(today, -gapMonths)),
});

/** A policy with all its details (rule DATA-4). */
export const policyOf = (row: PolicyDetails, language: Language, today: string): Policy => {
  const summary = summaryOf(row, today);
  return { ...summary, ...detailsOf(row, language, today), nextPeriod: nextPeriodIn(row, summary) };
};

/** Benefits and discounts, each with the policies that grant it. Discounts are negative, as in the premium. */
export const benefitsOf = (row: BenefitRow, language: Language): Benefits => {
  const t = textsIn(language);
  const policyNames = (rows: ReadonlyArray<{ policyName: string }>) => {
    const names = new Set(rows.map(({ policyName }) => policyName));
    return { policies: formatList(language, [...names].toSorted(compareIcelandic)) };
  };
  const byKey = <Row extends { key: string }>(rows: Row[]) => [...Map.groupBy(rows, ({ key }) => key)];
  return {
    tier: row.tier,
    items: [
      ...byKey(row.benefits).map(([key, rows]) => ({
        key,
        name: t.find(`benefits|${key}`) ?? key,
        why: t('benefitWhy|policy', policyNames(rows)),
        amountPerYear: null,
      })),
      ...byKey(row.discounts).map(([key, rows]) => ({
        key,
        name: rows[0]?.name ?? key,
        why: t('benefitWhy|discount', policyNames(rows)),
        amountPerYear: rows.reduce((sum, { amount }) => sum + amount, 0),
      })),
    ],
  };
};
