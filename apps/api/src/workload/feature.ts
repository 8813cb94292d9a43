import { caseKind, type KindOfWork, type workloadCalls } from '@hofn/contracts';
import type { Database } from '@hofn/database';
import { addDays } from '@hofn/domain';
import type { Clock } from '@hofn/domain/clock.ts';
import { dayOfInstant } from '@hofn/texts';
import { defineFeature } from '../feature.ts';
import { employeeOf } from '../platform/caller.ts';
import { keyOfEmployee } from '../platform/employee-id.ts';
import { isoInstantOrNull } from '../platform/instant.ts';
import type { Handlers } from '../platform/registrar.ts';
import { linesOf } from '../work-items/lines.ts';
import { momentAt } from '../work-items/queue-routes.ts';
import { createWorkloadStore } from './store.ts';

/** How long promises are looked back upon, in days. */
const lookBack = 30;

/** Iceland is on Greenwich time all year. */
const startOf = (day: string): Date => new Date(`${day}T00:00:00Z`);

const workloadHandlers = ({
  database: { db },
  clock,
}: {
  database: Database;
  clock: Clock;
}): Handlers<typeof workloadCalls> => {
  const store = createWorkloadStore(db);
  const sinceOf = (now: Date): string => addDays(dayOfInstant(now), -lookBack);
  return {
    workload: async ({ request }) => {
      const employee = employeeOf(request);
      const now = clock.now();
      const since = sinceOf(now);
      const moment = await momentAt(db, now);
      const [{ kinds, people }, promises] = await Promise.all([
        store.openCases(employee, moment),
        store.promises(employee, { since: startOf(since), now }),
      ]);
      const all = caseKind.options.flatMap((kind): KindOfWork[] => {
        const open = kinds.find((one) => one.kind === kind);
        const promised = promises.find((one) => one.kind === kind);
        if (!open && !promised) return [];
        return [
          {
            ...{
              kind,
              open: open?.open ?? 0,
              unassigned: open?.unassigned ?? 0,
              overdue: open?.overdue ?? 0,
            },
            ...{ kept: promised?.kept ?? 0, broken: promised?.broken ?? 0 },
            oldestAt: isoInstantOrNull(open?.oldestAt ?? null),
          },
        ];
      });
      return {
        ...{ since, kinds: all },
        people: people.map(({ id, ...work }) => ({ key: keyOfEmployee(id), ...work })),
      };
    },

    workloadSample: async ({ query: { draw, kind }, language, request }) => {
      const employee = employeeOf(request);
      const now = clock.now();
      const rows = await store.sample(employee, language, { since: startOf(sinceOf(now)), draw, kind });
      const moment = await momentAt(db, now);
      return { items: await linesOf(db, rows, { language, employeeId: employee.id, moment }) };
    },
  };
};

/** What supervisors see of all work. */
export const workload = defineFeature({
  name: 'workload',
  handlers: (services) => workloadHandlers(services),
});
