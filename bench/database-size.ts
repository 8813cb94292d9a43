import { type Database, seedCustomers, transactions } from '@hofn/database';
import { addDays } from '@hofn/domain';
import { createIssuer, type Issuer } from '../apps/api/src/testing.ts';
import type { Bench, Figure } from './bench.ts';
import { fillPolicies } from './overview.ts';
import {
  absolute,
  cpuRatio,
  listenApi,
  openOwnPostgres,
  rounds,
  startLoader,
  type Turn,
} from './under-load.ts';

const [few, many] = [4_000, Number(process.env.SIZE_CUSTOMERS ?? 400_000)];
const today = '2026-11-21';
const calls = { overview: '/api/policy/v3/overview', transactions: '/api/account/v1' };
const entriesEach = 50;

const addEntries = (db: Database['db'], ids: readonly string[]) =>
  db.transaction(async (tx) => {
    for (const customerId of ids)
      await tx.insert(transactions).values(
        Array.from({ length: entriesEach }, (_, entry) => ({
          customerId,
          id: `t${entry}`,
          sequence: entry + 1,
          bookedOn: addDays('2026-01-01', entry),
          type: entry % 2 ? ('payment' as const) : ('premium' as const),
          amount: entry % 2 ? -9_000 : 9_000,
          descriptionIs: `Iðgjald, ${entry}. greiðsla`,
          descriptionEn: `Premium, instalment ${entry}`,
        })),
      );
  });

/** The API on a database with the same thousand readers among a number of other customers. */
const openSide = async (size: number, issuer: Issuer) => {
  const postgres = await openOwnPostgres();
  const { database } = postgres;
  await seedCustomers(database, { customers: size, seed: 1, today, history: true });
  const { own } = await fillPolicies(database);
  await addEntries(database.db, own);
  await database.db.execute('analyze');
  const api = await listenApi(database, issuer);
  return {
    url: api.url,
    tokens: await Promise.all(own.map((id) => issuer.token(id))),
    stop: async () => {
      await api.stop();
      await postgres.stop();
    },
  };
};

/** CPU of a read as the number of customers in the database grows. */
export const bench: Bench = {
  about: `overview and transactions among ${many} customers against among ${few}`,
  run: async (): Promise<Figure[]> => {
    const issuer = await createIssuer();
    const sides = { few: await openSide(few, issuer), many: await openSide(many, issuer) };
    const loader = startLoader();
    const figures: Figure[] = [];
    try {
      for (const [name, path] of Object.entries(calls)) {
        const turns: Record<keyof typeof sides, Turn[]> = { few: [], many: [] };
        // The first turn of each side warms it.
        for (let round = 0; round <= rounds; round += 1)
          for (const side of ['few', 'many'] as const) {
            const turn = await loader.apply(sides[side].url + path, sides[side].tokens);
            if (round > 0) turns[side].push(turn);
          }
        figures.push(
          ...absolute(`${name}, ${few} customers`, turns.few),
          ...absolute(`${name}, ${many} customers`, turns.many),
          cpuRatio(`${name}, ${many} by ${few} customers`, turns.many, turns.few, 1.2),
        );
      }
    } finally {
      loader.stop();
      for (const side of Object.values(sides)) await side.stop();
    }
    return figures;
  },
};
