import { setTimeout as pause } from 'node:timers/promises';
import type { Figure } from '../bench.ts';

/** What customers do in the storm. */
export type Action =
  | 'sign-in'
  | 'read'
  | 'claim'
  | 'photo sent'
  | 'photo checked'
  | 'payment'
  | 'preview'
  | 'act'
  | 'chat word';

const firstWaitMs = 500;
const longestWaitMs = 15_000;
/** How often a customer tries before giving up. */
const maxTries = 8;

/** Transient failures, by status: no response, rate limited, or a server error. */
const isTransient = (error: unknown): boolean => {
  const status = (error as { status?: number }).status ?? 0;
  return status === 0 || status === 429 || status >= 500;
};

const round = (ms: number): number => Math.round(ms);

/** The value that a share of all values does not exceed. */
const percentile = (sorted: readonly number[], share: number): number =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;

/** Records how long each action took, including retries and waits. */
export const createMeasure = () => {
  const times = new Map<Action, number[]>();
  const givenUp = new Map<Action, number>();
  const reasons = new Map<string, number>();

  const add = (kind: Action, ms: number): void => {
    const durations = times.get(kind) ?? [];
    durations.push(ms);
    times.set(kind, durations);
  };

  const giveUp = (kind: Action, error: unknown): void => {
    givenUp.set(kind, (givenUp.get(kind) ?? 0) + 1);
    const { status, errorCode, errors, message } = error as Record<string, unknown>;
    const reason = `${kind}: ${status ?? ''} ${errorCode ?? message} ${JSON.stringify(errors ?? {})}`;
    reasons.set(reason, (reasons.get(reason) ?? 0) + 1);
  };

  return {
    add,
    giveUp,
    /** Runs an action, retrying transient failures. Resolves to undefined once it is given up. */
    retry: async <Result>(kind: Action, action: () => Promise<Result>): Promise<Result | undefined> => {
      const began = performance.now();
      for (let tries = 1; ; tries += 1) {
        try {
          const result = await action();
          add(kind, performance.now() - began);
          return result;
        } catch (error) {
          if (!isTransient(error) || tries >= maxTries) {
            giveUp(kind, error);
            return undefined;
          }
          await pause(Math.min(firstWaitMs * 2 ** (tries - 1), longestWaitMs));
        }
      }
    },
    reasons,
    figures: (seconds: number): Figure[] =>
      [...times].flatMap(([kind, durations]) => {
        const sorted = durations.toSorted((a, b) => a - b);
        return [
          { name: `${kind}: done`, value: durations.length, unit: '' },
          { name: `${kind}: in a second`, value: round((durations.length / seconds) * 10) / 10, unit: '/s' },
          { name: `${kind}: p50`, value: round(percentile(sorted, 0.5)), unit: 'ms' },
          { name: `${kind}: p99`, value: round(percentile(sorted, 0.99)), unit: 'ms' },
          { name: `${kind}: given up`, value: givenUp.get(kind) ?? 0, unit: '' },
        ];
      }),
  };
};
export type Measure = ReturnType<typeof createMeasure>;
