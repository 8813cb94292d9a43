import type { CaseAct } from '@hofn/contracts';
import type { Clock } from '@hofn/domain/clock.ts';
import type { Language } from '@hofn/texts';
import type { FastifyRequest } from 'fastify';
import type { StaffMember } from '../platform/authorization.ts';
import { employeeOf } from '../platform/caller.ts';
import type { Idempotently } from '../platform/idempotency.ts';
import { kindOf } from '../platform/work-items.ts';
import type { createActing } from './act-on-work-item.ts';
import type { WorkItemKinds } from './describe.ts';
import { addNote } from './notes.ts';
import { auditCase, type ReadCase } from './read-case.ts';

const workerOf = ({ id, name, roles }: StaffMember) => ({
  ...{ id, name, isSupervisor: roles.includes('supervisor') },
});

/**
 * Does an act with a work item, once per idempotency key, with its line in the audit.
 * @param options `part`: which of several writes of the request it is; `onFirst`: called in the transaction, but not when the
 * write is repeated
 */
export type ActOnOne = (
  request: FastifyRequest,
  found: ReadCase,
  body: CaseAct,
  options: { language: Language; part?: string; onFirst?: () => void },
) => Promise<void>;

/** Creates what every call that acts on work items goes through. */
export const createActOnOne =
  (parts: {
    clock: Clock;
    idempotently: Idempotently;
    kinds: WorkItemKinds;
    act: ReturnType<typeof createActing>['act'];
    recordView: ReturnType<typeof createActing>['recordView'];
  }): ActOnOne =>
  async (request, { line, item }, body, { language, part, onFirst }) => {
    const { clock, idempotently, kinds, act, recordView } = parts;
    const employee = employeeOf(request);
    const { id } = line.row;
    const write = {
      ...{ context: { actor: { id: employee.id }, subject: { id } }, body, request },
      ...(part !== undefined && { part }),
    };
    await idempotently(write, async (tx) => {
      onFirst?.();
      if (body.act === 'note') {
        await addNote(tx, id, body, { clock, employee, language });
        // The answer shows the case again.
        await recordView(tx, line.row, employee, item);
      } else await act(tx, line.row, body, { employee: workerOf(employee), item, language });
      await auditCase(tx, request, employee, item, {
        object: { case: id },
        act: body.act,
        ...(body.act === 'settle' && { result: body.decision.result }),
        ...(body.act === 'decide' && { result: body.decision.outcome }),
      });
      return null;
    });
    if (body.act !== 'note') await kinds[kindOf(line.row)]?.afterAct?.(line.row);
  };
