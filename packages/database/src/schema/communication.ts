import { boolean, foreignKey, pgEnum, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { instant } from './columns.ts';
import { customers } from './customers.ts';

/** `documents` are those we issue: on My pages (`portal`) or on paper. */
export const communicationTopic = pgEnum('communication_topic', [
  'invoices',
  'renewals',
  'claims',
  'preventionTips',
  'offers',
  'documents',
]);
export const communicationChannel = pgEnum('communication_channel', ['email', 'sms', 'post', 'portal']);
/** `insurer`: recorded outside the portal and sent by the core system. */
export const choiceOrigin = pgEnum('choice_origin', ['self', 'delegate', 'insurer']);

/**
 * Consent given or withdrawn (rule PORT-21). Append-only: the newest row of a topic and channel applies, earlier ones
 * are evidence. Without a row the default of `@hofn/domain` applies.
 */
export const communicationChoices = pgTable(
  'communication_choices',
  {
    customerId: text('customer_id').notNull(),
    topic: communicationTopic().notNull(),
    channel: communicationChannel().notNull(),
    chosenAt: instant('chosen_at').notNull(),
    given: boolean().notNull(),
    how: choiceOrigin().notNull(),
    /** The customer, or the person acting for them. */
    actorId: text('actor_id').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.customerId, table.topic, table.channel, table.chosenAt] }),
    foreignKey({ columns: [table.customerId], foreignColumns: [customers.id] }).onDelete('cascade'),
  ],
);
