/** When a key was published and when it becomes active. */
export type KeySchedule = { generation: number; publishedAt: Date; usedFrom: Date };

/** Key rotation. `publishMs` must exceed the lifetime of any cache of the published keys, `lifeMs` that of anything a key signed. */
export type Rotation = { everyMs: number; publishMs: number; lifeMs: number };

/** Newest first. */
const newestFirst = <Key extends KeySchedule>(keys: readonly Key[]): Key[] =>
  keys.toSorted((a, b) => b.generation - a.generation);

/** The key to sign with: the newest one that is already active. */
export const activeKey = <Key extends KeySchedule>(keys: readonly Key[], now: Date): Key | undefined =>
  newestFirst(keys).find((key) => key.usedFrom <= now);

/**
 * The keys to publish and verify with, the active one first: future keys, the active key, and earlier keys until
 * everything they signed has expired (rule AUTH-14).
 */
export const publishedKeys = <Key extends KeySchedule>(
  keys: readonly Key[],
  now: Date,
  { lifeMs }: Rotation,
): Key[] => {
  const sorted = newestFirst(keys);
  const active = activeKey(keys, now);
  const published = sorted.filter((_, index) => {
    const successor = sorted[index - 1];
    return !successor || now.getTime() < successor.usedFrom.getTime() + lifeMs;
  });
  return [...published.filter((key) => key === active), ...published.filter((key) => key !== active)];
};

/**
 * The key to create now, if any. The first one is active at once; each later one is created `publishMs` before the
 * newest has been active for `everyMs`, and published for `publishMs` before it signs.
 */
export const nextKey = (
  keys: readonly KeySchedule[],
  now: Date,
  rotation: Rotation,
): KeySchedule | undefined => {
  const [newest] = newestFirst(keys);
  if (!newest) return { generation: 1, publishedAt: now, usedFrom: now };
  const at = now.getTime();
  if (at < newest.usedFrom.getTime() + rotation.everyMs - rotation.publishMs) return undefined;
  return {
    generation: newest.generation + 1,
    publishedAt: now,
    usedFrom: new Date(at + rotation.publishMs),
  };
};
