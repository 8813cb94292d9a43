import type { FiguresChange, FiguresEstimate } from '@hofn/contracts';
import { addMonths, policyCounts, roundIsk } from '@hofn/domain';
import {
  type CompanyCover,
  type CompanyFigures,
  type Declared,
  riskOfFigures,
} from '@hofn/domain/company-figures.ts';
import { createRating, totalOf } from '@hofn/domain/rating.ts';
import { formatDate, type Language } from '@hofn/texts';
import { Fault } from '../platform/fault.ts';
import type { TariffEdition } from '../platform/tariffs.ts';
import type { RatedRow } from './store.ts';

const monthsAhead = 12;

/** The days that a change may take effect on, both included. */
export const effectiveDays = (today: string): { from: string; to: string } => ({
  from: today,
  to: addMonths(today, monthsAhead),
});

/** What a company reads of one cover: its policies that are in force or about to be. */
export const coverOf = <Cover extends CompanyCover>(
  _cover: Cover,
  rows: readonly RatedRow[],
  today: string,
) => ({
  policies: rows
    .filter((row) => policyCounts(row, today))
    .map(({ id, number, name, insured, premiumPerYear, figures, pending }) => ({
      id,
      number,
      name,
      insured,
      premiumPerYear,
      // A row of the cover's own product holds figures of that cover.
      figures: figures as CompanyFigures[Cover] | null,
      pending: pending[0] ?? null,
    })),
  effective: effectiveDays(today),
});

/**
 * The figures that differ, in the order of the screen.
 * @throws Fault `noChange` when none does
 */
export const changesOf = (before: RatedRow['figures'], after: FiguresChange['figures']) => {
  const known: Record<string, string | number | boolean> = before ?? {};
  const changes = Object.entries(after).flatMap(([field, to]) => {
    const from = known[field] ?? null;
    return from === to ? [] : [{ field, from, to }];
  });
  if (changes.length === 0) throw new Fault('noChange');
  return changes;
};

/** @throws Fault `validation` naming `effectiveOn` when it is over or too far ahead */
export const expectEffective = (day: string, today: string, language: Language): void => {
  const { from, to } = effectiveDays(today);
  if (day >= from && day <= to) return;
  const params = { from: formatDate(language, from), to: formatDate(language, to) };
  throw new Fault('validation', { fields: [{ path: 'effectiveOn', reason: 'dayBetween', params }] });
};

/**
 * What a policy would cost a year with new figures: its premium, changed as the tariff changes between old and new, so
 * that what was agreed beside the tariff stays. Without old figures it is what the tariff says of the new.
 */
export const estimateOf = (
  row: RatedRow,
  product: string,
  after: Declared,
  edition: TariffEdition,
): number => {
  const { tables } = edition;
  const { rate } = createRating(tables);
  const price = (declared: Declared): number =>
    totalOf(
      rate(product, {
        ...riskOfFigures(declared, tables),
        covers: row.covers.map(({ id }) => id),
        discounts: row.parts.flatMap(({ id }) => (id in tables.discountPercent ? [id] : [])),
        instalments: row.instalmentsPerYear,
      }),
    );
  if (!row.figures) return price(after);
  const before = price({ cover: after.cover, figures: row.figures } as Declared);
  return roundIsk((row.premiumPerYear * price(after)) / before);
};

/** The answer about figures that are not asked for yet. */
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
