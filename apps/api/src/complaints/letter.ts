import type { Db } from '@hofn/database';
import type { ComplaintOutcome } from '@hofn/domain/complaints.ts';
import { firstNames } from '@hofn/domain/names.ts';
import { dayOfInstant, formatDate, type Language } from '@hofn/texts';
import { pathOf } from '@hofn/texts/paths.ts';
import type { Customer } from '../platform/authorization.ts';
import type { Letter } from '../platform/mail/letter.ts';
import type { Compose } from '../platform/mail/mails.ts';
import { textsIn } from '../platform/texts.ts';
import { createAboutStore } from './about.ts';
import { type ComplaintRow, createComplaintStore } from './store.ts';

/** What a decision says, before it is a letter. */
export type Reasoned = { outcome: ComplaintOutcome; text: string; reviewer: string };

/** The further ways to complain with their time limits and fees, which end every letter (rule RIGHT-2). */
const furtherWays = (language: Language, site: string): string => {
  const t = textsIn(language);
  return [
    t('complaintLetter|ways'),
    [
      t('complaintLetter|committee'),
      t('complaintLetter|committeeTime'),
      t('complaintLetter|committeeFee'),
      t('complaintLetter|committeeAddress'),
    ].join('\n'),
    [t('complaintLetter|courts'), t('complaintLetter|courtsText')].join('\n'),
    t('complaintLetter|more', { url: site + pathOf('complaints', language) }),
  ].join('\n\n');
};

/** The text of the letter that ends a complaint, in its language: as it is stored, sent and shown. */
export const letterText = (
  { language, receivedAt }: Pick<ComplaintRow, 'language' | 'receivedAt'>,
  about: string | undefined,
  { outcome, text, reviewer }: Reasoned,
  site: string,
): string => {
  const t = textsIn(language);
  const date = formatDate(language, dayOfInstant(new Date(receivedAt)));
  return [
    about === undefined
      ? t('complaintLetter|opening', { date })
      : t('complaintLetter|openingAbout', { date, what: about }),
    t(`complaintLetter|outcome.${outcome}`),
    text,
    t('complaintLetter|reviewer', { name: reviewer }),
    furtherWays(language, site),
  ].join('\n\n');
};

/** The e-mail with that letter. */
export const letterOf = (
  { language, reference }: Pick<ComplaintRow, 'language' | 'reference'>,
  body: string,
  { subject, site }: { subject: Customer; site: string },
): Letter => {
  const t = textsIn(language);
  return {
    language,
    ...(subject.kind === 'person' && { firstName: firstNames(subject.fullName) }),
    subject: t('complaintLetter|subject', { reference }),
    preheader: t('complaintLetter|preheader'),
    body,
    button: { title: t('complaintLetter|button'), url: site + pathOf('portal.matters', language) },
  };
};

/** The title of what a complaint is about, in a language; undefined for `other`, and for what has been erased. */
export const aboutTitle = async (
  db: Db,
  { customerId, about, aboutId }: ComplaintRow,
  language: Language,
): Promise<string | undefined> =>
  (await createAboutStore(db).find(customerId, language, about, aboutId))?.title;

/** Composes the e-mails about complaints: that one was received, and the letter that ended it. */
export const complaintMails = ({
  db,
  site,
}: {
  db: Db;
  site: string;
}): Record<'complaintReceived' | 'complaintDecided', Compose> => {
  const store = createComplaintStore(db);
  return {
    complaintReceived: async ({ subject, language, about }) => {
      const complaint = await store.one(subject.id, about.complaintId ?? '');
      if (!complaint) return undefined;
      const t = textsIn(language);
      const params = {
        reference: complaint.reference,
        date: formatDate(language, complaint.dueOn),
      };
      return {
        language,
        ...(subject.kind === 'person' && { firstName: firstNames(subject.fullName) }),
        subject: t('complaintReceivedEmail|subject', params),
        preheader: t('complaintReceivedEmail|preheader', params),
        body: t('complaintReceivedEmail|body', params),
        button: {
          title: t('complaintReceivedEmail|button'),
          url: site + pathOf('portal.matters', language),
        },
      };
    },
    complaintDecided: async ({ subject, about }) => {
      const complaint = await store.one(subject.id, about.complaintId ?? '');
      return complaint?.letter ? letterOf(complaint, complaint.letter, { subject, site }) : undefined;
    },
  };
};
