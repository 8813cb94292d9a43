/** A measured figure, with its budget if it has one: the most or the least it may be. */
export type Figure = { name: string; value: number; unit: string; most?: number; least?: number };

/** A benchmark. It starts what it measures, and leaves nothing running. */
export type Bench = {
  /** One line: what is measured, and against what. */
  about: string;
  run(): Promise<Figure[]>;
};

/** Whether a figure is within its budget, if it has one. */
export const isWithinBudget = ({ value, most, least }: Figure): boolean =>
  (most === undefined || value <= most) && (least === undefined || value >= least);

/** The median of several measurements. */
export const median = (figures: readonly number[]): number => {
  const sorted = figures.toSorted((a, b) => a - b);
  const middle = sorted.length >> 1;
  const upper = sorted[middle] ?? Number.NaN;
  return sorted.length % 2 === 1 ? upper : (upper + (sorted[middle - 1] ?? Number.NaN)) / 2;
};
