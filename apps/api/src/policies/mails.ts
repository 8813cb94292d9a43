import type { Db } from '@hofn/database';
import type { Clock } from '@hofn/domain/clock.ts';
import { coverPhaseOf, isProvable } from '@hofn/domain/cover-phase.ts';
import { firstNames } from '@hofn/domain/names.ts';
import { dayOfInstant, formatDate, formatMoney } from '@hofn/texts';
import { pathOf } from '@hofn/texts/paths.ts';
import type { Attachment, Letter } from '../platform/mail/letter.ts';
import type { Compose, MailRequest } from '../platform/mail/mails.ts';
import type { Document } from '../platform/pdf/document.ts';
import { writePdf } from '../platform/pdf/pdf.ts';
import { textsIn } from '../platform/texts.ts';
import { certificateDocument } from './certificate.ts';
import { overviewDocument } from './documents.ts';
import { overviewOf } from './overview.ts';
import { policyOf } from './policies.ts';
import { renewalText } from './renewal-text.ts';
import { chargeText } from './restored.ts';
import { createPolicyStore } from './store.ts';

/** Composes e-mails about policies, from the data at the time of sending. */
export const policyMails = (parts: {
  db: Db;
  clock: Clock;
  /** Address of the site with its base, for links. */
  site: string;
}): Record<'policyOverview' | 'policy' | 'coverRestored' | 'renewalTold', Compose> => {
  const { db, clock, site } = parts;
  const store = createPolicyStore(db);
  const attach = async (name: string, document: Document): Promise<Attachment> => ({
    name,
    type: 'application/pdf',
    content: await writePdf(document, clock.now()),
  });
  const greeting = ({ subject, language }: MailRequest): Pick<Letter, 'language' | 'firstName'> => ({
    language,
    ...(subject.kind === 'person' && { firstName: firstNames(subject.fullName) }),
  });
  return {
    coverRestored: async (request) => {
      const { subject, language, about } = request;
      const { policyId = '', from = '', lapsedOn = '' } = about;
      const row = await store.one(subject, language, policyId);
      const policy = row && policyOf(row, language, dayOfInstant(clock.now()));
      // It may have lapsed again, or ended, since (rule LIFE-40).
      if (!policy || (!policy.inForce && policy.status !== 'pending')) return undefined;
      const t = textsIn(language);
      const params = {
        policy: policy.name,
        number: policy.number,
        date: formatDate(language, from),
        lapsed: formatDate(language, lapsedOn),
      };
      const charged = await chargeText(
        db,
        { customerId: subject.id, policyId },
        { premiumPerYear: policy.premiumPerYear, language },
      );
      return {
        ...greeting(request),
        subject: t('coverRestoredEmail|subject', params),
        preheader: t('coverRestoredEmail|preheader', params),
        body: `${t(`coverRestoredEmail|${from > lapsedOn ? 'bodyGap' : 'body'}`, params)}\n\n${charged}`,
        button: {
          title: t('coverRestoredEmail|button'),
          url: site + pathOf('portal.policy', language, { id: policy.id }),
        },
      };
    },
    renewalTold: async (request) => {
      const { subject, language, about } = request;
      const row = await store.one(subject, language, about.policyId ?? '');
      const policy = row && policyOf(row, language, dayOfInstant(clock.now()));
      // It may have been cancelled since, or renewed already; another premium has an email of its own.
      const next = policy?.nextPeriod;
      if (!policy || !next || next.from !== about.from || String(next.premiumPerYear) !== about.premium)
        return undefined;
      const t = textsIn(language);
      const params = { policy: policy.name, date: formatDate(language, next.from) };
      return {
        ...greeting(request),
        subject: t('renewalEmail|subject', params),
        preheader: t('renewalEmail|preheader', { amount: formatMoney(language, next.premiumPerYear) }),
        body: renewalText(policy, next, language),
        button: {
          title: t('renewalEmail|button'),
          url: site + pathOf('portal.policy', language, { id: policy.id }),
        },
      };
    },
    policyOverview: async (request) => {
      const { subject, language } = request;
      const today = dayOfInstant(clock.now());
      const row = await store.overview(subject, language, today);
      if (!row) return undefined;
      const t = textsIn(language);
      const overview = overviewOf(row, today);
      const document = overviewDocument(overview, { subject, language, today });
      return {
        ...greeting(request),
        subject: t('policyOverviewEmail|subject'),
        preheader: t('policyOverviewEmail|preheader'),
        body: t('policyOverviewEmail|body', { date: formatDate(language, today) }),
        button: { title: t('policyOverviewEmail|button'), url: site + pathOf('portal.base', language) },
        attachments: [await attach(t('pdf|overviewFile', { date: today }), document)],
      };
    },
    policy: async (request) => {
      const { subject, language, about } = request;
      const today = dayOfInstant(clock.now());
      const row = await store.one(subject, language, about.policyId ?? '');
      if (!row) return undefined;
      const t = textsIn(language);
      const policy = policyOf(row, language, today);
      const { id, name, number } = policy;
      // It may have lapsed or ended since it was asked for (rule LIFE-40).
      const isCertificate = isProvable(coverPhaseOf(policy));
      const texts = isCertificate ? 'policyEmail' : 'policyNoCoverEmail';
      const file = t(isCertificate ? 'pdf|certificateFile' : 'pdf|policyFile', { number });
      return {
        ...greeting(request),
        subject: t(`${texts}|subject`, { policy: name }),
        preheader: t(`${texts}|preheader`),
        body: t(`${texts}|body`, { policy: name, number, date: formatDate(language, today) }),
        button: { title: t('policyEmail|button'), url: site + pathOf('portal.policy', language, { id }) },
        attachments: [await attach(file, certificateDocument(policy, { subject, language, today }))],
      };
    },
  };
};
