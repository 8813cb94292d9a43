import { type Db, policies, products } from '@hofn/database';
import { firstNames } from '@hofn/domain/names.ts';
import { dayOfInstant, formatDate, formatMoney, type Language } from '@hofn/texts';
import { pathOf } from '@hofn/texts/paths.ts';
import { and, eq } from 'drizzle-orm';
import type { Customer } from '../platform/authorization.ts';
import { pick } from '../platform/language.ts';
import type { Compose } from '../platform/mail/mails.ts';
import { textsIn } from '../platform/texts.ts';
import { factsOf } from './policy-facts.ts';
import { kindOf } from './requests.ts';
import { createRequestStore } from './store.ts';

const policyName = async (db: Db, subject: Customer, language: Language, id: string) => {
  const [row] = await db
    .select({ name: pick(language, products.nameIs, products.nameEn), number: policies.number })
    .from(policies)
    .innerJoin(products, eq(products.id, policies.productId))
    .where(and(eq(policies.customerId, subject.id), eq(policies.id, id)));
  return row && `${row.name}, ${row.number}`;
};

/** Confirms a request for a change (policy, first day and estimated premium), and that a request was taken back. */
export const requestMails = ({
  db,
  site,
}: {
  db: Db;
  site: string;
}): Record<'changeRequest' | 'requestRetracted', Compose> => {
  const store = createRequestStore(db);
  const paymentsButton = (language: Language) => ({
    title: textsIn(language)('changeRequestEmail|planButton'),
    url: site + pathOf('portal.payments', language),
  });
  return {
    requestRetracted: async ({ subject, language, about }) => {
      const request = await store.one(subject, about.requestId ?? '');
      if (!request || request.settledAt === null) return undefined;
      const t = textsIn(language);
      if (request.kind === 'plan')
        return {
          language,
          ...(subject.kind === 'person' && { firstName: firstNames(subject.fullName) }),
          subject: t('requestRetractedEmail|subject', { policy: t('requests|plan') }),
          preheader: t('requests|plan'),
          body: t('requestRetractedEmail|planBody', {
            date: formatDate(language, dayOfInstant(new Date(request.settledAt))),
          }),
          button: paymentsButton(language),
        };
      if (!request.policyId) return undefined;
      const params = {
        policy: (await policyName(db, subject, language, request.policyId)) ?? '',
        kind: t(`requests|${kindOf(request)}`),
        date: formatDate(language, dayOfInstant(new Date(request.settledAt))),
      };
      return {
        language,
        ...(subject.kind === 'person' && { firstName: firstNames(subject.fullName) }),
        subject: t('requestRetractedEmail|subject', params),
        preheader: params.policy,
        body: t('requestRetractedEmail|body', params),
        button: {
          title: t('requestRetractedEmail|button'),
          url: site + pathOf('portal.policy', language, { id: request.policyId }),
        },
      };
    },
    changeRequest: async ({ subject, language, about }) => {
      const change = await store.one(subject, about.changeId ?? '');
      const t = textsIn(language);
      const addressed = {
        language,
        ...(subject.kind === 'person' && { firstName: firstNames(subject.fullName) }),
      };
      if (change?.kind === 'plan')
        return {
          ...addressed,
          subject: t('changeRequestEmail|policySubject'),
          preheader: t('requests|plan'),
          body: [
            t('changeRequestEmail|planBody'),
            factsOf(change, language)
              .map(({ label, value }) => `${label}: ${value}`)
              .join('\n'),
            t('changeRequestEmail|planMore'),
          ].join('\n\n'),
          button: paymentsButton(language),
        };
      if (!change?.policyId) return undefined;
      const params = {
        policy: (await policyName(db, subject, language, change.policyId)) ?? '',
        date: formatDate(language, change.effectiveOn),
        amount: formatMoney(language, change.premium),
      };
      const facts = factsOf(change, language);
      const button = {
        title: t('changeRequestEmail|button'),
        url: site + pathOf('portal.policy', language, { id: change.policyId }),
      };
      if (facts.length > 0)
        return {
          ...addressed,
          subject: t('changeRequestEmail|policySubject'),
          preheader: params.policy,
          body: [
            t('changeRequestEmail|policyBody', params),
            facts.map(({ label, value }) => `${label}: ${value}`).join('\n'),
            [t('changeRequestEmail|policyMore'), change.kind === 'cover' && t('policyRequest|next.terms')]
              .filter(Boolean)
              .join(' '),
          ].join('\n\n'),
          button,
        };
      return {
        ...addressed,
        subject: t('changeRequestEmail|subject'),
        preheader: t('changeRequestEmail|preheader', params),
        body: t('changeRequestEmail|body', params),
        button,
      };
    },
  };
};
