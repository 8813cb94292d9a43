import { customers, mailQueue } from '@hofn/database';
import { patience } from '@hofn/database/testing/patience.ts';
import { testDatabase } from '@hofn/database/testing.ts';
import { createLogger } from '@hofn/service';
import { testSecrets } from '@hofn/service/testing/secrets.ts';
import { expect, test, vi } from 'vitest';
import { fixedClock } from '../../testing.ts';
import { openApiJobs } from '../../work.ts';
import type { MailKind } from '../consents.ts';
import { createMails } from './mails.ts';

test('HOLD-5: a receipt is sent before the e-mails that a nightly run queued ahead of it', async () => {
  const database = await testDatabase();
  const jobs = await openApiJobs(database, createLogger('api', 'silent'), testSecrets);
  const subject = { id: 'anna', kind: 'person', ssn: '1402851489', fullName: 'Anna Prófdóttir' } as const;
  await database.db.insert(customers).values(subject);
  const mails = createMails({ db: database.db, clock: fixedClock(), outbox: jobs });
  const write = (kind: MailKind) =>
    database.db.transaction((tx) =>
      mails.write(
        tx,
        { actor: subject, subject },
        { kind, about: {}, recipient: 'anna@example.is', language: 'is' },
      ),
    );
  for (let letter = 0; letter < 8; letter += 1) await write('toSign');
  await write('policyOverview');
  await write('claimReceipt');
  const { rows } = await database.db.execute<{ id: string; kind: string }>('select id, kind from mails');
  const kindOf = new Map(rows.map(({ id, kind }) => [id, kind]));
  const sent: Array<string | undefined> = [];
  // Four are sent at once; none ends before all four are taken, so that a slow worker cannot be overtaken.
  const fourTaken = Promise.withResolvers<void>();
  await jobs.work<{ id: string }>(mailQueue.name, async ({ id }) => {
    sent.push(kindOf.get(id));
    if (sent.length >= 4) fourTaken.resolve();
    await fourTaken.promise;
  });
  await vi.waitFor(() => expect(sent).toHaveLength(10), patience(30_000));
  expect(sent.slice(0, 4)).toContain('claimReceipt');
  expect(sent.slice(0, 4)).toContain('policyOverview');
  await jobs.stop(1);
  await database.close();
});
