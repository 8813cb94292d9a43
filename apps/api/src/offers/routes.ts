import type { offerCalls, Proposal, RequestStatus } from '@hofn/contracts';
import type { Database, Db, proposals } from '@hofn/database';
import type { Clock } from '@hofn/domain/clock.ts';
import { dayOfInstant, type Language } from '@hofn/texts';
import { audit } from '../platform/audit.ts';
import type { Customer, RequestContext } from '../platform/authorization.ts';
import type { Contents } from '../platform/contents.ts';
import { recordEvent } from '../platform/events.ts';
import { Fault } from '../platform/fault.ts';
import { sendFile } from '../platform/file-response.ts';
import type { Idempotently } from '../platform/idempotency.ts';
import type { Mails } from '../platform/mail/mails.ts';
import { writePdf } from '../platform/pdf/pdf.ts';
import type { Handlers } from '../platform/registrar.ts';
import type { Acts } from '../requests/acts.ts';
import { unsent } from '../requests/core-request.ts';
import type { DecisionTexts } from '../requests/decision-texts.ts';
import { statusOf } from '../requests/requests.ts';
import { createRequestStore } from '../requests/store.ts';
import { acceptanceOf, createAcceptance } from './accept.ts';
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
  decisionTexts,
  acts,
}: {
  database: Database;
  clock: Clock;
  contents: Contents;
  mails: Mails;
  idempotently: Idempotently;
  decisionTexts: DecisionTexts;
  acts: Acts;
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

  /** Whether accepting an offer takes effect at once, by the core's preview. */
  const decisionOn = async (
    { subject, actor }: RequestContext,
    proposal: typeof proposals.$inferSelect,
    shown: Proposal,
    language: Language,
  ) => {
    const answeredAt = clock.now().toISOString();
    const request = acceptanceOf(proposal, shown, { actorId: actor.id, answeredAt, language, ipid: '' });
    const said = acts.isAsked('offer')
      ? await acts.preview(
          unsent({ ssn: subject.ssn, policyNumber: shown.policy?.number ?? null, proposal, request }),
        )
      : undefined;
    return decisionTexts('offer', said, language);
  };

  const accept = createAcceptance({ mails, acts });

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
    proposal: async ({ params, context, language }) => {
      const { subject } = context;
      const { row, shown } = await read(database.db, subject, language, params.id);
      const request = await createRequestStore(database.db).ofOffer(subject, params.id);
      return {
        ...shown,
        request: request ? statusOf(request, language, new Set()) : null,
        ...(shown.state === 'pending' && {
          decision: await decisionOn(context, row.proposal, shown, language),
        }),
      };
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
      const answered = await idempotently(input, async (tx) => {
        const store = createOfferStore(tx);
        await store.lock(subject, params.id);
        const { row, shown } = await read(tx, subject, language, params.id);
        if (shown.state === 'expired') throw new Fault('offerExpired');
        if (shown.state !== 'pending') throw new Fault('conflict');
        const { proposal } = row;
        const answeredAt = clock.now().toISOString();
        const state = body.answer === 'accept' ? ('accepted' as const) : ('declined' as const);
        await store.answer(subject, params.id, { state, answeredAt, answeredBy: actor.id });
        const recorded = { state, effectiveOn: proposal.effectiveOn };
        const answer = async (): Promise<typeof recorded & { request?: RequestStatus }> => {
          if (body.answer === 'decline') {
            await recordEvent(tx, 'offer.declined', subject.id, { offerId: proposal.id });
            return recorded;
          }
          // The customer agrees to what was on the screen: matched by its hash, and stored whole with its document.
          if (body.shown !== shown.shown || ipid === undefined) throw new Fault('conflict');
          const acceptance = acceptanceOf(proposal, shown, { actorId: actor.id, answeredAt, language, ipid });
          return { ...recorded, request: await accept(tx, context, acceptance) };
        };
        const done = await answer();
        // Last: every other act waits while the audit log is locked.
        await audit(tx, request, context, 'offer.answer', {
          object: { offer: params.id },
          answer: body.answer,
        });
        return done;
      });
      if (!answered.request || !acts.isAsked('offer')) return answered;
      await acts.perform(answered.request.id);
      const row = await createRequestStore(database.db).one(subject, answered.request.id);
      return row ? { ...answered, request: statusOf(row, language, new Set()) } : answered;
    },
  };
};
