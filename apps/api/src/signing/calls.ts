import type { Db } from '@hofn/database';
import type { Clock } from '@hofn/domain/clock.ts';
import { challengeOf, EidRefused, type EidService, EidUnavailable } from '@hofn/service/eid.ts';
import type { Customer } from '../platform/authorization.ts';
import { Fault } from '../platform/fault.ts';
import { textsIn } from '../platform/texts.ts';
import { type CallLimitScope, createCallStore } from './call-store.ts';
import { createSigningTransactionStore, type NewSigning, type TransactionRow } from './transaction-store.ts';

/** Window in which calls are counted. */
const countedMs = 10 * 60_000;
/** A process that began to call the phone and has not reported back for this long has died. */
const callMs = 10_000;
const retryAfterSeconds = 5;

/** The error for a service that does not answer, or whose answer is not valid. */
export const eidUnavailableFault = (error: unknown): Fault =>
  new Fault('eidSilent', { retryAfterSeconds, cause: error });

/** Calls phones and apps, at most `mostCalls` times in ten minutes. */
export const createCalls = (parts: { db: Db; clock: Clock; eid: EidService; mostCalls: number }) => {
  const { db, clock, eid, mostCalls } = parts;
  const transactions = createSigningTransactionStore(db);
  const store = createCallStore(db);

  /** Checks the limit, counting what `tx` has written. @throws Fault `tooManyRequests` when it is exceeded */
  const expectWithinLimit = async (tx: Db, counted: CallLimitScope, now: Date): Promise<void> => {
    const since = new Date(now.getTime() - countedMs).toISOString();
    const made = await store.callsSince(tx, counted, since);
    if (made.length <= mostCalls) return;
    // When this call leaves the window, there is room for another.
    const [first = since] = made.slice(-mostCalls - 1);
    const waitMs = new Date(first).getTime() + countedMs - now.getTime();
    throw new Fault('tooManyRequests', { retryAfterSeconds: Math.max(1, Math.ceil(waitMs / 1000)) });
  };

  return {
    /** Stores a signing whose phone is to be called. @throws Fault `tooManyRequests` */
    add: async (tx: Db, row: NewSigning): Promise<void> => {
      await store.lockCalls(tx, row.actorId);
      await transactions.add(tx, row);
      await expectWithinLimit(tx, row, clock.now());
    },

    /**
     * Calls the phone or app of a signing, unless it has been called or another copy is calling.
     * @param title of the document, in the language of the signing
     * @throws Fault `eidTimeout` when its time is over, `tooManyRequests`, `eidNoCertificate`, `eidPinLocked`, `eidSilent`
     */
    call: async (subject: Customer, row: TransactionRow, title: string): Promise<void> => {
      const { id, method, called, language } = row;
      const now = clock.now();
      if (now >= new Date(row.expiresAt)) throw new Fault('eidTimeout');
      const before = new Date(now.getTime() - callMs).toISOString();
      const ours = await db.transaction(async (tx) => {
        await store.lockCalls(tx, row.actorId);
        if (!(await store.claimCall(tx, subject, id, { now: now.toISOString(), before }))) return false;
        await expectWithinLimit(tx, row, now);
        return true;
      });
      if (!ours) return;
      const sha256 = Buffer.from(row.hash, 'hex');
      const t = textsIn(language);
      const message =
        method === 'mobile'
          ? t('signingMessage|mobile', { code: challengeOf(sha256), title })
          : t('signingMessage|app', { title });
      try {
        const call = { method, called, message, sha256 };
        await store.called(subject, id, await eid.call(call));
      } catch (error) {
        await store.called(subject, id, null);
        if (error instanceof EidRefused) throw new Fault(error.code, { cause: error });
        if (error instanceof EidUnavailable) throw eidUnavailableFault(error);
        throw error;
      }
    },
  };
};
