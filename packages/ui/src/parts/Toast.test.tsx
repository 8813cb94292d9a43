// @vitest-environment happy-dom
import { act } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Toast } from './Toast.tsx';

let root: Root;
let onClose: ReturnType<typeof vi.fn<() => void>>;
beforeEach(async () => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  vi.useFakeTimers();
  onClose = vi.fn<() => void>();
  const place = document.body.appendChild(document.createElement('div'));
  root = createRoot(place);
  await act(async () =>
    root.render(
      <Toast closeLabel="Loka" onClose={onClose}>
        Sent
      </Toast>,
    ),
  );
});
afterEach(async () => {
  await act(async () => root.unmount());
  document.body.replaceChildren();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const toast = (): HTMLElement => {
  const element = document.querySelector<HTMLElement>('[role=status]');
  if (!element) throw new Error('there is no toast');
  return element;
};
const pointer = (type: string, clientX: number) =>
  act(async () => {
    toast().dispatchEvent(new PointerEvent(type, { bubbles: true, clientX, pointerId: 1 }));
  });
const drag = async (by: number) => {
  Object.defineProperty(toast(), 'offsetWidth', { value: 400 });
  toast().setPointerCapture = () => {};
  await pointer('pointerdown', 100);
  await pointer('pointermove', 100 + by);
  await pointer('pointerup', 100 + by);
};

test('UI-1: a toast closes after 5000 ms', async () => {
  await act(async () => vi.advanceTimersByTime(4999));
  expect(onClose).not.toHaveBeenCalled();
  await act(async () => vi.advanceTimersByTime(1));
  expect(onClose).toHaveBeenCalledOnce();
});

test('a toast stays while the pointer is on it', async () => {
  await pointer('pointerover', 0);
  await act(async () => vi.advanceTimersByTime(20_000));
  expect(onClose).not.toHaveBeenCalled();
});

test.each([321, -321])('UI-1: dragged over 80 percent of its width (%i of 400) it goes', async (by) => {
  await drag(by);
  expect(onClose).toHaveBeenCalledOnce();
});

test('UI-1: dragged less it stays, back in its place', async () => {
  await drag(319);
  expect(onClose).not.toHaveBeenCalled();
  expect(toast().style.transform).toBe('');
});

test('it is closed by its button', async () => {
  await act(async () => document.querySelector('button')?.click());
  expect(onClose).toHaveBeenCalledOnce();
});
