import { EidUnavailable } from '@hofn/service/eid.ts';
import { serving } from '@hofn/service/testing/serving.ts';
import { expect, test } from 'vitest';
import { httpTimeStamps } from './stamps.ts';

test('a time stamp service that is slow, refuses, or responds to another request gives no stamp', async () => {
  const stampOf = (url: string, timeoutMs = 5_000) =>
    httpTimeStamps({ url, timeoutMs, trusted: async () => [] }).stamp(Buffer.from('x'), new Date());
  await expect(stampOf(await serving(() => {}), 100)).rejects.toBeInstanceOf(EidUnavailable);
  // PKIStatus rejection; and no valid response at all.
  for (const answer of [Buffer.from('30053003020102', 'hex'), Buffer.from('no')]) {
    const url = await serving((_request, response) => response.end(answer));
    await expect(stampOf(url)).rejects.toBeInstanceOf(EidUnavailable);
  }
});
