import type { requestCalls, SentPolicyRequest } from '@hofn/contracts';
import type { Database, Db } from '@hofn/database';
import type { Clock } from '@hofn/domain/clock.ts';
import { dayOfInstant, type Language } from '@hofn/texts';
import { audit } from '../platform/audit.ts';
import { recordEvent } from '../platform/events.ts';
import type { Idempotently } from '../platform/idempotency.ts';
import type { Mails } from '../platform/mail/mails.ts';
import type { Handlers } from '../platform/registrar.ts';
import { answerDueOn } from '../work-items/open-work-item.ts';
import type { Acts } from './acts.ts';
import { createAssessing } from './assessing.ts';
import type { DecisionTexts } from './decision-texts.ts';
import { doneOf } from './done.ts';
import { endForWithdrawal, lockPolicy } from './one-at-a-time.ts';
import { nextStepsOf } from './policy-facts.ts';
import { type Asked, createPreviewing, othersOf } from './previewing.ts';
import { statusOf } from './requests.ts';
import { createRequestStore } from './store.ts';

/** What the customer reads once a request is stored: what was done at once, or what happens next. */
const receiptOf = (
  sent: Parameters<typeof doneOf>[0] & { lastDay: string | null },
  { language, at }: { language: Language; at: Date },
): SentPolicyRequest => {
  const { row, lastDay, email, suspendedOn, others } = sent;
  if (row.state === 'confirmed')
    return { request: statusOf(row, language, new Set()), next: doneOf(sent, language) };
  const answerBy = dayOfInstant(answerDueOn('change', at));
  const kind = row.kind === 'plan' ? 'cover' : (row.kind ?? 'cover');
  return {
    request: statusOf(row, language, new Set([row.id])),
    next: nextStepsOf(
      { answerBy, email, lastDay, today: dayOfInstant(at), kind, suspendedOn, others },
      language,
    ),
  };
};

/** Requests about a policy: another cover, suspension, cancellation, withdrawal (rules LIFE-3 to LIFE-5). */
export const policyRequestHandlers = ({
  database,
  clock,
  mails,
  idempotently,
  decisionTexts,
  acts,
}: {
  database: Database;
  clock: Clock;
  mails: Mails;
  idempotently: Idempotently;
  decisionTexts: DecisionTexts;
  acts: Acts;
}): Handlers<Pick<typeof requestCalls, 'previewPolicyRequest' | 'requestAboutPolicy'>> => {
  const assessing = createAssessing({ clock, acts });
  const { assess, requestOf } = assessing;
  const previewing = createPreviewing({ db: database.db, clock, assessing, decisionTexts });

  /** A repeated call gets its answer, and is not judged by what it, or its twin meanwhile, has changed. */
  const expectShown = async (
    call: Parameters<typeof idempotently.replayedAnswer>[0] & Asked,
  ): Promise<void> => {
    const isRepeated = async () => (await idempotently.replayedAnswer(call)) !== undefined;
    if (await isRepeated()) return;
    try {
      await previewing.expectUnchanged(call);
    } catch (error) {
      if (!(await isRepeated())) throw error;
    }
  };

  return {
    previewPolicyRequest: ({ body, context, language }) => previewing.preview({ body, context, language }),

    requestAboutPolicy: async (call) => {
      const { body, context, language, request } = call;
      const { subject, actor } = context;
      const isAsked = acts.isAsked(body.kind);
      // Read before the act ends other policies; a replayed call has none.
      /** Context of the receipt. */
      let about: Pick<Parameters<typeof receiptOf>[0], 'lastDay' | 'suspendedOn' | 'others'> | undefined;
      const receipt = async (db: Db, id: string): Promise<SentPolicyRequest> => {
        const row = await createRequestStore(db).one(subject, id);
        if (!row) throw new Error('The request that was just stored does not exist');
        const email = actor.id === subject.id ? await mails.onFile(db, subject) : null;
        const none = { lastDay: null, suspendedOn: null, others: { ending: [], continuing: [] } };
        return receiptOf({ ...(about ?? none), row, email }, { language, at: clock.now() });
      };
      await expectShown(call);
      const sent = await idempotently(call, async (tx) => {
        const at = clock.now();
        if (body.kind === 'withdraw') await endForWithdrawal(tx, subject, body.policyId, at);
        await lockPolicy(tx, subject, body.policyId);
        const assessment = await assess(tx, subject, language, body);
        const { found, assessed, stored } = assessment;
        const added = requestOf(assessment, { policyId: body.policyId, actorId: actor.id, language, at });
        const { id } = added;
        const store = createRequestStore(tx);
        await store.add(tx, subject, added);
        await recordEvent(tx, 'policy.changeRequested', subject.id, {
          requestId: id,
          policyId: body.policyId,
        });
        const { suspendedOn } = found.policy;
        // Before any of them ends with this one.
        const others = await othersOf(tx, found, { kind: body.kind, language, today: dayOfInstant(at) });
        about = { lastDay: assessed.details.lastDay, suspendedOn, others };
        // The e-mail depends on the core's answer.
        if (isAsked) await acts.ask(tx, id);
        const recipient = await mails.onFile(tx, subject);
        if (recipient !== null && !isAsked)
          await mails.write(tx, context, {
            kind: 'changeRequest',
            about: { changeId: id },
            recipient,
            language,
          });
        // Last: every other act waits while the audit log is locked.
        await audit(tx, request, context, 'policy.request', {
          object: { change: id },
          policy: body.policyId,
          kind: body.kind,
          effectiveOn: stored.effectiveOn,
        });
        return receipt(tx, id);
      });
      if (!isAsked) return sent;
      await acts.perform(sent.request.id);
      return receipt(database.db, sent.request.id);
    },
  };
};
