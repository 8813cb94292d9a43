import { setTimeout } from 'node:timers/promises';

/** A function that is called again and again. */
export type Loop = { stop(): Promise<void> };

/**
 * Calls `run` again and again, with a pause of `everyMs` after each call, until it is stopped.
 * @param run gets a signal that is aborted by the stop, so that a long run can end early
 * @param onError is called with what `run` throws; the loop goes on
 */
export const startLoop = (
  everyMs: number,
  run: (stopping: AbortSignal) => Promise<unknown>,
  onError: (error: unknown) => void,
): Loop => {
  const stopped = new AbortController();
  const turn = async (): Promise<void> => {
    while (!stopped.signal.aborted) {
      await run(stopped.signal).catch((error: unknown) => {
        if (!stopped.signal.aborted) onError(error);
      });
      await setTimeout(everyMs, undefined, { signal: stopped.signal, ref: false }).catch(() => {});
    }
  };
  const ended = turn();
  return {
    stop: () => {
      stopped.abort();
      return ended;
    },
  };
};
