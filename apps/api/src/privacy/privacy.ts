import type { ErasureStatus, OverviewStatus, Retention } from '@hofn/contracts';
import { addMonths, dayOf } from '@hofn/domain';
import { isoInstantOrNull } from '../platform/instant.ts';

/** How long an archive can be downloaded: 30 days. */
export const archiveMs = 30 * 86_400_000;

/** Minimum time between requests of a kind: 30 days. */
export const requestIntervalMs = 30 * 86_400_000;

/** Requests are kept for two years as proof that they were answered. */
export const requestRetentionMonths = 24;

/** The same time of day, a number of calendar months later. */
export const addMonthsToInstant = (instant: string, months: number): string =>
  addMonths(dayOf(new Date(instant)), months) + new Date(instant).toISOString().slice(10);

/** Due within a month; two more when extended within the first (Act 90/2018, GDPR art. 12(3)). */
export const dueOf = (requestedAt: string): string => addMonthsToInstant(requestedAt, 1);
export const extendedDueOf = (requestedAt: string): string => addMonthsToInstant(requestedAt, 3);

export type RequestState = 'requested' | 'processing' | 'ready' | 'approved' | 'done' | 'refused';

/** A request as stored. */
export type RequestRow = {
  id: string;
  customerId: string;
  kind: 'overview' | 'erasure';
  state: RequestState;
  language: 'is' | 'en';
  requestedAt: string;
  dueAt: string;
  extendedAt: string | null;
  reasons: string[];
  decidedAt: string | null;
  decidedBy: string | null;
  finishedAt: string | null;
  expiresAt: string | null;
  file: string | null;
  bytes: number | null;
  fetchedAt: string | null;
  kept: Retention[];
  failedAt: string | null;
};

/** Whether the request awaits us; meanwhile no other of its kind is accepted. */
export const isOpen = ({ state }: Pick<RequestRow, 'state'>): boolean =>
  state === 'requested' || state === 'processing' || state === 'approved';

/** Whether the archive has expired, or an erasure has deleted it. */
export const hasExpired = ({ state, file, expiresAt }: RequestRow, now: Date): boolean =>
  state === 'ready' && (file === null || (expiresAt !== null && new Date(expiresAt) <= now));

/** When the next request can be made: null when it can be made today. Only one request may be open at a time. */
export const nextFromOf = (row: RequestRow, now: Date): string | null => {
  const next = new Date(new Date(row.requestedAt).getTime() + requestIntervalMs);
  return isOpen(row) || next > now ? next.toISOString() : null;
};

/** Whether the deadline may be extended: once, and within the first month. */
export const mayExtend = (row: RequestRow, now: Date): boolean =>
  (row.state === 'requested' || row.state === 'processing') &&
  row.extendedAt === null &&
  now <= new Date(row.dueAt);

const overviewState = (row: RequestRow, now: Date): OverviewStatus['state'] => {
  if (hasExpired(row, now)) return 'expired';
  if (row.state === 'ready' || row.state === 'refused') return row.state;
  if (row.extendedAt !== null) return 'extended';
  return row.state === 'processing' ? 'processing' : 'requested';
};

/** State of a request for the archive (rule DATA-3a); `downloadUrl` is the call that returns it. */
export const overviewStatusOf = (
  row: RequestRow | undefined,
  now: Date,
  downloadUrl: string,
): OverviewStatus => {
  if (!row)
    return {
      state: 'none',
      requestedAt: null,
      dueAt: null,
      reasons: [],
      readyAt: null,
      expiresAt: null,
      fetchedAt: null,
      bytes: null,
      downloadUrl: null,
      nextFrom: null,
    };
  const state = overviewState(row, now);
  return {
    state,
    requestedAt: isoInstantOrNull(row.requestedAt),
    dueAt: isoInstantOrNull(row.dueAt),
    reasons: row.reasons,
    readyAt: isoInstantOrNull(row.finishedAt),
    expiresAt: isoInstantOrNull(row.expiresAt),
    fetchedAt: isoInstantOrNull(row.fetchedAt),
    bytes: state === 'ready' ? row.bytes : null,
    downloadUrl: state === 'ready' ? downloadUrl : null,
    nextFrom: nextFromOf(row, now),
  };
};

/** State of a request for erasure (rule DATA-3b). */
export const erasureStatusOf = (row: RequestRow | undefined, now: Date): ErasureStatus => {
  if (!row)
    return {
      state: 'none',
      requestedAt: null,
      dueAt: null,
      reasons: [],
      decidedAt: null,
      doneAt: null,
      extended: false,
      keptBecause: [],
      nextFrom: null,
    };
  return {
    state:
      row.state === 'refused'
        ? 'rejected'
        : row.state === 'approved' || row.state === 'done'
          ? row.state
          : 'requested',
    requestedAt: isoInstantOrNull(row.requestedAt),
    dueAt: isoInstantOrNull(row.dueAt),
    reasons: row.reasons,
    decidedAt: isoInstantOrNull(row.decidedAt),
    doneAt: isoInstantOrNull(row.finishedAt),
    extended: row.extendedAt !== null,
    keptBecause: row.kept,
    nextFrom: nextFromOf(row, now),
  };
};
