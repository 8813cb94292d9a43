import { expect, test, vi } from 'vitest';
import { patience, slowness } from './patience.ts';

test('limits are multiplied by the slowness of the run, which can be set', () => {
  vi.stubEnv('TEST_SLOWNESS', '4.5');
  expect(patience(10_000)).toBe(45_000);
});

test('without a setting the machine is measured once, from 4 to 20, and the processes of the run are given the result', () => {
  vi.stubEnv('TEST_SLOWNESS', '');
  const measured = slowness();
  expect(measured).toBeGreaterThanOrEqual(4);
  expect(measured).toBeLessThanOrEqual(20);
  expect(slowness()).toBeCloseTo(measured, 0);
  expect(Number(process.env.TEST_SLOWNESS)).toBeCloseTo(measured, 1);
});

test('a wait without a limit of its own outlasts the second that Vitest gives it', async () => {
  const end = performance.now() + 1_300;
  await vi.waitFor(() => expect(performance.now()).toBeGreaterThan(end));
});
