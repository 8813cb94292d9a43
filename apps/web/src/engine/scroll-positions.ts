/** Maximum number of stored positions; older history entries open at the top. */
const maxEntries = 50;
const storageKey = '@@scroll';

const readStored = (storage: Pick<Storage, 'getItem'>): Map<string, number> => {
  try {
    return new Map(JSON.parse(storage.getItem(storageKey) ?? '[]'));
  } catch {
    // Blocked or malformed.
    return new Map();
  }
};

/**
 * Scroll positions by history entry: in memory, and written to storage when the document is left, for a reload.
 */
export const createPositions = (storage: Pick<Storage, 'getItem' | 'setItem'>) => {
  const positions = readStored(storage);
  const nameOf = (path: string, key: string): string => `${path}|${key}`;
  return {
    save(path: string, key: string, y: number): void {
      const name = nameOf(path, key);
      // Keeps the newest last.
      positions.delete(name);
      positions.set(name, y);
    },
    read: (path: string, key: string): number | undefined => positions.get(nameOf(path, key)),
    /** Writes the newest positions to storage. */
    store(): void {
      try {
        storage.setItem(storageKey, JSON.stringify([...positions].slice(-maxEntries)));
      } catch {
        // Full or blocked: a reload starts at the top.
      }
    },
  };
};
