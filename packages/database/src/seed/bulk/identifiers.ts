/** Number of customers per seed, and of seeds, with unique ids; together they use up all temporary ids. */
export const customersPerSeed = 1_000_000;
export const seeds = 2000;

const ids = BigInt(customersPerSeed) * BigInt(seeds);
const whole = 2n ** 64n;

// Odd and not divisible by five, so multiplication permutes the slots without collisions.
const ssnFactor = 1_234_567_891n;
const idFactor = 0x9e3779b97f4a7c15n;
const policyFactor = 0xbf58476d1ce4e5b9n;

const slotOf = (seed: number, n: number): bigint => {
  if (!(seed >= 0 && seed < seeds && n >= 0 && n < customersPerSeed)) {
    throw new RangeError(`no slot for customer ${n} of seed ${seed}`);
  }
  return BigInt(seed) * BigInt(customersPerSeed) + BigInt(n);
};

/** A temporary kennitala, ten digits that start with 8 or 9 (rule KT-6), unique across all seeds. */
export const temporarySsn = (seed: number, n: number): string =>
  String(8_000_000_000n + ((slotOf(seed, n) * ssnFactor + 987_654_321n) % ids));

/**
 * A unique opaque id. It starts with the slot, so that customers loaded in sequence are adjacent in every index; with
 * scattered ids a large load would spend its time re-reading pages.
 */
export const bulkCustomerId = (seed: number, n: number): string => {
  const slot = slotOf(seed, n);
  const tail = ((slot * idFactor) % whole).toString(36).padStart(13, '0').slice(0, 7);
  return `${slot.toString(36).padStart(7, '0')}${tail}`;
};

/** A unique opaque id of a policy or claim; `index` is below 128. */
export const bulkRecordId = (seed: number, n: number, index: number): string =>
  (((slotOf(seed, n) * 128n + BigInt(index)) * policyFactor) % whole).toString(36).padStart(13, '0');
