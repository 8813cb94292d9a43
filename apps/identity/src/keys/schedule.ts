/** When a key became known and when it begins to be used. */
export type Scheduled = { generation: number; publishedAt: Date; usedFrom: Date };

/** How keys change. `publishMs` must outlast every cache of the published keys, `lifeMs` whatever a key has signed. */
export type Rotation = { everyMs: number; publishMs: number; lifeMs: number };

/** Newest first. */
const sorted = <Key extends Scheduled>(keys: readonly Key[]): Key[] =>
  keys.toSorted((a, b) => b.generation - a.generation);

/** The key to sign with: the newest whose time has come. */
export const keyInUse = <Key extends Scheduled>(keys: readonly Key[], now: Date): Key | undefined =>
  sorted(keys).find((key) => key.usedFrom <= now);

/**
 * The keys to publish and verify with, the one in use first: those to come, the one in use, and earlier ones until all
 * that they signed has expired (rule AUTH-14).
 */
export const keysKnown = <Key extends Scheduled>(
  keys: readonly Key[],
  now: Date,
  { lifeMs }: Rotation,
): Key[] => {
  const newestFirst = sorted(keys);
  const inUse = keyInUse(keys, now);
  const known = newestFirst.filter((_, index) => {
    const successor = newestFirst[index - 1];
    return !successor || now.getTime() < successor.usedFrom.getTime() + lifeMs;
  });
  return [...known.filter((key) => key === inUse), ...known.filter((key) => key !== inUse)];
};

/**
 * The key to make now, if any: the first at once in use; the next `publishMs` before the last has been in use for
 * `everyMs`, and published for that long before it signs.
 */
export const keyDue = (keys: readonly Scheduled[], now: Date, rotation: Rotation): Scheduled | undefined => {
  const [newest] = sorted(keys);
  if (!newest) return { generation: 1, publishedAt: now, usedFrom: now };
  const at = now.getTime();
  if (at < newest.usedFrom.getTime() + rotation.everyMs - rotation.publishMs) return undefined;
  return {
    generation: newest.generation + 1,
    publishedAt: now,
    usedFrom: new Date(at + rotation.publishMs),
  };
};
