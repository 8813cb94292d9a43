import { createHash } from 'node:crypto';
import { type Db, signInAttempts } from '@hofn/database';
import { addressKey } from '@hofn/service/address.ts';
import { eq, lt, sql } from 'drizzle-orm';

/** After `failures` failures the next attempt has to wait `firstWaitMs`, doubling each time up to `longestWaitMs`. */
export type Limit = { failures: number; firstWaitMs: number; longestWaitMs: number };

/**
 * Rule AUTH-13. A whole company may share an address, so its limits are higher than an account's. That of `address` is the
 * setting SIGN_IN_FAILURES: attempts under way count until they have succeeded.
 */
export const limits = {
  account: { failures: 5, firstWaitMs: 30_000, longestWaitMs: 15 * 60_000 },
  address: { failures: 200, firstWaitMs: 30_000, longestWaitMs: 15 * 60_000 },
  /** Calls to one phone or app: anybody who knows the number can make it ring. */
  call: { failures: 5, firstWaitMs: 10 * 60_000, longestWaitMs: 10 * 60_000 },
  callAddress: { failures: 40, firstWaitMs: 60_000, longestWaitMs: 15 * 60_000 },
  /** Letters to one account: anybody who knows the kennitala can request them. */
  letter: { failures: 3, firstWaitMs: 15 * 60_000, longestWaitMs: 4 * 60 * 60_000 },
  letterAddress: { failures: 20, firstWaitMs: 60_000, longestWaitMs: 60 * 60_000 },
} as const satisfies Record<string, Limit>;

/** Attempts older than this are ignored. */
const resetAfterMs = 24 * 60 * 60_000;

/** Limits by address: an IPv4 address or an IPv6 /64 network (rule HOLD-13). */
const addressLimits: ReadonlySet<keyof typeof limits> = new Set(['address', 'callAddress', 'letterAddress']);

const hashed = (kind: keyof typeof limits, name: string): string =>
  createHash('sha256')
    .update(`${kind}:${addressLimits.has(kind) ? addressKey(name) : name}`)
    .digest('base64url');

const instant = (ms: number) => sql`${new Date(ms).toISOString()}::timestamptz`;

/**
 * Counts an attempt as failed before it is made, in one statement, so that concurrent attempts on any number of
 * replicas get no more tries than sequential ones. While an account has to wait nothing is counted, so that nobody can
 * prolong the wait.
 * @param allowed failures before the first wait, where that is a setting
 * @returns whether the attempt may be made
 */
export const beginAttempt = async (
  db: Db,
  kind: keyof typeof limits,
  name: string,
  now: Date,
  allowed: number = limits[kind].failures,
): Promise<boolean> => {
  const { firstWaitMs, longestWaitMs } = limits[kind];
  const at = now.getTime();
  const count = sql`(case when ${signInAttempts.countedAt} < ${instant(at - resetAfterMs)} then 1 else ${signInAttempts.failures} + 1 end)`;
  // The exponent is capped: the wait would overflow after some fifty failures.
  const waitMs = sql`least(${longestWaitMs}::bigint, ${firstWaitMs}::bigint * power(2, least(${count} - ${allowed}::int, 20))::bigint)`;
  const rows = await db
    .insert(signInAttempts)
    .values({ key: hashed(kind, name), failures: 1, countedAt: now })
    .onConflictDoUpdate({
      target: signInAttempts.key,
      set: {
        failures: count,
        countedAt: now,
        waitsUntil: sql`case when ${count} >= ${allowed}::int then ${instant(at)} + ${waitMs} * interval '1 millisecond' end`,
      },
      setWhere: sql`${signInAttempts.waitsUntil} is null or ${signInAttempts.waitsUntil} <= ${instant(at)}`,
    })
    .returning({ failures: signInAttempts.failures });
  return rows.length > 0;
};

/** Uncounts an attempt that `beginAttempt` count with the same `allowed`: it was not a failure. */
export const undoAttempt = async (
  db: Db,
  kind: keyof typeof limits,
  name: string,
  allowed: number = limits[kind].failures,
): Promise<void> => {
  await db
    .update(signInAttempts)
    .set({
      failures: sql`greatest(${signInAttempts.failures} - 1, 0)`,
      waitsUntil: sql`case when ${signInAttempts.failures} - 1 >= ${allowed}::int then ${signInAttempts.waitsUntil} end`,
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

/** Clears all failures of a name, after a successful sign-in. */
export const clearAttempts = async (db: Db, kind: keyof typeof limits, name: string): Promise<void> => {
  await db.delete(signInAttempts).where(eq(signInAttempts.key, hashed(kind, name)));
};

/** Deletes counts too old to matter. */
export const deleteOldAttempts = async (db: Db, now: Date): Promise<void> => {
  await db.delete(signInAttempts).where(lt(signInAttempts.countedAt, new Date(now.getTime() - resetAfterMs)));
};
