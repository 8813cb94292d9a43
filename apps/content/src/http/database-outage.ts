// SQLSTATE classes of a server that is unreachable, full or shutting down: 08 connection, 53 resources, 57 operator, 58 system.
const sqlStates = /^(08|53|57|58)/;
// Socket errors.
const socketCodes = /^(ECONN|ENOTFOUND|ETIMEDOUT|EPIPE|EHOSTUNREACH|EAI_AGAIN|ENOENT)/;
// Driver errors without a code: a closed pool or connection (pg), or a closed PGlite.
const messages =
  /connection (terminated|timeout|is closed)|timeout exceeded when trying to connect|Cannot use a pool after|PGlite is clos/i;

/** Whether an error means that the database is unreachable, rather than that a statement failed. */
export const isDatabaseUnavailable = (error: unknown): boolean => {
  for (
    let current = error, depth = 0;
    current instanceof Error && depth < 5;
    current = current.cause, depth += 1
  ) {
    const code = 'code' in current && typeof current.code === 'string' ? current.code : '';
    if (
      (code.length === 5 && sqlStates.test(code)) ||
      socketCodes.test(code) ||
      messages.test(current.message)
    )
      return true;
  }
  return false;
};
