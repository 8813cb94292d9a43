// Marriages and divorces between an employee’s acts: what the employee sees and has is always right.
import type { CaseLine } from '@hofn/contracts';
import { cases, customers, type Database, employees, submissions } from '@hofn/database';
import { describeWithDatabase } from '@hofn/database/testing.ts';
import { createLogger } from '@hofn/service';
import { eq } from 'drizzle-orm';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { defaultSettings } from '../settings.ts';
import { createIssuer, fillDatabase, fillStaff, fixedClock, startApi } from '../testing.ts';
import { returnToQueue } from './conflicts.ts';

const una = 'employee|una';
const unaSsn = '1812901429';
const ids = ['anna', 'birgir', 'nyr'];
const at = '2026-11-20T10:00:00Z';

type Step = { do: 'marry' | 'divorce' | 'take' | 'return' | 'open'; customer: string } | { do: 'hour' };

describeWithDatabase('conflicts of interest over time', (open) => {
  const clock = fixedClock();
  let database: Database;
  let api: Awaited<ReturnType<typeof startApi>>;
  let token: string;

  beforeAll(async () => {
    database = await open();
    await fillDatabase(database);
    await fillStaff(database);
    await database.db.update(employees).set({ ssn: unaSsn }).where(eq(employees.id, una));
    await database.db.insert(submissions).values(
      ids.map((id) => ({
        ...{ id, reference: `F-${id}`, kind: 'inquiry', language: 'is' as const, state: 'received' as const },
        ...{ fields: { message: 'Hvað kostar?' }, email: 'a@example.is', receivedAt: at, forgetAt: at },
      })),
    );
    const issuer = await createIssuer();
    token = await issuer.token(una, { actor_kind: 'employee' });
    const often = { RATE_READ: 100_000, RATE_WRITE: 100_000 };
    api = await startApi(database, issuer, {
      ...{ clock, settings: { ...defaultSettings(), ...often }, logger: createLogger('api', 'silent') },
    });
  });
  afterAll(() => api.stop());

  const stored = async (id: string) => {
    const [row] = await database.db.select().from(cases).where(eq(cases.id, id));
    if (!row) throw new Error('the case is gone');
    return row;
  };
  const act = async (id: string, what: 'assign' | 'release') => {
    const { version } = await stored(id);
    const answer = await api.ask(`/api/staff/v1/cases/${id}`, {
      ...{ token, method: 'POST', headers: { 'content-type': 'application/json' } },
      body: JSON.stringify({ act: what, version }),
    });
    return answer.status;
  };
  const married = (customer: string, spouseSsn: string | null) =>
    database.db.update(customers).set({ spouseSsn }).where(eq(customers.id, customer));

  const customer = fc.constantFrom(...ids);
  const step: fc.Arbitrary<Step> = fc.oneof(
    fc.record({ do: fc.constantFrom('marry', 'divorce', 'take', 'return', 'open'), customer }),
    fc.record({ do: fc.constant('hour') }),
  ) as fc.Arbitrary<Step>;

  test('ROLE-4: whatever happens in between, a case is seen, taken and kept only without a conflict', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 12 }), async (steps) => {
        const { db } = database;
        await db.delete(cases);
        await db.update(customers).set({ spouseSsn: null });
        await db.insert(cases).values(
          ids.map((id) => ({
            ...{ id, kind: 'inquiry' as const, matterId: id, customerId: id, language: 'is' as const },
            ...{ openedAt: at, dueAt: at },
          })),
        );
        const [spouses, mine] = [new Set<string>(), new Set<string>()];
        for (const one of steps) {
          if (one.do === 'hour') {
            await returnToQueue({ db, clock });
            for (const id of spouses) mine.delete(id);
            continue;
          }
          const { customer: id } = one;
          if (one.do === 'marry' || one.do === 'divorce') {
            await married(id, one.do === 'marry' ? unaSsn : null);
            if (one.do === 'marry') spouses.add(id);
            else spouses.delete(id);
            continue;
          }
          const status =
            one.do === 'open'
              ? (await api.ask(`/api/staff/v1/cases/${id}`, { token })).status
              : await act(id, one.do === 'take' ? 'assign' : 'release');
          if (spouses.has(id)) {
            expect([one.do, status]).toEqual([one.do, 404]);
            mine.delete(id);
            continue;
          }
          // Taking what one has, and returning what one does not have, is a conflict of another kind.
          const isUseful = one.do === 'open' || mine.has(id) === (one.do === 'return');
          expect([one.do, status]).toEqual([one.do, isUseful ? 200 : 409]);
          if (one.do === 'take') mine.add(id);
          if (one.do === 'return') mine.delete(id);
        }
        const rows = await db.select().from(cases).where(eq(cases.assigneeId, una));
        expect(rows.map((row) => row.id).toSorted()).toEqual([...mine].toSorted());
        const answer = await api.ask('/api/staff/v1/queue?whose=all', { token });
        const { items } = (await answer.json()) as { items: CaseLine[] };
        expect(items.map((line) => line.id).toSorted()).toEqual(ids.filter((id) => !spouses.has(id)));
      }),
      { numRuns: 25 },
    );
  });
});
