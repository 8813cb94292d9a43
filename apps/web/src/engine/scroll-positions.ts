/** So many history entries are remembered in a visit; further back than that a page opens at its top. */
const mostEntries = 50;
const storedName = '@@scroll';

const readStored = (storage: Pick<Storage, 'getItem'>): Map<string, number> => {
  try {
    return new Map(JSON.parse(storage.getItem(storedName) ?? '[]'));
  } catch {
    // Refused, or not as this module wrote it.
    return new Map();
  }
};

/**
 * Scroll positions by history entry: in memory, and in storage once the document is left, so that a reload finds them.
 */
export const createPositions = (storage: Pick<Storage, 'getItem' | 'setItem'>) => {
  const positions = readStored(storage);
  const nameOf = (path: string, key: string): string => `${path}|${key}`;
  return {
    save(path: string, key: string, y: number): void {
      const name = nameOf(path, key);
      // The newest is last.
      positions.delete(name);
      positions.set(name, y);
    },
    read: (path: string, key: string): number | undefined => positions.get(nameOf(path, key)),
    /** Writes the newest positions to storage. */
    store(): void {
      try {
        storage.setItem(storedName, JSON.stringify([...positions].slice(-mostEntries)));
      } catch {
        // Full or refused: a reload begins at the top.
      }
    },
  };
};
