import type { Calls } from '@hofn/contracts';
import type { z } from 'zod';
import { ApiError } from '../../session/api-error.ts';

type Call = Calls['deskNews'];
export type NewsQuery = z.input<Call['body']>;
export type News = z.output<Call['response']>;
export type OpenNews = NonNullable<News['open']>;

/** The list that is shown: since when it has to hear of changes, and by which filter. */
export type ShownList = {
  since: string;
  filter: NewsQuery['filter'];
  onNews: (news: Pick<News, 'changed' | 'counts' | 'isTooMuch'>) => void;
};

/** The case that is open. `onNews` is given null when it can no longer be opened. */
export type ShownCase = { id: string; isWriting: () => boolean; onNews: (news: OpenNews | null) => void };

/** `cutAt`: since when there has been no answer, in milliseconds since 1970; `isBack`: whether it was cut before. */
export type LiveState = { cutAt: number | undefined; isBack: boolean };

type Parts = {
  ask: (query: NewsQuery, signal: AbortSignal) => Promise<News>;
  /** Milliseconds since 1970. */
  now: () => number;
  /** @returns a function that cancels the timer */
  schedule: (run: () => void, ms: number) => () => void;
  /** Random number from 0 to 1, so that desks do not all ask at the same time after an outage. */
  randomFraction: () => number;
};

const everyMs = 5_000;
/** Pauses after failures; the last one repeats. */
const retriesMs = [5_000, 5_000, 10_000, 20_000, 30_000];
/** Failures after which the desk says that it is cut off: one alone may be a replica that has stopped. */
const cutAfter = 2;
/** Totals are counted at most this often because of changes, and this often because time passes. */
const countsMs = { afterChange: 15_000, always: 60_000 };

/**
 * Asks for what has changed while a list or a case is shown (rule DESK-3), one request for both every five seconds, and none while
 * the window is hidden. Changes are asked for from a cursor, so that a cut or a pause misses nothing.
 */
export const createLiveDesk = ({ ask, now, schedule, randomFraction }: Parts) => {
  let list: ShownList | undefined;
  let open: ShownCase | undefined;
  let state: LiveState = { cutAt: undefined, isBack: false };
  let isVisible = true;
  let isEnded = false;
  let failures = 0;
  let answeredAt = now();
  let countedAt = now();
  let hasUncounted = false;
  let request: AbortController | undefined;
  let cancelTimer = (): void => {};
  const listeners = new Set<() => void>();

  const setState = (next: LiveState): void => {
    if (next.cutAt === state.cutAt && next.isBack === state.isBack) return;
    state = next;
    for (const listener of listeners) listener();
  };

  const planIn = (ms: number): void => {
    cancelTimer();
    cancelTimer = schedule(() => void look(), ms * (1 + randomFraction() / 10));
  };

  const wantedCounts = (): NonNullable<NewsQuery['counts']> => {
    const age = now() - countedAt;
    if (!list) return 'none';
    if (age >= countsMs.always || (hasUncounted && age >= countsMs.afterChange)) return 'always';
    return age >= countsMs.afterChange ? 'whenChanged' : 'none';
  };

  const pass = (news: News, to: { list: ShownList | undefined; open: ShownCase | undefined }): void => {
    failures = 0;
    answeredAt = now();
    setState({ cutAt: undefined, isBack: state.isBack || state.cutAt !== undefined });
    // What was asked for another list or case is of no use to the one that is shown now.
    if (to.list && to.list === list) {
      if (news.since !== null) list.since = news.since;
      if (news.counts) countedAt = now();
      hasUncounted = news.counts === null && (hasUncounted || news.changed.length > 0 || news.isTooMuch);
      list.onNews(news);
    }
    if (to.open && to.open === open) open.onNews(news.open);
  };

  const fail = (error: unknown): void => {
    if (!(error instanceof ApiError)) throw error;
    // The role has ended: what is shown says so when it is read again.
    if (error.status === 403) isEnded = true;
    // A cursor of another release: the list is read again, and has a new one.
    if (error.status === 400 && list) list.onNews({ changed: [], counts: null, isTooMuch: true });
    failures += 1;
    const isCut = error.status === 0 || error.status >= 500;
    if (isCut && failures >= cutAfter) setState({ cutAt: state.cutAt ?? answeredAt, isBack: false });
  };

  const look = async (): Promise<void> => {
    cancelTimer();
    if (request || isEnded || !isVisible || (!list && !open)) return;
    const shown = { list, open };
    const controller = new AbortController();
    request = controller;
    try {
      const news = await ask(
        {
          ...(list && { since: list.since, filter: list.filter, counts: wantedCounts() }),
          ...(open && { open: { id: open.id, isWriting: open.isWriting() } }),
        },
        controller.signal,
      );
      if (!controller.signal.aborted) pass(news, shown);
    } catch (error) {
      if (!controller.signal.aborted) fail(error);
    } finally {
      if (request === controller) request = undefined;
      const isOther = shown.list !== list || shown.open !== open;
      if (!isEnded) planIn(failures > 0 ? (retriesMs[failures - 1] ?? 30_000) : isOther ? 0 : everyMs);
    }
  };

  return {
    state: (): LiveState => state,
    subscribe: (listener: () => void): (() => void) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    /** @returns a function that ends it */
    showList: (shown: ShownList): (() => void) => {
      list = shown;
      // The list came with its totals.
      countedAt = now();
      hasUncounted = false;
      if (!request) planIn(everyMs);
      return () => {
        if (list === shown) list = undefined;
      };
    },
    /** @returns a function that ends it */
    showCase: (shown: ShownCase): (() => void) => {
      open = shown;
      if (!request) planIn(0);
      return () => {
        if (open === shown) open = undefined;
      };
    },
    /** Asks at once: the window is visible again, or the network is back. */
    wake: (): void => void look(),
    setVisible: (isNow: boolean): void => {
      isVisible = isNow;
      if (isNow) void look();
      else cancelTimer();
    },
    /** The browser says that there is no network. */
    disconnect: (): void => setState({ cutAt: state.cutAt ?? answeredAt, isBack: false }),
    stop: (): void => {
      isEnded = true;
      cancelTimer();
      request?.abort();
    },
  };
};
export type LiveDesk = ReturnType<typeof createLiveDesk>;
