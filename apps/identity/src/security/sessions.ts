import { type Db, oidcRecords } from '@hofn/database';
import { and, eq, gt, inArray, sql } from 'drizzle-orm';
import { kindOf } from '../accounts.ts';
import { sidClaim } from '../provider.ts';
import { revokeGrants } from '../records.ts';
import type { Settings } from '../settings.ts';
import { activityModel } from './activity.ts';
import { type Device, deviceId, deviceModel } from './devices.ts';

/** A session of an account, in one browser. */
export type SignInSession = Device & {
  /** `sid` of its tokens. */
  id: string;
  signedInAt: Date;
  lastUsedAt: Date;
  /** Authentication methods (RFC 8176). */
  amr: string[];
};

type StoredSession = {
  uid: string;
  loginTs?: number;
  amr?: string[];
  authorizations?: Record<string, { grantId?: string }>;
};

/**
 * Lists and ends the provider's sessions of an account.
 * @param settings how long sessions last after the last use
 */
export const createSessions = (db: Db, settings: Pick<Settings, 'SESSION_HOURS' | 'STAFF_IDLE_MINUTES'>) => {
  const accountId = sql`(${oidcRecords.payload} ->> 'accountId')`;

  const findSessions = async (sub: string, now: Date) => {
    const rows = await db
      .select({ id: oidcRecords.id, payload: oidcRecords.payload, expiresAt: oidcRecords.expiresAt })
      .from(oidcRecords)
      .where(and(eq(oidcRecords.model, 'Session'), eq(accountId, sub), gt(oidcRecords.expiresAt, now)));
    return rows.map(({ payload, ...row }) => {
      const session = payload as StoredSession;
      return { ...row, session, sid: sidClaim(session.uid).sid ?? '' };
    });
  };

  const list = async (sub: string, now: Date): Promise<SignInSession[]> => {
    const rows = await findSessions(sub, now);
    const others = await db
      .select({
        model: oidcRecords.model,
        id: oidcRecords.id,
        payload: oidcRecords.payload,
        expiresAt: oidcRecords.expiresAt,
      })
      .from(oidcRecords)
      .where(and(inArray(oidcRecords.model, [deviceModel, activityModel]), eq(accountId, sub)));
    const ofModel = (model: string) =>
      new Map(others.filter((row) => row.model === model).map((row) => [row.id, row]));
    const [devices, activity] = [ofModel(deviceModel), ofModel(activityModel)];
    const isStaff = kindOf(sub) === 'employee';
    // A staff session that has not been used for a while is kept, but nothing can be done with it.
    const isUsable = ({ session }: (typeof rows)[number]) =>
      !isStaff || (activity.get(deviceId(session.uid))?.expiresAt ?? now) > now;
    const lastUse = (uid: string, expiresAt: Date): number => {
      // Each use extends the expiry: of a customer's session, and of the activity of a staff session.
      const used = isStaff ? activity.get(deviceId(uid))?.expiresAt : expiresAt;
      return (
        (used ?? now).getTime() -
        (isStaff ? settings.STAFF_IDLE_MINUTES : settings.SESSION_HOURS * 60) * 60_000
      );
    };
    const deviceOf = (uid: string) => devices.get(deviceId(uid))?.payload as Device | undefined;
    return rows
      .filter(isUsable)
      .map(({ session, sid, expiresAt }) => ({
        id: sid,
        browser: deviceOf(session.uid)?.browser ?? null,
        system: deviceOf(session.uid)?.system ?? null,
        signedInAt: new Date((session.loginTs ?? 0) * 1000),
        lastUsedAt: new Date(lastUse(session.uid, expiresAt)),
        amr: session.amr ?? [],
      }))
      .toSorted((a, b) => b.lastUsedAt.getTime() - a.lastUsedAt.getTime());
  };

  return {
    list,

    /** Authentication methods of a session; undefined when it has ended. */
    amrOf: async (sub: string, sid: string, now: Date): Promise<string[] | undefined> =>
      (await list(sub, now)).find(({ id }) => id === sid)?.amr,

    /**
     * Ends the matching sessions with everything issued under them. Access tokens already issued stay valid until they
     * expire, for some minutes.
     * @param onEnded called in the transaction, with how many ended; not when none did
     * @returns how many sessions ended
     */
    end: async (
      sub: string,
      matches: (sid: string) => boolean,
      now: Date,
      onEnded: (tx: Db, ended: number) => Promise<void>,
    ): Promise<number> => {
      const ending = (await findSessions(sub, now)).filter(({ sid }) => matches(sid));
      if (ending.length === 0) return 0;
      const authorizations = ending.flatMap(({ session }) => Object.values(session.authorizations ?? {}));
      const ids = ending.flatMap(({ id, session }) => [id, deviceId(session.uid)]);
      return db.transaction(async (tx) => {
        await revokeGrants(
          tx,
          authorizations.flatMap(({ grantId }) => grantId ?? []),
        );
        await tx
          .delete(oidcRecords)
          .where(
            and(
              inArray(oidcRecords.model, ['Session', deviceModel, activityModel]),
              inArray(oidcRecords.id, ids),
            ),
          );
        await onEnded(tx, ending.length);
        return ending.length;
      });
    },
  };
};
export type Sessions = ReturnType<typeof createSessions>;
