import { purchases as table } from '@hofn/database';
import { and, eq, isNotNull, sql } from 'drizzle-orm';
import { defineFeature } from '../feature.ts';
import { createHeldPayments } from '../payments/held.ts';
import { createPaymentStore } from '../payments/store.ts';
import { ownRows } from '../platform/personal-data.ts';
import { createActs } from '../requests/acts.ts';
import { createDecisionTexts } from '../requests/decision-texts.ts';
import { createSettling } from '../requests/settle.ts';
import type { Services } from '../services.ts';
import { createAskCore } from './ask-core.ts';
import { purchaseMails } from './mails.ts';
import { purchaseHandlers } from './routes.ts';
import { createPurchaseWork } from './work.ts';

const partsOf = (services: Services) => {
  const acts = createActs(services, createSettling(services));
  const held = createHeldPayments({ ...services, store: createPaymentStore(services.db) });
  const ask = createAskCore({ ...services, acts });
  return { acts, held, ask, work: createPurchaseWork({ ...services, acts, held }) };
};

/** Buying insurance online, from a kept price to a policy in force (rules BUY-1 to BUY-4). */
export const purchases = defineFeature({
  name: 'purchases',
  handlers: (services) =>
    purchaseHandlers({
      ...services,
      ...partsOf(services),
      decisionTexts: createDecisionTexts(services),
    }),
  mails: purchaseMails,
  jobs: [
    {
      name: 'purchases.end',
      at: '25 4 * * *',
      events: ['purchase.ended'],
      run: (services) => partsOf(services).work.endOpen(),
    },
  ],
  repeated: [
    {
      name: 'purchases.goOn',
      everyMs: 5000,
      create: (services) => partsOf(services).work.goOnWaiting,
    },
  ],
  personalData: {
    holdings: [ownRows(table.customerId)],
    files: {
      columns: [table.ipid],
      find: async (db, subject) =>
        (
          await db
            .select({ name: table.number, key: sql<string>`${table.ipid}` })
            .from(table)
            .where(and(eq(table.customerId, subject.id), isNotNull(table.ipid)))
        ).map(({ name, key }) => ({ folder: 'documents', name: `IPID ${name}.pdf`, key })),
    },
    erasure: ({ ownRows, tenYearsAgo }) => {
      const isOver = sql`${table.askAgainAt} is null`;
      return [
        // Nothing came of them; what the card service still holds is released first.
        {
          table,
          where: ownRows(table.customerId, sql`${isOver} and ${table.state} in ('open', 'ended', 'givenUp')`),
          when: 'requested',
        },
        {
          table,
          where: ownRows(
            table.customerId,
            sql`${isOver} and (${table.startedAt} at time zone 'UTC')::date < ${tenYearsAgo}::date`,
          ),
          when: 'always',
        },
      ];
    },
  },
});
