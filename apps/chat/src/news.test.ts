import { createLogger } from '@hofn/service';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createNews } from './news.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

test('what was changed through this copy is told once, and what was changed through another at the next look', async () => {
  let revision = 1;
  const read = async () => [{ id: 'c1', revision }];
  const news = createNews({ read, everyMs: 300, logger: createLogger('chat', 'silent') });
  const told = vi.fn();
  news.watch('c1', told);
  await vi.advanceTimersByTimeAsync(300);
  told.mockClear();

  revision = 2;
  news.publish('c1', 2);
  expect(told).toHaveBeenCalledTimes(1);
  await vi.advanceTimersByTimeAsync(600);
  expect(told).toHaveBeenCalledTimes(1);

  revision = 3;
  await vi.advanceTimersByTimeAsync(300);
  expect(told).toHaveBeenCalledTimes(2);

  // Both at once: the other copy's comes after what this one has told.
  news.publish('c1', 4);
  revision = 5;
  await vi.advanceTimersByTimeAsync(600);
  expect(told).toHaveBeenCalledTimes(4);
  news.stop();
});
