import { randomUUID } from 'node:crypto';
import type { CoreAct, CoreActPreview, RequestKind, SettledKind } from '@hofn/contracts';
import type { AskedAct, Db, RequestAct } from '@hofn/database';
import { type CorePort, CoreUnanswered } from '../core/port.ts';
import { type AnyWriters, createFactWriters } from '../core/writers.ts';
import type { Services } from '../services.ts';
import { coreRequestOf, type Requested } from './core-request.ts';
import { isEarlierAcceptance } from './earlier-acceptances.ts';
import { createAnswerRecorder, UnusableAnswer } from './record-answer.ts';
import { settlerNameOf } from './requests.ts';
import type { Settling } from './settle.ts';
import { type CoreRow, createRequestStore } from './store.ts';
import { takeUnanswered } from './unanswered.ts';

/** Time for one attempt, call and storage together, before another process may retry it. */
const attemptMs = 30_000;

/** All acts of a request, oldest first. */
export const actsOf = ({ earlier = [], ...last }: RequestAct): AskedAct[] => [...earlier, last];

/**
 * Acts of the core (rules ACT-1 and ACT-2), in three steps: a transaction stores the request with the act's key; the core is
 * called outside any transaction; a second transaction stores the returned facts with the outcome. A failure between the steps
 * is repaired by a retry with the same key. Until then the request's case is open, so it has an owner.
 */
export const createActs = (
  services: Pick<Services, 'db' | 'clock' | 'logger' | 'mails' | 'core' | 'settings'>,
  settling: Settling,
) => {
  const { db, clock, logger, core, settings } = services;
  const byCore: readonly SettledKind[] = settings.REQUESTS_SETTLED_BY_CORE;
  // Each schema has checked the facts of its writer.
  const writers = createFactWriters(services) as unknown as AnyWriters;
  const answers = createAnswerRecorder({ db, clock, logger, settling, writers });

  /** The body of the call, with the employee's decision if there is one. */
  const askedOf = (row: Requested, decided: RequestAct['decided']): CoreAct => {
    const request = coreRequestOf(row, byCore);
    const { effectiveOn, premium } = request;
    return {
      request: {
        ...request,
        effectiveOn: decided?.effectiveOn ?? effectiveOn,
        premium: decided?.premium ?? premium,
      },
      decidedBy: decided && { name: settlerNameOf(decided.by, 'is') },
    };
  };

  const attempt = async (port: CorePort, row: CoreRow, { key, decided }: RequestAct): Promise<void> => {
    const { id } = row.request;
    try {
      const answer = await port.act(key, askedOf(row, decided));
      await answers.record(id, key, answer, port.source);
    } catch (error) {
      const isUnanswered = error instanceof CoreUnanswered;
      if (isUnanswered) logger.warn({ err: error, request: id }, 'the core has not answered');
      else logger.error({ err: error, request: id }, 'the answer of the core was not stored');
      const faults = error instanceof UnusableAnswer ? error.faults : [];
      // The retry time stored before the call still applies.
      await answers.postpone(id, key, isUnanswered ? undefined : faults).catch((fault: unknown) => {
        logger.error({ err: fault, request: id }, 'an act without an answer was not postponed');
      });
    }
  };

  /** Calls the core outside any transaction and stores its answer. Failures are retried later. */
  const perform = async (id: string): Promise<void> => {
    const row = core && (await createRequestStore(db).forCore(id));
    const act = row?.request.act;
    // A withdrawal may have ended the request since: it must not be carried out any more.
    const isWaited = row && (row.request.state === 'pending' || isEarlierAcceptance(row.request));
    if (core && isWaited && act?.state === 'asked') await attempt(core, row, act);
    // Nobody waits for it any more, so it is not asked for again either.
    else if (row && !isWaited) await createRequestStore(db).change(id, { askAgainAt: null });
  };

  return {
    /** Whether there is a core to carry out what is accepted. */
    isConnected: core !== undefined,

    /**
     * Whether the core decides on requests of this kind, and is asked at once. A withdrawal is effective when it is sent, so
     * it never waits for staff (rule RIGHT-1).
     */
    isAsked: (kind: RequestKind): boolean =>
      core !== undefined && (kind === 'withdraw' || byCore.includes(kind)),

    /**
     * Stores a pending act in the transaction of the request, or of the employee's decision; `perform` carries it out.
     * @param decided the employee's decision; null if the core decides
     */
    ask: async (tx: Db, id: string, decided: RequestAct['decided'] = null): Promise<void> => {
      const now = clock.now();
      const store = createRequestStore(tx);
      const before = decided && (await store.lock(id))?.act;
      const act: RequestAct = {
        ...{ key: randomUUID(), state: 'asked', askedAt: now.toISOString(), tries: 0 },
        // The customer was notified before an employee could decide.
        ...{ edition: null, reasons: [], isAcknowledged: decided !== null, decided },
        // The receipt of what the core left to people stays readable.
        ...(before && { earlier: actsOf(before) }),
      };
      const askAgainAt = new Date(now.getTime() + attemptMs).toISOString();
      await store.change(id, { act, askAgainAt });
    },

    perform,

    /** The core's preview of a request, or of an employee's acceptance; undefined if the core does not answer. */
    preview: async (
      row: Requested,
      decided: RequestAct['decided'] = null,
    ): Promise<CoreActPreview | undefined> => {
      try {
        return await core?.preview(askedOf(row, decided));
      } catch (error) {
        logger.warn({ err: error }, 'the core has not answered a preview');
        return undefined;
      }
    },

    /** Retries unanswered acts. Safe to run in several processes. */
    performWaiting: async (stopping: AbortSignal): Promise<void> => {
      while (core && !stopping.aborted) {
        const now = clock.now();
        const until = new Date(now.getTime() + attemptMs);
        const id = await db.transaction((tx) => takeUnanswered(tx, { now, until }));
        if (id === undefined) return;
        await perform(id);
      }
    },
  };
};
export type Acts = ReturnType<typeof createActs>;
