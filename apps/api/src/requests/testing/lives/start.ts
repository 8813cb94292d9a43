import { randomUUID } from 'node:crypto';
import { requestKinds } from '@hofn/contracts';
import {
  cases,
  changeRequests,
  claims,
  coreRecords,
  customers,
  type Database,
  documents,
  instalments,
  mails,
  payments,
  policies,
  premiumPartTypes,
  proposals,
  transactions,
} from '@hofn/database';
import { addDays, addMonths } from '@hofn/domain';
import { eq } from 'drizzle-orm';
import { figures } from '../../../company/testing.ts';
import { startRequests } from '../started-requests.ts';
import { putPolicy } from './core-system.ts';
import { type Life, owners } from './life.ts';

const begun = '2026-11-21';

/** Days of the two policies' first period, how many of them are left, and whether they renew. */
export type Beginning = { length: number; left: number; renews: boolean };

const fillInstalments = async ({ on, keys }: Life, from: string): Promise<void> => {
  for (const [customerId, policyId, amount] of [
    ['anna', keys.get('K1') ?? null, 7_500],
    ['felag', null, 25_000],
  ] as const)
    await on.db.insert(instalments).values(
      Array.from({ length: 12 }, (_, index) => ({
        ...{ customerId, id: randomUUID(), policyId, amount, method: 'claim' as const },
        ...{ sequence: index + 1, sequenceOf: 12, dueDate: addMonths(from, index) },
        finalDueDate: addDays(addMonths(from, index), 14),
      })),
    );
};

/**
 * The API of an insurer whose core system supplies policies, and whose staff, or else the core system, settle requests. Each
 * life begins with a car policy of Anna's and a liability policy of a company.
 */
export const startLives = async (database: Database, settledBy: Life['settledBy']) => {
  const often = 100_000_000;
  const on = await startRequests(database, {
    REQUESTS_SETTLED_BY_RULE: settledBy === 'rule',
    REQUESTS_SETTLED_BY_CORE: settledBy === 'core' ? [...requestKinds] : [],
    ...{ RATE_READ: often, RATE_WRITE: often, RATE_COSTLY: often, RATE_CORE: often },
  });
  await on.reset();
  const { db } = on;
  const types = ['loyalty-silver', 'loyalty-gold', 'instalments'].map((code, index) => ({
    ...{ code, kind: 'discount' as const, ordinal: 10 + index, nameIs: code, nameEn: code },
  }));
  await db.insert(premiumPartTypes).values(types).onConflictDoNothing();
  await db.update(customers).set({ email: 'felag@example.is' }).where(eq(customers.id, 'felag'));

  const clear = async (): Promise<void> => {
    for (const table of [cases, changeRequests, mails, documents, instalments, transactions, payments])
      await db.delete(table);
    for (const table of [claims, proposals, policies, coreRecords]) await db.delete(table);
    on.api.lines.length = 0;
  };

  return {
    stop: () => on.api.stop(),
    begin: async ({ length, left, renews }: Beginning): Promise<Life> => {
      await clear();
      on.clock.set(`${begun}T12:00:00Z`);
      const life: Life = {
        ...{ on, settledBy, today: begun, versions: new Map(), keys: new Map() },
        ...{ promised: new Map(), acts: [], numbers: 0 },
      };
      const validFrom = addDays(begun, Math.min(left, length) - length);
      const period = { validFrom, validTo: addDays(validFrom, length - 1), instalmentsPerYear: 12, renews };
      await putPolicy(life, 'K1', {
        ...{ ...period, customer: owners.anna, number: '7100001', product: 'kasko', terms: ['BK10'] },
        ...{ premiumPerYear: 90_000, deductible: 90_000, sumInsured: 5_200_000 },
        premiumParts: [
          { id: 'base', amount: 100_000 },
          { id: 'loyalty-silver', amount: -10_000 },
        ],
        covers: [
          { id: 'collision', sumInsured: null, deductible: null },
          { id: 'abroad', sumInsured: null, deductible: null },
        ],
      });
      await putPolicy(life, 'K2', {
        ...{ ...period, customer: owners.felag, number: '7100002', product: 'business-liability' },
        ...{ premiumPerYear: 300_000, deductible: 100_000, figures: figures.liability },
        premiumParts: [{ id: 'base', amount: 300_000 }],
      });
      await fillInstalments(life, validFrom);
      return life;
    },
  };
};

export type Lives = Awaited<ReturnType<typeof startLives>>;
