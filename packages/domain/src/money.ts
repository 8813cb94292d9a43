import { parseWholeNumber } from './typed-number.ts';
import { cleanIdentifier } from './typed-text.ts';

// Money is a number of whole Icelandic krónur; there are no subunits.

/** Rounds to the nearest whole króna, halves away from zero. Never minus zero. */
export const roundIsk = (amount: number): number => Math.sign(amount) * Math.round(Math.abs(amount)) || 0;

// `,-` after an amount means no aurar: `150.000,-`.
const currencyBefore = /^(?:kr\.?|isk|króna|krónur|krónum)\s*:?\s*(?=\d)/i;
const currencyAfter = /(?<=\d)\s*(?:[.,]-)?\s*(?:kr\.?|isk|króna|krónu|krónur|krónum)?(?:\s*[.,]?-)?$/i;

/**
 * Parses whole krónur as typed or pasted (rule HOLD-24): `1234567`, `1.234.567`, `1,234,567` or `1 234 567`, with «kr.»,
 * «krónur» or «ISK» before or after, `,-` and `,00`; undefined for anything else, including fractions.
 */
export const parseIsk = (text: string): number | undefined =>
  parseWholeNumber(cleanIdentifier(text).replace(currencyBefore, '').replace(currencyAfter, ''));

/**
 * Splits whole krónur by weights so that the parts add up to the total: a premium into instalments, a discount over
 * policies. The remainder goes to the parts with the largest rounding loss, the first of them if equal.
 * @param total whole krónur; may be negative
 * @param weights non-negative, not all zero
 * @throws RangeError if `total` or `weights` are invalid
 */
export const splitIsk = (total: number, weights: readonly number[]): number[] => {
  const totalWeight = weights.reduce((sum, weight) => sum + weight, 0);
  if (
    !Number.isSafeInteger(total) ||
    !(totalWeight > 0) ||
    totalWeight === Infinity ||
    weights.some((weight) => weight < 0)
  ) {
    throw new RangeError('total must be whole krónur, and weights non-negative and not all zero');
  }
  const amount = Math.abs(total);
  const exact = weights.map((weight) => amount * (weight / totalWeight));
  const parts = exact.map(Math.floor);
  let left = amount - parts.reduce((sum, part) => sum + part, 0);
  const byLoss = exact
    .map((share, index) => ({ index, loss: share - Math.floor(share) }))
    .sort((a, b) => b.loss - a.loss || a.index - b.index);
  for (const { index } of byLoss) {
    if (left <= 0) break;
    parts[index] = (parts[index] ?? 0) + 1;
    left -= 1;
  }
  return total < 0 ? parts.map((part) => -part || 0) : parts;
};
