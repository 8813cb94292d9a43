import type { claimCalls } from '@hofn/contracts';
import type { Database } from '@hofn/database';
import type { Clock } from '@hofn/domain/clock.ts';
import type { FileStore } from '@hofn/files';
import { audit } from '../platform/audit.ts';
import type { RequestContext } from '../platform/authorization.ts';
import { sendStored, sentFile } from '../platform/download.ts';
import { recordEvent } from '../platform/events.ts';
import { Fault } from '../platform/fault.ts';
import type { Idempotently } from '../platform/idempotency.ts';
import type { Handlers } from '../platform/registrar.ts';
import { hiddenClaimsOf } from '../platform/sensitive-claims.ts';
import type { Uploads } from '../platform/uploads/uploads.ts';
import { openWorkItem } from '../work-items/open-work-item.ts';
import type { ClaimChanges } from './changes.ts';
import { authorNameOf, createClaimStore } from './claim-store.ts';
import { messageOf } from './claims.ts';
import { claimHolder, draftHolder } from './holders.ts';
import { isOpen } from './store.ts';

/** Messages and files that customers add to a claim. */
export const claimMessageHandlers = (parts: {
  database: Database;
  clock: Clock;
  idempotently: Idempotently;
  uploads: Uploads;
  changes: ClaimChanges;
  files: FileStore;
}): Pick<
  Handlers<typeof claimCalls>,
  'claimMessages' | 'writeClaimMessage' | 'addClaimAttachment' | 'claimAttachment'
> => {
  const { database, clock, idempotently, uploads, changes, files } = parts;
  const claimStore = createClaimStore(database.db);

  /** The subject's claim, when messages and files can still be added to it. */
  const claimToAddTo = async ({ subject }: RequestContext, id: string) => {
    const claim = await claimStore.one(subject, 'is', id);
    if (!claim) throw new Fault('notFound');
    if (!isOpen(claim.status) && claim.status !== 'rejected')
      throw new Fault('conflict', { fields: [{ path: 'FORM', reason: 'claimClosed' }] });
    return claim;
  };
  return {
    claimMessages: async ({ params, context: { subject } }) => {
      if (!(await claimStore.one(subject, 'is', params.id))) throw new Fault('notFound');
      return { items: (await claimStore.messages(subject, params.id)).map(messageOf) };
    },
    writeClaimMessage: async (call) => {
      const { params, body, context, language, request } = call;
      await claimToAddTo(context, params.id);
      const author = await authorNameOf(claimStore, context);
      return idempotently(call, async (tx) => {
        const message = { fromInsurer: false, author, text: body.text };
        await audit(tx, request, context, 'claim.writeMessage', { object: { claim: params.id } });
        const { id: customerId } = context.subject;
        await openWorkItem(tx, {
          kind: 'claim',
          matterId: params.id,
          customerId,
          language,
          openedAt: clock.now(),
        });
        const written = await changes.write(tx, context, params.id, message);
        await recordEvent(tx, 'claim.messageSent', customerId, { claimId: params.id, messageId: written.id });
        return messageOf(written);
      });
    },
    addClaimAttachment: async (call) => {
      const { params, body, context, request } = call;
      await claimToAddTo(context, params.id);
      const sender = await authorNameOf(claimStore, context);
      return idempotently(call, async (tx) => {
        await audit(tx, request, context, 'claim.addAttachment', { object: { claim: params.id } });
        return uploads.announce(tx, context.subject, claimHolder(params.id), body, sender);
      });
    },
    claimAttachment: async ({ params, context: { subject, role }, request, reply }) => {
      const file = await uploads.store.find(subject, params.id);
      // A draft is only for those who can file it.
      const isReadable =
        (file?.holder === 'claim' && !hiddenClaimsOf(subject).includes(file.holderId)) ||
        (file?.holder === draftHolder('').kind && role !== 'Readonly');
      if (!isReadable || !file || file.key === null) throw new Fault('notFound');
      await sendStored(request, reply, files, sentFile({ ...file, key: file.key }));
      return undefined;
    },
  };
};
