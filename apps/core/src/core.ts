import { setTimeout as delay } from 'node:timers/promises';
import type { CoreEventPage } from '@hofn/contracts';
import { type Database, holdLock } from '@hofn/database';
import { addDays, dayOf } from '@hofn/domain';
import type { Clock } from '@hofn/domain/clock.ts';
import type { Logger } from '@hofn/service';
import { requestEvents } from './events.ts';
import { createFeed } from './feed.ts';
import { createHofn, type HofnParts } from './hofn.ts';
import type { Decision } from './outcomes.ts';
import type { BankAddress } from './payouts/bank.ts';
import { followPayouts } from './payouts/follow.ts';
import { sendFacts } from './send.ts';
import { createSettling, type Trouble } from './settling.ts';
import { moveCalendar, readCalendar, setDemoHandler, setForward } from './store/calendar.ts';
import { forgetEvents, noteReached, readConnection, saveConnection } from './store/connection.ts';
import { countWork, workPortion } from './store/work.ts';

/** A clock that the demo can set forward, together with Höfn's services (decision 108). */
export type DemoClock = Clock & {
  /** Sets it forward by whole days. */
  forward(days: number): void;
  /** Runs Höfn's nightly jobs for the day that it shows. */
  runNight(): Promise<void>;
};

export type CoreParts = {
  connection: HofnParts;
  database: Database;
  clock: Clock | DemoClock;
  logger: Logger;
  /** Seconds that reading events waits for the next one. */
  waitSeconds?: number;
  /** Customers whose day's work is done in one transaction. */
  portionSize?: number;
  /** Whether a demo's simulated handler decides claims; default: nobody but people does. */
  hasDemoHandler?: boolean;
  /** The bank that pays claims; without one, approved payments wait. */
  bank?: BankAddress | undefined;
};

const retryMs = 2000;
/** How often a start tries to load the facts that the core was opened with before it continues without. */
const openingTries = 5;
/** How long a replica that does not read events waits before it looks for work, and for the lock, again. */
const idleMs = 5000;
/** Portions of a day's work between two looks at events and facts to send. */
const portionsAtOnce = 20;
/** One replica at a time reads events and sends facts. */
const lockName = 'insurance connection';

const isDemoClock = (clock: Clock | DemoClock): clock is DemoClock => 'forward' in clock;

/** Runs work one thing after the other. */
const createTurns = () => {
  let last: Promise<unknown> = Promise.resolve();
  return {
    /** Runs work after all work before it. */
    inTurn: <Result>(work: () => Promise<Result>): Promise<Result> => {
      const result = last.then(work);
      last = result.catch(() => undefined);
      return result;
    },
    settled: () => last,
  };
};

/** Sends what the core was opened with. The demo is complete only with it, and a machine that just built the site is busy. */
const sendOpening = async ({
  logger,
  stopping,
  inTurn,
  ...sending
}: Parameters<typeof sendFacts>[0] & {
  logger: Logger;
  stopping: AbortSignal;
  inTurn: (work: () => Promise<void>) => Promise<void>;
}): Promise<void> => {
  for (let tries = openingTries; tries > 0 && !stopping.aborted; tries -= 1) {
    if (!(await readConnection(sending.db)).isOpening) return;
    try {
      await inTurn(() => sendFacts(sending, stopping));
    } catch (error) {
      logger.warn({ err: error }, 'the core cannot reach Höfn');
      await delay(retryMs, undefined, { signal: stopping }).catch(() => undefined);
    }
  }
};

/**
 * The insurance core: it owns policies, premiums, instalments, accounts and claims. It knows Höfn by the core connection
 * alone (rule CORE-13): it sends facts, follows events and settles requests. All its work in one process is done one thing
 * at a time; replicas share each day's work, and one of them reads events.
 */
