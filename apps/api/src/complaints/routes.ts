import type { complaintCalls } from '@hofn/contracts';
import type { Database } from '@hofn/database';
import { dayOf } from '@hofn/domain';
import type { Clock } from '@hofn/domain/clock.ts';
import { complaintDueOn } from '@hofn/domain/complaints.ts';
import { audit } from '../platform/audit.ts';
import type { Idempotently } from '../platform/idempotency.ts';
import type { Mails } from '../platform/mail/mails.ts';
import type { Handlers } from '../platform/registrar.ts';
import { createAboutStore } from './about.ts';
import { createReceiving } from './receive.ts';
import { createComplaintStore } from './store.ts';

/** Complaints, as customers send them (rule RIGHT-2). */
export const complaintHandlers = ({
  database: { db },
  clock,
  mails,
  idempotently,
}: {
  database: Database;
  clock: Clock;
  mails: Mails;
  idempotently: Idempotently;
}): Handlers<Pick<typeof complaintCalls, 'complaintOptions' | 'sendComplaint'>> => {
  const receive = createReceiving({ clock, mails });
  return {
    complaintOptions: async ({ context: { subject }, language }) => {
      const items = await createAboutStore(db).list(subject.id, language);
      const open = await createComplaintStore(db).open(subject.id);
      const openAbout = (item: (typeof items)[number]) =>
        open.find((one) => one.about === item.subject && one.aboutId === item.id)?.reference ?? null;
      return {
        items: items.map((item) => ({ ...item, open: openAbout(item) })),
        answerBy: complaintDueOn(dayOf(clock.now())),
      };
    },

    sendComplaint: (call) => {
      const { body, context, language, request } = call;
      const { subject, actor } = context;
      return idempotently(call, async (tx) => {
        const { id, ...receipt } = await receive(tx, {
          ...body,
          ...{ actorId: actor.id, customerId: subject.id, language },
        });
        await audit(tx, request, context, 'complaint.send', {
          object: { complaint: id },
          about: body.subject,
        });
        return receipt;
      });
    },
  };
};
