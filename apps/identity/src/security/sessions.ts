import { type Db, oidcRecords } from '@hofn/database';
import { and, eq, gt, inArray, sql } from 'drizzle-orm';
import { sessionOf } from '../provider.ts';
import { revokeGrants } from '../records.ts';
import { type Device, deviceId, deviceModel } from './devices.ts';

/** A sign-in of an account, in one browser. */
export type SignInSession = Device & {
  /** `sid` of its tokens. */
  id: string;
  signedInAt: Date;
  lastUsedAt: Date;
  /** How its owner showed who they are (RFC 8176). */
  amr: string[];
};

type Stored = {
  uid: string;
  loginTs?: number;
  amr?: string[];
  authorizations?: Record<string, { grantId?: string }>;
};

/** The sign-ins of an account, as the provider keeps them. @param sessionHours how long one lasts after its last use */
export const createSessions = (db: Db, sessionHours: number) => {
  const accountId = sql`(${oidcRecords.payload} ->> 'accountId')`;

  const stored = async (sub: string, now: Date) => {
    const rows = await db
      .select({ id: oidcRecords.id, payload: oidcRecords.payload, expiresAt: oidcRecords.expiresAt })
      .from(oidcRecords)
      .where(and(eq(oidcRecords.model, 'Session'), eq(accountId, sub), gt(oidcRecords.expiresAt, now)));
    return rows.map(({ payload, ...row }) => {
      const session = payload as Stored;
      return { ...row, session, sid: sessionOf(session.uid).sid ?? '' };
    });
  };

  const list = async (sub: string, now: Date): Promise<SignInSession[]> => {
    const rows = await stored(sub, now);
    const devices = await db
      .select({ id: oidcRecords.id, payload: oidcRecords.payload })
      .from(oidcRecords)
      .where(and(eq(oidcRecords.model, deviceModel), eq(accountId, sub)));
    const byId = new Map(devices.map(({ id, payload }) => [id, payload as Device]));
    return rows
      .map(({ session, sid, expiresAt }) => ({
        id: sid,
        browser: byId.get(deviceId(session.uid))?.browser ?? null,
        system: byId.get(deviceId(session.uid))?.system ?? null,
        signedInAt: new Date((session.loginTs ?? 0) * 1000),
        // Each use moves its end.
        lastUsedAt: new Date(expiresAt.getTime() - sessionHours * 3_600_000),
        amr: session.amr ?? [],
      }))
      .toSorted((one, other) => other.lastUsedAt.getTime() - one.lastUsedAt.getTime());
  };

  return {
    list,

    /** How the owner of a session showed who they are; undefined when it is over. */
    amrOf: async (sub: string, sid: string, now: Date): Promise<string[] | undefined> =>
      (await list(sub, now)).find(({ id }) => id === sid)?.amr,

    /**
     * Ends the chosen sign-ins with all that was issued on them. An access token that is out runs on for its minutes.
     * @returns how many there were
     */
    end: async (sub: string, which: (sid: string) => boolean, now: Date): Promise<number> => {
      const ending = (await stored(sub, now)).filter(({ sid }) => which(sid));
      if (ending.length === 0) return 0;
      const authorizations = ending.flatMap(({ session }) => Object.values(session.authorizations ?? {}));
      await revokeGrants(
        db,
        authorizations.flatMap(({ grantId }) => grantId ?? []),
      );
      const ids = ending.flatMap(({ id, session }) => [id, deviceId(session.uid)]);
      await db
        .delete(oidcRecords)
        .where(and(inArray(oidcRecords.model, ['Session', deviceModel]), inArray(oidcRecords.id, ids)));
      return ending.length;
    },
  };
};
export type Sessions = ReturnType<typeof createSessions>;
