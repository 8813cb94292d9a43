import type { Retention } from '@hofn/contracts';
import type { Db } from '@hofn/database';
import { firstNames } from '@hofn/domain/names.ts';
import { dayOfInstant, formatDate, type Language } from '@hofn/texts';
import { pathOf } from '@hofn/texts/paths.ts';
import type { Customer } from '../platform/authorization.ts';
import type { Compose, Mails } from '../platform/mail/mails.ts';
import { textsIn } from '../platform/texts.ts';
import type { RequestRow } from './privacy.ts';
import { createPrivacyStore } from './store.ts';

type Kind =
  | 'privacyReceived'
  | 'privacyArchiveReady'
  | 'privacyExtended'
  | 'privacyRefused'
  | 'erasureReceived'
  | 'erasureDone'
  | 'erasureRefused';

/** The part of the mail service that writes to customers. */
export type MailWriter = Pick<Mails, 'onFile' | 'write'>;

/** Notifies of the outcome of a request, at the address on file, if any. */
export const createPrivacyNotifications = (mails: MailWriter) => {
  const notify =
    (kind: Record<RequestRow['kind'], Kind>) =>
    async (
      tx: Db,
      subject: Customer,
      request: Pick<RequestRow, 'id' | 'kind' | 'language'>,
    ): Promise<void> => {
      const recipient = await mails.onFile(tx, subject);
      if (recipient === null) return;
      const { id, language } = request;
      await mails.write(
        tx,
        { actor: subject, subject },
        { kind: kind[request.kind], about: { request: id }, recipient, language },
      );
    };
  return {
    received: notify({ overview: 'privacyReceived', erasure: 'erasureReceived' }),
    extended: notify({ overview: 'privacyExtended', erasure: 'privacyExtended' }),
    refused: notify({ overview: 'privacyRefused', erasure: 'erasureRefused' }),
    /** For an erasure, called before the data is erased: the address may be part of it. */
    finished: notify({ overview: 'privacyArchiveReady', erasure: 'erasureDone' }),
  };
};

/** One line about data that an erasure retains. */
const retentionLine = ({ what, why, until }: Retention, language: Language): string => {
  const t = textsIn(language);
  const params = { what: t(`privacyKept|what.${what}`), why: t(`privacyKept|why.${why}`) };
  return until === null
    ? t('privacyKept|lineOpen', params)
    : t('privacyKept|line', { ...params, date: formatDate(language, until) });
};

/** Composes the e-mails about requests. */
export const privacyMails = ({ db, site }: { db: Db; site: string }): Record<Kind, Compose> => {
  const store = createPrivacyStore(db);
  const compose =
    (kind: Kind): Compose =>
    async ({ subject, language, about: { request: id = '' } }) => {
      const found = await store.find(id);
      if (!found) return undefined;
      const { request } = found;
      const t = textsIn(language);
      const day = (instant: string) => formatDate(language, dayOfInstant(new Date(instant)));
      // People who can no longer sign in are not sent to a page behind sign-in.
      const canNotSignIn = kind === 'erasureDone' && !request.kept.some(({ what }) => what === 'signIn');
      const params = {
        dueDate: day(request.dueAt),
        expiresDate: request.expiresAt === null ? '' : day(request.expiresAt),
        reason: request.reasons.at(-1) ?? '',
        kept: request.kept.map((entry) => retentionLine(entry, language)).join('\n'),
      };
      return {
        language,
        firstName: firstNames(subject.fullName),
        subject: t(`${kind}Email|subject`),
        preheader: t(`${kind}Email|preheader`, params),
        body: t(`${kind}Email|body`, params),
        button: canNotSignIn
          ? { title: t('erasureDoneEmail|buttonSite'), url: site + pathOf('privacy', language) }
          : {
              title: t(`${kind}Email|button`),
              url: site + pathOf('portal.settingsPrivacy', language),
            },
      };
    };
  return {
    privacyReceived: compose('privacyReceived'),
    privacyArchiveReady: compose('privacyArchiveReady'),
    privacyExtended: compose('privacyExtended'),
    privacyRefused: compose('privacyRefused'),
    erasureReceived: compose('erasureReceived'),
    erasureDone: compose('erasureDone'),
    erasureRefused: compose('erasureRefused'),
  };
};
