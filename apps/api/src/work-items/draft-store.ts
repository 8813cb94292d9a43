import type { CaseDraft, CaseDraftKind, CaseKind } from '@hofn/contracts';
import { caseDrafts, cases, type Db } from '@hofn/database';
import type { Clock } from '@hofn/domain/clock.ts';
import { and, eq, inArray, lte, ne, or, type SQL, sql } from 'drizzle-orm';
import { isoInstant } from '../platform/instant.ts';
import { sweep } from '../platform/sweep.ts';
import { isAbout } from '../platform/work-items.ts';

const retentionMs = 30 * 24 * 3_600_000;

/** Whose draft it is, about which work item. */
type Place = { caseId: string; employeeId: string };

const rowOf = ({ caseId, employeeId }: Place, kind: CaseDraftKind): SQL | undefined =>
  and(eq(caseDrafts.caseId, caseId), eq(caseDrafts.employeeId, employeeId), eq(caseDrafts.kind, kind));

/** What employees have typed about work items and not sent. Every query names the employee. */
export const createCaseDraftStore = (db: Db) => ({
  list: async ({ caseId, employeeId }: Place): Promise<CaseDraft[]> => {
    const rows = await db
      .select()
      .from(caseDrafts)
      .where(and(eq(caseDrafts.caseId, caseId), eq(caseDrafts.employeeId, employeeId)));
    return rows.map(({ kind, fields, changedAt }) => ({ kind, fields, changedAt: isoInstant(changedAt) }));
  },
  /**
   * Replaces the draft that was changed at `seenAt`, or adds the first one.
   * @returns when it was changed; undefined when another draft is stored
   */
  save: async (
    tx: Db,
    place: Place,
    { kind, seenAt, fields, at }: Pick<CaseDraft, 'kind' | 'fields'> & { seenAt: string | null; at: string },
  ): Promise<string | undefined> => {
    const returning = { changedAt: caseDrafts.changedAt };
    const [saved] =
      seenAt === null
        ? await tx
            .insert(caseDrafts)
            .values({ ...place, kind, fields, changedAt: at })
            .onConflictDoNothing()
            .returning(returning)
        : await tx
            .update(caseDrafts)
            // Always later than before, so that two saves in the same millisecond have different versions.
            .set({
              fields,
              changedAt: sql`greatest(${at}::timestamptz, ${caseDrafts.changedAt} + interval '1 millisecond')`,
            })
            .where(and(rowOf(place, kind), eq(caseDrafts.changedAt, seenAt)))
            .returning(returning);
    return saved && isoInstant(saved.changedAt);
  },
  /** Deletes the draft that was changed at `seenAt`. @returns false when another one is stored */
  remove: async (tx: Db, place: Place, kind: CaseDraftKind, seenAt: string | null): Promise<boolean> => {
    const [stored] = await tx
      .select({ changedAt: caseDrafts.changedAt })
      .from(caseDrafts)
      .where(rowOf(place, kind))
      .for('update');
    if ((stored ? isoInstant(stored.changedAt) : null) !== seenAt) return false;
    await tx.delete(caseDrafts).where(rowOf(place, kind));
    return true;
  },
});

/**
 * Deletes an employee's drafts about a work item, in the transaction that sends them.
 * @param kinds undefined for all
 * @param answerSeenAt when the reply that is sent was saved; a draft of a reply that another device has changed since stays
 */
export const deleteSentDrafts = async (
  tx: Db,
  place: Place,
  kinds?: readonly CaseDraftKind[],
  answerSeenAt?: string,
): Promise<void> => {
  await tx
    .delete(caseDrafts)
    .where(
      and(
        eq(caseDrafts.caseId, place.caseId),
        eq(caseDrafts.employeeId, place.employeeId),
        kinds && inArray(caseDrafts.kind, [...kinds]),
        answerSeenAt === undefined
          ? undefined
          : or(ne(caseDrafts.kind, 'answer'), lte(caseDrafts.changedAt, answerSeenAt)),
      ),
    );
};

/** `deleteSentDrafts` for a feature that knows only its own row. */
export const deleteSentDraftsOf = async (
  tx: Db,
  { kind, matterId, employeeId }: { kind: CaseKind; matterId: string; employeeId: string },
  kinds: readonly CaseDraftKind[],
): Promise<void> => {
  const [row] = await tx.select({ id: cases.id }).from(cases).where(isAbout(kind, matterId));
  if (row) await deleteSentDrafts(tx, { caseId: row.id, employeeId }, kinds);
};

/** Deletes drafts that nobody has changed for thirty days. */
export const forgetCaseDrafts = async ({ db, clock }: { db: Db; clock: Clock }): Promise<void> => {
  const before = new Date(clock.now().getTime() - retentionMs).toISOString();
  await sweep(db, caseDrafts, sql`${caseDrafts.changedAt} < ${before}`);
};
