import { Readable } from 'node:stream';
import type { FactType } from '@hofn/contracts';
import type { Database } from '@hofn/database';
import type { Clock } from '@hofn/domain/clock.ts';
import { auditSystem } from '../../platform/audit.ts';
import { loadImport } from './load.ts';
import { createImport, readErrors } from './store.ts';

/** Marks an import that no queue continues. */
const inProcess = 'in process';

/**
 * Loads facts of a source as one import, in this process: the same code as an import by calls or files. They are quiet.
 * @throws Error that lists the first refused facts
 */
export const importFacts = async (
  { database: { db }, clock }: { database: Database; clock: Clock },
  source: string,
  facts: ReadonlyArray<{ type: FactType; key: string; facts: object }>,
): Promise<void> => {
  const lines = facts.map((fact) => `${JSON.stringify({ version: 1, ...fact })}\n`);
  const created = await db.transaction(async (tx) => {
    const row = await createImport(tx, { source, files: inProcess, at: clock.now().toISOString() });
    await auditSystem(tx, 'core.import', { object: { import: row.id }, source });
    return row;
  });
  const { refused, failure } = await loadImport(
    { db, clock, parts: 1, open: async () => Readable.from([Buffer.from(lines.join(''))]) },
    created,
  );
  if (refused === 0 && failure === null) return;
  const faults: string[] = [];
  for await (const { type, key, path, message } of readErrors(db, created.id))
    if (faults.length < 5) faults.push(`${type} ${key} ${path}: ${message}`);
  throw new Error(`${refused} facts were refused. ${failure ?? ''} ${faults.join('; ')}`);
};
