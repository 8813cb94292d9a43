/** A figure that was measured, with its budget where it has one: the most or the least it may be. */
export type Figure = { name: string; value: number; unit: string; most?: number; least?: number };

/** A benchmark. It brings up what it measures, and leaves nothing running. */
export type Bench = {
  /** In one line: what is measured against what. */
  about: string;
  run(): Promise<Figure[]>;
};

/** Whether a figure is within its budget; one without a budget is. */
export const holds = ({ value, most, least }: Figure): boolean =>
  (most === undefined || value <= most) && (least === undefined || value >= least);

/** The middle of several measurements. */
export const median = (figures: readonly number[]): number => {
  const sorted = figures.toSorted((a, b) => a - b);
  const middle = sorted.length >> 1;
  const upper = sorted[middle] ?? Number.NaN;
  return sorted.length % 2 === 1 ? upper : (upper + (sorted[middle - 1] ?? Number.NaN)) / 2;
};
