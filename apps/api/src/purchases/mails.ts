import type { Db } from '@hofn/database';
import { firstNames } from '@hofn/domain/names.ts';
import { pathOf } from '@hofn/texts/paths.ts';
import { createPaymentStore } from '../payments/store.ts';
import type { Compose } from '../platform/mail/mails.ts';
import { textsIn } from '../platform/texts.ts';
import { createPriceStore } from '../prices/store.ts';
import { createPurchaseStore } from './store.ts';

/** Composes the e-mail to somebody who pressed "Buy and pay" and is not insured, because their card was not held. */
export const purchaseMails = ({ db, site }: { db: Db; site: string }): { purchaseStopped: Compose } => ({
  purchaseStopped: async ({ subject, language, about }) => {
    const row = await createPurchaseStore(db).one(subject, about.purchaseId ?? '');
    // Bought since, or given up: then this would be untrue.
    if (row?.state !== 'open') return undefined;
    const { name } = await createPriceStore(db).product(row.productId, language);
    const payment = row.paymentId && (await createPaymentStore(db).payment(subject, row.paymentId));
    const isDeclined = payment && payment.state === 'declined';
    const t = textsIn(language);
    const params = { name, number: row.number };
    return {
      language,
      firstName: firstNames(subject.fullName),
      subject: t('purchaseStoppedEmail|subject', params),
      preheader: t('purchaseStoppedEmail|preheader', params),
      body: t(isDeclined ? 'purchaseStoppedEmail|body' : 'purchaseStoppedEmail|silent', params),
      button: {
        title: t('purchaseStoppedEmail|button'),
        url: site + pathOf('portal.purchase', language, { id: row.id }),
      },
    };
  },
});
