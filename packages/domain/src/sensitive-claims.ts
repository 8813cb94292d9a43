import { claimCovers } from './claim-covers.ts';
import type { ClaimLine } from './claim-form.ts';

/** Lines whose claims are about an injury or somebody's health, which only employees with a role for them read (rule ROLE-2). */
export const sensitiveLines: readonly ClaimLine[] = ['accident', 'health', 'work'];

const productsOf = (isWanted: (line: ClaimLine) => boolean): Set<string> =>
  new Set(
    Object.entries(claimCovers).flatMap(([line, causes]) =>
      isWanted(line as ClaimLine) ? Object.values(causes).flatMap(Object.keys) : [],
    ),
  );
const productsOfOtherLines = productsOf((line) => !sensitiveLines.includes(line));

/** Products that pay for losses of those lines alone: they tell what a claim without a line is about. */
export const sensitiveProducts: readonly string[] = [
  ...productsOf((line) => sensitiveLines.includes(line)),
].filter((product) => !productsOfOtherLines.has(product));
