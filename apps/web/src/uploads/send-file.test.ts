import type { Upload } from '@hofn/contracts';
import { expect, test } from 'vitest';
import { mostFailures, partBytes, sendFile, type Way } from './send-file.ts';

/** A service that takes parts, whose network can be broken for some requests. */
const service = (
  bytes: number,
  broken: (request: number) => 'before' | 'after' | undefined = () => undefined,
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
  const over = async (work: () => void): Promise<Upload> => {
    const fault = broken(requests++);
    if (fault === 'before') throw { status: 0 };
    work();
    if (fault === 'after') throw { status: 503 };
    return { ...upload };
  };
  const way: Way = {
    announce: (key) => over(() => keys.add(key)),
    read: () =>
      over(() => {
        if (upload.state === 'checking' && ++checks > 1) upload.state = 'clean';
      }),
    part: (_id, offset, content) =>
      over(() => {
        if (offset !== upload.received) return;
        upload.received += content.size;
        if (upload.received === bytes) upload.state = 'checking';
      }),
  };
  return { way, keys, upload, count: () => requests };
};
const settings = () => {
  const waited: number[] = [];
  const progress: number[] = [];
  return {
    waited,
    progress,
    key: 'k',
    onProgress: ({ received }: Upload) => progress.push(received),
    signal: new AbortController().signal,
    wait: async (ms: number) => {
      waited.push(ms);
    },
  };
};
const file = (bytes: number) => new Blob([new Uint8Array(bytes)]);

test('a file goes in parts until it has been checked', async () => {
  const { way, count } = service(2 * partBytes + 10);
  const how = settings();
  expect((await sendFile(file(2 * partBytes + 10), way, how)).state).toBe('clean');
  expect(how.progress.slice(0, 4)).toEqual([0, partBytes, 2 * partBytes, 2 * partBytes + 10]);
  // One to announce, three parts, two looks at the check.
  expect(count()).toBe(6);
});

test('after a broken connection it goes on from where the service is, whether or not the part had come', async () => {
  for (const fault of ['before', 'after'] as const) {
    const { way, keys, upload } = service(3 * partBytes, (request) =>
      [0, 2, 4].includes(request) ? fault : undefined,
    );
    const how = settings();
    expect((await sendFile(file(3 * partBytes), way, how)).state, fault).toBe('clean');
    expect(upload.received).toBe(3 * partBytes);
    expect(keys.size).toBe(1);
    expect(how.waited.filter((ms) => ms === 500)).toHaveLength(3);
  }
});

test('it waits longer from failure to failure and asks the reader after six', async () => {
  const { way, count } = service(10, () => 'before');
  const how = settings();
  await expect(sendFile(file(10), way, how)).rejects.toEqual({ status: 0 });
  expect(count()).toBe(mostFailures);
  expect(how.waited).toEqual([500, 1000, 2000, 4000, 8000]);
});

test('what the service refuses is not sent again', async () => {
  const { way } = service(10);
  const refusal = { status: 400, errorCode: 'validation' };
  const how = settings();
  await expect(sendFile(file(10), { ...way, announce: () => Promise.reject(refusal) }, how)).rejects.toBe(
    refusal,
  );
  expect(how.waited).toEqual([]);
});

test('a file that was begun before goes on, and one that is broken off stops', async () => {
  const { way, upload } = service(2 * partBytes);
  upload.received = partBytes;
  const how = settings();
  const announced: string[] = [];
  const watched = {
    ...way,
    announce: (key: string) => way.announce(announced[announced.push(key) - 1] ?? ''),
  };
  await sendFile(file(2 * partBytes), watched, { ...how, begun: { ...upload } });
  expect([announced, upload.received]).toEqual([[], 2 * partBytes]);
  await expect(
    sendFile(file(10), way, { ...how, signal: AbortSignal.abort(new Error('stopped')) }),
  ).rejects.toThrow('stopped');
});
