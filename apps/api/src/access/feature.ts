import { accessGrants, actingChoices } from '@hofn/database';
import { sql } from 'drizzle-orm';
import { defineFeature } from '../feature.ts';
import { deleteOldChoices } from '../platform/actor-store.ts';
import { accessMails } from './mails.ts';
import { accessHandlers } from './routes.ts';

/** Access that customers give to others, and acting for other customers. */
export const access = defineFeature({
  name: 'access',
  handlers: (services) =>
    accessHandlers({ ...services, names: services.dailyLimit('names', services.settings.NAME_LOOKUPS) }),
  mails: accessMails,
  jobs: [
    {
      name: 'actingChoices.forget',
      at: '24 3 * * *',
      run: ({ db, clock }) => deleteOldChoices(db, clock.now()),
    },
  ],
  personalData: {
    holdings: [
      {
        table: accessGrants,
        rowsOf: (id) => sql`${accessGrants.customerId} = ${id} or ${accessGrants.holderId} = ${id}`,
      },
      {
        table: actingChoices,
        rowsOf: (id) => sql`${actingChoices.actorId} = ${id} or ${actingChoices.subjectId} = ${id}`,
        without: ['session'],
      },
    ],
    mentions: [
      { column: accessGrants.givenBy, at: accessGrants.givenAt, by: 'id' },
      { column: accessGrants.endedBy, at: accessGrants.endedAt, by: 'id' },
    ],
    erasure: ({ id }) => [
      {
        table: accessGrants,
        where: sql`${accessGrants.customerId} = ${id} or ${accessGrants.holderId} = ${id}`,
        when: 'requested',
      },
      {
        table: actingChoices,
        where: sql`${actingChoices.actorId} = ${id} or ${actingChoices.subjectId} = ${id}`,
        when: 'requested',
      },
    ],
  },
});
