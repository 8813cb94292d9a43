import { hash } from 'node:crypto';
import type { CoreAnswer, coreAnswerCalls } from '@hofn/contracts';
import { cases, type Database, type Db } from '@hofn/database';
import type { Clock } from '@hofn/domain/clock.ts';
import { and, eq, inArray, type SQL } from 'drizzle-orm';
import type { FastifyRequest } from 'fastify';
import { auditService } from '../platform/audit.ts';
import type { ServiceClient } from '../platform/authorization.ts';
import { Fault } from '../platform/fault.ts';
import type { Outbox } from '../platform/mail/mails.ts';
import type { Handlers } from '../platform/registrar.ts';
import type { Settings } from '../settings.ts';
import { createAnswerStore } from './answer-store.ts';
import { createDescriber, type WorkItemKinds } from './describe.ts';
import { addAnswer, createOutcomeRecorder } from './record-outcome.ts';
import { createWorkItemStore } from './store.ts';
import { isAnsweredByCore } from './work-items.ts';

type Answering = { client: ServiceClient; request: FastifyRequest; key: string; body: CoreAnswer };

/** How another system answers messages and forms, as an employee would in the staff portal (rule CORE-10). */
export const coreAnswerHandlers = ({
  database,
  clock,
  outbox,
  kinds,
  settings,
}: {
  database: Database;
  clock: Clock;
  outbox: Outbox;
  kinds: WorkItemKinds;
  settings: Pick<Settings, 'REQUESTS_SETTLED_BY_CORE'>;
}): Handlers<typeof coreAnswerCalls> => {
  const answers = createAnswerStore(database.db);
  const recordOutcome = createOutcomeRecorder({ store: createWorkItemStore(database.db), kinds });
  const describe = createDescriber(database.db, kinds);

  const write = async (
    tx: Db,
    row: typeof cases.$inferSelect,
    { client, body: { author, text, close } }: Answering,
    answerId: string,
  ): Promise<void> => {
    const item = await describe(row, row.language);
    if (!item) throw new Fault('notFound');
    const by = { at: clock.now().toISOString(), employeeId: client.source, employeeName: author };
    await addAnswer(tx, { answers, outbox }, item, { caseId: row.id, id: answerId, text, by });
    await recordOutcome(tx, row, item, {
      to: close ? { state: 'closed', closedAt: by.at } : { state: 'answered', closedAt: null },
      history: [{ kind: 'answered' }, ...(close ? [{ kind: 'closed' } as const] : [])],
      event: 'case.answered',
      by,
    });
  };

  /** @throws Fault `notFound`, `settledElsewhere`, `conflict` when the key has another answer, `caseUnanswerable` */
  const answer = (which: SQL | undefined, answering: Answering) =>
    database.db.transaction(async (tx) => {
      const [row] = await tx.select().from(cases).where(which).for('update');
      if (!row) throw new Fault('notFound');
      if (!isAnsweredByCore(row.kind, settings.REQUESTS_SETTLED_BY_CORE)) throw new Fault('settledElsewhere');
      const { client, request, key, body } = answering;
      // Part of the e-mail's Message-ID, so it consists of letters and digits.
      const answerId = hash('sha256', JSON.stringify([client.source, key])).slice(0, 32);
      const before = (await answers.list(row.id, tx)).find(({ id }) => id === answerId);
      if (before && (before.text !== body.text || before.author !== body.author)) throw new Fault('conflict');
      if (!before) await write(tx, row, answering, answerId);
      const result = before ? ('unchanged' as const) : ('recorded' as const);
      await auditService(tx, request, client, 'core.answer', {
        ...{ scope: 'core.messages.answer', object: { case: row.id }, recorded: result },
        ...(row.customerId !== null && { subject: row.customerId }),
      });
      return { result };
    });

  return {
    answerCoreMessage: ({ params: { customer, id, key }, body, client, request }) =>
      answer(and(eq(cases.kind, 'memo'), eq(cases.customerId, customer), eq(cases.matterId, id)), {
        ...{ client, request, key, body },
      }),
    answerCoreForm: ({ params: { id, key }, body, client, request }) =>
      answer(and(inArray(cases.kind, ['inquiry', 'form']), eq(cases.matterId, id)), {
        ...{ client, request, key, body },
      }),
  };
};
