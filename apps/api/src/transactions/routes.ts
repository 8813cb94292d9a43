import type { transactionCalls } from '@hofn/contracts';
import type { Database } from '@hofn/database';
import type { Clock } from '@hofn/domain/clock.ts';
import { dayOfInstant } from '@hofn/texts';
import { audit } from '../platform/audit.ts';
import { Fault } from '../platform/fault.ts';
import { sendFile } from '../platform/file-response.ts';
import type { Idempotently } from '../platform/idempotency.ts';
import type { Mails } from '../platform/mail/mails.ts';
import { rowsToRead } from '../platform/paging.ts';
import type { Handlers } from '../platform/registrar.ts';
import { accountFile } from './files.ts';
import { createTransactionStore } from './store.ts';
import { cursors, filterOf, fullAccountOf, overviewOf } from './transactions.ts';

export const transactionHandlers = ({
  database,
  clock,
  mails,
  idempotently,
}: {
  database: Database;
  clock: Clock;
  mails: Mails;
  idempotently: Idempotently;
}): Handlers<typeof transactionCalls> => {
  const store = createTransactionStore(database.db);
  return {
    transactions: async ({ query, context: { subject }, language, fileType, reply }) => {
      const { limit, cursor, ...filters } = query;
      const filter = filterOf(filters);
      const list = JSON.stringify([subject.id, filter]);
      const row = await store.account(subject, language, {
        ...filter,
        ...(!fileType && { after: cursors.read(cursor, list), limit: rowsToRead(limit) }),
      });
      // Another customer's policy is reported as not found.
      if (!row?.ownsPolicy) throw new Fault('notFound');
      if (!fileType) return overviewOf(row, limit, list);
      const reader = { subject, language, today: dayOfInstant(clock.now()), period: filter };
      const file = await accountFile(fileType, fullAccountOf(row), reader, clock.now());
      sendFile(reply, fileType, file.name, file.content);
      return undefined;
    },
    sendTransactionOverview: async (call) => {
      const { body, context, language, request } = call;
      const { email: requestedEmail, format, ...period } = body;
      const row = await store.account(context.subject, language, { ...filterOf(period), limit: 0 });
      if (!row?.ownsPolicy) throw new Fault('notFound');
      const { email, shown } = await mails.addressee(context, requestedEmail);
      return idempotently(call, async (tx) => {
        // Omit absent fields: `about` holds strings only.
        const about: Record<string, string> = JSON.parse(JSON.stringify({ ...period, format }));
        await mails.write(tx, context, { kind: 'transactionOverview', about, recipient: email, language });
        await audit(tx, request, context, 'account.sendTransactionOverview');
        return { email: shown };
      });
    },
  };
};
