import type { caseDraftCalls } from '@hofn/contracts';
import type { Db } from '@hofn/database';
import type { Clock } from '@hofn/domain/clock.ts';
import type { FastifyRequest } from 'fastify';
import { employeeOf } from '../platform/caller.ts';
import { Fault } from '../platform/fault.ts';
import type { Idempotently } from '../platform/idempotency.ts';
import { isoInstant } from '../platform/instant.ts';
import type { Handlers } from '../platform/registrar.ts';
import { createConflictRecorder } from './conflicts.ts';
import { createCaseDraftStore } from './draft-store.ts';
import { createWorkItemStore } from './store.ts';

/** Drafts of employees about work items: each reads and writes only their own. */
export const caseDraftHandlers = ({
  db,
  clock,
  idempotently,
}: {
  db: Db;
  clock: Clock;
  idempotently: Idempotently;
}): Handlers<typeof caseDraftCalls> => {
  const drafts = createCaseDraftStore(db);
  const store = createWorkItemStore(db);
  const recordConflict = createConflictRecorder({ db, clock });
  const checkCase = async (request: FastifyRequest, id: string): Promise<void> => {
    const employee = employeeOf(request);
    if (await store.find(employee, id, 'is')) return;
    await recordConflict(request, employee, id);
    throw new Fault('notFound');
  };
  return {
    caseDrafts: async ({ params: { id }, request }) => {
      const employee = employeeOf(request);
      await checkCase(request, id);
      return { items: await drafts.list({ caseId: id, employeeId: employee.id }) };
    },
    saveCaseDraft: async ({ params: { id, kind }, body, request }) => {
      const { id: employeeId } = employeeOf(request);
      const context = { actor: { id: employeeId }, subject: { id } };
      await checkCase(request, id);
      return idempotently({ context, body, request }, async (tx) => {
        const place = { caseId: id, employeeId };
        const { changedAt: seenAt, fields } = body;
        if (Object.keys(fields).length === 0) {
          if (!(await drafts.remove(tx, place, kind, seenAt && isoInstant(seenAt))))
            throw new Fault('draftChanged');
          return { changedAt: null };
        }
        const changedAt = await drafts.save(tx, place, {
          kind,
          seenAt,
          fields,
          at: clock.now().toISOString(),
        });
        if (changedAt === undefined) throw new Fault('draftChanged');
        return { changedAt };
      });
    },
  };
};
