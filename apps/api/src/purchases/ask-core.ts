import { proposal as proposalShape } from '@hofn/contracts';
import type { Db, proposals } from '@hofn/database';
import { acceptanceOf, createAcceptance } from '../offers/accept.ts';
import { createOfferStore } from '../offers/store.ts';
import type { Customer, RequestContext } from '../platform/authorization.ts';
import { recordEvent } from '../platform/events.ts';
import type { Mails } from '../platform/mail/mails.ts';
import type { Acts } from '../requests/acts.ts';
import type { PurchaseRow } from './store.ts';

/** The context of a purchase, which only the customer makes. */
export const contextOf = (subject: Customer): RequestContext => ({
  ...{ actor: { kind: 'customer', id: subject.id }, subject, via: 'self', role: 'Full' },
});

/** Creates what asks the core for the policy of a purchase, in the transaction that has stored that it was bought. */
export const createAskCore = ({ mails, acts }: { mails: Mails; acts: Acts }) => {
  const accept = createAcceptance({ mails, acts });
  /** Stores the proposal that the customer has accepted, and asks the core to issue its policy. @returns the request's id */
  return async (tx: Db, subject: Customer, purchase: PurchaseRow): Promise<{ requestId: string }> => {
    const { bought, ipid, boughtAt, id } = purchase;
    if (!bought || ipid === null || boughtAt === null) throw new Error(`Purchase ${id} was not bought`);
    const answeredAt = new Date(boughtAt).toISOString();
    const answer = { state: 'accepted' as const, answeredAt, answeredBy: subject.id };
    const proposal = { ...(bought.proposal as typeof proposals.$inferSelect), ...answer };
    await createOfferStore(tx).add(proposal);
    const shown = { ...proposalShape.parse(bought.shown), shown: bought.shownHash };
    const { language } = purchase;
    const acceptance = acceptanceOf(proposal, shown, { actorId: subject.id, answeredAt, language, ipid });
    await accept(tx, contextOf(subject), acceptance);
    await recordEvent(tx, 'purchase.bought', subject.id, { purchaseId: id, requestId: acceptance.id });
    return { requestId: acceptance.id };
  };
};
export type AskCore = ReturnType<typeof createAskCore>;
