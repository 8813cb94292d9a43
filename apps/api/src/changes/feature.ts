import { changeRequests } from '@hofn/database';
import { and, eq, isNotNull, sql } from 'drizzle-orm';
import { defineFeature } from '../feature.ts';
import { ownRows } from '../platform/personal-data.ts';
import { changeMails } from './mails.ts';
import { changeWorkItem } from './work-item.ts';

/** Changes to policies that customers ask for. */
export const changes = defineFeature({
  name: 'changes',
  mails: changeMails,
  workItems: ({ db }) => ({ change: changeWorkItem(db) }),
  personalData: {
    holdings: [ownRows(changeRequests.customerId)],
    mentions: [{ column: changeRequests.actorId, at: changeRequests.createdAt, by: 'id' }],
    files: {
      columns: [changeRequests.ipid],
      find: async (db, subject) =>
        (
          await db
            .select({ name: changeRequests.effectiveOn, key: sql<string>`${changeRequests.ipid}` })
            .from(changeRequests)
            .where(and(eq(changeRequests.customerId, subject.id), isNotNull(changeRequests.ipid)))
        ).map((file) => ({ ...file, folder: 'documents', name: `IPID ${file.name}.pdf` })),
    },
    erasure: ({ ownRows, policyNotRetained, tenYearsAgo }) => [
      {
        table: changeRequests,
        where: ownRows(
          changeRequests.customerId,
          sql`${changeRequests.state} <> 'pending' and (${changeRequests.effectiveOn} < ${tenYearsAgo}::date and ${changeRequests.policyId} is null or coalesce(${policyNotRetained(changeRequests.policyId)}, false))`,
        ),
        when: 'always',
      },
      {
        table: changeRequests,
        where: ownRows(changeRequests.customerId, sql`${changeRequests.state} = 'refused'`),
        when: 'requested',
      },
    ],
  },
});
