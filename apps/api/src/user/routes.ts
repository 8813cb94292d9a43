import type { userCalls } from '@hofn/contracts';
import type { Database } from '@hofn/database';
import type { Clock } from '@hofn/domain/clock.ts';
import { dayOfInstant } from '@hofn/texts';
import { audit } from '../platform/audit.ts';
import { Fault } from '../platform/fault.ts';
import type { Handlers } from '../platform/registrar.ts';
import { createUserStore } from './store.ts';
import { userOf } from './user.ts';

export const userHandlers = ({
  database,
  clock,
}: {
  database: Database;
  clock: Clock;
}): Handlers<typeof userCalls> => {
  const store = createUserStore(database.db);
  return {
    userInfo: async ({ context }) => {
      const person = await store.person(context.actor.id);
      if (!person) throw new Fault('notFound');
      return userOf(person, context, dayOfInstant(clock.now()));
    },
    logout: ({ context, request }) => {
      audit(request, context, 'user.logout');
      return null;
    },
  };
};
