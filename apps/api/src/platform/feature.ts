import { idempotencyKeys, mails } from '@hofn/database';
import { addMonths } from '@hofn/domain';
import { dayOfInstant } from '@hofn/texts';
import { sql } from 'drizzle-orm';
import { defineFeature } from '../feature.ts';
import { createContentCheck } from './content-check.ts';
import { deleteOldKeys } from './idempotency.ts';
import { ownRows } from './personal-data.ts';
import { deleteOldCounts } from './shared-counter.ts';
import { sweep } from './sweep.ts';

/** Months: e-mails are our evidence and make up the inbox; claims lapse in four years (Act 150/2007 art. 3). */
const mailRetentionMonths = 48;

/** What belongs to no single feature: e-mails, idempotency keys, call counts, contents of the file store. */
export const platform = defineFeature({
  name: 'platform',
  jobs: [
    {
      name: 'mails.forget',
      at: '16 3 * * *',
      run: ({ db, clock }) => {
        const before = addMonths(dayOfInstant(clock.now()), -mailRetentionMonths);
        return sweep(db, mails, sql`${mails.createdAt} < ${before}::timestamptz`);
      },
    },
    {
      name: 'idempotency.forget',
      at: '15 3 * * *',
      run: ({ db, clock }) => deleteOldKeys(db, clock.now()),
    },
    { name: 'callCounts.forget', at: '7 * * * *', run: ({ db, clock }) => deleteOldCounts(db, clock.now()) },
    {
      name: 'contents.forget',
      at: '35 3 * * *',
      run: ({ contents, logger }) => contents.collectGarbage(logger),
    },
    {
      name: 'contents.check',
      at: '50 4 * * *',
      run: ({ logger, ...services }) => createContentCheck(services).checkPortion(logger),
    },
  ],
  personalData: {
    holdings: [ownRows(mails.customerId)],
    leftOut: {
      schema_migrations: 'nobodys',
      schema_history: 'nobodys',
      call_counts: 'hashed',
      idempotency_keys: 'passing',
      contents_leaving: 'passing',
      content_faults: 'asFiles',
      contents: 'asFiles',
    },
    mentions: [{ column: mails.actorId, at: mails.createdAt, by: 'id' }],
    erasure: ({ ownRows }) => [
      {
        table: mails,
        where: ownRows(
          mails.customerId,
          sql`coalesce(${mails.sentAt}, ${mails.withheldAt}, ${mails.failedAt}) is not null`,
        ),
        when: 'requested',
      },
      { table: idempotencyKeys, where: ownRows(idempotencyKeys.actorId), when: 'requested' },
    ],
  },
});
