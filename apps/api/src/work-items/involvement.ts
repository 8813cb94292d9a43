import type { Db } from '@hofn/database';
import { Fault } from '../platform/fault.ts';
import type { WorkItemKind, WorkItemRow } from '../platform/work-items.ts';
import type { ChangingAct, Employee, Receiver } from './work-items.ts';

/** What an employee may do with a complaint about what they handled: read it, write notes, and let somebody else have it. */
export const leavesIt = ({ act }: ChangingAct): boolean => act === 'release' || act === 'handOver';

/**
 * Nobody takes, answers or decides a complaint about what they handled, and nobody hands it to such a colleague (rule RIGHT-2).
 * @throws Fault `complaintHandled`, `validation` naming `to`
 */
export const expectUninvolved = async (
  tx: Db,
  of: WorkItemKind | undefined,
  row: WorkItemRow,
  { employee, receiver = null }: { employee?: Pick<Employee, 'id'>; receiver?: Receiver },
): Promise<void> => {
  if (!of?.handlers || (!employee && !receiver)) return;
  const handlers = await of.handlers(tx, row);
  if (employee && handlers.some(({ id }) => id === employee.id)) throw new Fault('complaintHandled');
  if (receiver && handlers.some(({ id }) => id === receiver.id))
    throw new Fault('validation', {
      fields: [{ path: 'to', reason: 'handledMatter', params: { name: receiver.name } }],
    });
};
