// @vitest-environment happy-dom
import { act } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { useDelayedClose } from './useDelayedClose.ts';

const close = vi.fn<(outcome: string) => void>();
let closeSoon: () => void;
let root: Root;
const Popup = ({ state }: { state: string }) => {
  closeSoon = useDelayedClose(() => close(state));
  return null;
};
const show = (state: string) => act(async () => root.render(<Popup state={state} />));

beforeEach(async () => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  vi.useFakeTimers();
  close.mockReset();
  root = createRoot(document.createElement('div'));
  await show('asking');
});
afterEach(async () => {
  await act(async () => root.unmount());
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test('PAY-11a, PAY-12, PAY-13b, PAY-13c: a popup closes 200 ms after the request, with the outcome known by then', async () => {
  closeSoon();
  await show('done');
  await vi.advanceTimersByTimeAsync(199);
  expect(close).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1);
  expect(close.mock.calls).toEqual([['done']]);
});

test('an unmounted popup does not call onClose', async () => {
  closeSoon();
  await act(async () => root.render(null));
  await vi.advanceTimersByTimeAsync(1000);
  expect(close).not.toHaveBeenCalled();
});
