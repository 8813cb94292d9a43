import { cases, claimNotices, type Db, mails, outboundClicks, travelChecks, uploads } from '@hofn/database';
import { addMonths } from '@hofn/domain';
import { dayOfInstant } from '@hofn/texts';
import { and, eq, inArray, isNull, lt, sql } from 'drizzle-orm';
import { portion, sweep, untilDone } from '../platform/sweep.ts';
import { unprovedHolder } from '../platform/uploads/uploads.ts';
import { keptMonths } from './retention.ts';

/** Deletes what nobody asks about any more, each kind of row after the time that `keptMonths` gives it. */
export const createForgetting = ({ db, now }: { db: Db; now: () => Date }) => {
  const monthsAgo = (months: number): string => addMonths(dayOfInstant(now()), -months);
  return {
    /** Mails to customers, with the entry in their inbox. */
    mails: async (): Promise<void> => {
      await sweep(db, mails, sql`${mails.createdAt} < ${monthsAgo(keptMonths.mails)}::timestamptz`);
    },

    /** Codes that travel confirmations are checked by. */
    travelChecks: async (): Promise<void> => {
      await sweep(
        db,
        travelChecks,
        sql`${travelChecks.validTo} < ${monthsAgo(keptMonths.travelChecks)}::date`,
      );
    },

    /** Counts of links that were followed out of the site. */
    outboundClicks: async (): Promise<void> => {
      await sweep(
        db,
        outboundClicks,
        sql`${outboundClicks.day} < ${monthsAgo(keptMonths.outboundClicks)}::date`,
      );
    },

    /** Claims of people who turned out to be no customers, with their files and cases; open ones stay. */
    claimNotices: async (): Promise<void> => {
      const before = `${monthsAgo(keptMonths.claimNotices)}T00:00:00Z`;
      await untilDone(() =>
        db.transaction(async (tx) => {
          const ids = (
            await tx
              .select({ id: claimNotices.id })
              .from(claimNotices)
              .where(
                and(
                  isNull(claimNotices.customerId),
                  lt(claimNotices.receivedAt, before),
                  sql`not exists (select from ${cases} where ${cases.kind} = 'claim' and ${cases.matterId} = ${claimNotices.id} and ${cases.state} <> 'closed')`,
                ),
              )
              .limit(portion)
              .for('update')
          ).map(({ id }) => id);
          if (ids.length === 0) return 0;
          await tx
            .delete(uploads)
            .where(and(eq(uploads.holder, unprovedHolder), inArray(uploads.holderId, ids)));
          await tx.delete(cases).where(and(eq(cases.kind, 'claim'), inArray(cases.matterId, ids)));
          await tx.delete(claimNotices).where(inArray(claimNotices.id, ids));
          return ids.length;
        }),
      );
    },
  };
};
