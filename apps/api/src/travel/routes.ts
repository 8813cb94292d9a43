import type { TravelCard, TravelConfirmation, travelCalls } from '@hofn/contracts';
import { dayOfInstant, type Language } from '@hofn/texts';
import type { FastifyReply } from 'fastify';
import { audit } from '../platform/audit.ts';
import { Fault } from '../platform/fault.ts';
import { sendFile } from '../platform/file-response.ts';
import type { Idempotently } from '../platform/idempotency.ts';
import type { Mails } from '../platform/mail/mails.ts';
import type { Document } from '../platform/pdf/document.ts';
import { writePdf } from '../platform/pdf/pdf.ts';
import type { Handlers } from '../platform/registrar.ts';
import { textsIn } from '../platform/texts.ts';
import { hashOfCode } from './codes.ts';
import { type ConfirmParts, createConfirm } from './confirmations.ts';
import { cardDocument, confirmationDocument } from './documents.ts';
import { checkOf } from './travel.ts';

// The response is the same for missing, ended and other people's policies.
const orNotFound = <Card extends TravelCard>(card: Card | undefined): Card => {
  if (!card) throw new Fault('notFound');
  return card;
};

export const travelHandlers = (
  parts: ConfirmParts & { mails: Mails; idempotently: Idempotently },
): Handlers<typeof travelCalls> => {
  const { store, clock, emergencyPhone, mails, idempotently } = parts;
  const confirm = createConfirm(parts);
  const sendPdf = async (
    reply: FastifyReply,
    language: Language,
    { number }: TravelCard | TravelConfirmation,
    document: Document,
  ): Promise<undefined> => {
    const now = clock.now();
    const name = `${textsIn(language)('travel|file', { number, date: dayOfInstant(now) })}.pdf`;
    sendFile(reply, 'application/pdf', name, await writePdf(document, now));
  };
  return {
    travelCards: async ({ context, language }) => ({
      cards: await confirm.cards(context, language),
      issuedAt: clock.now().toISOString(),
    }),
    travelCardPdf: async ({ query, context: { subject }, language, reply }) => {
      const card = orNotFound(await confirm.card(subject, language, query.policy));
      return sendPdf(reply, language, card, cardDocument(card, language, dayOfInstant(clock.now())));
    },
    sendTravelCard: async (input) => {
      const { body, context, language, request } = input;
      orNotFound(await confirm.card(context.subject, language, body.policy));
      const { email, shown } = await mails.addressee(context, body.email);
      return idempotently(input, async (tx) => {
        const about = { policy: body.policy };
        await mails.write(tx, context, { kind: 'travelCard', about, recipient: email, language });
        await audit(tx, request, context, 'travel.sendCard', { object: { policy: body.policy } });
        return { email: shown };
      });
    },
    travelConfirmation: async ({ query, context: { subject }, language }) =>
      orNotFound(await confirm.confirmation(subject, language, query)),
    travelConfirmationPdf: async ({ query, context: { subject }, language, reply }) => {
      const confirmation = orNotFound(await confirm.confirmation(subject, language, query));
      return sendPdf(reply, language, confirmation, confirmationDocument(confirmation, language));
    },
    sendTravelConfirmation: async (input) => {
      const { body, context, language, request } = input;
      const { email: requestedEmail, ...about } = body;
      orNotFound(await confirm.confirmation(context.subject, language, about));
      const { email, shown } = await mails.addressee(context, requestedEmail);
      return idempotently(input, async (tx) => {
        await mails.write(tx, context, { kind: 'travelConfirmation', about, recipient: email, language });
        await audit(tx, request, context, 'travel.sendConfirmation', { object: { policy: about.policy } });
        return { email: shown };
      });
    },
    travelCheck: async ({ params, language }) => {
      const check = await store.check(hashOfCode(params.code));
      const policy = check && (await store.ownPolicy(check.subject, language, check.policyId));
      const days = { validFrom: check?.validFrom ?? '', validTo: check?.validTo ?? '' };
      return checkOf(policy?.row, days, language, { today: dayOfInstant(clock.now()), emergencyPhone });
    },
  };
};
