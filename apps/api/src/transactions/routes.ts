import type { transactionCalls } from '@hofn/contracts';
import type { Database } from '@hofn/database';
import type { Clock } from '@hofn/domain/clock.ts';
import { dayOfInstant } from '@hofn/texts';
import { audit } from '../platform/audit.ts';
import { Fault } from '../platform/fault.ts';
import { fileTypeOf, sendFile } from '../platform/file.ts';
import type { Mails } from '../platform/mail/mails.ts';
import type { Once } from '../platform/once.ts';
import { rowsToRead } from '../platform/page.ts';
import type { Handlers } from '../platform/registrar.ts';
import { accountFile } from './files.ts';
import { createTransactionStore } from './store.ts';
import { cursors, filterOf, overviewOf, wholeOf } from './transactions.ts';

export const transactionHandlers = ({
  database,
  clock,
  mails,
  once,
}: {
  database: Database;
  clock: Clock;
  mails: Mails;
  once: Once;
}): Handlers<typeof transactionCalls> => {
  const store = createTransactionStore(database.db);
  return {
    transactions: async ({ query, context: { subject }, language, request, reply }) => {
      const { limit, cursor, ...asked } = query;
      const filter = filterOf(asked);
      const list = JSON.stringify([subject.id, filter]);
      const type = fileTypeOf(request.headers.accept);
      const row = await store.account(subject, language, {
        ...filter,
        ...(!type && { after: cursors.read(cursor, list), limit: rowsToRead(limit) }),
      });
      // A policy that is another's is told of as one that is not there.
      if (!row?.policyHeld) throw new Fault('notFound');
      if (!type) return overviewOf(row, limit, list);
      const reader = { subject, language, today: dayOfInstant(clock.now()), period: filter };
      const file = await accountFile(type, wholeOf(row), reader, clock.now());
      sendFile(reply, type, file.name, file.content);
      return undefined;
    },
    sendTransactionOverview: async (asked) => {
      const { body, context, language, request } = asked;
      const { email: wanted, format, ...period } = body;
      const row = await store.account(context.subject, language, { ...filterOf(period), limit: 0 });
      if (!row?.policyHeld) throw new Fault('notFound');
      const { email, shown } = await mails.addressee(context, wanted);
      return once(asked, async (tx) => {
        // Fields that were left out stay out: what a mail is about is texts by name.
        const about: Record<string, string> = JSON.parse(JSON.stringify({ ...period, format }));
        await mails.write(tx, context, { kind: 'transactionOverview', about, recipient: email, language });
        audit(request, context, 'account.sendTransactionOverview');
        return { email: shown };
      });
    },
  };
};
