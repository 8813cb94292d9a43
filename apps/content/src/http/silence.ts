// SQLSTATE classes of a server that is away, full, or going down: 08 connection, 53 resources, 57 operator, 58 system.
const away = /^(08|53|57|58)/;
// Codes of a socket that found nobody, or lost them.
const socket = /^(ECONN|ENOTFOUND|ETIMEDOUT|EPIPE|EHOSTUNREACH|EAI_AGAIN|ENOENT)/;
// What the drivers say without a code: pg of a pool or connection that has gone, PGlite of itself.
const gone =
  /connection (terminated|timeout|is closed)|timeout exceeded when trying to connect|Cannot use a pool after|PGlite is clos/i;

/** Whether an error says that the database does not answer, and not that it answered with a fault. */
export const isSilent = (error: unknown): boolean => {
  for (
    let current = error, depth = 0;
    current instanceof Error && depth < 5;
    current = current.cause, depth += 1
  ) {
    const code = 'code' in current && typeof current.code === 'string' ? current.code : '';
    if ((code.length === 5 && away.test(code)) || socket.test(code) || gone.test(current.message))
      return true;
  }
  return false;
};
