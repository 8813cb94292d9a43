import { DatabaseFault } from './database-fault.ts';
import type { Database, DatabaseLogger } from './db.ts';
import { openFolder, openInMemory } from './embedded.ts';
import { openPostgres, type PoolLimits } from './postgres.ts';

export type { Database, DatabaseLogger, Db } from './db.ts';

export type DatabaseOptions = {
  /** PostgreSQL. */
  url?: string | undefined;
  /** PostgreSQL itself, if `url` is that of a pooler in transaction mode. */
  directUrl?: string | undefined;
  pool?: Partial<PoolLimits> | undefined;
  /** Folder of the embedded engine. */
  folder?: string | undefined;
  logger?: DatabaseLogger | undefined;
  /** In production the embedded engine is refused unless `allowEmbedded` is set. */
  production?: boolean | undefined;
  allowEmbedded?: boolean | undefined;
};

/**
 * Opens a database: PostgreSQL with `url`, the embedded engine with `folder`, or the embedded engine in memory with
 * neither. Does not migrate: call `migrate()`.
 * @throws DatabaseFault if the folder is locked, the server unreachable, the URL invalid, the schema too new for
 * the code, or the embedded engine not allowed in production.
 */
export const openDatabase = async (options: DatabaseOptions = {}): Promise<Database> => {
  const { url, directUrl, pool, folder, logger, production, allowEmbedded } = options;
  if (url) return openPostgres(url, { ...pool, ...(directUrl && { directUrl }), ...(logger && { logger }) });
  if (production && !allowEmbedded) {
    throw new DatabaseFault(
      'The embedded database may lose the last writes when power fails. In production set DATABASE_URL, or ALLOW_EMBEDDED_IN_PRODUCTION=true to take that risk.',
    );
  }
  if (production)
    logger?.warn({ folder }, 'embedded database in production: power loss may lose the last writes');
  return folder ? openFolder(folder) : openInMemory();
};
