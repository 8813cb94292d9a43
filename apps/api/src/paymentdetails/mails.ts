import type { Db } from '@hofn/database';
import type { Clock } from '@hofn/domain/clock.ts';
import { firstNames } from '@hofn/domain/names.ts';
import { dayOfInstant, formatMoney } from '@hofn/texts';
import { collectionText } from '@hofn/texts/collection-text.ts';
import { pathOf } from '@hofn/texts/paths.ts';
import { createContactStore } from '../contact/store.ts';
import { nextPaymentOf } from '../payments/next-payment.ts';
import type { RequestContext } from '../platform/authorization.ts';
import type { Compose, Mails } from '../platform/mail/mails.ts';
import { textsIn } from '../platform/texts.ts';
import { createPaymentDetailsStore } from './store.ts';

type Kind = 'bankChanged' | 'cardChanged' | 'cardRemoved' | 'paymentMethodChanged';

/**
 * Notifies the customer of a changed account, card or payment method: an intruder in a stolen session could change them
 * unseen.
 */
export const createPaymentDetailsNotifications = (mails: Mails) => ({
  /** @param card masked number of the card concerned, when it is no longer on file */
  changed: async (tx: Db, context: RequestContext, kind: Kind, card?: string): Promise<void> => {
    const contact = await createContactStore(tx).contact(context.subject);
    if (!contact || contact.email === null) return;
    const { email: recipient, language } = contact;
    const about: Record<string, string> = {
      ...(context.via !== 'self' && { by: context.actor.id }),
      ...(card !== undefined && { card }),
    };
    await mails.write(tx, context, { kind, about, recipient, language });
  },
});

const methodNames = {
  ccard: 'paymentMethodName|ccard',
  bank: 'paymentMethodName|bank',
  claim: 'paymentMethodName|claim',
} as const;

/** Composes these e-mails. Account and card are masked. */
export const paymentDetailsMails = ({
  db,
  clock,
  site,
}: {
  db: Db;
  clock: Clock;
  site: string;
}): Record<Kind, Compose> => {
  const compose =
    (kind: Kind): Compose =>
    async ({ subject, language, about: { by, card } }) => {
      const store = createPaymentDetailsStore(db);
      const details = await store.details(subject);
      if (!details) return undefined;
      const actor = by === undefined ? undefined : await createContactStore(db).contact({ id: by });
      const t = textsIn(language);
      const next =
        kind === 'paymentMethodChanged'
          ? nextPaymentOf(await store.unpaid(subject), dayOfInstant(clock.now()))
          : null;
      const params = {
        customer: subject.fullName,
        account: details.bankAccount?.slice(-3) ?? '',
        card: card ?? details.cardNumberMasked ?? '',
        method: details.paymentMethod ? t(methodNames[details.paymentMethod]) : '',
      };
      return {
        language,
        ...(subject.kind === 'person' && { firstName: firstNames(subject.fullName) }),
        subject: t(`${kind}Email|subject`),
        preheader: t('changeNotice|preheader'),
        body: [
          t(`${kind}Email|body`, params),
          ...(next
            ? [
                t('changeNotice|nextPayment', {
                  amount: formatMoney(language, next.amount),
                  when: collectionText(t, next.collection),
                }),
              ]
            : []),
          ...(actor ? [t('changeNotice|by', { actor: actor.fullName })] : []),
          t('changeNotice|notYou'),
        ].join('\n\n'),
        button: { title: t('changeNotice|button'), url: site + pathOf('portal.settings', language) },
      };
    };
  return {
    bankChanged: compose('bankChanged'),
    cardChanged: compose('cardChanged'),
    cardRemoved: compose('cardRemoved'),
    paymentMethodChanged: compose('paymentMethodChanged'),
  };
};
