import { setTimeout as wait } from 'node:timers/promises';

const stateOf = (error: unknown): string => {
  const { code, cause } = error as { code?: unknown; cause?: unknown };
  if (typeof code === 'string' && /^[0-9A-Z]{5}$/.test(code)) return code;
  return cause instanceof Error ? stateOf(cause) : '';
};

// Serialization failure, deadlock.
const collisions = ['40001', '40P01'];
const lockTimeout = '55P03';
const uniqueViolation = '23505';
const mostTries = 5;

/** Which faults make a transaction run again. */
const reasonsToRepeat = {
  /** Nobody waits for an import: it also waits for locks that are held long. */
  import: new Set([...collisions, lockTimeout]),
  /** Of two transactions that store the same at once, the second sees what the first has stored when it runs again. */
  call: new Set([...collisions, uniqueViolation]),
};

/** Runs a transaction again when another one was in its way. */
export const withRetries = async <Result>(
  work: keyof typeof reasonsToRepeat,
  run: () => Promise<Result>,
): Promise<Result> => {
  for (let tries = 1; ; tries += 1) {
    try {
      return await run();
    } catch (error) {
      if (tries === mostTries || !reasonsToRepeat[work].has(stateOf(error))) throw error;
      await wait(tries * 200);
    }
  }
};

/**
 * What the database objects to in the data of a statement, without the data; undefined when the fault is not in the
 * data. What it rejects is a rule that no schema states, such as the largest number of a column.
 */
export const refusalOf = (error: unknown): string | undefined => {
  const state = stateOf(error);
  // Data exception, and integrity constraint violation.
  if (!/^2[23]/.test(state)) return undefined;
  const find = (of: unknown): string | undefined => {
    const { constraint, cause } = of as { constraint?: unknown; cause?: unknown };
    if (typeof constraint === 'string') return constraint;
    return cause instanceof Error ? find(cause) : undefined;
  };
  const constraint = find(error);
  return `The database cannot store it: ${constraint === undefined ? `error ${state}` : `it violates ${constraint}`}.`;
};
