import type { CoreActAnswer } from '@hofn/contracts';
import { type Db, policies, type RequestAct, type SettledBy } from '@hofn/database';
import type { Clock } from '@hofn/domain/clock.ts';
import type { Logger } from '@hofn/service';
import { and, eq } from 'drizzle-orm';
import { withRetries } from '../core/database-refusal.ts';
import { type RefusedFact, storeReturnedFacts } from '../core/store-facts.ts';
import type { AnyWriters } from '../core/writers.ts';
import { auditSystem } from '../platform/audit.ts';
import { endEarlierAcceptance, isEarlierAcceptance, reopenEarlierAcceptance } from './earlier-acceptances.ts';
import type { Settling } from './settle.ts';
import { createRequestStore, type RequestRow } from './store.ts';

/** Delay before a retry: doubles each time, up to fifteen minutes. */
const [shortestWaitMs, longestWaitMs] = [10_000, 900_000];

/** Time of the next attempt. @param tries attempts without an answer */
export const nextAttempt = (tries: number, now: Date): string =>
  new Date(now.getTime() + Math.min(longestWaitMs, shortestWaitMs * 2 ** (tries - 1))).toISOString();

type Done = Extract<CoreActAnswer, { result: 'done' }>;
type Asked = RequestRow & { act: RequestAct };

/** The core's receipt, if it keeps any (rule ACT-5). */
const receiptOf = ({ receipt }: CoreActAnswer): Pick<RequestAct, 'receipt'> => (receipt ? { receipt } : {});

/** The answer's policy failed validation here, so the act must not be recorded as done. */
export class UnusableAnswer extends Error {
  override name = 'UnusableAnswer';
  /** One per field, as staff pass them on to those who run the core. */
  readonly faults: string[];
  constructor(refused: readonly RefusedFact[]) {
    super('A policy that the core returned was refused');
    this.faults = refused.flatMap(({ type, key, fields }) =>
      fields.map(({ path, literal }) => `${type} ${key}, ${path}: ${literal ?? 'invalid'}`),
    );
  }
}

/** Records the core's answers to acts, and attempts without one (rules ACT-1 and ACT-2). */
export const createAnswerRecorder = ({
  db,
  clock,
  logger,
  settling,
  writers,
}: {
  db: Db;
  clock: Clock;
  logger: Logger;
  settling: Settling;
  writers: AnyWriters;
}) => {
  const lockAsked = async (tx: Db, id: string, key: string): Promise<Asked | undefined> => {
    const request = await createRequestStore(tx).lock(id);
    if (!request?.act) return undefined;
    const { act } = request;
    return act.state === 'asked' && act.key === key ? { ...request, act } : undefined;
  };

  const policyNamed = async (tx: Db, customerId: string, number: string) => {
    const [policy] = await tx
      .select({ id: policies.id })
      .from(policies)
      .where(and(eq(policies.customerId, customerId), eq(policies.number, number)));
    return { id: policy?.id ?? null, number };
  };

  /** Confirms to the customer, once, that a request that is not done at once was received. */
  const acknowledged = async (tx: Db, request: Asked): Promise<RequestAct> => {
    if (request.state === 'pending' && !request.act.isAcknowledged) await settling.acknowledge(tx, request);
    return { ...request.act, isAcknowledged: true };
  };

  /** Stores the facts and the outcome of a completed act. @throws UnusableAnswer */
  const recordDone = async (tx: Db, request: Asked, answer: Done, source: string): Promise<void> => {
    const refused = await storeReturnedFacts(tx, writers, answer.facts, { source, now: clock.now() });
    for (const fact of refused)
      logger.error({ ...fact, request: request.id }, 'a fact of an act was refused');
    if (refused.some(({ type }) => type === 'policies')) throw new UnusableAnswer(refused);
    const { edition, reasons, effect, effectiveOn, premium, policyNumber } = answer;
    const { unusable: _, ...act } = request.act;
    await createRequestStore(tx).change(request.id, {
      act: { ...act, state: 'done', edition, reasons, ...receiptOf(answer) },
      askAgainAt: null,
    });
    if (isEarlierAcceptance(request)) await endEarlierAcceptance(tx, request, clock.now());
    // The request may have been settled during the call; the facts are valid all the same.
    if (request.state !== 'pending') return;
    const policy = policyNumber === null ? null : await policyNamed(tx, request.customerId, policyNumber);
    const texts = act.decided?.texts ?? null;
    const by: SettledBy = act.decided?.by ?? { kind: 'core', source, ...(edition !== null && { edition }) };
    await settling.settleRequest(
      tx,
      request.id,
      // A plan changes no premium.
      { result: 'accepted', effectiveOn, premium: request.kind === 'plan' ? null : premium, policy, texts },
      { by, language: request.language, effect },
    );
  };

  return {
    /** Records an answer with its facts and the outcome, unless another process already has. @throws UnusableAnswer */
    record: (id: string, key: string, answer: CoreActAnswer, source: string): Promise<void> =>
      withRetries('call', () =>
        db.transaction(async (tx) => {
          const request = await lockAsked(tx, id, key);
          if (!request) return;
          if (answer.result === 'done') await recordDone(tx, request, answer, source);
          else {
            const { result: state, edition, reasons } = answer;
            const { unusable: _, ...asked } = await acknowledged(tx, request);
            const act = {
              ...asked,
              ...{ state, edition, reasons, ...receiptOf(answer) },
            };
            await createRequestStore(tx).change(id, { act, askAgainAt: null });
            if (isEarlierAcceptance(request))
              await reopenEarlierAcceptance(tx, request, { reason: 'coreRefused', now: clock.now() });
          }
          await auditSystem(tx, 'core.settleRequest', {
            subject: request.customerId,
            object: { request: id },
            source,
            result: answer.result,
          });
        }),
      ),

    /**
     * Records an attempt without an answer that could be stored, and schedules the next one.
     * @param unusable why an answer could not be stored, so that the case's owner reads it; undefined if there was none
     */
    postpone: (id: string, key: string, unusable?: string[]): Promise<void> =>
      db.transaction(async (tx) => {
        const request = await lockAsked(tx, id, key);
        if (!request) return;
        const { unusable: _, ...act } = await acknowledged(tx, request);
        const tries = act.tries + 1;
        await createRequestStore(tx).change(id, {
          act: { ...act, tries, ...(unusable && { unusable }) },
          askAgainAt: nextAttempt(tries, clock.now()),
        });
      }),
  };
};
