import { popupsPutOff } from '@hofn/database';
import { defineFeature } from '../feature.ts';
import { own } from '../platform/personal-data.ts';
import { popupHandlers } from './routes.ts';

/** Reminders on My pages that customers can put off. */
export const popups = defineFeature({
  name: 'popups',
  handlers: popupHandlers,
  personalData: {
    holdings: [own(popupsPutOff.customerId)],
    erasure: ({ of }) => [{ table: popupsPutOff, where: of(popupsPutOff.customerId), once: true }],
  },
});
