import { expect, test, vi } from 'vitest';
import { startLoop } from './loop.ts';

test('CORE-8: work that is repeated goes on after an error, and a stop waits for the run under way', async () => {
  const errors: unknown[] = [];
  let runs = 0;
  let finish = () => {};
  const loop = startLoop(
    1,
    async () => {
      runs += 1;
      if (runs === 1) throw new Error('database not available');
      if (runs === 3)
        await new Promise<void>((resolve) => {
          finish = resolve;
        });
    },
    (error) => errors.push(error),
  );
  await vi.waitFor(() => expect(runs).toBe(3));
  expect(errors).toEqual([new Error('database not available')]);
  let isStopped = false;
  const stopped = loop.stop().then(() => {
    isStopped = true;
  });
  await new Promise(setImmediate);
  expect(isStopped).toBe(false);
  finish();
  await stopped;
  expect(runs).toBe(3);
});
