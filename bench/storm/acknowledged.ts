import type { Figure } from '../bench.ts';

/** What the service has acknowledged, to be checked afterwards. */
export type Acknowledged = {
  claims: Map<string, { customerId: string }>;
  photos: Set<string>;
  payments: Map<string, { customerId: string; paid: boolean }>;
  /** Requests that the insurance core carries out. */
  acts: Map<string, { customerId: string }>;
  /** Keys of chat messages. */
  messages: Set<string>;
};

const batchSize = 5_000;

/** Reads rows by many ids, in batches. */
export const inBatches = async <Row>(
  ids: Iterable<string>,
  read: (some: string[]) => Promise<Row[]>,
): Promise<Row[]> => {
  const all = [...ids];
  const rows: Row[] = [];
  for (let from = 0; from < all.length; from += batchSize)
    rows.push(...(await read(all.slice(from, from + batchSize))));
  return rows;
};

/** A count of what was acknowledged and is not as it was said, of which none is allowed. */
export const lossFigure = (name: string, value: number): Figure => ({ name, value, unit: '', most: 0 });
