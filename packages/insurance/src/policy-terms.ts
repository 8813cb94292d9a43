import { roundIsk } from '@hofn/domain';

/** A part of a premium by its code, in whole ISK a year. */
type Part = { id: string; amount: number };
type Cover = { id: string; sumInsured: number | null; deductible: number | null };
type Item<Value> = { facts: Record<string, Value> };

/** What an accepted change of covers or deductible asks for. */
export type CoverChange = {
  act: string | null;
  cover: string | null;
  /** Whole ISK per loss. */
  deductible: number | null;
};

/**
 * Parts of a premium, changed in proportion so that they add up to a new total, in whole ISK. The first one takes what rounding
 * leaves.
 */
export const partsOf = (parts: readonly Part[], total: number): Part[] => {
  const was = parts.reduce((sum, { amount }) => sum + amount, 0);
  const scaled = parts.map(({ id, amount }) => ({
    id,
    amount: was === 0 ? 0 : roundIsk((amount * total) / was),
  }));
  const rest = total - scaled.reduce((sum, { amount }) => sum + amount, 0);
  return scaled.map((part, index) => (index === 0 ? { ...part, amount: part.amount + rest } : part));
};

/** What is insured, with the new figures where it states them, such as payroll or man-years. */
export const itemsWith = <Value, One extends Item<Value | number>>(
  items: readonly One[],
  figures: Record<string, unknown> | null,
): One[] => {
  const after = new Map(Object.entries(figures ?? {}));
  const current = ([name, value]: [string, Value | number]) => {
    const figure = after.get(name);
    return [name, typeof value === 'number' && typeof figure === 'number' ? figure : value] as const;
  };
  return items.map((item) => ({
    ...item,
    facts: Object.fromEntries(Object.entries(item.facts).map(current)),
  }));
};

/** Covers and deductible of a policy with what a change asks for; a cover that is added has the policy's sum and deductible. */
export const coversWith = <Terms extends { covers: Cover[]; deductible: number | null }>(
  { covers, deductible }: Terms,
  change: CoverChange | null,
): { covers: Cover[]; deductible: number | null } => {
  const { act, cover } = change ?? {};
  const others = covers.filter(({ id }) => id !== cover);
  if (act === 'add' && cover)
    return { covers: [...others, { id: cover, sumInsured: null, deductible: null }], deductible };
  if (act === 'remove') return { covers: others, deductible };
  return { covers, deductible: change?.deductible ?? deductible };
};
