import { visitStorage } from './visit-storage.ts';

/**
 * Positions by history entry, kept for the visit so that a reload finds them too; in memory where storage is refused.
 */
export const createPositions = (storage: Pick<Storage, 'getItem' | 'setItem'> | undefined) => {
  const memory = new Map<string, number>();
  const nameOf = (path: string, key: string): string => `@@scroll|${path}|${key}`;
  return {
    save(path: string, key: string, y: number): void {
      memory.set(nameOf(path, key), y);
      try {
        storage?.setItem(nameOf(path, key), String(y));
      } catch {
        // full or refused: memory has it for as long as the document lives
      }
    },
    read(path: string, key: string): number | undefined {
      const kept = memory.get(nameOf(path, key));
      if (kept !== undefined) return kept;
      try {
        const stored = storage?.getItem(nameOf(path, key));
        return stored ? Number(stored) : undefined;
      } catch {
        return undefined;
      }
    },
  };
};

let positions: ReturnType<typeof createPositions> | undefined;

/** Scroll positions of the visit. */
export const visitPositions = (): ReturnType<typeof createPositions> => {
  positions ??= createPositions(visitStorage());
  return positions;
};
