import { randomUUID } from 'node:crypto';
import type { Proposal, RequestStatus } from '@hofn/contracts';
import type { Db, proposals } from '@hofn/database';
import type { Language } from '@hofn/texts';
import type { RequestContext } from '../platform/authorization.ts';
import { recordEvent } from '../platform/events.ts';
import type { Mails } from '../platform/mail/mails.ts';
import type { Acts } from '../requests/acts.ts';
import { statusOf } from '../requests/requests.ts';
import { createRequestStore, type NewRequest } from '../requests/store.ts';

/** The request that the acceptance of an offer is stored as, with the proof of what was on the screen. */
export const acceptanceOf = (
  proposal: typeof proposals.$inferSelect,
  shown: Proposal,
  by: { actorId: string; answeredAt: string; language: Language; ipid: string },
): NewRequest => {
  const { premiumPerYear, deductible, sumInsured, covers, parts } = shown;
  const compared = { premiumPerYear, deductible, sumInsured };
  const side = (which: 'offered' | 'now') => ({
    ...Object.fromEntries(Object.entries(compared).map(([name, both]) => [name, both[which]])),
    covers: covers.map((cover) => ({ id: cover.id, sums: cover[which] })),
    parts: parts.map((part) => ({ name: part.name, amount: part[which] })),
  });
  const { language, ipid } = by;
  return {
    id: randomUUID(),
    policyId: proposal.policyId,
    proposalId: proposal.id,
    kind: null,
    actorId: by.actorId,
    before: proposal.policyId === null ? null : side('now'),
    after: side('offered'),
    effectiveOn: proposal.effectiveOn,
    premium: premiumPerYear.offered ?? 0,
    tariffVersion: proposal.tariffVersion,
    language,
    proof: { language, shown, shownHash: shown.shown, ipid },
    createdAt: by.answeredAt,
  };
};

/** Stores acceptances of offers; the core is asked to issue the policy after the transaction (rule ACT-6). */
export const createAcceptance =
  ({ mails, acts }: { mails: Mails; acts: Acts }) =>
  async (tx: Db, context: RequestContext, acceptance: NewRequest): Promise<RequestStatus> => {
    const { subject } = context;
    const { id, proposalId: offerId, policyId, language } = acceptance;
    const store = createRequestStore(tx);
    await store.add(tx, subject, acceptance);
    await recordEvent(tx, 'offer.accepted', subject.id, { offerId: offerId ?? '', requestId: id, policyId });
    const isAsked = acts.isAsked('offer');
    // The e-mail depends on the core's answer.
    if (isAsked) await acts.ask(tx, id);
    const recipient = await mails.onFile(tx, subject);
    if (recipient !== null && !isAsked)
      await mails.write(tx, context, {
        kind: 'proposalAccepted',
        about: { changeId: id },
        recipient,
        language,
      });
    const row = await store.one(subject, id);
    if (!row) throw new Error('The acceptance that was just stored does not exist');
    return statusOf(row, language, new Set());
  };
