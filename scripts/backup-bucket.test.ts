import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { uploads } from '@hofn/database';
import { postgresTools } from '@hofn/database/backup/postgres-tools.ts';
import { describeWithDatabase } from '@hofn/database/testing.ts';
import { openFolderStore, openS3Store } from '@hofn/files';
import S3rver from 's3rver';
import { afterAll, expect, test } from 'vitest';
import { createBackup } from '../apps/api/src/backup/create.ts';
import { partsOf } from '../apps/api/src/backup/manifest.ts';
import { verifyBackup, verifyContents } from '../apps/api/src/backup/verify.ts';
import { createContents } from '../apps/api/src/platform/contents.ts';
import { fillDatabase, fixedClock, noon } from '../apps/api/src/testing.ts';

const folder = mkdtempSync(join(tmpdir(), 'hofn-bucket-'));
const server = new S3rver({
  port: 0,
  address: '127.0.0.1',
  silent: true,
  directory: join(folder, 's3'),
  configureBuckets: [{ name: 'files', configs: [] }],
});
afterAll(async () => {
  await server.close();
  rmSync(folder, { recursive: true, force: true });
});

describeWithDatabase('a backup of a bucket', (open) => {
  test('HOLD-7: contents and notes of a bucket are backed up, and one that the bucket loses is found', async () => {
    const database = await open();
    await fillDatabase(database);
    const files = await openS3Store({
      bucket: 'files',
      region: 'eu-north-1',
      endpoint: `http://127.0.0.1:${(await server.run()).port}`,
      accessKeyId: 'S3RVER',
      secretAccessKey: 'S3RVER',
      temporary: join(folder, 'temporary'),
    });
    const clock = fixedClock();
    const { db } = database;
    const { key } = await createContents({ db, files, clock }).store(Buffer.from('a photo'));
    const row = { ownerId: 'anna', id: 'u', holder: 'claim', holderId: 'c1', name: 'a.jpg', sender: 'Anna' };
    await db.insert(uploads).values({ ...row, bytes: 7, key, createdAt: noon });
    await files.putNote('erasure-1', '{"kind":"erasure"}');

    const backup = join(folder, 'backup');
    const { manifest } = await createBackup(
      { database, files, clock, tools: postgresTools(undefined) },
      backup,
    );
    expect(manifest.contents).toMatchObject({ count: 1, bytes: 7, faulty: [] });
    expect(await verifyBackup(backup)).toMatchObject({ checked: 1, faults: [] });
    const stored = openFolderStore(partsOf(backup).files);
    for await (const note of stored.notes())
      expect(note).toEqual({ name: 'erasure-1', text: '{"kind":"erasure"}' });

    expect(await verifyContents({ db, files })).toEqual({ checked: 1, faults: [] });
    await files.delete(key);
    expect(await verifyContents({ db, files })).toEqual({
      checked: 1,
      faults: [{ key, fault: 'missing', references: ['uploads.key'] }],
    });
    files.close();
  });
});
