import type { Database, DatabaseLogger } from './db.ts';
import { openFolder, openInMemory } from './embedded.ts';
import { DatabaseFault } from './fault.ts';
import { openPostgres, type PoolLimits } from './postgres.ts';

export type { Database, DatabaseLogger, Db } from './db.ts';

export type DatabaseOptions = {
  /** PostgreSQL. */
  url?: string | undefined;
  /** PostgreSQL itself, where `url` leads to a pooler in transaction mode. */
  directUrl?: string | undefined;
  pool?: Partial<PoolLimits> | undefined;
  /** The embedded engine, kept in this folder. */
  folder?: string | undefined;
  logger?: DatabaseLogger | undefined;
  /** In production the embedded engine is refused, unless `allowEmbedded`. */
  production?: boolean | undefined;
  allowEmbedded?: boolean | undefined;
};

/**
 * Opens a database: PostgreSQL by `url`, the embedded engine in `folder`, or embedded in memory with neither.
 * It does not migrate: call `migrate()`.
 * @throws DatabaseFault in one line: folder held by another process, server out of reach, URL wrong, schema newer
 * than the code, embedded engine in production.
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
