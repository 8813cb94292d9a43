import type { ClaimAct, CoreClaimAct, CoreClaimAnswer } from '@hofn/contracts';
import type { Db } from '@hofn/database';
import type { Language } from '@hofn/texts';
import { withRetries } from '../../core/database-refusal.ts';
import { CoreUnanswered, CoreWrongFields } from '../../core/port.ts';
import { type RefusedFact, storeReturnedFacts } from '../../core/store-facts.ts';
import { type AnyWriters, createFactWriters } from '../../core/writers.ts';
import { auditSystem } from '../../platform/audit.ts';
import { textsIn } from '../../platform/texts.ts';
import type { Services } from '../../services.ts';
import { followCase } from './follow-case.ts';
import { type ClaimActRow, createDecisionStore, type DecidedClaim } from './store.ts';

/** Time for one attempt, call and storage together, before another process may retry it. */
const attemptMs = 30_000;
/** Delay before a retry: doubles each time, up to fifteen minutes. */
const [shortestWaitMs, longestWaitMs] = [10_000, 900_000];

/** The claim that the core answered with failed validation here, so the act must not be recorded as done. */
class UnusableClaim extends Error {
  readonly faults: string[];
  constructor(refused: readonly RefusedFact[]) {
    super('A claim that the core returned was refused');
    this.faults = refused.flatMap(({ type, key, fields }) =>
      fields.map(({ path, literal }) => `${type} ${key}, ${path}: ${literal ?? 'invalid'}`),
    );
  }
}

/** What becomes of an act that was right when it was asked for, and is wrong by the time the core answers: its day has passed. */
const wrongByNow = (): CoreClaimAnswer => {
  const textIn = (language: Language) => textsIn(language)('claimActs|wrongByNow');
  return {
    result: 'declined',
    reasons: [{ code: 'wrongByNow', texts: { is: textIn('is'), en: textIn('en') } }],
  };
};

/** A core without rules about claims leaves them to people. */
const leftToPeople: CoreClaimAnswer = { result: 'referred', reasons: [] };

/** The body of a call to the core. */
export const coreActOf = (
  { claim, customer }: Pick<DecidedClaim, 'claim' | 'customer'>,
  asked: {
    act: ClaimAct;
    version: number;
    /** Null for what rules decide. */
    employeeName: string | null;
    approvedBy: string | null;
    /** Of a decision, ISK for which there was authority; null in a preview. */
    payable: number | null;
  },
): CoreClaimAct => ({
  claim: { customer: customer.ssn, number: claim.number, version: asked.version },
  act: asked.act,
  decidedBy: asked.employeeName === null ? null : { name: asked.employeeName },
  approvedBy: asked.approvedBy === null ? null : { name: asked.approvedBy },
  ...(asked.act.kind === 'claim.decide' && asked.payable !== null && { payable: asked.payable }),
});

/**
 * Acts on claims (rules ACT-1 and DESK-8), in three steps: a transaction stores what an employee asks for with its key; the core
 * is called outside any transaction; a second transaction stores the returned facts. A failure between the steps is repaired by
 * asking again with the same key. Until then the claim's case is open, so it has an owner.
 */
export const createClaimActing = (services: Pick<Services, 'db' | 'clock' | 'logger' | 'mails' | 'core'>) => {
  const { db, clock, logger, core } = services;
  const store = createDecisionStore(db);
  // Each schema has checked the facts of its writer.
  const writers = createFactWriters(services) as unknown as AnyWriters;

  const record = (id: string, answer: CoreClaimAnswer, source: string): Promise<void> =>
    withRetries('call', () =>
      db.transaction(async (tx) => {
        const row = await store.lockAsked(tx, id);
        // Another process has recorded it.
        if (!row) return;
        const now = clock.now();
        if (answer.result === 'done') {
          const refused = await storeReturnedFacts(tx, writers, answer.facts, { source, now });
          for (const fact of refused) logger.error({ ...fact, act: id }, 'a fact of an act was refused');
          if (refused.some(({ type }) => type === 'claims')) throw new UnusableClaim(refused);
          await followCase(tx, row, now);
        }
        await store.recordAnswer(tx, id, answer, now.toISOString());
        await auditSystem(tx, 'staff.claim', {
          subject: row.customerId,
          object: { claim: row.claimId },
          ...{ source, act: row.act.kind, result: answer.result },
        });
      }),
    );

  const postpone = (id: string, unusable: string[] | null): Promise<void> =>
    db.transaction(async (tx) => {
      const row = await store.lockAsked(tx, id);
      if (!row) return;
      const tries = row.tries + 1;
      const waitMs = Math.min(longestWaitMs, shortestWaitMs * 2 ** (tries - 1));
      const askAgainAt = new Date(clock.now().getTime() + waitMs).toISOString();
      await store.postpone(tx, id, { tries, askAgainAt, unusable });
    });

  const attempt = async (
    port: NonNullable<typeof core>,
    row: ClaimActRow,
    of: DecidedClaim,
  ): Promise<void> => {
    const { id, claimVersion: version, employeeName, approvedBy, amount: payable } = row;
    const act = row.act as ClaimAct;
    try {
      const asked = { act, version, employeeName, approvedBy, payable };
      const answer = await port.actOnClaim(id, coreActOf(of, asked)).catch((error: unknown) => {
        if (!(error instanceof CoreWrongFields)) throw error;
        logger.warn({ err: error, act: id }, 'the core found fields of an act wrong');
        return act.kind === 'claim.settle' ? leftToPeople : wrongByNow();
      });
      await record(id, answer, port.source);
    } catch (error) {
      const isUnanswered = error instanceof CoreUnanswered;
      if (isUnanswered) logger.warn({ err: error, act: id }, 'the core has not answered');
      else logger.error({ err: error, act: id }, 'the answer of the core was not stored');
      // The time of the next attempt that was stored before the call still applies.
      await postpone(id, error instanceof UnusableClaim ? error.faults : null).catch((fault: unknown) => {
        logger.error({ err: fault, act: id }, 'an act without an answer was not postponed');
      });
    }
  };

  /** Calls the core outside any transaction and stores its answer. Failures are retried later. */
  const perform = async (id: string): Promise<void> => {
    const row = await store.one(id);
    const of = row?.state === 'asked' ? await store.claim(row.customerId, row.claimId) : undefined;
    if (core && row && of) await attempt(core, row, of);
  };

  return {
    /** Stores an act for `perform`, which the caller calls after the transaction `tx`. */
    ask: async (
      tx: Db,
      row: Omit<Parameters<typeof store.add>[1], 'askedAt' | 'askAgainAt'>,
    ): Promise<void> => {
      const now = clock.now();
      const askAgainAt = new Date(now.getTime() + attemptMs).toISOString();
      await store.add(tx, { ...row, askedAt: now.toISOString(), askAgainAt });
    },

    perform,

    /** Retries unanswered acts. Safe to run in several processes. */
    performWaiting: async (stopping: AbortSignal): Promise<void> => {
      while (core && !stopping.aborted) {
        const now = clock.now();
        const until = new Date(now.getTime() + attemptMs).toISOString();
        const id = await db.transaction((tx) => store.takeUnanswered(tx, { now: now.toISOString(), until }));
        if (id === undefined) return;
        await perform(id);
      }
    },
  };
};
export type ClaimActing = ReturnType<typeof createClaimActing>;
