import { systemClock } from '@hofn/domain/clock.ts';
import type { DemoClock } from '../../apps/core/src/core.ts';

const dayMs = 86_400_000;

/**
 * The clock of the demo (decision 108): the system's, until the core sets it forward. The API, its jobs, the core and the
 * sandbox share it; the identity provider keeps the real time, so that tokens and sessions last as long as they say.
 */
export const createDemoClock = (): DemoClock & {
  /** Sets what a night does. */
  onNight(run: () => Promise<void>): void;
} => {
  let offsetMs = 0;
  let runNight = async (): Promise<void> => {};
  return {
    now: () => new Date(systemClock.now().getTime() + offsetMs),
    forward: (days) => {
      offsetMs += days * dayMs;
    },
    runNight: () => runNight(),
    onNight: (run) => {
      runNight = run;
    },
  };
};
