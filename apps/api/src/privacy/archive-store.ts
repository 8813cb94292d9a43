import {
  changeRequests,
  claims,
  customers,
  type Db,
  documents,
  documentsToSign,
  privacyRequests,
  signedDocuments,
  staffViews,
  uploads,
} from '@hofn/database';
import type { Language } from '@hofn/texts';
import { and, desc, eq, getTableColumns, isNotNull, type SQL, sql } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import type { Customer } from '../platform/access.ts';
import { type Holding, holdings, keyOf, mentions, nameOf, type TableName } from './holdings.ts';

/** A row as the database has it, by the names of its columns. */
export type Row = Record<string, unknown>;

/** A content of the file store that is the customer's, and the name that it goes by. */
export type OwnFile = { folder: 'documents' | 'signed' | 'sent' | 'picture'; name: string; key: string };

/** How often others' rows name the customer, and the last time of it where the rows have one. */
export type Mention = { table: TableName; column: string; rows: number; last: string | null };

/** Columns that name a content, by whether the archive has those contents; `documents` has those that it makes. */
export const filedColumns: readonly PgColumn[] = [
  documents.fileIs,
  documents.fileEn,
  documentsToSign.fileIs,
  documentsToSign.fileEn,
  signedDocuments.file,
  changeRequests.ipid,
  customers.profilePicture,
  uploads.key,
];
/** Archives are not in archives. */
export const unfiledColumns: readonly PgColumn[] = [privacyRequests.file];

const page = 500;

const either = (language: Language, is: PgColumn, en: PgColumn): SQL<string> =>
  language === 'is' ? sql<string>`coalesce(${is}, ${en})` : sql<string>`coalesce(${en}, ${is})`;

/** All that is held of a person, read in pages, so that no table is ever in memory whole. */
export const createArchiveStore = (db: Db) => {
  const rowOf = ({ table, without = [] }: Holding): SQL =>
    without.length === 0
      ? sql`to_jsonb(${table})`
      : sql`to_jsonb(${table}) - ${sql.param([...without])}::text[]`;

  const rows = async function* (subject: Customer, holding: Holding): AsyncGenerator<Row> {
    const { table, of } = holding;
    const key = keyOf(table);
    const columns = sql.join(
      key.map((column) => sql`${column}`),
      sql`, `,
    );
    const place = sql`jsonb_build_array(${columns})`;
    let after: SQL | undefined;
    for (;;) {
      const found = await db
        .select({ row: sql<Row>`${rowOf(holding)}`, place: sql<Array<string | number>>`${place}` })
        .from(table)
        .where(and(sql`(${of(subject.id)})`, after))
        .orderBy(...key)
        .limit(page);
      for (const { row } of found) yield row;
      const last = found.at(-1);
      if (!last || found.length < page) return;
      const values = sql.join(
        last.place.map((value) => sql`${value}`),
        sql`, `,
      );
      after = sql`(${columns}) > (${values})`;
    }
  };

  return {
    rows,

    /** How many rows each table has of the customer, by its name. */
    counts: async (subject: Customer): Promise<Map<TableName, number>> => {
      const found = new Map<TableName, number>();
      for (const { table, of } of holdings)
        found.set(nameOf(table), await db.$count(table, sql`(${of(subject.id)})`));
      return found;
    },

    mentions: async (subject: Customer): Promise<Mention[]> => {
      const found: Mention[] = [];
      for (const { column, at, by } of mentions) {
        const { table } = column;
        const { customerId, id } = getTableColumns(table) as Record<string, PgColumn>;
        const whose = customerId ?? id;
        const others = whose && sql`${whose} <> ${subject.id}`;
        const [row] = await db
          .select({
            rows: sql<number>`count(*)::int`,
            last: at ? sql<string | null>`to_jsonb(max(${at})) #>> '{}'` : sql<null>`null`,
          })
          .from(table)
          .where(and(eq(column, subject[by]), others));
        if (row && row.rows > 0)
          found.push({ table: nameOf(table as Holding['table']), column: column.name, ...row });
      }
      return found;
    },

    claims: (subject: Customer, language: Language) =>
      db
        .select({
          title: language === 'is' ? claims.titleIs : claims.titleEn,
          number: claims.number,
          dateOfLoss: claims.dateOfLoss,
          status: claims.status,
          compensation: claims.compensation,
        })
        .from(claims)
        .where(eq(claims.customerId, subject.id))
        .orderBy(desc(claims.dateOfLoss), claims.id),

    /** Staff who have had the customer's data before them, newest first. */
    views: (subject: Customer) =>
      db
        .select({ name: staffViews.employeeName, at: staffViews.openedAt })
        .from(staffViews)
        .where(eq(staffViews.customerId, subject.id))
        .orderBy(desc(staffViews.openedAt), staffViews.id),

    /** Contents that lie in the file store already. */
    files: async (subject: Customer, language: Language): Promise<OwnFile[]> => {
      const title = language === 'is' ? documentsToSign.titleIs : documentsToSign.titleEn;
      const unsigned = either(language, documentsToSign.fileIs, documentsToSign.fileEn);
      const found = [
        (
          await db
            .select({ name: title, key: unsigned })
            .from(documentsToSign)
            .where(and(eq(documentsToSign.customerId, subject.id), sql`${unsigned} is not null`))
        ).map((file) => ({ ...file, folder: 'signed' as const, name: `${file.name}.pdf` })),
        (
          await db
            .select({ name: title, key: signedDocuments.file })
            .from(signedDocuments)
            .innerJoin(
              documentsToSign,
              and(
                eq(documentsToSign.customerId, signedDocuments.customerId),
                eq(documentsToSign.id, signedDocuments.id),
              ),
            )
            .where(eq(signedDocuments.customerId, subject.id))
        ).map((file) => ({ ...file, folder: 'signed' as const, name: `${file.name} ✓.pdf` })),
        (
          await db
            .select({ name: changeRequests.effectiveOn, key: sql<string>`${changeRequests.ipid}` })
            .from(changeRequests)
            .where(and(eq(changeRequests.customerId, subject.id), isNotNull(changeRequests.ipid)))
        ).map((file) => ({ ...file, folder: 'documents' as const, name: `IPID ${file.name}.pdf` })),
        (
          await db
            .select({ name: uploads.name, key: sql<string>`${uploads.key}` })
            .from(uploads)
            .where(and(eq(uploads.ownerId, subject.id), isNotNull(uploads.key)))
        ).map((file) => ({ ...file, folder: 'sent' as const })),
        (
          await db
            .select({ key: sql<string>`${customers.profilePicture}` })
            .from(customers)
            .where(and(eq(customers.id, subject.id), isNotNull(customers.profilePicture)))
        ).map((file) => ({ ...file, folder: 'picture' as const, name: 'profile.jpg' })),
      ];
      return found.flat();
    },
  };
};
export type ArchiveStore = ReturnType<typeof createArchiveStore>;
