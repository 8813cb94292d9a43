import type { FiguresChange, FiguresEstimate, PendingChange, RequestStatus } from '@hofn/contracts';
import { addMonths, isCurrent, roundIsk } from '@hofn/domain';
import type { CompanyCover, CompanyFigures, DeclaredFigures } from '@hofn/domain/company-figures.ts';
import { createRating, type Part, totalOf, withTotal } from '@hofn/insurance/rating.ts';
import { riskOfFigures } from '@hofn/insurance/risks.ts';
import { dayOfInstant, formatDate, type Language } from '@hofn/texts';
import { Fault } from '../platform/fault.ts';
import type { TariffEdition } from '../platform/tariffs.ts';
import { answerDueOn } from '../work-items/open-work-item.ts';
import type { RatedRow } from './store.ts';

const monthsAhead = 12;

/** First and last day on which a change can take effect. */
export const effectiveDays = (today: string): { from: string; to: string } => ({
  from: today,
  to: addMonths(today, monthsAhead),
});

/** A change that waits for an answer, with the day by which it is given. */
export const pendingOf = (change: Omit<PendingChange, 'answerBy'>): PendingChange => ({
  ...change,
  answerBy: dayOfInstant(answerDueOn('change', new Date(change.requestedAt))),
});

/** A company's policies of one cover that are in force, or will be. */
export const coverOf = <Cover extends CompanyCover>(
  _cover: Cover,
  rows: readonly RatedRow[],
  { today, latest }: { today: string; latest: ReadonlyMap<string, RequestStatus> },
) => ({
  policies: rows
    .filter((row) => isCurrent(row, today))
    .map(({ id, number, name, insured, premiumPerYear, figures, pending }) => ({
      id,
      number,
      name,
      insured,
      premiumPerYear,
      // Policies of the cover's product have figures of that cover.
      figures: figures as CompanyFigures[Cover] | null,
      pending: pending[0] ? pendingOf(pending[0]) : null,
      latest: latest.get(id) ?? null,
    })),
  effective: effectiveDays(today),
});

/**
 * The figures that change, in the order of the screen.
 * @throws Fault `noChange` when none do
 */
export const changesOf = (before: RatedRow['figures'], after: FiguresChange['figures']) => {
  const current: Record<string, string | number | boolean> = before ?? {};
  const changes = Object.entries(after).flatMap(([field, to]) => {
    const from = current[field] ?? null;
    return from === to ? [] : [{ field, from, to }];
  });
  if (changes.length === 0) throw new Fault('noChange');
  return changes;
};

/** @throws Fault `validation` naming `effectiveOn` when it is past or too far ahead */
export const expectEffective = (day: string, today: string, language: Language): void => {
  const { from, to } = effectiveDays(today);
  if (day >= from && day <= to) return;
  const params = { from: formatDate(language, from), to: formatDate(language, to) };
  throw new Fault('validation', { fields: [{ path: 'effectiveOn', reason: 'dayBetween', params }] });
};

/** A policy as far as its price depends on it. */
type Rated = Pick<RatedRow, 'premiumPerYear' | 'instalmentsPerYear' | 'parts' | 'covers' | 'figures'>;

/**
 * Parts of the yearly premium with new figures: those of the tariff, adjusted to the current premium scaled by the
 * tariff's change from old to new figures, so that agreed deviations from the tariff remain. Without old figures they are
 * the tariff's for the new ones.
 */
export const partsOf = (
  row: Rated,
  product: string,
  after: DeclaredFigures,
  { tables }: TariffEdition,
): Part[] => {
  const { rate } = createRating(tables);
  const price = (declared: DeclaredFigures): Part[] =>
    rate(product, {
      ...riskOfFigures(declared, tables),
      covers: row.covers.map(({ id }) => id),
      discounts: row.parts.flatMap(({ id }) => (id in tables.discountPercent ? [id] : [])),
      instalments: row.instalmentsPerYear,
    });
  const parts = price(after);
  if (!row.figures) return parts;
  const before = totalOf(price({ cover: after.cover, figures: row.figures } as DeclaredFigures));
  return withTotal(parts, roundIsk((row.premiumPerYear * totalOf(parts)) / before));
};

/** Yearly premium with new figures: the total of `partsOf`. */
export const estimateOf = (...of: Parameters<typeof partsOf>): number => totalOf(partsOf(...of));

/** An estimate for figures; requests no change. */
export const estimateAnswer = (
  row: RatedRow,
  change: FiguresChange,
  estimatedPremium: number,
  edition: TariffEdition,
): FiguresEstimate => ({
  premiumPerYear: row.premiumPerYear,
  estimatedPremium,
  tariff: edition.version,
  changes: changesOf(row.figures, change.figures),
});
