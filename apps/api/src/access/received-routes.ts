import type { accessCalls } from '@hofn/contracts';
import type { Database } from '@hofn/database';
import type { Clock } from '@hofn/domain/clock.ts';
import { compareIcelandic, dayOfInstant } from '@hofn/texts';
import { audit } from '../platform/audit.ts';
import { Fault } from '../platform/fault.ts';
import type { Mails } from '../platform/mail/mails.ts';
import type { Handlers } from '../platform/registrar.ts';
import { sendGrantList } from './grant-list.ts';
import { companiesOf, receivedGrantOf, visibleSince } from './grants.ts';
import { createAccessNotifications } from './mails.ts';
import { createAccessStore } from './store.ts';

/** Access that the actor has received from others, and the companies that the actor acts for. */
export const receivedAccessHandlers = ({
  database: { db },
  clock,
  mails,
}: {
  database: Database;
  clock: Clock;
  mails: Mails;
}): Pick<
  Handlers<typeof accessCalls>,
  'grantedAccessList' | 'grantedAccess' | 'returnAccess' | 'companyInvolvement'
> => {
  const store = createAccessStore(db);
  const today = () => dayOfInstant(clock.now());
  const news = createAccessNotifications(mails);
  return {
    grantedAccessList: async ({ context: { actor } }) => {
      const rows = await store.received(actor.id, today());
      return rows.filter(({ ended }) => ended === null).map(({ id, ssn, name }) => ({ id, ssn, name }));
    },

    grantedAccess: async ({ context: { actor }, ...list }) => {
      const rows = await store.received(actor.id, visibleSince(today()));
      const all = rows.map((row) => receivedGrantOf(row, today()));
      return sendGrantList(store, 'received', all, actor.id, list, clock.now());
    },

    returnAccess: ({ context, params, request }) =>
      db.transaction(async (tx) => {
        const { actor } = context;
        const txStore = createAccessStore(tx);
        const ended = await txStore.returnGrant(actor.id, params.id, clock.now().toISOString(), today());
        if (!ended) throw new Fault('notFound');
        await news.returned(tx, context, { id: params.id, subject: await txStore.byId(ended.customerId) });
        await audit(tx, request, context, 'access.return', {
          object: { grant: params.id },
          giver: ended.customerId,
        });
        return null;
      }),

    companyInvolvement: async ({ context: { actor } }) => {
      const rows = await store.companies(actor.id, today());
      return { items: companiesOf(rows.toSorted((a, b) => compareIcelandic(a.name, b.name))) };
    },
  };
};
