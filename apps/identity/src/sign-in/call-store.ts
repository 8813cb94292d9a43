import { createHash } from 'node:crypto';
import { type Db, oidcRecords } from '@hofn/database';
import type { EidMethod } from '@hofn/service/eid.ts';
import { and, eq, gt, sql } from 'drizzle-orm';

/** Where a call stands. `stranger` is one who confirmed and is nobody's customer. */
export type CallState = 'waiting' | 'confirmed' | 'cancelled' | 'expired' | 'stranger';

/** A phone or app that is called to sign in. */
export type Call = {
  method: EidMethod;
  /** Seven digits of a phone, or a kennitala. */
  called: string;
  /** The four digits that stand on both screens. */
  code: string;
  /** What the service knows the call by; empty until it has answered, and when there is nobody to call. */
  reference: string;
  state: CallState;
  /** Milliseconds since 1970. */
  endsAt: number;
  askedAt: number;
  /** What it was counted by, which is forgotten when somebody has signed in. */
  counted: string;
};

const model = 'EidCall';
/** How long it can be told how a call ended. */
const toldMs = 10 * 60_000;

/** The one call that an interaction has under way, among the provider's records; `uid` is the interaction's. */
export const createCallStore = (db: Db) => {
  const idOf = (uid: string): string => createHash('sha256').update(uid).digest('base64url');
  const byUid = (uid: string) => and(eq(oidcRecords.model, model), eq(oidcRecords.id, idOf(uid)));
  const field = (name: keyof Call) => sql`(${oidcRecords.payload} ->> ${name})`;
  /** The very call that was looked at: another may have taken its place meanwhile. */
  const same = (uid: string, { code, endsAt }: Call) =>
    and(byUid(uid), eq(field('code'), code), eq(field('endsAt'), String(endsAt)));
  return {
    /** Takes the place of the call before. */
    put: async (uid: string, call: Call): Promise<void> => {
      const row = { payload: call, expiresAt: new Date(call.endsAt + toldMs) };
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
    /** Notes what came of a call. */
    note: async (uid: string, call: Call, news: Partial<Call>): Promise<void> => {
      await db
        .update(oidcRecords)
        .set({ payload: sql`${oidcRecords.payload} || ${JSON.stringify(news)}::jsonb` })
        .where(same(uid, call));
    },
    /** Whether the service may be asked now: of many at once one does, and none within `everyMs` of the last. */
    mayAsk: async (uid: string, now: Date, everyMs: number): Promise<boolean> => {
      const at = now.getTime();
      const rows = await db
        .update(oidcRecords)
        .set({ payload: sql`${oidcRecords.payload} || ${JSON.stringify({ askedAt: at })}::jsonb` })
        .where(and(byUid(uid), sql`${field('askedAt')}::bigint <= ${at - everyMs}::bigint`))
        .returning({ id: oidcRecords.id });
      return rows.length > 0;
    },
    /** Takes away a call; without one, whichever the sign-in has. */
    remove: async (uid: string, call?: Call): Promise<void> => {
      await db.delete(oidcRecords).where(call ? same(uid, call) : byUid(uid));
    },
  };
};
