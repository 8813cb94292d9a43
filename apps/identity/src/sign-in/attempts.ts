import { createHash } from 'node:crypto';
import { type Db, signInAttempts } from '@hofn/database';
import { addressKey } from '@hofn/service/address.ts';
import { eq, lt, sql } from 'drizzle-orm';

/** After `failures` failures the next attempt waits `firstWaitMs`, then twice that each time, `longestWaitMs` at most. */
export type Limit = { failures: number; firstWaitMs: number; longestWaitMs: number };

/** Rule AUTH-13. An address may be a whole company's, so it is given more room than one account. */
export const limits = {
  account: { failures: 5, firstWaitMs: 30_000, longestWaitMs: 15 * 60_000 },
  address: { failures: 40, firstWaitMs: 30_000, longestWaitMs: 15 * 60_000 },
  /** Calls to one phone or app: it rings for whoever knows the number. */
  call: { failures: 5, firstWaitMs: 10 * 60_000, longestWaitMs: 10 * 60_000 },
  callAddress: { failures: 40, firstWaitMs: 60_000, longestWaitMs: 15 * 60_000 },
  /** Letters to one account: nobody's mailbox is filled by whoever knows a kennitala. */
  letter: { failures: 3, firstWaitMs: 15 * 60_000, longestWaitMs: 4 * 60 * 60_000 },
  letterAddress: { failures: 20, firstWaitMs: 60_000, longestWaitMs: 60 * 60_000 },
} as const satisfies Record<string, Limit>;

/** A count this old says nothing any more. */
const forgottenAfterMs = 24 * 60 * 60_000;

/** Limits by address: one address is one IPv4 address or one IPv6 network (rule HOLD-13). */
const ofAddresses: ReadonlySet<keyof typeof limits> = new Set(['address', 'callAddress', 'letterAddress']);

const hashed = (kind: keyof typeof limits, name: string): string =>
  createHash('sha256')
    .update(`${kind}:${ofAddresses.has(kind) ? addressKey(name) : name}`)
    .digest('base64url');

const instant = (ms: number) => sql`${new Date(ms).toISOString()}::timestamptz`;

/**
 * Counts an attempt as failed before it is made, in one statement: many at once, on many copies, get no more tries
 * than one after another would. A waiting account counts nothing, so that nobody can keep it waiting by trying.
 * @param free failures without a wait, where they are a setting
 * @returns whether the attempt may be made
 */
export const beginAttempt = async (
  db: Db,
  kind: keyof typeof limits,
  name: string,
  now: Date,
  free: number = limits[kind].failures,
): Promise<boolean> => {
  const { firstWaitMs, longestWaitMs } = limits[kind];
  const at = now.getTime();
  const counted = sql`(case when ${signInAttempts.countedAt} < ${instant(at - forgottenAfterMs)} then 1 else ${signInAttempts.failures} + 1 end)`;
  // The power is bounded before it is raised: the wait would overflow after some fifty failures.
  const waitMs = sql`least(${longestWaitMs}::bigint, ${firstWaitMs}::bigint * power(2, least(${counted} - ${free}::int, 20))::bigint)`;
  const rows = await db
    .insert(signInAttempts)
    .values({ key: hashed(kind, name), failures: 1, countedAt: now })
    .onConflictDoUpdate({
      target: signInAttempts.key,
      set: {
        failures: counted,
        countedAt: now,
        waitsUntil: sql`case when ${counted} >= ${free}::int then ${instant(at)} + ${waitMs} * interval '1 millisecond' end`,
      },
      setWhere: sql`${signInAttempts.waitsUntil} is null or ${signInAttempts.waitsUntil} <= ${instant(at)}`,
    })
    .returning({ failures: signInAttempts.failures });
  return rows.length > 0;
};

/** Takes back one attempt that `beginAttempt` counted with the same `free`: it was no failure after all. */
export const takeBackAttempt = async (
  db: Db,
  kind: keyof typeof limits,
  name: string,
  free: number = limits[kind].failures,
): Promise<void> => {
  await db
    .update(signInAttempts)
    .set({
      failures: sql`greatest(${signInAttempts.failures} - 1, 0)`,
      waitsUntil: sql`case when ${signInAttempts.failures} - 1 >= ${free}::int then ${signInAttempts.waitsUntil} end`,
    })
    .where(eq(signInAttempts.key, hashed(kind, name)));
};

/** Seconds until an attempt may be made again, at least 1. */
export const secondsToWait = async (
  db: Db,
  kind: keyof typeof limits,
  name: string,
  now: Date,
): Promise<number> => {
  const [row] = await db
    .select({ waitsUntil: signInAttempts.waitsUntil })
    .from(signInAttempts)
    .where(eq(signInAttempts.key, hashed(kind, name)));
  const wait = (row?.waitsUntil?.getTime() ?? 0) - now.getTime();
  return Math.max(1, Math.ceil(wait / 1000));
};

/** Forgets every failure of an account, after its owner signed in. */
export const forgetAttempts = async (db: Db, kind: keyof typeof limits, name: string): Promise<void> => {
  await db.delete(signInAttempts).where(eq(signInAttempts.key, hashed(kind, name)));
};

/** Deletes counts that say nothing any more. */
export const deleteForgotten = async (db: Db, now: Date): Promise<void> => {
  await db
    .delete(signInAttempts)
    .where(lt(signInAttempts.countedAt, new Date(now.getTime() - forgottenAfterMs)));
};
