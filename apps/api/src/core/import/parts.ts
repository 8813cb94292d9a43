import { coreImportParts, coreImports, type Db } from '@hofn/database';
import { and, asc, eq, lt, sql } from 'drizzle-orm';

/** A stored part of an import by calls. */
export type StoredPart = { part: number; file: string };

export const storePart = async (
  tx: Db,
  importId: string,
  { part, file, bytes }: StoredPart & { bytes: number },
): Promise<void> => {
  await tx
    .insert(coreImportParts)
    .values({ importId, part, file, bytes })
    .onConflictDoUpdate({
      target: [coreImportParts.importId, coreImportParts.part],
      set: { file, bytes },
    });
};

/** What a source may have stored before it is loaded. */
const mostOpen = 1000;
const mostBytes = 50 * 1024 ** 3;

/**
 * Why a source may not create or fill another import now: a faulty or stolen client must not fill the database and the file
 * store. Undefined when it may.
 */
export const storageFault = async (db: Db, source: string, bytes: number): Promise<string | undefined> => {
  const isOpen = and(eq(coreImports.source, source), eq(coreImports.state, 'open'));
  if (bytes === 0)
    return (await db.$count(coreImports, isOpen)) >= mostOpen
      ? `There are ${mostOpen} imports that have not been started.`
      : undefined;
  const [stored] = await db
    .select({ bytes: sql<number>`coalesce(sum(${coreImportParts.bytes}), 0)::float8` })
    .from(coreImportParts)
    .innerJoin(coreImports, eq(coreImports.id, coreImportParts.importId))
    .where(eq(coreImports.source, source));
  return (stored?.bytes ?? 0) + bytes > mostBytes
    ? `More than ${mostBytes} bytes wait to be loaded. Start what is stored first.`
    : undefined;
};

/** The parts of an import, by number. */
export const partsOf = (db: Db, importId: string): Promise<StoredPart[]> =>
  db
    .select({ part: coreImportParts.part, file: coreImportParts.file })
    .from(coreImportParts)
    .where(eq(coreImportParts.importId, importId))
    .orderBy(asc(coreImportParts.part));

/** Forgets the parts of an import that has ended; their contents are deleted the next night. */
export const dropParts = async (db: Db, importId: string): Promise<void> => {
  await db.delete(coreImportParts).where(eq(coreImportParts.importId, importId));
};

const keptMs = 30 * 86_400_000;

/** Deletes imports without progress for thirty days, with their errors, waiting lines and parts. */
export const forgetImports = async (db: Db, now: Date): Promise<void> => {
  const before = new Date(now.getTime() - keptMs).toISOString();
  const old = await db
    .select({ id: coreImports.id })
    .from(coreImports)
    .where(lt(coreImports.changedAt, before));
  for (const { id } of old)
    await db.delete(coreImports).where(and(eq(coreImports.id, id), lt(coreImports.changedAt, before)));
};
