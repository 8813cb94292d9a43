/** The database cannot be used as it is. `message` is one line that says what is wrong and how to fix it. */
export class DatabaseFault extends Error {
  override name: string = 'DatabaseFault';
}

/** The server does not answer or accept connections now, and may do so later. */
export class DatabaseUnreachable extends DatabaseFault {
  override name = 'DatabaseUnreachable';
}
