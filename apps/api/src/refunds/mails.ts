import type { Db } from '@hofn/database';
import { firstNames } from '@hofn/domain/names.ts';
import { formatMoney } from '@hofn/texts';
import { pathOf } from '@hofn/texts/paths.ts';
import type { Compose } from '../platform/mail/mails.ts';
import { textsIn } from '../platform/texts.ts';
import { createRefundStore } from './store.ts';

/** Composes the e-mail about a refund that the card service has made. */
export const refundMails = ({
  db,
  site,
}: {
  db: Db;
  /** Address of the site with its base, for links. */
  site: string;
}): { refundPaid: Compose } => {
  const store = createRefundStore(db);
  return {
    refundPaid: async ({ subject, language, about }) => {
      const refund = await store.find(subject.id, about.refundId ?? '');
      const found = refund && (await store.payment(subject.id, refund.paymentId));
      if (!found) return undefined;
      const t = textsIn(language);
      const params = { amount: formatMoney(language, refund.amount), card: found.payment.card };
      return {
        language,
        ...(subject.kind === 'person' && { firstName: firstNames(subject.fullName) }),
        subject: t('refundPaidEmail|subject'),
        preheader: t('refundPaidEmail|preheader', params),
        body: t('refundPaidEmail|body', params),
        button: { title: t('refundPaidEmail|button'), url: site + pathOf('portal.payments', language) },
      };
    },
  };
};
