import { defineFeature } from '../feature.ts';
import { undeliveredWorkItem } from './work-item.ts';

/** E-mails to customers that cannot be delivered, in the work queue. */
export const undelivered = defineFeature({
  name: 'undelivered',
  workItems: ({ db }) => ({ mail: undeliveredWorkItem(db) }),
});
