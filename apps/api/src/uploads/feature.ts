import { documents, uploads as table } from '@hofn/database';
import { and, eq, isNotNull, sql } from 'drizzle-orm';
import { isGone, isLooseMemo } from '../documents/personal-data.ts';
import { defineFeature } from '../feature.ts';
import { ownRows } from '../platform/personal-data.ts';
import { createScan } from '../platform/uploads/scan.ts';
import { createUploadCheck, uploadQueue } from '../platform/uploads/uploads.ts';
import { uploadHandlers } from './routes.ts';

/** Files that customers and visitors upload, and the visits of people who have not signed in. */
export const uploads = defineFeature({
  name: 'uploads',
  handlers: uploadHandlers,
  queues: [
    {
      queue: uploadQueue,
      events: ['file.received'],
      work: (services) => createUploadCheck({ ...services, scan: createScan(services.settings.CLAMD_URL) }),
    },
  ],
  jobs: [
    { name: 'uploads.forget', at: '28 3 * * *', run: (services) => services.uploads.deleteAbandoned() },
    { name: 'visits.forget', at: '27 3 * * *', run: ({ visits }) => visits.deleteExpired() },
  ],
  personalData: {
    holdings: [ownRows(table.ownerId)],
    // Somebody else may have typed the name.
    leftOut: { upload_parts: 'passing', visits: 'unproved' },
    files: {
      columns: [table.key],
      find: async (db, subject) =>
        (
          await db
            .select({ name: table.name, key: sql<string>`${table.key}` })
            .from(table)
            .where(and(eq(table.ownerId, subject.id), isNotNull(table.key)))
        ).map((file) => ({ ...file, folder: 'sent' })),
    },
    erasure: (scope) => {
      const memo = sql`select from ${documents} where ${documents.customerId} = ${table.ownerId} and ${documents.id} = ${table.holderId}`;
      return [
        {
          table,
          where: scope.ownRows(
            table.ownerId,
            sql`${table.holder} not in ('claim', 'claimNotice', 'memo') or (${table.holder} = 'memo' and exists (${memo} and ${isLooseMemo}))`,
          ),
          when: 'requested',
          reads: [documents],
        },
        {
          table,
          where: scope.ownRows(
            table.ownerId,
            sql`(${table.holder} in ('claim', 'claimNotice') and ${scope.claimNotRetained(table.holderId)}) or (${table.holder} = 'memo' and not exists (${memo} and not (${isGone(scope)})))`,
          ),
          when: 'always',
          reads: [documents],
        },
      ];
    },
  },
});
