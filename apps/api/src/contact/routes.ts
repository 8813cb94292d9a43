import type { contactCalls } from '@hofn/contracts';
import type { Database } from '@hofn/database';
import type { Clock } from '@hofn/domain/clock.ts';
import { dayOfInstant } from '@hofn/texts';
import { audit } from '../platform/audit.ts';
import { Fault } from '../platform/fault.ts';
import type { Once } from '../platform/once.ts';
import type { Handlers } from '../platform/registrar.ts';
import { contactOf, generalInfoOf, popupInfoOf } from './contact.ts';
import { type ContactRow, createContactStore } from './store.ts';

const known = (row: ContactRow | undefined): ContactRow => {
  if (!row) throw new Fault('notFound');
  return row;
};

export const contactHandlers = ({
  database,
  clock,
  once,
}: {
  database: Database;
  clock: Clock;
  once: Once;
}): Handlers<typeof contactCalls> => {
  const store = createContactStore(database.db);
  const today = () => dayOfInstant(clock.now());
  return {
    generalInfo: async ({ context: { subject } }) => generalInfoOf(known(await store.contact(subject))),
    saveGeneralInfo: (asked) => {
      const { body, context, request } = asked;
      return once(asked, async (tx) => {
        const changes = { ...contactOf(body), language: body.language };
        // Only the customer's own word says that the details are right.
        const confirmed = context.via === 'self' && { contactConfirmedOn: today() };
        const row = await createContactStore(tx).save(context.subject, { ...changes, ...confirmed });
        audit(request, context, 'contact.change');
        return generalInfoOf(known(row));
      });
    },
    popupInfo: async ({ context: { subject } }) => popupInfoOf(known(await store.contact(subject)), today()),
    savePopupInfo: (asked) => {
      const { body, context, request } = asked;
      return once(asked, async (tx) => {
        const row = await createContactStore(tx).save(context.subject, {
          ...contactOf(body),
          contactConfirmedOn: today(),
        });
        audit(request, context, 'contact.confirm');
        return popupInfoOf(known(row), today());
      });
    },
  };
};
