import { cases, type Db, complaints as table } from '@hofn/database';
import type { Clock } from '@hofn/domain/clock.ts';
import { complaintYears } from '@hofn/domain/complaints.ts';
import { dayOfInstant } from '@hofn/texts';
import { sql } from 'drizzle-orm';
import { defineFeature } from '../feature.ts';
import { ownRows } from '../platform/personal-data.ts';
import { isAbout, isAboutRow } from '../platform/work-items.ts';
import { complaintMails } from './letter.ts';
import { registerHandlers } from './register-routes.ts';
import { createRegisterStore } from './register-store.ts';
import { complaintHandlers } from './routes.ts';
import { complaintWorkItem } from './work-item.ts';

const portion = 500;

/** Deletes decided complaints, with their cases, once the years of the register are over. */
export const forgetComplaints = async ({ db, clock }: { db: Db; clock: Clock }): Promise<void> => {
  const year = Number(dayOfInstant(clock.now()).slice(0, 4)) - complaintYears;
  for (let deleted = portion; deleted === portion; ) {
    deleted = await db.transaction(async (tx) => {
      const ids = await createRegisterStore(tx).forgetBefore(tx, year, portion);
      if (ids.length > 0) await tx.delete(cases).where(isAbout('complaint', ids));
      return ids.length;
    });
  }
};

/** Complaints of customers, as a kind of case of their own, and the register of them (rule RIGHT-2). */
export const complaints = defineFeature({
  name: 'complaints',
  handlers: (services) => ({ ...complaintHandlers(services), ...registerHandlers(services) }),
  mails: (services) => complaintMails(services),
  workItems: (services) => ({ complaint: complaintWorkItem(services) }),
  jobs: [{ name: 'complaints.forget', at: '34 3 * * *', run: forgetComplaints }],
  personalData: {
    // What is noted for colleagues is not the customer's, and neither is it in the archive.
    holdings: [ownRows(table.customerId, ['note'])],
    mentions: [{ column: table.actorId, at: table.receivedAt, by: 'id' }],
    erasure: ({ ownRows: own, claimNotRetained, policyNotRetained }) => {
      // One about what is retained stays with it.
      const always = sql`case ${table.about} when 'claim' then ${claimNotRetained(table.aboutId)} when 'policy' then ${policyNotRetained(table.aboutId)} else false end`;
      const requested = sql`${table.about} in ('request', 'other')`;
      return (
        [
          ['always', always],
          ['requested', requested],
        ] as const
      ).flatMap(([when, where]) => [
        {
          table: cases,
          where: own(
            cases.customerId,
            sql`exists (select from ${table} where ${isAboutRow('complaint', table)} and ${where})`,
          ),
          when,
          reads: [table],
        },
        { table, where: own(table.customerId, where), when },
      ]);
    },
  },
});
