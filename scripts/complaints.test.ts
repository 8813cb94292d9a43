import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describeWithDatabase } from '@hofn/database/testing.ts';
import { createLogger } from '@hofn/service';
import { testSecrets } from '@hofn/service/testing/secrets.ts';
import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { openApiJobs } from '../apps/api/src/work.ts';

const document = readFileSync(fileURLToPath(new URL('../docs/complaints.md', import.meta.url)), 'utf8');
const statements = [...document.matchAll(/^```sql\n([\s\S]*?)^```$/gm)]
  .flatMap(([, block = '']) => block.split(/;\n/))
  .map((statement) => statement.trim())
  .filter(Boolean);

describeWithDatabase('the queries for complaints', (open) => {
  test('every query of docs/complaints.md runs on the schema', async () => {
    const database = await open();
    // Creates the tables of the job queue.
    const jobs = await openApiJobs(database, createLogger('api', 'silent'), testSecrets);
    expect(statements.length).toBeGreaterThan(12);
    for (const statement of statements) {
      const filled = statement.replaceAll(':ssn', "'1402851489'").replaceAll(':customer', "'anna'");
      await expect(database.db.execute(sql.raw(filled)), statement).resolves.toBeDefined();
    }
    await jobs.stop(1);
  });
});
