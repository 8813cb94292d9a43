import type { ClaimLine } from './claim-form.ts';

type Losses = 'all' | Partial<Record<ClaimLine, readonly string[]>>;

/**
 * Losses for which a product's words give another own share than the amount of the policy, by product, line and cause, from
 * the terms of the products (rule LIFE-13). To add a product, name its losses here.
 */
const otherShare: Record<string, Losses> = {
  home: { home: ['bicycle', 'burglary', 'other'] },
  homeowners: 'all',
  windscreen: 'all',
  'business-liability': 'all',
  'natural-catastrophe': 'all',
};

/** Losses of which the customer pays a share that the words state in percent, but never less than the policy's amount. */
const shareOfLoss: Record<string, Partial<Record<ClaimLine, readonly string[]>>> = {
  home: { home: ['bicycle'] },
};

export type OwnShare = {
  /** Whether the amount of the policy is not the whole answer. */
  varies: boolean;
  /** Share of the loss; null where only the words say what is paid. */
  percent: number | null;
};

/** The one share that a product's words state. Two cannot be told apart. */
const percentIn = (words: string): number | null => {
  const stated = [...words.matchAll(/(\d+(?:[.,]\d+)?)\s?%/g)];
  const [only] = stated;
  return only && stated.length === 1 ? Number(only[1]?.replace(',', '.')) : null;
};

/**
 * How much of a loss a policy leaves to the customer, as far as the product's words say.
 * @param line null for a claim that was not filed with the form
 * @param causes without any, all of the line
 * @param words how the product states its deductible
 */
export const ownShareOf = (
  product: string,
  line: ClaimLine | null,
  causes: readonly string[],
  words: string,
): OwnShare => {
  const losses = otherShare[product];
  const same: OwnShare = { varies: false, percent: null };
  if (losses === undefined || words === '') return same;
  const varying = losses === 'all' || line === null ? undefined : (losses[line] ?? []);
  const varies =
    varying === undefined ||
    (causes.length === 0 ? varying.length > 0 : causes.some((cause) => varying.includes(cause)));
  if (!varies) return same;
  const shares = line === null ? [] : (shareOfLoss[product]?.[line] ?? []);
  const isShare = causes.length > 0 && causes.every((cause) => shares.includes(cause));
  return { varies, percent: isShare ? percentIn(words) : null };
};
