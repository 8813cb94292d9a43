import type { CoreRequest } from '@hofn/contracts';
import type { Db } from '@hofn/database';
import type { Clock } from '@hofn/domain/clock.ts';
import type { Logger } from '@hofn/service';
import type { DeclinedCode } from './acts/decide.ts';
import { type Hofn, HofnRefused } from './hofn.ts';
import { createOutcomes, type Decision, Declined } from './outcomes.ts';
import {
  findRequest,
  openRequests,
  readConnection,
  removeRequest,
  replaceRequests,
} from './store/connection.ts';
import { outcomesToSend } from './store/outbox.ts';
import { findReferral } from './store/referral.ts';

/** Why a request could not be settled, for the page. */
export type Trouble = DeclinedCode | 'retracted' | 'refused' | 'noAnswer';

const isRetracted = (error: unknown): boolean =>
  error instanceof HofnRefused && error.problem.errorCode === 'requestRetracted';

/** The requests that wait for a decision, and their outcomes (rule CORE-10). */
export const createSettling = (parts: { db: Db; hofn: Hofn; clock: Clock; logger: Logger }) => {
  const { db, hofn, logger } = parts;
  const { decideOnce, send } = createOutcomes(parts);

  const list = async (state: string): Promise<CoreRequest[]> => {
    const found: CoreRequest[] = [];
    for (let cursor: string | null = ''; cursor !== null; ) {
      const query = new URLSearchParams({ state, ...(cursor && { cursor }) });
      const page: { items: CoreRequest[]; nextCursor: string | null } = await hofn.call(
        'GET',
        `requests?${query}`,
      );
      found.push(...page.items);
      cursor = page.nextCursor;
    }
    return found;
  };

  const read = async (): Promise<void> =>
    replaceRequests(db, [...(await list('open')), ...(await list('moreInformation'))]);

  const settle = async (request: CoreRequest, decision: Decision): Promise<void> => {
    await decideOnce(request, decision);
    for (const outcome of await outcomesToSend(db, request.id)) await send(outcome);
  };

  const isExpected = (error: unknown): boolean => error instanceof Declined || error instanceof HofnRefused;

  return {
    /** Reads them again. */
    read,
    /** Sends the outcomes that were decided before this process, or while Höfn did not answer. */
    sendWaiting: async (): Promise<void> => {
      for (const outcome of await outcomesToSend(db)) {
        await send(outcome).catch((error: unknown) => {
          if (!isExpected(error)) throw error;
          logger.warn({ err: error, request: outcome.requestId }, 'outcome refused');
        });
        await read();
      }
    },
    /** Accepts what waits, if the core does that by rule, and not everything is referred. */
    settleByRule: async (): Promise<void> => {
      if (!(await readConnection(db)).settlesByRule || (await findReferral(db))) return;
      for (const request of await openRequests(db)) {
        if (request.state !== 'open' || request.settledBy !== 'core') continue;
        try {
          await settle(request, { act: 'accept', by: 'switch' });
        } catch (error) {
          if (!isExpected(error)) throw error;
          logger.warn({ err: error, request: request.id }, 'request not settled by rule');
        }
      }
      await read();
    },
    /** Settles one by hand. @returns what went wrong; undefined when it is done, or was done before */
    decide: async (id: string, decision: Decision): Promise<Trouble | undefined> => {
      const request = await findRequest(db, id);
      if (!request) return undefined;
      try {
        await settle(request, decision);
        await removeRequest(db, id);
        // One that was asked about waits on; the event of it reads the list too.
        await read().catch((error: unknown) => logger.warn({ err: error }, 'requests not read'));
        return undefined;
      } catch (error) {
        logger.warn({ err: error, request: id }, 'request not settled');
        if (error instanceof Declined) return error.code;
        if (isRetracted(error)) {
          await removeRequest(db, id);
          return 'retracted';
        }
        if (error instanceof HofnRefused) return 'refused';
        // What was decided is stored, and sent when Höfn answers.
        if ((await outcomesToSend(db, id)).length > 0) return 'noAnswer';
        throw error;
      }
    },
  };
};