export const createCore = (parts: CoreParts) => {
  const {
    connection,
    database,
    clock,
    logger,
    waitSeconds = 20,
    portionSize = 50,
    hasDemoHandler = false,
    bank,
  } = parts;
  const { db } = database;
  const hofn = createHofn(connection);
  const stopping = new AbortController();
  const sending = { db, hofn, clock };
  const feed = createFeed({ db, hofn });
  const settling = createSettling({ ...sending, logger });

  const { inTurn, settled } = createTurns();

  /** Does portions of the day's work. @returns whether some may be left */
  const workSome = async (portions: number): Promise<boolean> => {
    for (let done = 0; done < portions; done += 1) {
      if (stopping.signal.aborted) return false;
      const { customers, faults } = await workPortion(db, portionSize);
      for (const { error } of faults) logger.error({ err: error }, 'the day’s work of a customer failed');
      if (customers === 0) return false;
    }
    return true;
  };

  /** Moves the calendar to the clock's day, and does portions of its work. @returns whether some may be left */
  const catchUp = async (): Promise<boolean> => {
    await moveCalendar(db, dayOf(clock.now()));
    return workSome(portionsAtOnce);
  };

  const handle = async (page: CoreEventPage): Promise<void> => {
    await feed.handle(page);
    await sendFacts(sending, stopping.signal);
    if (!page.events.some(({ type }) => requestEvents.has(type))) return;
    await settling.read();
    await settling.settleByRule();
  };

  /** One round of the replica that has the connection: send what is left, then wait for events and handle them. */
  const exchange = async ({ isFirst, isBusy }: { isFirst: boolean; isBusy: boolean }): Promise<void> => {
    await inTurn(async () => {
      await sendFacts(sending, stopping.signal);
      await settling.sendWaiting();
    });
    const page = await feed.read(isBusy ? 0 : waitSeconds, stopping.signal);
    await noteReached(db, true);
    await inTurn(async () => {
      if (isFirst) {
        await forgetEvents(db);
        await settling.read();
        await settling.settleByRule();
      }
      await handle(page);
    });
  };

  const pause = (ms: number): Promise<void> =>
    delay(ms, undefined, { signal: stopping.signal }).catch(() => undefined);

  /** Lets the connection go; undefined while another replica has it. */
  let release: (() => Promise<void>) | undefined;

  /** Sends what payments have changed. The replica with the connection sends what the others have changed with its next facts. */
  const send = async () => release && inTurn(() => sendFacts(sending, stopping.signal));

  const follow = async (): Promise<void> => {
    let isFirst = true;
    while (!stopping.signal.aborted) {
      try {
        const isBusy = await inTurn(catchUp);
        release ??= await holdLock(database.source, lockName);
        if (release) {
          await exchange({ isFirst, isBusy });
          isFirst = false;
        } else if (!isBusy) await pause(idleMs);
      } catch (error) {
        if (stopping.signal.aborted) break;
        isFirst = true;
        logger.warn({ err: error }, 'the core cannot go on, and tries again');
        await noteReached(db, false).catch(() => undefined);
        await pause(retryMs);
      }
    }
    await release?.();
  };
  let following: Promise<unknown> | undefined;

  return {
    db,
    canForward: isDemoClock(clock),
    /**
     * Opens the core, sends what it was opened with, and works until `stop`; without an answer of Höfn it tries again.
     */
    start: async (): Promise<void> => {
      await moveCalendar(db, dayOf(clock.now()));
      await setDemoHandler(db, hasDemoHandler);
      await sendOpening({ ...sending, logger, stopping: stopping.signal, inTurn });
      following ??= Promise.all([
        follow(),
        bank && followPayouts({ ...sending, logger, stopping: stopping.signal, bank, send }),
      ]);
    },
    stop: async (): Promise<void> => {
      stopping.abort();
      await following;
      await settled();
    },
    /** Sets the clock forward, day by day, with what the rules do on each. @throws Error without a demo clock */
    forward: (days: number): Promise<void> =>
      inTurn(async () => {
        if (!isDemoClock(clock)) throw new Error('This clock cannot be set forward');
        for (let day = 0; day < days; day += 1) {
          const { today } = await readCalendar(db);
          clock.forward(1);
          await setForward(db, addDays(today, 1));
          while (
            ((await workSome(portionsAtOnce)) || (await countWork(db)).toDo > 0) &&
            !stopping.signal.aborted
          );
          await sendFacts(sending);
        }
        await clock.runNight();
      }),
    setRule: (isOn: boolean): Promise<void> =>
      inTurn(async () => {
        await saveConnection(db, { settlesByRule: isOn });
        if (isOn) await settling.settleByRule();
      }),
    /** Settles an open request by hand. @returns what went wrong; undefined when it is done, or was done before */
    decide: (id: string, decision: Decision): Promise<Trouble | undefined> =>
      inTurn(() => settling.decide(id, decision)),
  };
};
export type Core = ReturnType<typeof createCore>;
