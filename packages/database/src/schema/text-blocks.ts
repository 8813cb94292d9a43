import { sql } from 'drizzle-orm';
import { foreignKey, index, integer, pgTable, primaryKey, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { cases } from './cases.ts';
import { instant, smallLetters } from './columns.ts';

/** Texts that employees insert into replies to cases (rule DESK-6): which version holds, and its name. */
export const textBlocks = pgTable(
  'text_blocks',
  {
    id: text().primaryKey(),
    /** That of the version that holds. Here because it is unique among those that are in use. */
    name: text().notNull(),
    version: integer().notNull(),
    /** Null while it is in use. */
    retiredAt: instant('retired_at'),
  },
  (table) => [uniqueIndex('text_blocks_name').on(smallLetters(table.name)).where(sql`retired_at is null`)],
);

/** Each version of a text block; append-only. */
export const textBlockVersions = pgTable(
  'text_block_versions',
  {
    blockId: text('block_id')
      .notNull()
      .references(() => textBlocks.id),
    /** From 1. */
    version: integer().notNull(),
    name: text().notNull(),
    /** The kind of case that it is for, as the contract names it; null for all. */
    caseKind: text('case_kind'),
    textIs: text('text_is').notNull(),
    textEn: text('text_en').notNull(),
    /** Name of the employee; null for what came with the system. */
    writtenBy: text('written_by'),
    writtenAt: instant('written_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.blockId, table.version] })],
);

/** Which versions were inserted into the replies to a case. */
export const textBlockUses = pgTable(
  'text_block_uses',
  {
    caseId: text('case_id')
      .notNull()
      .references(() => cases.id, { onDelete: 'cascade' }),
    blockId: text('block_id').notNull(),
    version: integer().notNull(),
    /** When the reply was sent. */
    usedAt: instant('used_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.caseId, table.blockId, table.version, table.usedAt] }),
    foreignKey({
      name: 'text_block_uses_version',
      columns: [table.blockId, table.version],
      foreignColumns: [textBlockVersions.blockId, textBlockVersions.version],
    }),
    index('text_block_uses_of_version').on(table.blockId, table.version),
  ],
);
