import type { paymentCalls } from '@hofn/contracts';
import type { Clock } from '@hofn/domain/clock.ts';
import { dayOfInstant } from '@hofn/texts';
import { audit } from '../platform/audit.ts';
import { Fault } from '../platform/fault.ts';
import { sendFile } from '../platform/file-response.ts';
import type { Idempotently } from '../platform/idempotency.ts';
import type { Handlers } from '../platform/registrar.ts';
import type { AccountStore } from './account-store.ts';
import { receiptFile, statusFile } from './files.ts';
import type { Pay } from './pay.ts';
import { cursors, filterInstalments, instalmentOf, periodsOf, statusOf, totalOf } from './payments.ts';
import type { PaymentStore } from './store.ts';

export const paymentHandlers = ({
  clock,
  idempotently,
  store,
  accounts,
  pay,
}: {
  clock: Clock;
  idempotently: Idempotently;
  store: PaymentStore;
  accounts: AccountStore;
  pay: Pay;
}): Handlers<typeof paymentCalls> => ({
  instalmentsOverview: async ({ query, context: { subject }, language, fileType, reply }) => {
    const { limit, cursor, ...filter } = query;
    const list = JSON.stringify([subject.id, filter]);
    const after = cursors.read(cursor, list);
    const today = dayOfInstant(clock.now());
    const account = await accounts.account(subject, language);
    if (!fileType) {
      const isPaying = account.instalments.some(
        ({ paymentId, paidOn }) => paymentId !== null && paidOn === null,
      );
      const started = isPaying ? await store.started(subject) : [];
      return statusOf(account, today, filter, { after, limit, list }, started);
    }
    const items = filterInstalments(
      account.instalments.map((row) => instalmentOf(row, today)),
      filter,
    );
    const file = await statusFile(fileType, items, { subject, language, today }, clock.now());
    sendFile(reply, fileType, file.name, file.content);
    return undefined;
  },
  paymentPeriods: async ({ context: { subject }, language }) =>
    periodsOf(await accounts.account(subject, language), dayOfInstant(clock.now())),
  pay: async (call) => {
    const { body, context, language, request } = call;
    const id = await idempotently(call, async (tx) => {
      const paymentId = await pay.begin(tx, context, { ...body, language });
      await audit(tx, request, context, 'payment.pay', {
        object: { payment: paymentId },
        amount: body.amount,
      });
      return paymentId;
    });
    return pay.charge(context.subject, id, body.installmentIds);
  },
  receipt: async ({ params, context: { subject }, language, reply }) => {
    const today = dayOfInstant(clock.now());
    const { instalments } = await accounts.account(subject, language);
    const row = instalments.find(({ id, paidOn }) => id === params.id && paidOn !== null);
    if (!row) throw new Fault('notFound');
    const payment = row.paymentId === null ? undefined : await store.payment(subject, row.paymentId);
    const reader = { subject, language, today };
    const credit = Math.max(0, (row.chargedAmount ?? 0) - totalOf(row));
    const file = await receiptFile([instalmentOf(row, today)], payment, reader, {
      now: clock.now(),
      credit,
    });
    sendFile(reply, 'application/pdf', file.name, file.content);
    return undefined;
  },
});
