import { DatabaseFault } from '@hofn/database/database-fault.ts';
import { SettingsError } from './settings.ts';

/** What a command refuses: wrong arguments, files that they name, or a change that is not allowed. */
export class CommandError extends Error {}

const isOfParseArgs = (error: unknown): boolean =>
  error instanceof TypeError && 'code' in error && String(error.code).startsWith('ERR_PARSE_ARGS');

const isRefusal = (error: unknown): boolean =>
  error instanceof CommandError || error instanceof SettingsError || isOfParseArgs(error);

/**
 * Runs a command of `npm run`. An error that its user can do something about is printed without a stack trace: exit code 2 for
 * what it refuses and for wrong settings, 1 for the database and `faults` of the command's own. Any other is thrown.
 */
export const runCommand = async (
  run: () => Promise<void>,
  faults: readonly (abstract new (...args: never[]) => Error)[] = [],
): Promise<void> => {
  try {
    await run();
  } catch (error) {
    const isExpected = isRefusal(error) || [DatabaseFault, ...faults].some((kind) => error instanceof kind);
    if (!isExpected) throw error;
    console.error((error as Error).message);
    process.exitCode = isRefusal(error) ? 2 : 1;
  }
};
