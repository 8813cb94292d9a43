import type { PGlite } from '@electric-sql/pglite';
import type { PgDatabase, PgQueryResultHKT } from 'drizzle-orm/pg-core';
import type { TableRows } from './copy-rows.ts';

type Answer<Row> = { rows: Row[] };

interface AnswerKind extends PgQueryResultHKT {
  type: Answer<this['row']>;
}

/** Drizzle over either engine. A raw `execute` answers `{ rows }`; days and instants are strings. */
export type Db = PgDatabase<AnswerKind>;

export type Database = {
  db: Db;
  engine: 'embedded' | 'postgres';
  /** The way in for what brings its own SQL, as the job queue does: the one connection, or where to open more. */
  source: { client: PGlite } | { url: string };
  /** Migrates to the newest schema; safe when several processes do so at once. */
  migrate(): Promise<void>;
  /** @throws DatabaseFault unless the database has every migration of this code, on PostgreSQL also the job queue. */
  checkMigrated(): Promise<void>;
  /** Adds many rows fast, in one transaction: parents first, a field that some rows lack is null in them. */
  load(tables: readonly TableRows[]): Promise<void>;
  /** Settles when the database answers. */
  ping(): Promise<void>;
  close(): Promise<void>;
};

/** What is needed of a logger; pino's fits. */
export type DatabaseLogger = {
  warn(fields: object, message: string): void;
  error(fields: object, message: string): void;
};
