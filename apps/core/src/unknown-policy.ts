/** A request that this book cannot answer, since it does not have the policy. */
export class UnknownPolicy extends Error {
  override name = 'UnknownPolicy';
}
