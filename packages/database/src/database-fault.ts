/** The database cannot be used as it is. `message` is one line that says what is wrong and how to fix it. */
export class DatabaseFault extends Error {
  override name = 'DatabaseFault';
}
