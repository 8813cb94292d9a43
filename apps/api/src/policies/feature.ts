import { policyCovers, policyFigures, policyItems, premiumParts, policies as table } from '@hofn/database';
import { defineFeature } from '../feature.ts';
import { ownRows } from '../platform/personal-data.ts';
import { policyMails } from './mails.ts';
import { policyHandlers } from './routes.ts';

/** Policies, and the overview on My pages. */
export const policies = defineFeature({
  name: 'policies',
  handlers: policyHandlers,
  mails: policyMails,
  personalData: {
    holdings: [
      ownRows(table.customerId),
      ownRows(policyItems.customerId),
      ownRows(policyCovers.customerId),
      ownRows(premiumParts.customerId),
      ownRows(policyFigures.customerId),
    ],
    leftOut: {
      item_fact_types: 'nobodys',
      premium_part_types: 'nobodys',
      product_covers: 'nobodys',
      products: 'nobodys',
      tariffs: 'nobodys',
      terms: 'nobodys',
    },
    erasure: ({ ownRows, policyNotRetained }) => [
      { table, where: ownRows(table.customerId, policyNotRetained(table.id)), when: 'always' },
    ],
  },
});
