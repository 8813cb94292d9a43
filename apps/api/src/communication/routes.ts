import type { communicationCalls } from '@hofn/contracts';
import { communicationChoices, customers, type Database, type Db } from '@hofn/database';
import type { Clock } from '@hofn/domain/clock.ts';
import { eq, sql } from 'drizzle-orm';
import { audit } from '../platform/audit.ts';
import type { Customer } from '../platform/authorization.ts';
import { currentChoices } from '../platform/consents.ts';
import { recordEvent } from '../platform/events.ts';
import type { Idempotently } from '../platform/idempotency.ts';
import type { Handlers } from '../platform/registrar.ts';
import { changesOf, choiceName, communicationOf } from './communication.ts';

export const communicationHandlers = ({
  database,
  clock,
  idempotently,
}: {
  database: Database;
  clock: Clock;
  idempotently: Idempotently;
}): Handlers<typeof communicationCalls> => {
  const read = async (db: Db, subject: Customer) => communicationOf(await currentChoices(db, subject));
  return {
    communication: ({ context: { subject } }) => read(database.db, subject),
    saveCommunication: (input) => {
      const { body, context, request } = input;
      const { actor, subject, via } = context;
      return idempotently(input, async (tx) => {
        // Concurrent changes would each be compared with the state before both.
        await tx
          .select({ id: customers.id })
          .from(customers)
          .where(eq(customers.id, subject.id))
          .for('update');
        const changes = changesOf(await read(tx, subject), body);
        const how = via === 'self' ? ('self' as const) : ('delegate' as const);
        const choice = {
          customerId: subject.id,
          chosenAt: clock.now().toISOString(),
          how,
          actorId: actor.id,
        };
        if (changes.length > 0) {
          const { customerId, topic, channel, chosenAt } = communicationChoices;
          await tx
            .insert(communicationChoices)
            .values(changes.map((change) => ({ ...choice, ...change })))
            // Of two choices in the same millisecond, the later one wins.
            .onConflictDoUpdate({
              target: [customerId, topic, channel, chosenAt],
              set: { given: sql`excluded.given`, how, actorId: actor.id },
            });
          const settings = (of: (given: boolean) => boolean) =>
            Object.fromEntries(changes.map((to) => [`${to.topic}.${to.channel}`, of(to.given)]));
          await audit(tx, request, context, 'communication.change', {
            before: settings((given) => !given),
            after: settings((given) => given),
          });
          await recordEvent(tx, 'consents.changed', subject.id, { changed: changes.map(choiceName) });
        }
        return read(tx, subject);
      });
    },
  };
};
