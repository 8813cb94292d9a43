import { createHash } from 'node:crypto';
import { type Db, oidcRecords } from '@hofn/database';
import type { EidMethod } from '@hofn/service/eid.ts';
import { and, eq, gt, sql } from 'drizzle-orm';

/** State of a call; `stranger` means that the person who confirmed it may not sign in. */
export type CallState = 'waiting' | 'confirmed' | 'cancelled' | 'expired' | 'stranger';

/** A phone or app that is called to sign in. */
export type Call = {
  method: EidMethod;
  /** Seven digits of a phone, or a kennitala. */
  called: string;
  /** The four digits shown on both screens. */
  code: string;
  /** The eID service's id of the call; empty until it has answered, and for numbers without an eID. */
  reference: string;
  state: CallState;
  /** Unix milliseconds. */
  endsAt: number;
  /** When the service was last polled, Unix milliseconds. */
  askedAt: number;
  /** Key of the rate limit, cleared by a successful sign-in. */
  counted: string;
};

const model = 'EidCall';
/** How long a call's outcome stays readable. */
const resultMs = 10 * 60_000;

/** Stores the current call of each interaction among the provider's records; `uid` is the interaction's. */
export const createCallStore = (db: Db) => {
  const idOf = (uid: string): string => createHash('sha256').update(uid).digest('base64url');
  const byUid = (uid: string) => and(eq(oidcRecords.model, model), eq(oidcRecords.id, idOf(uid)));
  const field = (name: keyof Call) => sql`(${oidcRecords.payload} ->> ${name})`;
  /** Matches only the call that was read: another may have replaced it in the meantime. */
  const sameCall = (uid: string, { code, endsAt }: Call) =>
    and(byUid(uid), eq(field('code'), code), eq(field('endsAt'), String(endsAt)));
  return {
    /** Stores a call, replacing the previous one. */
    put: async (uid: string, call: Call): Promise<void> => {
      const row = { payload: call, expiresAt: new Date(call.endsAt + resultMs) };
      await db
        .insert(oidcRecords)
        .values({ model, id: idOf(uid), ...row })
        .onConflictDoUpdate({ target: [oidcRecords.model, oidcRecords.id], set: row });
    },
    find: async (uid: string, now: Date): Promise<Call | undefined> => {
      const [row] = await db
        .select({ payload: oidcRecords.payload })
        .from(oidcRecords)
        .where(and(byUid(uid), gt(oidcRecords.expiresAt, now)));
      return row?.payload as Call | undefined;
    },
    update: async (uid: string, call: Call, changes: Partial<Call>): Promise<void> => {
      await db
        .update(oidcRecords)
        .set({ payload: sql`${oidcRecords.payload} || ${JSON.stringify(changes)}::jsonb` })
        .where(sameCall(uid, call));
    },
    /** Claims the next poll of the eID service. @returns true for one concurrent caller per `everyMs` */
    claimPoll: async (uid: string, now: Date, everyMs: number): Promise<boolean> => {
      const at = now.getTime();
      const rows = await db
        .update(oidcRecords)
        .set({ payload: sql`${oidcRecords.payload} || ${JSON.stringify({ askedAt: at })}::jsonb` })
        .where(and(byUid(uid), sql`${field('askedAt')}::bigint <= ${at - everyMs}::bigint`))
        .returning({ id: oidcRecords.id });
      return rows.length > 0;
    },
    /** Deletes the given call, or by default the interaction's current one. */
    remove: async (uid: string, call?: Call): Promise<void> => {
      await db.delete(oidcRecords).where(call ? sameCall(uid, call) : byUid(uid));
    },
  };
};
