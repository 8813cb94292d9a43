import type { ClaimCoverAssessed, StaffClaim } from '@hofn/contracts';
import { formatNumber, type Language } from '@hofn/texts';
import * as z from 'zod/mini';
import { amount } from './fields.ts';

/** What is assessed of one cover, as typed. */
export type Line = {
  id: string;
  claimed: string;
  loss: string;
  depreciation: string;
  ownShare: string;
  deductible: string;
};

/** The form of a decision. */
export type DecisionValues = { lines: Line[]; is: string; en: string };

/** The amounts of a line, in the order of the form. */
export const amountNames = ['claimed', 'loss', 'depreciation', 'ownShare', 'deductible'] as const;

/** What is taken off a loss may not be more than it. */
const fits = (name: 'depreciation' | 'ownShare') =>
  z.refine<{ loss: number; depreciation: number; ownShare: number }>(
    (line) =>
      name === 'depreciation'
        ? line.depreciation <= line.loss
        : line.depreciation + line.ownShare <= line.loss,
    { path: [name], error: 'claimDesk|aboveLoss' },
  );

export const lineSchema = z
  .object({
    id: z.string(),
    claimed: amount(true),
    loss: amount(),
    depreciation: amount(true),
    ownShare: amount(true),
    deductible: amount(true),
  })
  .check(fits('depreciation'), fits('ownShare'));

type Cover = NonNullable<StaffClaim['judgedBy']>['covers'][number];

/** A line for a cover that nothing has been assessed of. The deductible is taken once, so only the first line proposes it. */
export const blankLine = ({ id, deductible }: Cover, language: Language, isFirst: boolean): Line => ({
  ...{ id, claimed: '', loss: '', depreciation: '', ownShare: '' },
  deductible: isFirst && deductible ? formatNumber(language, deductible) : '',
});

/** The lines of the decision that stands, to decide again from. */
export const linesOf = ({ covers }: StaffClaim, language: Language): Line[] =>
  covers.map(({ id, claimed, loss, depreciation, ownShare, deductible }) => {
    const text = (isk: number | null) => (isk ? formatNumber(language, isk) : '');
    return {
      ...{ id, claimed: text(claimed), loss: formatNumber(language, loss) },
      ...{ depreciation: text(depreciation), ownShare: text(ownShare), deductible: text(deductible) },
    };
  });

/** Lines kept in a draft; nothing where they are none. */
export const linesIn = (kept: unknown): Line[] | undefined => {
  if (typeof kept !== 'string') return undefined;
  try {
    return z.safeParse(z.array(z.record(z.string(), z.string())), JSON.parse(kept)).data as
      | Line[]
      | undefined;
  } catch {
    return undefined;
  }
};

/** Lines as a call has them; undefined while one cannot be read. */
export const assessedOf = (lines: readonly Line[]): ClaimCoverAssessed[] | undefined => {
  const assessed: ClaimCoverAssessed[] = [];
  for (const line of lines) {
    const { data } = z.safeParse(lineSchema, line);
    if (!data) return undefined;
    // Left empty, nothing is known of what was asked for.
    assessed.push({ ...data, claimed: line.claimed.trim() === '' ? null : data.claimed });
  }
  return assessed;
};
