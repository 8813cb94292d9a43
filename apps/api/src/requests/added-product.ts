import { detailsOf } from './policy-facts.ts';
import type { RequestRow } from './store.ts';

/** The product that a request asks to add; null for every other request. */
export const addedProductOf = (request: Pick<RequestRow, 'kind' | 'after'>): string | null =>
  detailsOf(request)?.product ?? null;

/** Whether a request is in the customer's own words, so that only words can say what an acceptance changes. */
export const isInOwnWords = (request: Pick<RequestRow, 'kind' | 'after'>): boolean => {
  const details = detailsOf(request);
  return request.kind === 'cover' && details?.product === null && (details.act ?? 'other') === 'other';
};
