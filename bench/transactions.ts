import { customers, type Database, seedCustomers, transactions } from '@hofn/database';
import { addDays } from '@hofn/domain';
import type { Bench, Figure } from './bench.ts';
import { absolute, cpuRatio, underLoad } from './under-load.ts';

const peopleEach = 100;
const page = 50;
const rows = 1_000;

/** Customers with one page of entries, and as many with a thousand, among those of the bulk seed. */
const fill = async (database: Database) => {
  await seedCustomers(database, { customers: 4_000, seed: 1, today: '2026-11-21', history: true });
  const { db } = database;
  const groups = { few: page, many: rows };
  const ids = (group: string) => Array.from({ length: peopleEach }, (_, index) => `${group}${index}`);
  for (const [ordinal, [group, entries]] of Object.entries(groups).entries()) {
    for (const [index, id] of ids(group).entries()) {
      const ssn = `8${String(ordinal * peopleEach + index).padStart(9, '0')}`;
      await db.insert(customers).values({ id, ssn, kind: 'person', fullName: `Prófun ${id}` });
      await db.insert(transactions).values(
        Array.from({ length: entries }, (_, entry) => ({
          customerId: id,
          id: `t${entry}`,
          sequence: entry + 1,
          bookedOn: addDays('2024-01-01', entry),
          type: entry % 2 ? ('payment' as const) : ('premium' as const),
          amount: entry % 2 ? -9_000 : 9_000,
          descriptionIs: `Iðgjald, ${entry}. greiðsla`,
          descriptionEn: `Premium, instalment ${entry}`,
        })),
      );
    }
  }
  return { few: ids('few'), many: ids('many') };
};

/** The first page of the transactions, with sums and running balance, of 50 rows and of 1000. */
export const bench: Bench = {
  about:
    'a page of transactions of 1000 rows and of 50, against Fastify that sends the result of the same query',
  run: async (): Promise<Figure[]> => {
    const { api, memory, query, ownQuery, bytes } = await underLoad({
      fill,
      path: '/api/account/v1',
      baselineGroup: 'many',
    });
    return [
      { name: 'size of the body', value: bytes, unit: 'bytes' },
      ...absolute('from memory', memory),
      ...absolute('the body by one query', query),
      ...absolute('its own query, 50 rows', ownQuery.few),
      ...absolute('its own query, 1000 rows', ownQuery.many),
      ...absolute('50 rows', api.few),
      ...absolute('1000 rows', api.many),
      cpuRatio('1000 rows by the body by one query', api.many, query),
      cpuRatio('1000 rows by 50', api.many, api.few),
      cpuRatio('50 rows by its own query', api.few, ownQuery.few, 3),
      cpuRatio('1000 rows by its own query', api.many, ownQuery.many, 3),
    ];
  },
};
