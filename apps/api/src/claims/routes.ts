import type { claimCalls } from '@hofn/contracts';
import type { Database } from '@hofn/database';
import type { Clock } from '@hofn/domain/clock.ts';
import type { FileStore } from '@hofn/files';
import { dayOfInstant } from '@hofn/texts';
import { audit } from '../platform/audit.ts';
import type { RequestContext } from '../platform/authorization.ts';
import { sendStored } from '../platform/download.ts';
import { Fault } from '../platform/fault.ts';
import { fileTypeOf, sendFile } from '../platform/file-response.ts';
import type { Idempotently } from '../platform/idempotency.ts';
import type { KennitalaCheck } from '../platform/kennitala.ts';
import type { Mails } from '../platform/mail/mails.ts';
import { maxRows, rowsToRead } from '../platform/paging.ts';
import type { Handlers } from '../platform/registrar.ts';
import { type Uploads, uploadOf } from '../platform/uploads/uploads.ts';
import { openWorkItem } from '../work-items/open-work-item.ts';
import type { ClaimChanges } from './changes.ts';
import { createClaimStore } from './claim-store.ts';
import { claimOf, cursors, filterOf, messageOf, overviewOf } from './claims.ts';
import { claimsFile } from './files.ts';
import type { Filing } from './filing.ts';
import { claimHolder } from './holders.ts';
import { createClaimListStore, isOpen } from './store.ts';

export const claimHandlers = (parts: {
  database: Database;
  clock: Clock;
  mails: Mails;
  idempotently: Idempotently;
  uploads: Uploads;
  changes: ClaimChanges;
  filing: Filing;
  files: FileStore;
  kennitala: KennitalaCheck;
}): Handlers<typeof claimCalls> => {
  const { database, clock, mails, idempotently, uploads, changes, filing, files, kennitala } = parts;
  const { db } = database;
  const lists = createClaimListStore(db);
  const claimStore = createClaimStore(db);

  /** The subject's claim, when messages and files can still be added to it. */
  const claimToAddTo = async ({ subject }: RequestContext, id: string) => {
    const claim = await claimStore.one(subject, 'is', id);
    if (!claim) throw new Fault('notFound');
    if (!isOpen(claim.status) && claim.status !== 'rejected')
      throw new Fault('conflict', { fields: [{ path: 'FORM', reason: 'claimClosed' }] });
    return claim;
  };
  /** The name that the actor's messages are signed with. */
  const signature = async ({ actor, subject }: RequestContext): Promise<string> =>
    (await claimStore.contact({ id: actor.id }))?.fullName ?? subject.fullName;

  return {
    claims: async ({ query, context: { subject }, language, request, reply }) => {
      const { limit, cursor, ...filters } = query;
      const filter = filterOf(filters);
      const list = JSON.stringify([subject.id, filter]);
      const type = fileTypeOf(request.headers.accept);
      const row = await lists.list(
        subject,
        language,
        { ...filter, ...(!type && { after: cursors.read(cursor, list), limit: rowsToRead(limit) }) },
        clock.now(),
      );
      // Another customer's policy is reported as not found.
      if (!row?.ownsPolicy) throw new Fault('notFound');
      if (!type) return overviewOf(row, limit, list);
      const reader = { subject, language, today: dayOfInstant(clock.now()) };
      const file = await claimsFile(type, overviewOf(row, maxRows, list), reader, clock.now());
      sendFile(reply, type, file.name, file.content);
      return undefined;
    },
    claim: async ({ params, context: { subject }, language }) => {
      const claim = await claimStore.one(subject, language, params.id);
      if (!claim) throw new Fault('notFound');
      const [events, payments, messages, papers, letters] = await Promise.all([
        claimStore.events(subject, claim.id),
        claimStore.payments(subject, claim.id),
        claimStore.messages(subject, claim.id),
        uploads.store.listAttachedTo(subject, claimHolder(claim.id)),
        claimStore.letters(subject, claim.id, language),
      ]);
      return claimOf(claim, { events, payments, messages, files: papers.map(uploadOf), letters }, language);
    },
    sendClaimsOverview: async (call) => {
      const { body, context, language, request } = call;
      const { email: requestedEmail, format, ...filters } = body;
      const filter = { ...filterOf(filters), limit: 0 };
      const row = await lists.list(context.subject, language, filter, clock.now());
      if (!row?.ownsPolicy) throw new Fault('notFound');
      const { email, shown } = await mails.addressee(context, requestedEmail);
      return idempotently(call, async (tx) => {
        // Omit absent fields: `about` holds strings only.
        const about: Record<string, string> = JSON.parse(JSON.stringify({ ...filters, format }));
        await mails.write(tx, context, { kind: 'claimsOverview', about, recipient: email, language });
        await audit(tx, request, context, 'claim.sendClaimsOverview');
        return { email: shown };
      });
    },
    claimMessages: async ({ params, context: { subject } }) => {
      if (!(await claimStore.one(subject, 'is', params.id))) throw new Fault('notFound');
      return { items: (await claimStore.messages(subject, params.id)).map(messageOf) };
    },
    writeClaimMessage: async (call) => {
      const { params, body, context, language, request } = call;
      await claimToAddTo(context, params.id);
      const author = await signature(context);
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
        return messageOf(await changes.write(tx, context, params.id, message));
      });
    },
    addClaimAttachment: async (call) => {
      const { params, body, context, request } = call;
      await claimToAddTo(context, params.id);
      const sender = await signature(context);
      return idempotently(call, async (tx) => {
        await audit(tx, request, context, 'claim.addAttachment', { object: { claim: params.id } });
        return uploads.announce(tx, context.subject, claimHolder(params.id), body, sender);
      });
    },
    claimAttachment: async ({ params, context: { subject }, request, reply }) => {
      const file = await uploads.store.find(subject, params.id);
      if (file?.holder !== 'claim' || file.key === null) throw new Fault('notFound');
      await sendStored(request, reply, files, {
        key: file.key,
        name: file.name,
        type: 'application/octet-stream',
      });
      return undefined;
    },
    startClaimDraft: (call) =>
      idempotently(call, (tx) => filing.start(tx, call.context, call.body, call.language)),
    claimDraft: ({ params, context }) => filing.draft(context, params.token),
    saveClaimDraft: ({ params, body, context, language }) =>
      filing.save(context, params.token, body, language),
    dropClaimDraft: async ({ params, context }) => {
      await filing.drop(context, params.token);
      return null;
    },
    addDraftAttachment: async (call) => {
      const { params, body, context } = call;
      const sender = await signature(context);
      return idempotently(call, async (tx) =>
        uploads.announce(tx, context.subject, await filing.holder(tx, context, params.token), body, sender),
      );
    },
    fileClaim: async (call) => {
      const { body, context, language, request } = call;
      const checked = await kennitala.settingsFor(body.form, 'customer');
      return idempotently(call, async (tx) => {
        const filed = await filing.file(tx, context, body, language, checked);
        await audit(tx, request, context, 'claim.file', { object: { claim: filed.id } });
        return filed;
      });
    },
  };
};
