import type { claimCalls } from '@hofn/contracts';
import type { Database } from '@hofn/database';
import { audit } from '../platform/audit.ts';
import { recordEvent } from '../platform/events.ts';
import type { Idempotently } from '../platform/idempotency.ts';
import type { KennitalaCheck } from '../platform/kennitala.ts';
import type { Handlers } from '../platform/registrar.ts';
import type { Uploads } from '../platform/uploads/uploads.ts';
import { authorNameOf, createClaimStore } from './claim-store.ts';
import type { Filing } from './filing.ts';

/** Filing a claim: its draft, the draft's files, and the claim itself. */
export const claimFilingHandlers = (parts: {
  database: Database;
  idempotently: Idempotently;
  uploads: Uploads;
  filing: Filing;
  kennitala: KennitalaCheck;
}): Pick<
  Handlers<typeof claimCalls>,
  'startClaimDraft' | 'claimDraft' | 'saveClaimDraft' | 'dropClaimDraft' | 'addDraftAttachment' | 'fileClaim'
> => {
  const { database, idempotently, uploads, filing, kennitala } = parts;
  const claimStore = createClaimStore(database.db);
  return {
    startClaimDraft: (call) =>
      idempotently(call, (tx) => filing.start(tx, call.context, call.body, call.language)),
    claimDraft: ({ params, context, language }) => filing.draft(context, params.token, language),
    saveClaimDraft: ({ params, body, context, language }) =>
      filing.save(context, params.token, body, language),
    dropClaimDraft: async ({ params, context }) => {
      await filing.drop(context, params.token);
      return null;
    },
    addDraftAttachment: async (call) => {
      const { params, body, context } = call;
      const sender = await authorNameOf(claimStore, context);
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
        await recordEvent(tx, 'claim.filed', context.subject.id, {
          claimId: filed.id,
          number: filed.reference,
          policyId: body.form.policy || null,
        });
        return filed;
      });
    },
  };
};
