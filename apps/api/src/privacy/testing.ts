import { type Database, privacyRequests } from '@hofn/database';
import type { FileStore } from '@hofn/files';
import { createContents } from '../platform/contents.ts';
import { fixedClock, noon } from '../testing.ts';

/** Anna's archive, which is ready (`x1`), and her request for erasure, which is open (`x2`). */
export const fillPrivacy = async ({ db }: Database, files: FileStore): Promise<void> => {
  await db.delete(privacyRequests);
  const { key, bytes } = await createContents({ db, files, clock: fixedClock() }).store(Buffer.from('PK'));
  const request = {
    customerId: 'anna',
    language: 'is',
    requestedAt: noon,
    dueAt: '2026-12-21T12:00:00Z',
  } as const;
  await db.insert(privacyRequests).values([
    {
      ...request,
      id: 'x1',
      kind: 'overview',
      state: 'ready',
      finishedAt: noon,
      expiresAt: '2026-12-21T12:00:00Z',
      file: key,
      bytes,
    },
    { ...request, id: 'x2', kind: 'erasure' },
  ]);
};
