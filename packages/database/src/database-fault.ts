/** A database that cannot be used as it stands. `message` is one line that says what is wrong and how to mend it. */
export class DatabaseFault extends Error {
  override name = 'DatabaseFault';
}
