import type { customerPageCalls } from '@hofn/contracts';
import type { Database } from '@hofn/database';
import type { Clock } from '@hofn/domain/clock.ts';
import { auditStaff } from '../platform/audit.ts';
import { employeeOf } from '../platform/caller.ts';
import { Fault } from '../platform/fault.ts';
import type { Handlers } from '../platform/registrar.ts';
import type { DailyLimit } from '../platform/shared-counter.ts';
import { refuseConflict } from '../views/refuse-conflict.ts';
import { createViewStore } from '../views/store.ts';
import { createCustomerPages } from './customer-page.ts';

/** The page of a customer at the desk (rule ROLE-7). */
export const customerPageHandlers = ({
  database,
  clock,
  names,
}: {
  database: Database;
  clock: Clock;
  /** Customers a staff member may look up (rule HOLD-13). */
  names: DailyLimit;
}): Handlers<typeof customerPageCalls> => {
  const pageOf = createCustomerPages(database.db);
  const views = createViewStore(database.db);
  return {
    openCustomerPage: async ({ params: { id }, body: { reason }, language, request }) => {
      const employee = employeeOf(request);
      const now = clock.now();
      const wait = await names.count(employee.id);
      if (wait > 0) throw new Fault('tooManyRequests', { retryAfterSeconds: wait });
      await refuseConflict(database.db, request, { customer: id, act: 'page', now: now.toISOString() });
      const page = await pageOf(id, { employee, language, now });
      if (!page) throw new Fault('notFound');
      // Recorded before anything is shown.
      await database.db.transaction(async (tx) => {
        await views.recordMomentaryView(tx, employee, id, {
          ...{ reason, call: 'openCustomerPage', target: id, at: now.toISOString() },
        });
        await auditStaff(tx, request, { actor: employee.id, subject: id, reason }, 'staff.customerPage');
      });
      return page;
    },
  };
};
