import { privacyRequests } from '@hofn/database';
import { defineFeature } from '../feature.ts';
import { ownRows } from '../platform/personal-data.ts';
import { contactOf } from '../platform/work-items.ts';
import { createErasure } from './erase.ts';
import { createPrivacyWork } from './jobs.ts';
import { privacyMails } from './mails.ts';
import { createArchivePreparation, privacyQueue } from './prepare.ts';
import { isOpen } from './privacy.ts';
import { privacyHandlers } from './routes.ts';
import { createPrivacyStore } from './store.ts';

/** Archives and erasure of personal data. */
export const privacy = defineFeature({
  name: 'privacy',
  handlers: (services, { personalData }) => privacyHandlers({ ...services, personalData }),
  mails: privacyMails,
  queues: [
    {
      queue: privacyQueue,
      events: ['privacy.erased'],
      work: (services, { personalData }) =>
        createPrivacyWork({
          ...services,
          prepare: createArchivePreparation({ ...services, personalData }),
          erase: createErasure({ ...services, personalData }).erase,
        }),
    },
  ],
  jobs: [
    {
      name: 'privacy.erase',
      at: '45 3 * * *',
      events: ['privacy.erased'],
      run: (services, { personalData }) => createErasure({ ...services, personalData }).eraseLater(),
    },
    {
      name: 'privacy.expire',
      at: '22 3 * * *',
      run: ({ db, clock }) => createPrivacyStore(db).dropExpired(clock.now().toISOString()),
    },
  ],
  workItems: () => ({
    privacy: {
      describe: async ({ row, customer }) =>
        customer && {
          matter: { kind: 'privacy', requestId: row.matterId },
          ...contactOf(customer),
          files: [],
          messages: [],
        },
      isUndecided: async (tx, { matterId }) => {
        const found = await createPrivacyStore(tx).find(matterId);
        return found !== undefined && isOpen(found.request);
      },
    },
  }),
  personalData: { holdings: [ownRows(privacyRequests.customerId)] },
});
