import type { Db } from '@hofn/database';
import { Fault } from '../platform/fault.ts';
import { addEvent } from './history.ts';
import { createWorkItemStore } from './store.ts';
import { caseTaken } from './work-items.ts';

/**
 * Makes a work item the employee’s before they act on what it is about, so that no two people do; nothing changes where it is
 * theirs. Locks it until the transaction ends.
 * @throws Fault `notFound`, `caseTaken` naming a colleague who has it
 */
export const takeForAct = async (
  tx: Db,
  id: string,
  employee: { id: string; name: string },
  now: Date,
): Promise<void> => {
  const store = createWorkItemStore(tx);
  const row = await store.lockForUpdate(tx, id);
  if (!row) throw new Fault('notFound');
  if (row.assigneeId === employee.id) return;
  if (row.assigneeId !== null) throw caseTaken(row.assigneeName);
  await store.change(tx, id, { assigneeId: employee.id, assigneeName: employee.name });
  const by = { employeeId: employee.id, employeeName: employee.name };
  await addEvent(tx, id, { kind: 'assigned', at: now.toISOString(), ...by });
};
