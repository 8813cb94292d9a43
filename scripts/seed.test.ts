import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { coreRecords, customers, openDatabase, products, tariffs } from '@hofn/database';
import { createMigratedFolder } from '@hofn/database/testing.ts';
import { startCaches } from '@hofn/service/testing/start-caches.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';

const folder = mkdtempSync(join(tmpdir(), 'hofn-seed-'));
beforeAll(() => createMigratedFolder(folder));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Runs `npm run seed` as an operator does, on the embedded database of the test. */
const seed = async (parameters: string[], environment: Record<string, string> = {}) => {
  const child = spawn(
    process.execPath,
    [fileURLToPath(new URL('./seed.ts', import.meta.url)), ...parameters],
    {
      env: { ...startCaches(), DATABASE_FOLDER: folder, ...environment },
    },
  );
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += chunk));
  const code = await new Promise<number | null>((resolve) => child.on('close', resolve));
  return { code, output };
};

/** Opens the database between two commands, which need it for themselves. */
const within = async <T>(
  run: (database: Awaited<ReturnType<typeof openDatabase>>) => Promise<T>,
): Promise<T> => {
  const database = await openDatabase({ folder });
  try {
    return await run(database);
  } finally {
    await database.close();
  }
};
const countCustomers = () => within(({ db }) => db.$count(customers));

test('HOLD-8: seed loads reference data once, and refuses production and databases whose customers may be real', async () => {
  const inProduction = await seed(['--customers', '1'], { NODE_ENV: 'production' });
  expect([inProduction.code, inProduction.output]).toEqual([
    2,
    'NODE_ENV is production: invented data is never written there. Nothing was changed.\n',
  ]);

  expect((await seed(['--reference'])).code).toBe(0);
  expect(await within(async ({ db }) => [await db.$count(products), await db.$count(tariffs)])).not.toContain(
    0,
  );
  const again = await seed(['--reference']);
  expect([again.code, again.output]).toEqual([2, expect.stringContaining('has products already')]);
  expect(await countCustomers()).toBe(0);

  // A source of facts that is not the demo's core is an insurer's system.
  await within(({ db }) =>
    db.insert(coreRecords).values({
      source: 'kjarni',
      type: 'products',
      key: 'x',
      version: 1,
      id: 'x',
      receivedAt: new Date().toISOString(),
    }),
  );
  const ofCore = await seed(['--customers', '2']);
  expect([ofCore.code, ofCore.output]).toEqual([
    2,
    expect.stringMatching(/has facts of the core system kjarni.*--yes-add-invented-customers/),
  ]);
  expect(await countCustomers()).toBe(0);
  expect((await seed(['--customers', '2', '--yes-add-invented-customers'])).code).toBe(0);
  expect(await countCustomers()).toBe(2);
  await within(({ db }) => db.delete(coreRecords));
  // Generated customers have temporary numbers, so seeding can go on.
  expect((await seed(['--customers', '3'])).code).toBe(0);
  // Any person with an ordinary serial number may exist; the number is put together here so that none is in the source.
  const ssn = ['010190', '2', '0', '09'].join('');
  await within(async ({ db }) => {
    const [row] = await db.select().from(customers).limit(1);
    if (row) await db.insert(customers).values({ ...row, id: 'real', ssn, kind: 'person' });
  });
  const ofPerson = await seed([]);
  expect([ofPerson.code, ofPerson.output]).toEqual([2, expect.stringContaining('not of the test set')]);
});
