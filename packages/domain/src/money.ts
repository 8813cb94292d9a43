// Money is whole Icelandic krónur in a number; a króna has no parts.

/** The nearest whole króna, halves away from zero. Never minus zero. */
export const roundIsk = (amount: number): number => Math.sign(amount) * Math.round(Math.abs(amount)) || 0;

/**
 * Whole krónur as someone types them: `1234567`, `1.234.567`, `1,234,567` or `1 234 567`, with or without «kr.»;
 * undefined for anything else, a part of a króna too.
 */
export const parseIsk = (text: string): number | undefined => {
  const digits = /^(\d{1,3}(?:[.,\s]\d{3})+|\d+)(?:\s*kr\.?)?$/.exec(text.trim())?.[1]?.replace(/\D/g, '');
  const isk = digits === undefined ? Number.NaN : Number(digits);
  return Number.isSafeInteger(isk) ? isk : undefined;
};

/**
 * Splits whole krónur by weights, so that the parts sum to the total: a premium into instalments, a discount over
 * policies. What rounding leaves goes to the first parts that lost most by it.
 * @param total whole krónur, also below zero
 * @param weights none below zero, not all zero
 * @throws RangeError when total or weights are not such
 */
export const splitIsk = (total: number, weights: readonly number[]): number[] => {
  const whole = weights.reduce((sum, weight) => sum + weight, 0);
  if (
    !Number.isSafeInteger(total) ||
    !(whole > 0) ||
    whole === Infinity ||
    weights.some((weight) => weight < 0)
  ) {
    throw new RangeError('needs whole krónur and weights of which none is below zero and one is above it');
  }
  const amount = Math.abs(total);
  const exact = weights.map((weight) => amount * (weight / whole));
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
