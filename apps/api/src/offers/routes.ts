import { randomUUID } from 'node:crypto';
import type { offerCalls, Proposal } from '@hofn/contracts';
import type { Database, Db } from '@hofn/database';
import type { Clock } from '@hofn/domain/clock.ts';
import { dayOfInstant, type Language } from '@hofn/texts';
import { audit } from '../platform/audit.ts';
import type { Customer } from '../platform/authorization.ts';
import type { Contents } from '../platform/contents.ts';
import { recordEvent } from '../platform/events.ts';
import { Fault } from '../platform/fault.ts';
import { sendFile } from '../platform/file-response.ts';
import type { Idempotently } from '../platform/idempotency.ts';
import type { Mails } from '../platform/mail/mails.ts';
import { writePdf } from '../platform/pdf/pdf.ts';
import type { Handlers } from '../platform/registrar.ts';
import { statusOf } from '../requests/requests.ts';
import { createRequestStore } from '../requests/store.ts';
import { ipidDocument, ipidName } from './ipid.ts';
import { offersFile } from './list-file.ts';
import { filterOffers, pendingOffers, proposalOf } from './offers.ts';
import { createOfferStore } from './store.ts';

export const offerHandlers = ({
  database,
  clock,
  contents,
  mails,
  idempotently,
}: {
  database: Database;
  clock: Clock;
  contents: Contents;
  mails: Mails;
  idempotently: Idempotently;
}): Handlers<typeof offerCalls> => {
  const today = () => dayOfInstant(clock.now());

  /** @throws Fault `notFound` when there is none, or it belongs to another customer */
  const read = async (db: Db, subject: Customer, language: Language, id: string) => {
    const row = await createOfferStore(db).findWithDetails(subject, language, id);
    if (!row) throw new Fault('notFound');
    return { row, shown: proposalOf(row, language, today()) };
  };
  /** The document of a proposal: the same bytes on every call. */
  const ipidOf = (shown: Proposal, language: Language): Promise<Uint8Array> =>
    writePdf(ipidDocument(shown, language), new Date(`${shown.offeredOn}T00:00:00Z`));

  return {
    offersPending: async ({ query, context: { subject }, language, fileType, reply }) => {
      const { from, to } = query;
      if (from !== undefined && to !== undefined && to < from)
        throw new Fault('validation', { fields: [{ path: 'to', reason: 'toBeforeFrom' }] });
      const rows = await createOfferStore(database.db).unanswered(subject, language);
      const shown = filterOffers(pendingOffers(rows, language, today()), query);
      if (!fileType) return shown;
      const file = await offersFile(fileType, shown.items, { subject, language, now: clock.now() });
      sendFile(reply, fileType, file.name, file.content);
      return undefined;
    },
    proposal: async ({ params, context: { subject }, language }) => {
      const { shown } = await read(database.db, subject, language, params.id);
      const request = await createRequestStore(database.db).ofOffer(subject, params.id);
      return { ...shown, request: request ? statusOf(request, language, new Set()) : null };
    },
    proposalIpid: async ({ params, context: { subject }, language, reply }) => {
      const { shown } = await read(database.db, subject, language, params.id);
      sendFile(reply, 'application/pdf', ipidName(shown, language), await ipidOf(shown, language));
      return undefined;
    },
    answerProposal: async (input) => {
      const { params, body, context, language, request } = input;
      const { subject, actor } = context;
      // Rendered and stored before the lock, and garbage-collected if the answer is refused. It shows what was on the screen:
      // if that changes before the lock, the hash in `shown` no longer matches.
      const before = await read(database.db, subject, language, params.id);
      const ipid =
        body.answer === 'accept' && before.shown.state === 'pending' && body.shown === before.shown.shown
          ? (await contents.store(await ipidOf(before.shown, language))).key
          : undefined;
      return idempotently(input, async (tx) => {
        const store = createOfferStore(tx);
        await store.lock(subject, params.id);
        const { row, shown } = await read(tx, subject, language, params.id);
        if (shown.state === 'expired') throw new Fault('offerExpired');
        if (shown.state !== 'pending') throw new Fault('conflict');
        const { proposal } = row;
        const answeredAt = clock.now().toISOString();
        const state = body.answer === 'accept' ? ('accepted' as const) : ('declined' as const);
        if (body.answer === 'accept') {
          // The customer agrees to what was on the screen: matched by its hash, and stored whole with its document.
          if (body.shown !== shown.shown || ipid === undefined) throw new Fault('conflict');
          const id = randomUUID();
          const { premiumPerYear, deductible, sumInsured, covers, parts } = shown;
          const compared = { premiumPerYear, deductible, sumInsured };
          const side = (which: 'offered' | 'now') => ({
            ...Object.fromEntries(Object.entries(compared).map(([name, both]) => [name, both[which]])),
            covers: covers.map((cover) => ({ id: cover.id, sums: cover[which] })),
            parts: parts.map((part) => ({ name: part.name, amount: part[which] })),
          });
          await createRequestStore(tx).add(tx, subject, {
            id,
            policyId: proposal.policyId,
            proposalId: proposal.id,
            kind: null,
            actorId: actor.id,
            before: proposal.policyId === null ? null : side('now'),
            after: side('offered'),
            effectiveOn: proposal.effectiveOn,
            premium: premiumPerYear.offered ?? 0,
            tariffVersion: proposal.tariffVersion,
            language,
            proof: { language, shown, shownHash: shown.shown, ipid },
            createdAt: answeredAt,
          });
          const recipient = await mails.onFile(tx, subject);
          if (recipient !== null) {
            const about = { changeId: id };
            await mails.write(tx, context, { kind: 'proposalAccepted', about, recipient, language });
          }
          const { id: offerId, policyId } = proposal;
          await recordEvent(tx, 'offer.accepted', subject.id, { offerId, requestId: id, policyId });
        } else await recordEvent(tx, 'offer.declined', subject.id, { offerId: proposal.id });
        await store.answer(subject, params.id, { state, answeredAt, answeredBy: actor.id });
        await audit(tx, request, context, 'offer.answer', {
          object: { offer: params.id },
          answer: body.answer,
        });
        return { state, effectiveOn: proposal.effectiveOn };
      });
    },
  };
};
