import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { z } from 'zod';
import { hashOfFile } from './key-list.ts';

/** A backup that cannot be made or used; `message` is one line for the operator. */
export class BackupFault extends Error {
  override name = 'BackupFault';
}

const count = z.number().int().nonnegative();
const hash = z.string().regex(/^[0-9a-f]{64}$/);

/** What a backup contains, and how to tell that it is whole. */
export const manifestSchema = z.object({
  format: z.literal(1),
  /** Version of the product that made it. */
  release: z.string(),
  madeAt: z.iso.datetime(),
  engine: z.enum(['embedded', 'postgres']),
  /** Version of PostgreSQL. */
  server: z.string(),
  migrations: z.array(z.string()),
  /** Rows of each table. */
  tables: z.record(z.string(), count),
  /** The dump of the database. */
  database: z.object({ bytes: count, sha256: hash }),
  /** The contents that rows of the database refer to; `sha256` is of the list of their keys. */
  contents: z.object({
    count,
    bytes: count,
    sha256: hash,
    /** Keys of those that the file store did not have, or not unchanged. */
    faulty: z.array(hash),
  }),
});
export type Manifest = z.output<typeof manifestSchema>;

/** The files of a backup. */
export const partsOf = (folder: string) => ({
  manifest: join(folder, 'manifest.json'),
  database: join(folder, 'database.dump'),
  /** Keys of the contents, one per line, in order. */
  list: join(folder, 'contents.txt'),
  /** A file store in a folder: the contents, and the notes about erasures. */
  files: join(folder, 'files'),
});

const parseJson = (text: unknown): unknown => {
  try {
    return JSON.parse(String(text));
  } catch {
    return undefined;
  }
};

/** @throws BackupFault if the folder is not a complete backup */
export const readManifest = (folder: string): Manifest => {
  const { manifest } = partsOf(folder);
  if (!existsSync(manifest)) throw new BackupFault(`${folder} is not a complete backup: it has no manifest.`);
  const parsed = z.preprocess(parseJson, manifestSchema).safeParse(readFileSync(manifest, 'utf8'));
  if (!parsed.success) throw new BackupFault(`${manifest} is not a manifest that this release can read.`);
  return parsed.data;
};

/** Complete backups in the folder of another, the newest first. */
export const backupsBeside = (folder: string): Array<{ folder: string; manifest: Manifest }> => {
  const parent = dirname(folder);
  return readdirSync(parent, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && existsSync(partsOf(join(parent, entry.name)).manifest))
    .map(({ name }) => join(parent, name))
    .filter((beside) => beside !== folder)
    .flatMap((beside) => {
      try {
        return [{ folder: beside, manifest: readManifest(beside) }];
      } catch (error) {
        // Of a newer release, or damaged: not this command's business.
        if (error instanceof BackupFault) return [];
        throw error;
      }
    })
    .toSorted((a, b) => Date.parse(b.manifest.madeAt) - Date.parse(a.manifest.madeAt));
};

/** @throws BackupFault if the dump or the list of contents is not what the manifest says */
export const checkParts = async (folder: string, { database, contents }: Manifest): Promise<void> => {
  const { database: dump, list } = partsOf(folder);
  for (const [path, sha256] of [
    [dump, database.sha256],
    [list, contents.sha256],
  ] as const) {
    if (!existsSync(path)) throw new BackupFault(`${path} is missing.`);
    if ((await hashOfFile(path)) !== sha256) throw new BackupFault(`${path} was changed or is damaged.`);
  }
};
