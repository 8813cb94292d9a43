import type { requestCalls } from '@hofn/contracts';
import type { Database } from '@hofn/database';
import type { Clock } from '@hofn/domain/clock.ts';
import { authorNameOf, createClaimStore } from '../claims/claim-store.ts';
import { audit } from '../platform/audit.ts';
import { recordEvent } from '../platform/events.ts';
import { Fault } from '../platform/fault.ts';
import type { Idempotently } from '../platform/idempotency.ts';
import type { Mails } from '../platform/mail/mails.ts';
import type { Handlers } from '../platform/registrar.ts';
import { closeWorkItem, isUntouched, openWorkItem } from '../work-items/open-work-item.ts';
import { requestReceiptOf } from './receipt.ts';
import { kindOf, statusOf } from './requests.ts';
import { createRequestStore } from './store.ts';

/** What customers do with their requests after sending them. */
export const requestHandlers = ({
  database,
  clock,
  mails,
  idempotently,
}: {
  database: Database;
  clock: Clock;
  mails: Mails;
  idempotently: Idempotently;
}): Handlers<Pick<typeof requestCalls, 'requestReceipt' | 'answerRequest' | 'retractRequest'>> => ({
  requestReceipt: async ({ params, context: { subject }, language }) => {
    const request = await createRequestStore(database.db).oneWithNames(subject, params.id, language);
    const receipt = request && requestReceiptOf(request, { language, isStaff: false });
    if (!receipt) throw new Fault('notFound');
    return receipt;
  },

  answerRequest: async (call) => {
    const { params, body, context, language, request } = call;
    const { subject } = context;
    if (!(await createRequestStore(database.db).one(subject, params.id))) throw new Fault('notFound');
    const author = await authorNameOf(createClaimStore(database.db), context);
    return idempotently(call, async (tx) => {
      const store = createRequestStore(tx);
      const asked = await store.lock(params.id);
      if (asked?.state !== 'pending' || !asked.awaitsCustomer) throw new Fault('conflict');
      const at = clock.now();
      // The customer's own words stand in both languages as they were written.
      const texts = { is: body.text, en: body.text };
      const messages = [...asked.messages, { fromUs: false, author, texts, at: at.toISOString() }];
      await store.change(params.id, { messages, awaitsCustomer: false });
      await openWorkItem(tx, {
        kind: 'change',
        matterId: params.id,
        customerId: subject.id,
        language: asked.language,
        openedAt: at,
      });
      await recordEvent(tx, 'request.questionAnswered', subject.id, { requestId: params.id });
      await audit(tx, request, context, 'request.answer', { object: { request: params.id } });
      return statusOf({ ...asked, messages, awaitsCustomer: false }, language, new Set());
    });
  },

  retractRequest: async (call) => {
    const { params, context, language, request } = call;
    const { subject } = context;
    if (!(await createRequestStore(database.db).one(subject, params.id))) throw new Fault('notFound');
    return idempotently(call, async (tx) => {
      const store = createRequestStore(tx);
      const open = await store.lock(params.id);
      // An accepted offer is a contract: it is withdrawn from, not taken back.
      if (!open || kindOf(open) === 'offer' || open.state !== 'pending') throw new Fault('conflict');
      // What the core was asked to do may be done already.
      if (open.askAgainAt !== null) throw new Fault('requestInHand');
      if (open.messages.length > 0 || !(await isUntouched(tx, 'change', params.id)))
        throw new Fault('requestInHand');
      const at = clock.now();
      const change = { state: 'retracted', settledAt: at.toISOString() } as const;
      await store.change(params.id, change);
      await closeWorkItem(tx, 'change', params.id, at);
      const recipient = await mails.onFile(tx, subject);
      if (recipient !== null)
        await mails.write(tx, context, {
          kind: 'requestRetracted',
          about: { requestId: params.id },
          recipient,
          language,
        });
      await recordEvent(tx, 'request.retracted', subject.id, {
        requestId: params.id,
        policyId: open.policyId,
      });
      await audit(tx, request, context, 'request.retract', { object: { request: params.id } });
      return statusOf({ ...open, ...change }, language, new Set());
    });
  },
});
