import type { CoreOutcome, CoreRequest } from '@hofn/contracts';
import type { Clock } from '@hofn/domain/clock.ts';
import type { Logger } from '@hofn/service';
import type { Book } from './book.ts';
import { type Hofn, HofnRefused } from './hofn.ts';
import { acceptRequest, UnknownPolicy } from './requests.ts';
import { sendFacts } from './send.ts';

/** Why a request could not be settled, for the page. */
export type Trouble = 'unknownPolicy' | 'retracted' | 'refused' | 'noAnswer';

/** A decision on a request, as the page sends it. */
export type Decision = { act: 'accept' } | { act: 'refuse' | 'ask'; texts: { is: string; en: string } };

const isRetracted = (error: unknown): boolean =>
  error instanceof HofnRefused && error.problem.errorCode === 'requestRetracted';

const outcomeOf = (book: Book, request: CoreRequest, decision: Decision): CoreOutcome => {
  if (decision.act === 'accept') {
    const policyNumber = acceptRequest(book, request, book.state.today);
    const { effectiveOn, premium } = request;
    return { result: 'accepted', effectiveOn, premium, policyNumber, texts: null };
  }
  const result = decision.act === 'ask' ? 'moreInformation' : 'refused';
  return { result, texts: decision.texts };
};

/** The requests that wait for a decision, and their outcomes (rule CORE-10). */
export const createSettling = (parts: { book: Book; hofn: Hofn; clock: Clock; logger: Logger }) => {
  const { book, hofn, logger } = parts;
  let requests: CoreRequest[] = [];

  const read = async (): Promise<void> => {
    const list = async (state: string) =>
      (await hofn.call<{ items: CoreRequest[] }>('GET', `requests?state=${state}`)).items;
    requests = [...(await list('open')), ...(await list('moreInformation'))];
  };

  const settle = async (request: CoreRequest, decision: Decision): Promise<void> => {
    const putBack = book.remember();
    const outcome = outcomeOf(book, request, decision);
    // The facts first, so that the outcome links to the policy.
    await sendFacts(parts);
    try {
      await hofn.call('PUT', `requests/${request.id}/outcome`, { body: outcome });
    } catch (error) {
      // The customer took the request back just now.
      if (isRetracted(error)) {
        putBack();
        await sendFacts(parts);
      }
      throw error;
    }
    logger.info({ request: request.id, result: outcome.result }, 'request settled');
  };

  return {
    requests: (): readonly CoreRequest[] => requests,
    /** Reads them again. */
    read,
    /** Accepts what waits, if the core does that by rule. */
    settleByRule: async (): Promise<void> => {
      if (!book.state.settlesByRule) return;
      for (const request of requests) {
        if (request.state !== 'open' || request.settledBy !== 'core') continue;
        try {
          await settle(request, { act: 'accept' });
        } catch (error) {
          if (!(error instanceof UnknownPolicy || error instanceof HofnRefused)) throw error;
          logger.warn({ err: error, request: request.id }, 'request not settled by rule');
        }
      }
      await read();
    },
    /** Settles one by hand. @returns what went wrong; undefined when it is done, or was done before */
    decide: async (id: string, decision: Decision): Promise<Trouble | undefined> => {
      const request = requests.find((each) => each.id === id);
      if (!request) return undefined;
      try {
        await settle(request, decision);
        await read();
        return undefined;
      } catch (error) {
        logger.warn({ err: error, request: id }, 'request not settled');
        if (error instanceof UnknownPolicy) return 'unknownPolicy';
        if (isRetracted(error)) {
          await read();
          return 'retracted';
        }
        return error instanceof HofnRefused ? 'refused' : 'noAnswer';
      }
    },
  };
};
