import {
  type Database,
  documents,
  issueDocuments,
  openDatabase,
  policies,
  seedCustomers,
} from '@hofn/database';
import { findPostgres, startPostgres } from '@hofn/database/test-server.ts';
import { addDays } from '@hofn/domain';
import { sql } from 'drizzle-orm';
import type { Bench, Figure } from './bench.ts';

/** Number of customers; the product is built for 400 000 (`NIGHTLY_CUSTOMERS=400000`). */
const customerCount = Number(process.env.NIGHTLY_CUSTOMERS ?? 4_000);
const today = '2026-11-21';
/** Half of the window between the run at 4:15 and the morning's first customers. */
const maxMinutes = 60;

type Night = { issued: number; seconds: number; longest: number };

const runNight = async (database: Database, day: string): Promise<Night> => {
  const started = performance.now();
  let before = started;
  let longest = 0;
  const issued = await issueDocuments(database.db, {
    today: day,
    onPortion: () => {
      const now = performance.now();
      longest = Math.max(longest, now - before);
      before = now;
    },
    onFailure: ({ error }) => {
      throw error;
    },
  });
  return { issued, seconds: (performance.now() - started) / 1000, longest };
};

const toFigures = (name: string, { issued, seconds, longest }: Night): Figure[] => [
  { name: `${name}: documents`, value: issued, unit: '' },
  { name: `${name}: duration`, value: Math.round(seconds * 10) / 10, unit: 's', most: maxMinutes * 60 },
  { name: `${name}: documents a second`, value: Math.round(issued / seconds), unit: '/s' },
  // The pool's statement timeout is 30 seconds.
  { name: `${name}: longest portion`, value: Math.round(longest), unit: 'ms', most: 15_000 },
];

/**
 * Nights that differ: the first one, an ordinary one, the day of most invoices, a new year, and one after a core run.
 */
export const bench: Bench = {
  about: `nightly issue of documents for ${customerCount} customers on PostgreSQL`,
  run: async (): Promise<Figure[]> => {
    const found = findPostgres();
    if (typeof found === 'string') throw new Error(`This benchmark needs PostgreSQL: ${found}`);
    const postgres = await startPostgres();
    if (!postgres) throw new Error('PostgreSQL did not start.');
    const database = await openDatabase({ url: postgres.url });
    const figures: Figure[] = [];
    const measure = async (name: string, day: string) => {
      const nightFigures = toFigures(name, await runNight(database, day));
      for (const { name: of, value, unit } of nightFigures) console.log(`    ${of} ${value} ${unit}`);
      figures.push(...nightFigures);
    };
    try {
      await database.migrate();
      await seedCustomers(database, { customers: customerCount, seed: 1, today, history: true });
      await measure('first run', today);
      await database.db.execute('analyze');
      await measure('ordinary night', addDays(today, 1));
      await measure('night without anything new', addDays(today, 1));
      // Three missed weeks, including the day on which most instalments are invoiced.
      await measure('three weeks made up for', '2026-12-18');
      await measure('up to the new year', '2027-01-01');
      await measure('annual statements', '2027-01-15');
      await database.db.update(policies).set({ premiumPerYear: sql`premium_per_year` });
      await measure('after every policy was written again', '2027-01-16');
      figures.push({ name: 'documents in all', value: await database.db.$count(documents), unit: '' });
    } finally {
      await database.close();
      await postgres.stop();
    }
    return figures;
  },
};
