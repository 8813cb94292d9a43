import { communicationChoices } from '@hofn/database';
import { sql } from 'drizzle-orm';
import { defineFeature } from '../feature.ts';
import { ownRows } from '../platform/personal-data.ts';
import { communicationHandlers } from './routes.ts';

const { customerId, topic, channel, chosenAt } = communicationChoices;

/** What customers want to be contacted about, and through which channels. */
export const communication = defineFeature({
  name: 'communication',
  handlers: communicationHandlers,
  personalData: {
    holdings: [ownRows(customerId)],
    mentions: [{ column: communicationChoices.actorId, at: chosenAt, by: 'id' }],
    // The default for marketing is no. What a customer has switched off stays off while they are a customer.
    erasure: ({ ownRows, isCustomer }) => {
      const isSuperseded = sql`exists (select from ${communicationChoices} as newer where newer.customer_id = ${customerId} and newer.topic = ${topic} and newer.channel = ${channel} and newer.chosen_at > ${chosenAt})`;
      return [
        {
          table: communicationChoices,
          where: ownRows(customerId, sql`${topic} in ('preventionTips', 'offers') or ${isSuperseded}`),
          when: 'requested',
        },
        ...(isCustomer
          ? []
          : [{ table: communicationChoices, where: ownRows(customerId), when: 'always' as const }]),
      ];
    },
  },
});
