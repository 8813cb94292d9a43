/** SQLSTATE of a statement that took too long. */
const statementTimeout = '57014';
// SQLSTATEs of a server that is unreachable, full, shutting down or broken (classes 08, 53, 57, 58), and of a lock or
// transaction that others waited for too long.
const unavailableStates = /^(?:08|53|57|58|55P03|25P03)/;
const socketCodes = /^(?:ECONN|ENOTFOUND|ETIMEDOUT|EPIPE|EHOSTUNREACH|ENETUNREACH|EAI_AGAIN|ENOSPC)/;
// Driver errors without a code: a closed pool or connection (pg), or a closed PGlite.
const messages =
  /connection (?:terminated|timeout|is closed)|timeout exceeded when trying to connect|cannot use a pool after|after calling end|not queryable|PGlite is clos/i;
const diskFull = new Set(['53100', 'ENOSPC']);
/** How long a full disk is reported after a statement failed because of it. */
const fullForMs = 60_000;

let lastFullAt = Number.NEGATIVE_INFINITY;

const codeOf = (error: Error): string => {
  if (!('code' in error) || typeof error.code !== 'string') return '';
  // The missing socket of a local server; otherwise it is a missing file.
  return error.code === 'ENOENT' && 'syscall' in error && error.syscall === 'connect'
    ? 'ECONNREFUSED'
    : error.code;
};

/**
 * What an error of the database, or an error caused by one, means for a request: `unavailable` when the database cannot be
 * used now (unreachable, out of disk or connections, stopping), `timeout` when a statement took too long. Undefined when a
 * statement was wrong, which is a bug. Also remembers that the disk was full, for `hadDiskSpace`.
 */
export const outageOf = (error: unknown): 'unavailable' | 'timeout' | undefined => {
  for (let current = error, depth = 0; current instanceof Error && depth < 6; depth += 1) {
    const code = codeOf(current);
    if (diskFull.has(code)) lastFullAt = performance.now();
    if (code === statementTimeout) return 'timeout';
    const isState = code.length === 5 && unavailableStates.test(code);
    if (isState || socketCodes.test(code) || messages.test(current.message)) return 'unavailable';
    current = current.cause;
  }
  return undefined;
};

/** Whether no statement of this process has failed in the last minute because the database's disk was full. */
export const hadDiskSpace = (): boolean => performance.now() - lastFullAt > fullForMs;
