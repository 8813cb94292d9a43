import type { Upload } from '@hofn/contracts';
import { expect, test } from 'vitest';
import { maxFailures, partBytes, sendFile, type UploadCalls } from './send-file.ts';

/** Fake upload API; chosen requests fail. */
const createService = (
  bytes: number,
  failureOf: (request: number) => 'before' | 'after' | undefined = () => undefined,
) => {
  const upload: Upload = {
    id: 'u',
    name: 'golf.jpg',
    sender: 'Anna',
    bytes,
    received: 0,
    state: 'receiving',
    reason: null,
    type: null,
    addedAt: '2026-11-21T12:00:00Z',
  };
  const keys = new Set<string>();
  let requests = 0;
  let checks = 0;
  const respond = async (work: () => void): Promise<Upload> => {
    const failure = failureOf(requests++);
    if (failure === 'before') throw { status: 0 };
    work();
    if (failure === 'after') throw { status: 503 };
    return { ...upload };
  };
  const calls: UploadCalls = {
    announce: (key) => respond(() => keys.add(key)),
    read: () =>
      respond(() => {
        if (upload.state === 'checking' && ++checks > 1) upload.state = 'clean';
      }),
    part: (_id, offset, content) =>
      respond(() => {
        if (offset !== upload.received) return;
        upload.received += content.size;
        if (upload.received === bytes) upload.state = 'checking';
      }),
  };
  return { calls, keys, upload, count: () => requests };
};
const createSettings = () => {
  const waits: number[] = [];
  const progress: number[] = [];
  return {
    waits,
    progress,
    key: 'k',
    onProgress: ({ received }: Upload) => progress.push(received),
    signal: new AbortController().signal,
    wait: async (ms: number) => {
      waits.push(ms);
    },
  };
};
const file = (bytes: number) => new Blob([new Uint8Array(bytes)]);

test('a file is sent in parts, and resolves after the check', async () => {
  const { calls, count } = createService(2 * partBytes + 10);
  const settings = createSettings();
  expect((await sendFile(file(2 * partBytes + 10), calls, settings)).state).toBe('clean');
  expect(settings.progress.slice(0, 4)).toEqual([0, partBytes, 2 * partBytes, 2 * partBytes + 10]);
  // One announcement, three parts, two polls of the check.
  expect(count()).toBe(6);
});

test('after a network failure the upload continues from the API’s offset, whether or not the part had arrived', async () => {
  for (const failure of ['before', 'after'] as const) {
    const { calls, keys, upload } = createService(3 * partBytes, (request) =>
      [0, 2, 4].includes(request) ? failure : undefined,
    );
    const settings = createSettings();
    expect((await sendFile(file(3 * partBytes), calls, settings)).state, failure).toBe('clean');
    expect(upload.received).toBe(3 * partBytes);
    expect(keys.size).toBe(1);
    expect(settings.waits.filter((ms) => ms === 500)).toHaveLength(3);
  }
});

test('failures back off, and the upload gives up after six', async () => {
  const { calls, count } = createService(10, () => 'before');
  const settings = createSettings();
  await expect(sendFile(file(10), calls, settings)).rejects.toEqual({ status: 0 });
  expect(count()).toBe(maxFailures);
  expect(settings.waits).toEqual([500, 1000, 2000, 4000, 8000]);
});

test('a refused file is not retried', async () => {
  const { calls } = createService(10);
  const refusal = { status: 400, errorCode: 'validation' };
  const settings = createSettings();
  await expect(
    sendFile(file(10), { ...calls, announce: () => Promise.reject(refusal) }, settings),
  ).rejects.toBe(refusal);
  expect(settings.waits).toEqual([]);
});

test('an unfinished upload continues, and an aborted upload stops', async () => {
  const { calls, upload } = createService(2 * partBytes);
  upload.received = partBytes;
  const settings = createSettings();
  const announced: string[] = [];
  const recordedCalls = {
    ...calls,
    announce: (key: string) => calls.announce(announced[announced.push(key) - 1] ?? ''),
  };
  await sendFile(file(2 * partBytes), recordedCalls, { ...settings, started: { ...upload } });
  expect([announced, upload.received]).toEqual([[], 2 * partBytes]);
  await expect(
    sendFile(file(10), calls, { ...settings, signal: AbortSignal.abort(new Error('stopped')) }),
  ).rejects.toThrow('stopped');
});
