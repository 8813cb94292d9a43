import {
  type Db,
  textBlocks as rows,
  textBlockUses as uses,
  textBlockVersions as versions,
} from '@hofn/database';
import { smallLetters } from '@hofn/database/schema/columns.ts';
import { and, asc, count, desc, eq, isNull, ne, sql } from 'drizzle-orm';

export type TextBlockVersionRow = typeof versions.$inferSelect;
type NewVersion = Omit<typeof versions.$inferInsert, 'version'>;

const isVersionThatHolds = and(eq(versions.blockId, rows.id), eq(versions.version, rows.version));

/** Text blocks and their versions. */
export const createTextBlockStore = (db: Db) => ({
  /** Those in use, by name. */
  current: (tx: Db = db): Promise<TextBlockVersionRow[]> =>
    tx
      .select({ version: versions })
      .from(rows)
      .innerJoin(versions, isVersionThatHolds)
      .where(isNull(rows.retiredAt))
      .orderBy(asc(smallLetters(rows.name)))
      .then((found) => found.map(({ version }) => version)),
  /** Makes writers wait for each other: they are few, and each looks whether a name is taken. */
  lock: async (tx: Db): Promise<void> => {
    await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended('text blocks', 0))`);
  },
  /** The version that holds of a block in use. */
  find: async (tx: Db, id: string): Promise<TextBlockVersionRow | undefined> =>
    (
      await tx
        .select({ version: versions })
        .from(rows)
        .innerJoin(versions, isVersionThatHolds)
        .where(and(eq(rows.id, id), isNull(rows.retiredAt)))
    )[0]?.version,
  /** Whether another block in use has a name, whatever its capital letters. */
  isTaken: async (tx: Db, name: string, id: string): Promise<boolean> =>
    (await tx.$count(
      rows,
      and(
        isNull(rows.retiredAt),
        ne(rows.id, id),
        sql`${smallLetters(rows.name)} = ${smallLetters(sql`${name}::text`)}`,
      ),
    )) > 0,
  add: async (tx: Db, version: NewVersion): Promise<void> => {
    await tx.insert(rows).values({ id: version.blockId, name: version.name, version: 1 });
    await tx.insert(versions).values({ ...version, version: 1 });
  },
  /** Adds the version after `after`, which holds from now on. */
  change: async (tx: Db, after: number, version: NewVersion): Promise<void> => {
    const next = after + 1;
    await tx.insert(versions).values({ ...version, version: next });
    await tx.update(rows).set({ name: version.name, version: next }).where(eq(rows.id, version.blockId));
  },
  retire: async (tx: Db, id: string, retiredAt: string): Promise<void> => {
    await tx.update(rows).set({ retiredAt }).where(eq(rows.id, id));
  },
  /** All versions of a block, the newest first, with in how many replies each was inserted. */
  versions: async (id: string): Promise<{ row: TextBlockVersionRow; uses: number }[]> => {
    const [found, counts] = await Promise.all([
      db.select().from(versions).where(eq(versions.blockId, id)).orderBy(desc(versions.version)),
      db
        .select({ version: uses.version, uses: count() })
        .from(uses)
        .where(eq(uses.blockId, id))
        .groupBy(uses.version),
    ]);
    return found.map((row) => ({
      row,
      uses: counts.find(({ version }) => version === row.version)?.uses ?? 0,
    }));
  },
});

/**
 * Records which versions were inserted into a reply to a case, each once.
 * @returns false when there is no such version
 */
export const recordUses = async (
  tx: Db,
  caseId: string,
  used: readonly { id: string; version: number }[],
  usedAt: string,
): Promise<boolean> => {
  const each = new Map(used.map((block) => [`${block.id} ${block.version}`, block]));
  for (const { id, version } of each.values()) {
    const isOne = and(eq(versions.blockId, id), eq(versions.version, version));
    if ((await tx.$count(versions, isOne)) === 0) return false;
    await tx.insert(uses).values({ caseId, blockId: id, version, usedAt });
  }
  return true;
};
