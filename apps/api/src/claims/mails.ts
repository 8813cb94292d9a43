import { claimCalls, claimStatus } from '@hofn/contracts';
import type { Db } from '@hofn/database';
import { hasDamage } from '@hofn/domain/claim-advice.ts';
import type { Clock } from '@hofn/domain/clock.ts';
import { firstNames } from '@hofn/domain/names.ts';
import { dayOfInstant, formatDate } from '@hofn/texts';
import { pathOf } from '@hofn/texts/paths.ts';
import { createReplyAddresses } from '../incoming-mail/address.ts';
import type { Letter } from '../platform/mail/letter.ts';
import type { Compose, MailRequest } from '../platform/mail/mails.ts';
import { maxRows } from '../platform/paging.ts';
import { textsIn } from '../platform/texts.ts';
import type { Settings } from '../settings.ts';
import { createClaimStore } from './claim-store.ts';
import { filterOf, overviewOf } from './claims.ts';
import { claimsFile } from './files.ts';
import { createClaimListStore } from './store.ts';

/** Kinds of e-mail about a single claim. */
export type ClaimMail =
  | 'claimReceipt'
  | 'claimUnverified'
  | 'claimVerified'
  | 'noticeNamesYou'
  | 'claimStatus'
  | 'claimDocuments'
  | 'claimPayment'
  | 'claimMessage';

/** Those that can be answered by e-mail, with text and papers. */
const answerable: readonly ClaimMail[] = ['claimReceipt', 'claimDocuments', 'claimMessage'];

/** Composes e-mails about claims, from the data at the time of sending. */
export const claimMails = (parts: {
  db: Db;
  clock: Clock;
  /** Address of the site with its base, for links. */
  site: string;
  settings: Pick<Settings, 'REPLY_ADDRESS'>;
}): Record<ClaimMail | 'claimsOverview', Compose> => {
  const { db, clock, site } = parts;
  const lists = createClaimListStore(db);
  const claimStore = createClaimStore(db);
  const addresses = createReplyAddresses(db, parts.settings);
  const greeting = ({ subject, language }: MailRequest): Pick<Letter, 'language' | 'firstName'> => ({
    language,
    ...(subject.kind === 'person' && { firstName: firstNames(subject.fullName) }),
  });
  /** News about a claim; `status` and `day` are those at the time of the event. */
  const news =
    (kind: Exclude<ClaimMail, 'noticeNamesYou'>): Compose =>
    async (request) => {
      const { subject, language, about } = request;
      const claim = await claimStore.one(subject, language, about.claimId ?? '');
      if (!claim) return undefined;
      const t = textsIn(language);
      const status = claimStatus.safeParse(about.status).data ?? claim.status;
      const words = {
        number: claim.number,
        status: t(`claimStatus|${status}`),
        date: about.day ? formatDate(language, about.day) : '',
      };
      const conversation = answerable.includes(kind) ? await addresses.about('claim', claim.id) : undefined;
      const body = t(`${kind}Email|body`, words);
      return {
        ...greeting(request),
        subject: t(`${kind}Email|subject`, words),
        preheader: t(`${kind}Email|preheader`, words),
        body: conversation ? `${body}\n\n${t('email|mayReply')}` : body,
        ...(conversation && { conversation }),
        button: {
          title: t(`${kind}Email|button`),
          url: site + pathOf('portal.claim', language, { id: claim.id }),
        },
      };
    };
  /** A receipt; only what was damaged is to be kept (rule LIFE-14). */
  const receipt: Compose = async (request) => {
    const { subject, language, about } = request;
    const letter = await news('claimReceipt')(request);
    const claim = await claimStore.one(subject, language, about.claimId ?? '');
    if (!letter || !claim?.line || !claim.form || !hasDamage(claim.line, claim.form.causes)) return letter;
    return { ...letter, body: `${letter.body}\n\n${textsIn(language)('claimReceiptEmail|keep')}` };
  };
  /** Says that a report has the customer’s kennitala, without its number or text: the report may not be theirs. */
  const noticeNamesYou: Compose = async (request) => {
    const t = textsIn(request.language);
    return {
      ...greeting(request),
      subject: t('noticeNamesYouEmail|subject'),
      preheader: t('noticeNamesYouEmail|preheader'),
      body: t('noticeNamesYouEmail|body'),
      button: {
        title: t('noticeNamesYouEmail|button'),
        url: site + pathOf('portal.matters', request.language),
      },
    };
  };
  return {
    claimsOverview: async (request) => {
      const { subject, language, about } = request;
      const today = dayOfInstant(clock.now());
      const { format, ...filters } = claimCalls.sendClaimsOverview.body.parse(about);
      const row = await lists.list(subject, language, filterOf(filters), clock.now());
      if (!row?.ownsPolicy) return undefined;
      const t = textsIn(language);
      const type = format === 'csv' ? 'text/csv' : 'application/pdf';
      const overview = overviewOf(row, maxRows, '', language);
      const file = await claimsFile(type, overview, { subject, language, today }, clock.now());
      return {
        ...greeting(request),
        subject: t('claimsOverviewEmail|subject'),
        preheader: t('claimsOverviewEmail|preheader'),
        body: t('claimsOverviewEmail|body', { date: formatDate(language, today) }),
        button: { title: t('claimsOverviewEmail|button'), url: site + pathOf('portal.claims', language) },
        attachments: [{ ...file, type }],
      };
    },
    claimReceipt: receipt,
    claimUnverified: news('claimUnverified'),
    claimVerified: news('claimVerified'),
    noticeNamesYou,
    claimStatus: news('claimStatus'),
    claimDocuments: news('claimDocuments'),
    claimPayment: news('claimPayment'),
    claimMessage: news('claimMessage'),
  };
};
