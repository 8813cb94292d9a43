import type { claimCalls } from '@hofn/contracts';
import type { Database } from '@hofn/database';
import type { Clock } from '@hofn/domain/clock.ts';
import type { FileStore } from '@hofn/files';
import { dayOfInstant } from '@hofn/texts';
import { audit } from '../platform/audit.ts';
import { Fault } from '../platform/fault.ts';
import { sendFile } from '../platform/file-response.ts';
import type { Idempotently } from '../platform/idempotency.ts';
import type { KennitalaCheck } from '../platform/kennitala.ts';
import type { Mails } from '../platform/mail/mails.ts';
import { maxRows, rowsToRead } from '../platform/paging.ts';
import type { Handlers } from '../platform/registrar.ts';
import { type Uploads, uploadOf } from '../platform/uploads/uploads.ts';
import type { ClaimChanges } from './changes.ts';
import { createClaimStore } from './claim-store.ts';
import { claimOf, cursors, filterOf, overviewOf } from './claims.ts';
import { createCoverFinder } from './covers.ts';
import { claimsFile } from './files.ts';
import type { Filing } from './filing.ts';
import { claimFilingHandlers } from './filing-routes.ts';
import { claimHolder } from './holders.ts';
import { claimMessageHandlers } from './message-routes.ts';
import { createClaimListStore } from './store.ts';

/** Claims of customers. */
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
  const { database, clock, mails, idempotently, uploads } = parts;
  const { db } = database;
  const lists = createClaimListStore(db);
  const claimStore = createClaimStore(db);
  const covers = createCoverFinder({ db, clock });

  return {
    claims: async ({ query, context: { subject, role }, language, fileType, reply }) => {
      const { limit, cursor, ...filters } = query;
      const filter = filterOf(filters);
      const list = JSON.stringify([subject.id, filter]);
      const row = await lists.list(
        subject,
        language,
        { ...filter, ...(!fileType && { after: cursors.read(cursor, list), limit: rowsToRead(limit) }) },
        clock.now(),
      );
      // Another customer's policy is reported as not found.
      if (!row?.ownsPolicy) throw new Fault('notFound');
      // Who may only read cannot open a draft, and it may name an illness.
      const drafts = role === 'Readonly' ? [] : row.drafts;
      if (!fileType) return overviewOf({ ...row, drafts }, limit, list, language);
      const reader = { subject, language, today: dayOfInstant(clock.now()) };
      const file = await claimsFile(fileType, overviewOf(row, maxRows, list, language), reader, clock.now());
      sendFile(reply, fileType, file.name, file.content);
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
    claimCovers: async ({ query, context, language }) => {
      const { causes = '', ...loss } = query;
      const named = causes.split(',').filter(Boolean);
      return covers.find(context, { ...loss, causes: named }, language);
    },
    ...claimMessageHandlers(parts),
    ...claimFilingHandlers(parts),
  };
};
