import { type Calls, calls, type StaffView, type ViewedPart } from '@hofn/contracts';
import { z } from 'zod';
import { defineCursor, positionParts } from '../platform/cursor.ts';
import { isoInstant } from '../platform/instant.ts';
import type { Position, ViewRow } from './store.ts';

/** How long a view lasts when nobody ends it (rule STAFF-5). */
export const viewMs = 30 * 60_000;

/** How long customers can see who viewed their data: two years. */
export const viewRetentionMs = 2 * 365 * 24 * 3_600_000;

export const cursors = defineCursor<Position | null>(
  z.tuple([positionParts.instant, positionParts.id]),
  null,
);

/** The part of a customer's data that calls under a path return; all other paths count as `details`. */
const partsByPath: ReadonlyArray<[path: string, part: ViewedPart]> = [
  ['/api/policy/v3/overview', 'overview'],
  ['/api/staff/v1/customers/', 'overview'],
  ['/api/policy/', 'policies'],
  ['/api/company/', 'policies'],
  ['/api/account/', 'payments'],
  ['/api/payment/', 'payments'],
  ['/api/claim/', 'claims'],
  ['/api/upload/', 'claims'],
  ['/api/document/', 'documents'],
  ['/api/offers/', 'offers'],
  ['/api/ods/', 'offers'],
];

/** The part of a customer's data that a call of the contract returns; unknown calls of old versions count as `details`. */
export const partOf = (call: string): ViewedPart => {
  const path = Object.hasOwn(calls, call) ? calls[call as keyof Calls].path : '';
  return partsByPath.find(([begin]) => path.startsWith(begin))?.[1] ?? 'details';
};

/** A view as the customer sees it (rule STAFF-4). `now` as RFC 3339. */
export const viewOf = (row: ViewRow, now: string): StaffView => {
  const ended = isoInstant(row.endedAt ?? row.endsAt);
  return {
    id: row.id,
    employee: row.employeeName,
    reason: row.reason,
    openedAt: isoInstant(row.openedAt),
    endedAt: ended <= now ? ended : null,
    parts: [...new Set(row.calls.map(partOf))].toSorted(),
  };
};
