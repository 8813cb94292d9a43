import { firstNames } from '@hofn/domain/names.ts';
import { dayOfInstant } from '@hofn/texts';
import { pathOf } from '@hofn/texts/paths.ts';
import { Fault } from '../platform/fault.ts';
import type { Letter } from '../platform/mail/letter.ts';
import type { Compose, MailRequest } from '../platform/mail/mails.ts';
import type { Document } from '../platform/pdf/document.ts';
import { writePdf } from '../platform/pdf/pdf.ts';
import { textsIn } from '../platform/texts.ts';
import { type ConfirmParts, createConfirm } from './confirm.ts';
import { cardDocument, confirmationDocument } from './papers.ts';

/** Composes e-mails with a travel card or a visa confirmation, from the policy as of the day they are sent. */
export const travelMails = (parts: ConfirmParts): { travelCard: Compose; travelConfirmation: Compose } => {
  const { clock, site } = parts;
  const confirm = createConfirm(parts);
  const letter = async (request: MailRequest, number: string, document: Document): Promise<Letter> => {
    const { subject, language } = request;
    const t = textsIn(language);
    const now = clock.now();
    const name = `${t('travel|file', { number, date: dayOfInstant(now) })}.pdf`;
    return {
      language,
      firstName: firstNames(subject.fullName),
      subject: document.title,
      preheader: t('travelEmail|preheader'),
      body: t('travelEmail|body'),
      button: { title: t('travelEmail|button'), url: site + pathOf('portal.travel', language) },
      attachments: [{ name, type: 'application/pdf', content: await writePdf(document, now) }],
    };
  };
  return {
    travelCard: async (request) => {
      const { subject, language, about } = request;
      const card = await confirm.card(subject, language, about.policy ?? '');
      if (!card) return undefined;
      return letter(request, card.number, cardDocument(card, language, dayOfInstant(clock.now())));
    },
    travelConfirmation: async (request) => {
      const { subject, language, about } = request;
      const { policy = '', from = '', to = '' } = about;
      try {
        const confirmation = await confirm.confirmation(subject, language, { policy, from, to });
        if (!confirmation) return undefined;
        return letter(request, confirmation.number, confirmationDocument(confirmation, language));
      } catch (error) {
        // The policy has changed since, and no longer covers the trip.
        if (error instanceof Fault) return undefined;
        throw error;
      }
    },
  };
};
