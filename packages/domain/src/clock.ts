/** Time as a part that is passed in, so that a test decides what time it is. */
export type Clock = { now(): Date };

/** The machine's own time. */
export const systemClock: Clock = { now: () => new Date() };
