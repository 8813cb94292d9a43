import { customers } from '@hofn/database';
import { and, eq, isNotNull, sql } from 'drizzle-orm';
import { defineFeature } from '../feature.ts';
import { createActorStore } from '../platform/actor-store.ts';
import { ownRows } from '../platform/personal-data.ts';
import { userHandlers } from './routes.ts';

/** Who is signed in, and their profile picture. */
export const user = defineFeature({
  name: 'user',
  handlers: (services) =>
    userHandlers({
      ...services,
      actors: createActorStore(services.db),
      inspector: services.quickInspector,
    }),
  personalData: {
    holdings: [ownRows(customers.id, ['card_token'])],
    mentions: [
      { column: customers.spouseSsn, by: 'ssn' },
      { column: customers.familyNumber, by: 'ssn' },
    ],
    files: {
      columns: [customers.profilePicture],
      find: async (db, subject) =>
        (
          await db
            .select({ key: sql<string>`${customers.profilePicture}` })
            .from(customers)
            .where(and(eq(customers.id, subject.id), isNotNull(customers.profilePicture)))
        ).map((file) => ({ ...file, folder: 'picture', name: 'profile.jpg' })),
    },
  },
});
