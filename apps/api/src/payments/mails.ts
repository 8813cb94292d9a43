import type { Db } from '@hofn/database';
import type { Clock } from '@hofn/domain/clock.ts';
import { firstNames } from '@hofn/domain/names.ts';
import { dayOfInstant, formatDate, formatMoney } from '@hofn/texts';
import { pathOf } from '@hofn/texts/paths.ts';
import type { Compose, MailRequest } from '../platform/mail/mails.ts';
import { textsIn } from '../platform/texts.ts';
import { instalmentsPaidBy } from './account-store.ts';
import { receiptFile } from './files.ts';
import { instalmentOf } from './payments.ts';
import { createPaymentStore } from './store.ts';

/** Composes e-mails about card payments: the receipt, and the notice that a payment failed after all. */
export const paymentMails = (parts: {
  db: Db;
  clock: Clock;
  /** Address of the site with its base, for links. */
  site: string;
}): { paymentReceipt: Compose; paymentFailed: Compose } => {
  const { db, clock, site } = parts;
  const store = createPaymentStore(db);
  const compose =
    (kind: 'paymentReceipt' | 'paymentFailed'): Compose =>
    async ({ subject, language, about }: MailRequest) => {
      const payment = await store.payment(subject, about.paymentId ?? '');
      if (!payment) return undefined;
      const today = dayOfInstant(clock.now());
      const t = textsIn(language);
      const amount = formatMoney(language, payment.amount);
      const params = { amount, date: formatDate(language, today) };
      const receiptOf = async () => {
        const rows = await instalmentsPaidBy(db, subject, payment.id, language);
        const items = rows.map((row) => instalmentOf(row, today));
        const credit = payment.amount - items.reduce((sum, { total }) => sum + total, 0);
        const reader = { subject, language, today };
        const file = await receiptFile(items, payment, reader, { now: clock.now(), credit });
        return { ...file, type: 'application/pdf' };
      };
      return {
        language,
        ...(subject.kind === 'person' && { firstName: firstNames(subject.fullName) }),
        subject: t(`${kind}Email|subject`),
        preheader: t(`${kind}Email|preheader`, params),
        body: t(`${kind}Email|body`, params),
        button: { title: t(`${kind}Email|button`), url: site + pathOf('portal.payments', language) },
        ...(kind === 'paymentReceipt' && { attachments: [await receiptOf()] }),
      };
    };
  return { paymentReceipt: compose('paymentReceipt'), paymentFailed: compose('paymentFailed') };
};
