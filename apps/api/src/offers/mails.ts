import { buffer } from 'node:stream/consumers';
import { proposal as proposalShape } from '@hofn/contracts';
import { type Db, purchases } from '@hofn/database';
import { firstNames } from '@hofn/domain/names.ts';
import type { HoldState } from '@hofn/domain/purchase.ts';
import type { FileStore } from '@hofn/files';
import { formatDate, formatMoney } from '@hofn/texts';
import { pathOf } from '@hofn/texts/paths.ts';
import { and, eq } from 'drizzle-orm';
import type { Compose } from '../platform/mail/mails.ts';
import { textsIn } from '../platform/texts.ts';
import { createRequestStore } from '../requests/store.ts';
import { withdrawableUntil } from '../requests/withdrawable.ts';
import { ipidName } from './ipid.ts';

/** The purchase that a request was made by; undefined where the insurer had made the offer. */
const findPurchase = async (db: Db, { id }: { id: string }, requestId: string) =>
  (
    await db
      .select({ id: purchases.id, hold: purchases.hold })
      .from(purchases)
      .where(and(eq(purchases.customerId, id), eq(purchases.requestId, requestId)))
  )[0];

/** States of a purchase's hold in which the card service may still hold the amount. */
const holding: readonly HoldState[] = ['held', 'releasing'];

/** Composes the e-mail that confirms an acceptance, with the very document that was agreed to. */
export const offerMails = ({
  db,
  files,
  site,
}: {
  db: Db;
  files: FileStore;
  site: string;
}): { proposalAccepted: Compose } => {
  const store = createRequestStore(db);
  return {
    proposalAccepted: async ({ subject, language, about }) => {
      const change = await store.oneWithNames(subject, about.changeId ?? '', language);
      if (!change?.proof) return undefined;
      const shown = proposalShape.parse(change.proof.shown);
      const t = textsIn(language);
      const bought = await findPurchase(db, subject, change.id);
      const purchaseId = bought?.id;
      const receivedText =
        bought && holding.includes(bought.hold) ? 'purchaseEmail|held' : 'purchaseEmail|body';
      const params = {
        offer: `${shown.name}, ${shown.number}`,
        date: formatDate(language, change.effectiveOn),
        amount: formatMoney(language, change.premium),
      };
      const policy = change.outcome?.policy;
      const buttonOf = (purchase: string | undefined) =>
        purchase === undefined
          ? {
              title: t('proposalAcceptedEmail|button'),
              url: site + pathOf('portal.offer', language, { id: shown.id }),
            }
          : {
              title: t('purchaseEmail|button'),
              url: site + pathOf('portal.purchase', language, { id: purchase }),
            };
      const until = policy && withdrawableUntil(change, subject);
      const content = await buffer(await files.get(change.proof.ipid));
      return {
        language,
        ...(subject.kind === 'person' && { firstName: firstNames(subject.fullName) }),
        ...(purchaseId === undefined
          ? {
              subject: t('proposalAcceptedEmail|subject', params),
              preheader: t('proposalAcceptedEmail|preheader', params),
            }
          : {
              subject: t(policy ? 'purchaseEmail|issuedSubject' : 'purchaseEmail|subject', params),
              preheader: t(policy ? 'purchaseEmail|issuedPreheader' : 'purchaseEmail|preheader', params),
            }),
        body: policy
          ? [
              t(purchaseId === undefined ? 'proposalAcceptedEmail|issued' : 'purchaseEmail|issued', {
                ...params,
                number: policy.number,
              }),
              until && t('proposalAcceptedEmail|withdraw', { until: formatDate(language, until) }),
            ]
              .filter(Boolean)
              .join('\n\n')
          : t(purchaseId === undefined ? 'proposalAcceptedEmail|body' : receivedText, params),
        button: policy?.id
          ? {
              title: t('requestAcceptedEmail|button'),
              url: site + pathOf('portal.policy', language, { id: policy.id }),
            }
          : buttonOf(purchaseId),
        attachments: [{ name: ipidName(shown, change.proof.language), type: 'application/pdf', content }],
      };
    },
  };
};
