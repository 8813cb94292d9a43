import { customers, type Database, transactions } from '@hofn/database';
import { addDays } from '@hofn/domain';
import type { Bench, Figure } from './bench.ts';
import { absolute, cpuRatio, underLoad } from './under-load.ts';

const peopleEach = 100;
const page = 50;
const rows = 1_000;

/** Customers with one page of entries, and as many with a thousand. */
const fill = async (db: Database['db']) => {
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
  about: 'a page of transactions of 1000 rows, against one of 50 and against Fastify sending the same body',
  run: async (): Promise<Figure[]> => {
    const { few, many, memory, query, bytes } = await underLoad({
      fill,
      path: '/api/account/v1',
      baselineGroup: 'many',
    });
    return [
      { name: 'size of the body', value: bytes, unit: 'bytes' },
      ...absolute('from memory', memory),
      ...absolute('by one query', query),
      ...absolute('50 rows', few),
      ...absolute('1000 rows', many),
      cpuRatio('1000 rows by 50', many, few, 1.2),
      cpuRatio('1000 rows by one query', many, query, 4.2),
    ];
  },
};
