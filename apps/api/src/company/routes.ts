import { randomUUID } from 'node:crypto';
import type { companyCalls, FiguresChange, PendingChange } from '@hofn/contracts';
import type { Database, Db } from '@hofn/database';
import { isCurrent } from '@hofn/domain';
import type { Clock } from '@hofn/domain/clock.ts';
import { type CompanyCover, companyProducts } from '@hofn/domain/company-figures.ts';
import { dayOfInstant, type Language } from '@hofn/texts';
import { audit } from '../platform/audit.ts';
import type { Customer, RequestContext } from '../platform/authorization.ts';
import { recordEvent } from '../platform/events.ts';
import { Fault } from '../platform/fault.ts';
import type { Idempotently } from '../platform/idempotency.ts';
import type { Mails } from '../platform/mail/mails.ts';
import type { Handlers } from '../platform/registrar.ts';
import { tariffOn } from '../platform/tariffs.ts';
import type { Acts } from '../requests/acts.ts';
import { expectNoOther } from '../requests/one-at-a-time.ts';
import { isNews, statusOf } from '../requests/requests.ts';
import { createRequestStore } from '../requests/store.ts';
import { changesOf, coverOf, estimateAnswer, estimateOf, expectEffective, pendingOf } from './company.ts';
import { createCompanyStore } from './store.ts';

export const companyHandlers = ({
  database,
  clock,
  mails,
  idempotently,
  acts,
}: {
  database: Database;
  clock: Clock;
  mails: Mails;
  idempotently: Idempotently;
  acts: Acts;
}): Handlers<typeof companyCalls> => {
  const store = createCompanyStore(database.db);
  const requests = createRequestStore(database.db);

  const coverFor = async <Cover extends CompanyCover>(
    cover: Cover,
    { context: { subject }, language }: { context: RequestContext; language: Language },
  ) => {
    const newest = await requests.newestByPolicy(subject);
    const retractable = await requests.retractable(subject);
    return coverOf(cover, await store.rated(subject, language, companyProducts[cover]), {
      today: dayOfInstant(clock.now()),
      latest: new Map(
        [...newest].flatMap(([policyId, request]) =>
          isNews(request, clock.now()) ? [[policyId, statusOf(request, language, retractable)]] : [],
        ),
      ),
    });
  };

  /**
   * Validates a change of figures and estimates its premium.
   * @throws Fault `notFound`, `changeAlreadyPending`, `changeWaiting`, `validation`, `noChange`
   */
  const assess = async (db: Db, subject: Customer, language: Language, change: FiguresChange) => {
    const today = dayOfInstant(clock.now());
    const product = companyProducts[change.cover];
    const rows = await createCompanyStore(db).rated(subject, language, product);
    const row = rows.find(({ id }) => id === change.policyId);
    if (!row || !isCurrent(row, today)) throw new Fault('notFound');
    await expectNoOther(db, subject, change.policyId, language);
    expectEffective(change.effectiveOn, today, language);
    changesOf(row.figures, change.figures);
    const edition = await tariffOn(db, change.effectiveOn);
    return { row, edition, premium: estimateOf(row, product, change, edition) };
  };

  return {
    companyLiability: (call) => coverFor('liability', call),
    companyPersonal: (call) => coverFor('personal', call),
    companyTravel: (call) => coverFor('travel', call),
    estimateUpdate: async ({ body, context: { subject }, language }) => {
      const { row, edition, premium } = await assess(database.db, subject, language, body);
      return estimateAnswer(row, body, premium, edition);
    },
    requestUpdate: async (call) => {
      const { body, context, language, request } = call;
      const { subject, actor } = context;
      const isAsked = acts.isAsked('figures');
      const pending = await idempotently(call, async (tx): Promise<PendingChange> => {
        const { row, edition, premium } = await assess(tx, subject, language, body);
        const id = randomUUID();
        const { policyId, effectiveOn } = body;
        const requestedAt = clock.now().toISOString();
        await requests.add(tx, subject, {
          id,
          policyId,
          proposalId: null,
          kind: null,
          actorId: actor.id,
          before: row.figures,
          after: body.figures,
          effectiveOn,
          premium,
          tariffVersion: edition.version,
          language,
          proof: null,
          createdAt: requestedAt,
        });
        if (isAsked) await acts.ask(tx, id);
        const recipient = await mails.onFile(tx, subject);
        // The e-mail depends on the core's answer.
        if (recipient !== null && !isAsked) {
          await mails.write(tx, context, {
            kind: 'changeRequest',
            about: { changeId: id },
            recipient,
            language,
          });
        }
        await audit(tx, request, context, 'company.requestUpdate', {
          object: { change: id },
          policy: policyId,
          before: { ...row.figures },
          after: { ...body.figures },
        });
        await recordEvent(tx, 'policy.changeRequested', subject.id, { requestId: id, policyId });
        return pendingOf({ id, requestedAt, effectiveOn, estimatedPremium: premium });
      });
      if (isAsked) await acts.perform(pending.id);
      return pending;
    },
  };
};
