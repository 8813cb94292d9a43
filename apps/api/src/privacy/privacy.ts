import type { ErasureStatus, KeptBecause, OverviewStatus } from '@hofn/contracts';
import { addMonths, dayOf } from '@hofn/domain';
import { isoInstantOrNull } from '../platform/instant.ts';

/** How long an archive can be fetched: 30 days. */
export const archiveMs = 30 * 86_400_000;

/** How long after a request the next one of its kind may be made: 30 days. */
export const betweenMs = 30 * 86_400_000;

/** Requests, and that they were answered, are kept for two years. */
export const requestsKeptMonths = 24;

/** The same time of day, so many calendar months on. */
export const monthsOn = (instant: string, months: number): string =>
  addMonths(dayOf(new Date(instant)), months) + new Date(instant).toISOString().slice(10);

/** One month to answer in, and two more where that is extended inside the first (Act 90/2018, GDPR art. 12(3)). */
export const dueOf = (requestedAt: string): string => monthsOn(requestedAt, 1);
export const extendedDueOf = (requestedAt: string): string => monthsOn(requestedAt, 3);

export type RequestState = 'requested' | 'processing' | 'ready' | 'approved' | 'done' | 'refused';

/** A request as the database has it. */
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
  kept: KeptBecause[];
  failedAt: string | null;
};

/** Whether the request waits for us: then no other of its kind is taken. */
export const isOpen = ({ state }: Pick<RequestRow, 'state'>): boolean =>
  state === 'requested' || state === 'processing' || state === 'approved';

/** Whether the archive's days are over, or an erasure has taken it along before. */
export const hasExpired = ({ state, file, expiresAt }: RequestRow, now: Date): boolean =>
  state === 'ready' && (file === null || (expiresAt !== null && new Date(expiresAt) <= now));

/** From when another may be asked for: null when it can be today. A request that waits is the only one. */
export const nextFromOf = (row: RequestRow, now: Date): string | null => {
  const next = new Date(new Date(row.requestedAt).getTime() + betweenMs);
  return isOpen(row) || next > now ? next.toISOString() : null;
};

/** Whether the time may be made longer: once, and inside the first month. */
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

/** How a request for the archive stands (rule DATA-3a); `downloadUrl` is the call that gives it. */
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

/** How a request for erasure stands (rule DATA-3b). */
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
