import { hash } from 'node:crypto';

/** With the keys of every object in order, because the database keeps no order. */
const canonical = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(canonical);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).filter(([, held]) => held !== undefined);
  return Object.fromEntries(
    entries.toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([key, held]) => [key, canonical(held)]),
  );
};

/** SHA-256 of what is proposed, the same for the same JSON in whatever order. */
export const payloadHash = (payload: unknown): string => hash('sha256', JSON.stringify(canonical(payload)));
