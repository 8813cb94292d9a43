import { createHash, randomUUID } from 'node:crypto';
import { mkdir, open, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { FileFault, type StoredFile } from './store.ts';

// Disk full, quota exceeded, file size limit exceeded.
const noRoom = new Set(['ENOSPC', 'EDQUOT', 'EFBIG']);

/**
 * Writes a content to a new file in `folder`, readable only by this user and synced to disk, counting and hashing it on
 * the way. Leaves nothing behind on failure.
 * @throws FileFault `tooLarge` or `full`
 */
export const spool = async (
  folder: string,
  content: Readable,
  maxBytes: number,
): Promise<StoredFile & { path: string }> => {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const path = join(folder, randomUUID());
  const hash = createHash('sha256');
  let bytes = 0;
  try {
    const file = await open(path, 'wx', 0o600);
    try {
      for await (const chunk of content as AsyncIterable<Buffer>) {
        bytes += chunk.length;
        if (bytes > maxBytes) throw new FileFault('tooLarge', `The content is over ${maxBytes} bytes`);
        hash.update(chunk);
        let written = 0;
        while (written < chunk.length) written += (await file.write(chunk, written)).bytesWritten;
      }
      await file.sync();
    } finally {
      await file.close();
    }
  } catch (error) {
    await rm(path, { force: true });
    const { code } = error as { code?: string };
    if (code !== undefined && noRoom.has(code))
      throw new FileFault('full', 'There is no space for the content', { cause: error });
    throw error;
  }
  return { path, key: hash.digest('hex'), bytes };
};
