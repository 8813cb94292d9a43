import { popupsPutOff } from '@hofn/database';
import { defineFeature } from '../feature.ts';
import { ownRows } from '../platform/personal-data.ts';
import { popupHandlers } from './routes.ts';

/** Reminders on My pages that customers can put off. */
export const popups = defineFeature({
  name: 'popups',
  handlers: popupHandlers,
  personalData: {
    holdings: [ownRows(popupsPutOff.customerId)],
    erasure: ({ ownRows }) => [
      { table: popupsPutOff, where: ownRows(popupsPutOff.customerId), when: 'requested' },
    ],
  },
});
