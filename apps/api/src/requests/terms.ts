/** When and for what yearly premium a request is accepted. */
export type Terms = {
  effectiveOn: string;
  premium: number;
  /** The policy's yearly premium when that was agreed; without it the agreed premium is the one to write. */
  premiumBefore?: number | undefined;
};

/**
 * The yearly premium to write on the day of an accepted change. Agreed is the difference that the change makes, so a
 * premium that has become another one meanwhile, as by a renewal, keeps its own change.
 * @throws Error when the difference is more than the premium has become
 */
export const premiumToWrite = (
  { premium, premiumBefore }: Pick<Terms, 'premium' | 'premiumBefore'>,
  premiumNow: number,
): number => {
  const changed = premiumNow + premium - (premiumBefore ?? premiumNow);
  if (changed < 0) throw new Error(`A premium of ${premiumNow} cannot be lowered by ${premiumNow - changed}`);
  return changed;
};
