import { type Db, oidcRecords } from '@hofn/database';
import { and, eq, gt } from 'drizzle-orm';
import { deviceId as idOf } from './devices.ts';

export const activityModel = 'StaffActivity';

/**
 * Remembers when staff last used each session, by signing in or renewing tokens (rule HOLD-11). The session itself is kept
 * until its absolute end, so that signing out still finds and revokes what was issued under it.
 */
export const createActivity = (db: Db, idleMinutes: number) => ({
  /** @param uid the provider's id of the session, not its cookie */
  record: async ({ uid, accountId, now }: { uid: string; accountId: string; now: Date }): Promise<void> => {
    const row = { payload: { accountId }, expiresAt: new Date(now.getTime() + idleMinutes * 60_000) };
    await db
      .insert(oidcRecords)
      .values({ model: activityModel, id: idOf(uid), ...row })
      .onConflictDoUpdate({ target: [oidcRecords.model, oidcRecords.id], set: row });
  },
  isRecent: async (uid: string, now: Date): Promise<boolean> =>
    (
      await db
        .select({ id: oidcRecords.id })
        .from(oidcRecords)
        .where(
          and(
            eq(oidcRecords.model, activityModel),
            eq(oidcRecords.id, idOf(uid)),
            gt(oidcRecords.expiresAt, now),
          ),
        )
    ).length > 0,
});
export type Activity = ReturnType<typeof createActivity>;
