import { setTimeout as delay } from 'node:timers/promises';
import type { CoreEventPage } from '@hofn/contracts';
import { dayOf } from '@hofn/domain';
import type { Clock } from '@hofn/domain/clock.ts';
import type { Logger } from '@hofn/service';
import { openBook } from './book.ts';
import { handlers, requestEvents } from './events.ts';
import { createHofn, type HofnParts, HofnRefused } from './hofn.ts';
import { runNextDay } from './rules/day.ts';
import { sendFacts } from './send.ts';
import { createSettling, type Decision, type Trouble } from './settling.ts';

/** A clock that the demo can set forward, together with Höfn's services (decision 108). */
export type DemoClock = Clock & {
  /** Sets it forward by whole days. */
  forward(days: number): void;
  /** Runs Höfn's nightly jobs for the day that it shows. */
  runNight(): Promise<void>;
};

export type CoreParts = {
  connection: HofnParts;
  /** File of the core's own records. */
  bookFile: string;
  clock: Clock | DemoClock;
  logger: Logger;
  /** Seconds that reading events waits for the next one. */
  waitSeconds?: number;
};

const retryMs = 2000;
/** How often a start tries to load the opening book before it continues without. */
const openingTries = 5;
/** Days after which a calendar that has fallen behind is set instead of run: the demo was away for years. */
const mostDaysBehind = 400;

const isDemoClock = (clock: Clock | DemoClock): clock is DemoClock => 'forward' in clock;

/**
 * A small insurer's core system. It knows Höfn by the core connection alone (rule CORE-13): it sends facts, follows events
 * and settles requests. All its work is done one thing at a time.
 */
export const createCore = ({ connection, bookFile, clock, logger, waitSeconds = 20 }: CoreParts) => {
  const hofn = createHofn(connection);
  const book = openBook(bookFile, dayOf(clock.now()));
  const parts = { book, hofn, clock };
  const stopping = new AbortController();
  const settling = createSettling({ ...parts, logger });
  let isConnected = false;

  let last: Promise<unknown> = Promise.resolve();
  /** Runs work after all work before it. */
  const inTurn = <Result>(work: () => Promise<Result>): Promise<Result> => {
    const result = last.then(work);
    last = result.catch(() => undefined);
    return result;
  };

  const catchUp = async (): Promise<void> => {
    const today = dayOf(clock.now());
    const behind = (Date.parse(today) - Date.parse(book.state.today)) / 86_400_000;
    if (behind > mostDaysBehind) book.state.today = today;
    while (book.state.today < today) runNextDay(book);
    await sendFacts(parts);
  };

  const handle = async ({ events, next }: CoreEventPage): Promise<void> => {
    for (const event of events) {
      if (book.state.handled.includes(event.id)) continue;
      await handlers[event.type]?.(parts, event);
      book.noteEvent({ id: event.id, at: event.time, type: event.type, data: event.data });
    }
    book.state.cursor = next;
    await sendFacts(parts);
    if (events.some(({ type }) => requestEvents.has(type))) {
      await settling.read();
      await settling.settleByRule();
    }
    book.save();
  };

  const readEvents = async (): Promise<CoreEventPage> => {
    const { cursor } = book.state;
    const query = new URLSearchParams({ wait: String(waitSeconds), ...(cursor && { after: cursor }) });
    try {
      return await hofn.call<CoreEventPage>('GET', `events?${query}`, { signal: stopping.signal });
    } catch (error) {
      if (!(error instanceof HofnRefused) || error.status !== 410) throw error;
      return { events: [], next: error.problem.errors?.oldest?.[0] ?? '' };
    }
  };

  const follow = async (): Promise<void> => {
    while (!stopping.signal.aborted) {
      try {
        await inTurn(catchUp);
        const page = await readEvents();
        if (!isConnected) await inTurn(settling.read);
        await inTurn(() => handle(page));
        isConnected = true;
      } catch (error) {
        if (stopping.signal.aborted) break;
        isConnected = false;
        logger.warn({ err: error }, 'the core cannot reach Höfn');
        await delay(retryMs, undefined, { signal: stopping.signal }).catch(() => undefined);
      }
    }
  };
  let following: Promise<void> | undefined;

  return {
    book,
    requests: settling.requests,
    isConnected: (): boolean => isConnected,
    canForward: isDemoClock(clock),
    /** Sends what Höfn does not have yet, and follows events until `stop`; without an answer it tries again. */
    start: async (): Promise<void> => {
      // The demo is complete only with the opening book, and a machine that has just built the site may be busy.
      for (let tries = openingTries; tries > 0 && !stopping.signal.aborted; tries -= 1) {
        try {
          await inTurn(catchUp);
          break;
        } catch (error) {
          logger.warn({ err: error }, 'the core cannot reach Höfn');
          if (!book.state.isOpening) break;
          await delay(retryMs, undefined, { signal: stopping.signal }).catch(() => undefined);
        }
      }
      following ??= follow();
    },
    stop: async (): Promise<void> => {
      stopping.abort();
      await following;
      await last;
    },
    /** Sets the clock forward, day by day, with what the rules do on each. @throws Error without a demo clock */
    forward: (days: number): Promise<void> =>
      inTurn(async () => {
        if (!isDemoClock(clock)) throw new Error('This clock cannot be set forward');
        for (let day = 0; day < days; day += 1) {
          clock.forward(1);
          book.state.daysAhead += 1;
          runNextDay(book);
          await sendFacts(parts);
        }
        await clock.runNight();
      }),
    setRule: (isOn: boolean): Promise<void> =>
      inTurn(async () => {
        book.state.settlesByRule = isOn;
        book.save();
        await settling.settleByRule();
      }),
    /** Settles an open request by hand. @returns what went wrong; undefined when it is done, or was done before */
    decide: (id: string, decision: Decision): Promise<Trouble | undefined> =>
      inTurn(() => settling.decide(id, decision)),
  };
};
export type Core = ReturnType<typeof createCore>;
